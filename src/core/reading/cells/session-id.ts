// The id of a settlement session: institution (6 digits), yymmddhhmmss, serial (12). A spreadsheet may have taken the
// leading zeros of the institution.

const SESSION_DIGITS = 30;

/** All thirty digits; null for a text that is no session id. */
export function sessionId(cell: string): string | null {
  if (!/^\d{25,30}$/.test(cell)) return null;
  const id = cell.padStart(SESSION_DIGITS, '0');
  const [month, day, hour, minute, second] = [8, 10, 12, 14, 16].map((at) => Number(id.slice(at, at + 2)));
  const isTime = hour! < 24 && minute! < 60 && second! < 60;
  return month! >= 1 && month! <= 12 && day! >= 1 && day! <= 31 && isTime ? id : null;
}

// Fields 60, 62 (balances), 34F (floor) and 90 (totals): mark, day, currency and amount.

interface BalanceField {
  readonly isCredit: boolean;
  /** `YYMMDD` as in the file. */
  readonly date: string;
  /** '' if the bank leaves it out. */
  readonly currency: string;
  readonly amount: string;
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})?(\d+(?:[.,]\d*)?|[.,]\d+)\s*$/;

/** Null if it is no balance. */
export function balanceField(text: string): BalanceField | null {
  const parts = BALANCE.exec(text);
  if (parts === null) return null;
  const [, mark, date, currency = '', amount] = parts;
  return { isCredit: mark === 'C', date, currency, amount };
}

/** The currency of a floor limit (`EURD0,00`); '' for none. */
export const floorCurrency = (text: string): string => /^[A-Z]{3}/.exec(text)?.[0] ?? '';

const TOTAL = /^(\d+)([A-Z]{3})(\d+(?:[.,]\d*)?|[.,]\d+)\s*$/;

/** Number and sum of the entries of one mark (`3PLN0,03`); null if it is none. */
export function totalField(text: string): { entries: number; currency: string; amount: string } | null {
  const parts = TOTAL.exec(text);
  return parts === null ? null : { entries: Number(parts[1]), currency: parts[2], amount: parts[3] };
}

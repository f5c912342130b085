// The type codes of BAI2, by the ranges of the standard.

/** Types of an account's figures that are checked: ledger balances, and totals of both directions. */
export const SUMMARIES: Readonly<Record<string, 'opening' | 'closing' | 'credits' | 'debits'>> = {
  '010': 'opening',
  '015': 'closing',
  '100': 'credits',
  '400': 'debits',
};

/** Information that has no money. */
const INFORMATION = 890;

/**
 * Direction of a transaction's type: 1 money in (100 to 399, and a bank's own 920 to 959), -1 money out (400 to 699, and
 * 960 to 999), 0 for information. Null for others, as of loans (700 to 799), whose types are of either direction.
 */
export function directionOfType(type: string): 1 | -1 | 0 | null {
  if (!/^\d{3}$/.test(type)) return null;
  const code = Number(type);
  if (code === INFORMATION) return 0;
  if ((code >= 100 && code < 400) || (code >= 920 && code < 960)) return 1;
  if ((code >= 400 && code < 700) || code >= 960) return -1;
  return null;
}

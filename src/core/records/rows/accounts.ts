// Aligns accounts of the ledger with those of the bank by similar labels. A single account on each side is aligned
// whatever its label. If no labels are similar, everything is one account, with a warning.

interface AlignedAccounts {
  /** Account number by the side's label index. */
  readonly gl: Uint16Array;
  readonly bank: Uint16Array;
  /** Names of the accounts in ascending order, by account number. */
  readonly names: readonly string[];
  readonly warnings: readonly string[];
}

/** The label without spaces, case, dashes and leading zeros, which differ between systems. */
export function normalised(label: string): string {
  return label
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '');
}

/** The arguments should be labels that rows carry. */
export function alignAccounts(glLabels: readonly string[], bankLabels: readonly string[]): AlignedAccounts {
  const gl = glLabels.map(normalised);
  const bank = bankLabels.map(normalised);
  const shared = new Set(gl.filter((label) => label !== '' && bank.includes(label)));
  const onlyGl = new Set(gl.filter((label) => !shared.has(label)));
  const onlyBank = new Set(bank.filter((label) => !shared.has(label)));
  const warnings: string[] = [];
  let nameOf = (label: string): string => label;
  if (shared.size === 0) {
    if (onlyGl.size > 1 || onlyBank.size > 1) {
      warnings.push(
        onlyGl.has('') || onlyBank.has('')
          ? 'Only one side names accounts; its rows were matched as one account.'
          : 'No account number stands on both sides; all rows were matched as one account.',
      );
    }
    nameOf = () => '';
  } else if (onlyGl.size === 1 && onlyBank.size === 1) {
    const [left] = onlyGl;
    nameOf = (label) => (onlyBank.has(label) ? left! : label);
    warnings.push('One account of each side has no namesake; the two were taken for the same account.');
  } else if (onlyGl.size + onlyBank.size > 0) {
    warnings.push(`${onlyGl.size + onlyBank.size} account(s) stand on one side only; their rows stay open.`);
  }
  const names = [...new Set([...gl, ...bank].map(nameOf))].sort();
  const numbers = (labels: string[]): Uint16Array => Uint16Array.from(labels, (label) => names.indexOf(nameOf(label)));
  return { gl: numbers(gl), bank: numbers(bank), names, warnings };
}

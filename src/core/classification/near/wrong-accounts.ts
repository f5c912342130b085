// Finds rows that stand in the wrong account: an open ledger row of one account and an open bank row of another that are
// one transaction, by reference and amount, or by what matching says of the open rows of all accounts taken as one. One
// of the two accounts has rows of both sides: of accounts that nothing brings together none is the wrong one.

import { firstMember } from '../../matching/outcome/match-groups.ts';
import type { MatchOutcome, RowMembers } from '../../matching/outcome/outcome.ts';
import type { AlignedAccounts } from '../../records/rows/accounts.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import { isBanksOwnAt } from '../purpose/purpose-at.ts';
import { answersElsewhere } from './elsewhere.ts';
import { rowFates } from './row-fates.ts';

interface MatchedAccounts {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly accounts: Pick<AlignedAccounts, Side | 'names'>;
  readonly outcome: MatchOutcome;
}

/** Same amount, and the reference or the texts agree. */
const TIERS: ReadonlySet<number> = new Set([1, 3]);

/** The outcome with partners of other accounts. `asOne`: matching of the open rows as rows of one account. */
export function withWrongAccounts(
  { columns, accounts, outcome }: MatchedAccounts,
  asOne: Pick<MatchOutcome, 'groups'>,
): MatchOutcome {
  const accountOf = (side: Side) => (row: number) => accounts[side][columns[side].account[row]];
  const isWhole = accountsOfBothSides(columns, accounts);
  const { open } = outcome;
  const itemOf = {
    gl: new Map(Array.from(open.gl.row, (row, item) => [row, item])),
    bank: new Map(Array.from(open.bank.row, (row, item) => [row, item])),
  };
  const partner = { gl: new Int32Array(open.gl.count).fill(-1), bank: new Int32Array(open.bank.count).fill(-1) };
  const take = (gl: number, bank: number): void => {
    const [own, other] = [accountOf('gl')(gl), accountOf('bank')(bank)];
    const items = { gl: itemOf.gl.get(gl), bank: itemOf.bank.get(bank) };
    if (items.gl === undefined || items.bank === undefined || own === other) return;
    if (partner.gl[items.gl] !== -1 || partner.bank[items.bank] !== -1 || !(isWhole[own] || isWhole[other])) return;
    partner.gl[items.gl] = bank;
    partner.bank[items.bank] = gl;
  };
  const fates = rowFates(columns, outcome);
  const asked = (side: Side) => ({
    columns: columns[side],
    open: open[side],
    fates: fates[side],
    accountOf: accountOf(side),
  });
  const elsewhere = {
    gl: answersElsewhere(asked('gl'), asked('bank')),
    bank: answersElsewhere(asked('bank'), asked('gl')),
  };
  elsewhere.gl.forEach((bank, item) => {
    const gl = open.gl.row[item];
    if (bank >= 0 && elsewhere.bank[itemOf.bank.get(bank) ?? -1] === gl) take(gl, bank);
  });
  const { groups } = asOne;
  for (let g = 0; g < groups.count; g++) {
    if (!TIERS.has(groups.tier[g]) || groups.difference[g] !== 0) continue;
    const [gl, bank] = [onlyMember(groups.gl, g), onlyMember(groups.bank, g)];
    // The bank takes its own charges from each account alike.
    if (gl !== null && bank !== null && !isBanksOwnAt(columns.bank.narration, bank)) take(gl, bank);
  }
  return {
    ...outcome,
    open: {
      gl: { ...open.gl, accountPartner: partner.gl },
      bank: { ...open.bank, accountPartner: partner.bank },
    },
  };
}

/** For each account's number, whether it has rows of both sides. */
function accountsOfBothSides(
  columns: MatchedAccounts['columns'],
  { names, ...accounts }: MatchedAccounts['accounts'],
): readonly boolean[] {
  const has = { gl: new Uint8Array(names.length), bank: new Uint8Array(names.length) };
  for (const side of SIDES) {
    const { count, account } = columns[side];
    for (let row = 0; row < count; row++) has[side][accounts[side][account[row]]] = 1;
  }
  return names.map((_, number) => has.gl[number] + has.bank[number] === 2);
}

const onlyMember = (members: RowMembers, g: number): number | null =>
  firstMember(members, g + 1) - firstMember(members, g) === 1 ? members.rows[firstMember(members, g)] : null;

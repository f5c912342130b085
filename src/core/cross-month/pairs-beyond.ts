// Pairs beyond the window, which within a month are date differences. If a key can mean no other open row, the pair is
// matched across months, and so is a charge or tax of the bank that the ledger books later, if no other open row has its
// amount. If only texts agree, or other rows have the same key and amount, the pair is proposed to a person
// (docs/decisions/across-months.md).

import { isBanksOwnAt } from '../classification/purpose/purpose-at.ts';
import type { MatchOutcome, OpenRows } from '../matching/outcome/outcome.ts';
import type { OpenItemColumns } from '../records/documents/open-items.ts';
import { type RowColumns, SIDES, type Side, textAt } from '../records/rows/columns.ts';

export interface PairBeyond {
  /** Item number in its side. */
  readonly gl: number;
  readonly bank: number;
  readonly isByKey: boolean;
  readonly isEqual: boolean;
}

interface PairsBeyond {
  readonly proven: readonly PairBeyond[];
  readonly proposed: readonly PairBeyond[];
}

type Items = Readonly<Record<Side, Pick<OpenItemColumns, 'rows'>>>;

export function pairsBeyond({ gl, bank }: Items, { open }: Pick<MatchOutcome, 'open'>): PairsBeyond {
  const columns = { gl: gl.rows, bank: bank.rows };
  const rivals = { gl: byKeyHolder(open.gl), bank: byKeyHolder(open.bank) };
  const found = Array.from({ length: open.gl.count }, (_, i) => i).flatMap((i): PairBeyond[] => {
    const [row, partner] = [open.gl.row[i], open.gl.datePartner[i]];
    if (partner < 0) return [];
    const isEqual = columns.gl.amount[row] === columns.bank.amount[partner];
    return [{ gl: row, bank: partner, isByKey: open.gl.datePartnerByKey[i] === 1, isEqual }];
  });
  const isSole = { gl: onlyOfAmount(columns.gl, open.gl), bank: onlyOfAmount(columns.bank, open.bank) };
  const isProven = (pair: PairBeyond): boolean =>
    pair.isByKey
      ? SIDES.every((side) => areAlike(columns[side], rivals[side](pair[side]), pair.isEqual))
      : pair.isEqual &&
        SIDES.every((side) => isBanksOwnAt(columns[side].narration, pair[side]) && isSole[side](pair[side]));
  const proven = new Set(found.filter(isProven));
  return { proven: [...proven], proposed: found.filter((pair) => !proven.has(pair)) };
}

/**
 * Whether the rows are interchangeable. `isEqual`: the pair's amounts are equal, so rows with other amounts do not
 * count.
 */
function areAlike(of: RowColumns, [first, ...others]: readonly number[], isEqual: boolean): boolean {
  const rivals = isEqual ? others.filter((row) => of.amount[row] === of.amount[first!]) : others;
  return rivals.every((row) => row === first || contentOf(of, row) === contentOf(of, first!));
}

/** Whether no other open row of the side has a row's account, currency and amount. */
function onlyOfAmount(of: RowColumns, { count, row }: OpenRows): (row: number) => boolean {
  const nameAt = (one: number): string => `${of.account[one]}/${of.currency[one]}/${of.amount[one]}`;
  const rows = new Map<string, number>();
  for (let i = 0; i < count; i++) rows.set(nameAt(row[i]), (rows.get(nameAt(row[i])) ?? 0) + 1);
  return (one) => rows.get(nameAt(one)) === 1;
}

/** The rows of the side with the same key holder as a given open row, which comes first. */
function byKeyHolder({ count, row, keyHolder }: OpenRows): (row: number) => readonly number[] {
  const holderOf = new Map<number, number>();
  const rowsOf = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const holder = keyHolder[i];
    if (holder < 0) continue;
    holderOf.set(row[i], holder);
    const known = rowsOf.get(holder);
    if (known === undefined) rowsOf.set(holder, [row[i]]);
    else known.push(row[i]);
  }
  return (one) => [one, ...(rowsOf.get(holderOf.get(one) ?? -1) ?? [])];
}

const contentOf = (of: RowColumns, row: number): string =>
  JSON.stringify([of.amount[row], of.bookingDay[row], of.valueDay[row], textAt(of.narration, row)]);

// Links a line that is marked as a chargeback or dispute with the settled row of its side that it takes back: the other
// direction, and the same retrieval reference, or trace number and terminal (design/matching.md, "Chargebacks").

import type { KeyedRows } from '../../matching/by-keys/keyed-rows.ts';
import type { OpenRows } from '../../matching/outcome/outcome.ts';
import type { Side } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';

const MARKER = /(?<![A-Z0-9])(CHARGE ?-?BACKS?|CBK|DISPUTED?)(?![A-Z0-9])/i;

export const saysChargeback = (text: string): boolean => MARKER.test(text);

export function linkChargebacks(
  rows: KeyedRows,
  open: OpenRows,
  { side, matched, keys }: { readonly side: Side; readonly matched: readonly number[]; readonly keys: CardKeys },
): void {
  const marked = Array.from(open.row).flatMap((row, item) =>
    saysChargeback(keys.says(side, row)) ? [{ row, item }] : [],
  );
  if (marked.length === 0) return;
  const settled = new Map<string, number>();
  const asked = new Set(marked.flatMap(({ row }) => linksOf(keys, side, row)));
  const linked = matched.filter((row) => linksOf(keys, side, row).some((key) => asked.has(key)));
  const inOrder = linked.sort((a, b) => rows.place[side][a]! - rows.place[side][b]!);
  for (const row of inOrder) for (const key of linksOf(keys, side, row)) if (!settled.has(key)) settled.set(key, row);
  for (const { row, item } of marked) {
    const of = linksOf(keys, side, row)
      .map((key) => settled.get(key))
      .find((found) => found !== undefined);
    if (of === undefined || rows.currency(side, of) !== rows.currency(side, row)) continue;
    if (Math.sign(rows.amount(side, of)) === -Math.sign(rows.amount(side, row))) open.chargebackOf[item] = of;
  }
}

function linksOf(keys: CardKeys, side: Side, row: number): string[] {
  const [rrn, stan, terminal] = [keys.rrn(side, row), keys.stan(side, row), keys.terminal(side, row)];
  return [...(rrn === '' ? [] : [`r ${rrn}`]), ...(stan === '' || terminal === '' ? [] : [`s ${stan} ${terminal}`])];
}

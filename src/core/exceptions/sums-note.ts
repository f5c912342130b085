// The note in the audit row of a cluster that was approved by sums alone. It gives the sums, because no single entries
// were matched.

import { counted } from '../classification/wording.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import type { DecidedCluster } from '../records/documents/decisions.ts';
import { type LateGroup, type LateRow, lateRows } from '../records/late/late-groups.ts';
import { OF_METHOD } from './competing-matches.ts';

/** The note of a cluster; null if it was matched otherwise. */
export type SumsNote = (cluster: Pick<DecidedCluster, 'glRecordIds' | 'bankRecordIds'>) => string | null;

/** `groups`: the groups of the operation. */
export function sumsNotes(groups: readonly LateGroup[]): SumsNote {
  const notes = new Map<string, string>();
  for (const group of groups) {
    if (group.tier !== OF_METHOD) continue;
    const note = noteOf(group);
    for (const { recordId } of lateRows(group)) notes.set(recordId, note);
  }
  return ({ glRecordIds, bankRecordIds }) => {
    const own = [...glRecordIds, ...bankRecordIds].flatMap((id) => notes.get(id) ?? []);
    return own.length === 0 ? null : [...new Set(own)].join('\n');
  };
}

function noteOf({ groupId, tier, gl, bank, differenceMinor }: LateGroup): string {
  const money = (minor: bigint): string => {
    const { currency } = gl[0];
    return `${currency} ${minor < 0n ? '-' : ''}${formatGrouped(minor, exponentOf(currency))}`;
  };
  const side = (rows: readonly LateRow[], noun: string): string =>
    `${counted(rows.length, noun)} of ${money(rows.reduce((sum, { amountMinor }) => sum + BigInt(amountMinor), 0n))}`;
  return (
    `Matched by sums alone (tier ${tier}, group ${groupId}), as the method does that the call names: ` +
    `${side(gl, 'ledger row')} with ${side(bank, 'bank row')}, ${money(BigInt(differenceMinor))} apart; which entry is ` +
    'which is not said.'
  );
}

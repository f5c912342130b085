// Which journals a run's ledger has: as the row that is matched with the row that a journal is made for, or as a row of
// the amount that carries the journal's id or the reference under which it was posted. One row of the ledger is one
// journal.

import { firstMember, membersOf } from '../../matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../../matching/outcome/outcome.ts';
import type { JournalRow } from '../../records/journal-life.ts';
import { type RowColumns, SIDES, type Side, textAt } from '../../records/rows/columns.ts';
import { type IdentityScope, rowUids } from '../../records/rows/identity.ts';
import { dayOf } from '../../records/rows/row-day.ts';

export interface SoughtJournal extends JournalRow {
  /** What the ledger calls the entry; null: nobody has said so. */
  readonly reference: string | null;
}

interface RunWithLedger {
  readonly scope: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
  readonly outcome: Pick<MatchOutcome, 'groups'>;
}

/** The ledger's row of each journal that it has, by journal id. */
export function journalsInLedger(run: RunWithLedger, sought: readonly SoughtJournal[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const inOrder = sought.toSorted((a, b) => (a.journalId < b.journalId ? -1 : 1));
  byMatch(run, inOrder, found);
  byReference(
    run,
    inOrder.filter(({ journalId }) => !found.has(journalId)),
    found,
  );
  return found;
}

type Found = Map<string, number>;

/** The fee of a match has no exception that a match could clear. */
function byMatch(run: RunWithLedger, sought: readonly SoughtJournal[], found: Found): void {
  const { scope, columns, plainCounter, outcome } = run;
  for (const side of SIDES) {
    const ofSide = sought.filter((one) => one.side === side && one.clusterId !== null);
    if (ofSide.length === 0) continue;
    const wanted = new Set(ofSide.map(({ day, amount }) => `${day} ${Math.abs(amount)}`));
    const rows: number[] = [];
    for (let row = 0; row < columns[side].count; row++) {
      const what = `${dayOf(columns[side], row)} ${Math.abs(columns[side].amount[row])}`;
      if (wanted.has(what)) rows.push(row);
    }
    const uids = rowUids(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, rows);
    const rowOf = new Map(uids.map((uid, k) => [uid, rows[k]!]));
    const ledgerRowOf = ledgerRows(outcome.groups, side, new Set(rows));
    for (const { journalId, uid } of ofSide) {
      const row = ledgerRowOf.get(rowOf.get(uid) ?? -1);
      if (row !== undefined) found.set(journalId, row);
    }
  }
}

/** For those of the rows that a group holds: the group's first ledger row, other than the row itself. */
function ledgerRows(
  groups: MatchOutcome['groups'],
  side: Side,
  rows: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (let g = 0; g < groups.count; g++) {
    for (const row of membersOf(groups[side], g)) {
      if (!rows.has(row)) continue;
      const ledger =
        side === 'bank' ? groups.gl.rows[firstMember(groups.gl, g)] : otherOf(membersOf(groups.gl, g), row);
      if (ledger !== undefined) found.set(row, ledger);
    }
  }
  return found;
}

const otherOf = (rows: Uint32Array, row: number): number | undefined => rows.find((one) => one !== row);

function byReference({ columns: { gl } }: RunWithLedger, sought: readonly SoughtJournal[], found: Found): void {
  // The names of journals of one sum. Several journals may share a name: each row of the ledger takes the next.
  const named = new Map<string, Map<string, { readonly ids: string[]; next: number }>>();
  for (const { journalId, amount, currency, reference } of sought) {
    const sum = `${amount} ${currency}`;
    const names = named.get(sum) ?? new Map<string, { readonly ids: string[]; next: number }>();
    named.set(sum, names);
    for (const name of new Set([journalId, reference ?? journalId].map(plain))) {
      const known = names.get(name);
      if (known === undefined) names.set(name, { ids: [journalId], next: 0 });
      else known.ids.push(journalId);
    }
  }
  if (named.size === 0) return;
  // A row that matching gave to a journal is no other journal's entry too.
  const taken = new Set(found.values());
  for (let row = 0; row < gl.count; row++) {
    if (taken.has(row)) continue;
    const names = named.get(`${gl.amount[row]} ${gl.currencies[gl.currency[row]!] ?? ''}`);
    if (names === undefined) continue;
    const texts = [gl.reference, gl.sourceId, gl.narration].map((column) => plain(textAt(column, row)));
    for (const text of [...texts, ...texts.flatMap((one) => one.split(' '))]) {
      const sharing = names.get(text);
      if (sharing === undefined) continue;
      while (found.has(sharing.ids[sharing.next] ?? '')) sharing.next++;
      const id = sharing.ids[sharing.next];
      if (id === undefined) continue;
      found.set(id, row);
      break;
    }
  }
}

const plain = (text: string): string => text.trim().toUpperCase().replaceAll(/\s+/g, ' ');

// Groups of a session's run with rows of up to a day and rows of after it: on that day their earlier rows were open. Of
// the rows only the days are read, and these only of blocks that have rows on both sides of the day.

import { NO_DAY } from '../../core/money/calendar.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { ReadingDependencies } from './read-stored-rows.ts';
import { copiesOfGroups, type Place, storedGroups } from './run-groups.ts';

/** Throws content_pruned. */
export async function groupsAcrossDay(
  deps: ReadingDependencies,
  session: CommittedSession,
  day: number,
): Promise<readonly LateGroup[]> {
  const isLater = await laterRows(deps, session, day);
  if (isLater === null) return [];
  const has = (rows: readonly Place[]): boolean => rows.some(isLater) && !rows.every(isLater);
  const groups = await storedGroups(deps, session, { ingestions: ANY, has });
  return copiesOfGroups(deps, session, groups);
}

const ANY = { has: () => true };

/** Blocks whose days are read at a time. */
const BLOCKS_AT_ONCE = 16;

/** Whether a row is of after the day; null if all rows are, or none. */
async function laterRows(
  { store, compute }: ReadingDependencies,
  { key }: CommittedSession,
  day: number,
): Promise<((row: Place) => boolean) | null> {
  const files = new Map<string, Uint8Array>();
  let [some, others] = [false, false];
  for (const { ingestionId } of await store.ingestions.live(key)) {
    const headers = await store.rowBlocks.headers(ingestionId);
    const later = new Uint8Array(headers.reduce((sum, { header }) => sum + header.rows, 0));
    const both: { readonly n: number; readonly first: number; readonly rows: number }[] = [];
    let first = 0;
    for (const { n, header } of headers) {
      if (header.firstDay > day) later.fill(1, first, first + header.rows);
      else if (header.lastDay > day) both.push({ n, first, rows: header.rows });
      first += header.rows;
    }
    for (const blocks of chunksOf(both, BLOCKS_AT_ONCE)) {
      const numbers = blocks.map(({ n }) => n);
      const rows = await compute.unpackRows(await store.rowBlocks.read(ingestionId, { numbers, parts: ['figures'] }));
      let row = 0;
      for (const block of blocks) {
        for (let k = 0; k < block.rows; k++, row++) later[block.first + k] = isAfter(dayOf(rows, row), day) ? 1 : 0;
      }
    }
    files.set(ingestionId, later);
    some ||= later.includes(1);
    others ||= later.includes(0);
  }
  return some && others ? ({ ingestionId, ordinal }) => files.get(ingestionId)?.[ordinal] === 1 : null;
}

const isAfter = (one: number, day: number): boolean => one !== NO_DAY && one > day;

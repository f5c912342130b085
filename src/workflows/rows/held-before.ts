// Opening rows that an earlier session has: left open there, they are carried from there; matched there, they are
// settled. They count there, and the opening file adds nothing, however often it is given. A session has a row if it
// lies in its period, or was an opening row there too. As many equal rows are left out as the session has.

import { lineWords } from '../../core/classification/wording.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { periodOf } from '../../core/records/documents/period.ts';
import type { SessionNature } from '../../core/records/documents/session.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { type Neighbour, neighboursOf } from './neighbour-sessions.ts';
import { eachStoredRow, type RowPlaces } from './row-places.ts';
import type { SessionFile } from './session-files.ts';

type Reading = RowPlaces & { readonly store: Pick<Store, 'sessions'> };

interface OfRun {
  /** `session` null: it has no name yet. */
  readonly key: Omit<SessionKey, 'session'> & { readonly session: string | null };
  /** Null: its rows are no entries. */
  readonly nature: Pick<SessionNature, 'kind' | 'flow' | 'periodStart' | 'periodEnd'> | null;
}

interface WithoutHeld {
  readonly files: readonly SessionFile[];
  readonly warnings: readonly string[];
}

/** The files, with opening rows left out that earlier sessions have. Files that were ingested before stay as they are. */
export async function withoutHeld(
  deps: Reading,
  files: readonly SessionFile[],
  { key, nature }: OfRun,
): Promise<WithoutHeld> {
  const isFresh = ({ isOpening, ingestionId }: SessionFile): boolean => isOpening && ingestionId === null;
  if (nature === null || !files.some(isFresh)) return { files, warnings: [] };
  const ofPeriod = files.filter(({ isOpening }) => !isOpening).map(({ columns }) => columns);
  const own = periodOf(ofPeriod, { start: nature.periodStart, end: nature.periodEnd });
  if (own === null) return { files, warnings: [] };
  const neighbours = await neighboursOf(deps, key, { nature, own, session: key.session });
  const earlier = neighbours.filter(
    ({ session, days }) => !isAdHoc(session.key.session) && days.period.start < own.start,
  );
  const held = {
    gl: await heldIn(deps, earlier, { side: 'gl', files: files.filter((file) => file.side === 'gl' && isFresh(file)) }),
    bank: await heldIn(deps, earlier, {
      side: 'bank',
      files: files.filter((file) => file.side === 'bank' && isFresh(file)),
    }),
  };
  const warnings: string[] = [];
  const without = files.map((file) => {
    if (!isFresh(file)) return file;
    const { columns, name } = file;
    const sessionOf = new Map<number, string>();
    for (let row = 0; row < columns.count; row++) {
      const session = held[file.side](columns.fingerprint, row);
      if (session !== null) sessionOf.set(row, session);
    }
    for (const [session, of] of Map.groupBy(sessionOf, ([, session]) => session)) {
      const lines = of.map(([row]) => columns.line[row]);
      warnings.push(heldWords(name, session, lines));
    }
    const leftOut = new Map(
      Array.from(sessionOf, ([row, session]) => [row, `session ${session} has it, and it counts there`]),
    );
    return leftOut.size === 0 ? file : { ...file, leftOut };
  });
  return { files: without, warnings };
}

const heldWords = (file: string, session: string, lines: readonly number[]): string =>
  lines.length === 1
    ? `${file}: session ${session} has the opening item of ${lineWords(lines)}: it counts there and adds nothing here.`
    : `${file}: session ${session} has the opening items of ${lineWords(lines)}: they count there and add nothing here.`;

/** Answers for each fresh row in turn which earlier session has it, or null. */
async function heldIn(
  deps: Reading,
  earlier: readonly Neighbour[],
  { side, files }: { readonly side: Side; readonly files: readonly SessionFile[] },
): Promise<(fingerprint: Uint32Array, row: number) => string | null> {
  const names = new KeyNumbers(FINGERPRINT_WORDS);
  const dayOfName: number[] = [];
  for (const { columns } of files) {
    for (let row = 0; row < columns.count; row++) dayOfName[names.add(columns.fingerprint, row)] = dayOf(columns, row);
  }
  const most = new Uint32Array(names.size);
  const sessionOf: string[] = [];
  for (const { session, days } of names.size === 0 ? [] : earlier) {
    const within = days[side];
    if (within === null) continue;
    const opening = new Set(
      (await deps.store.ingestions.live(session.key)).flatMap((one) => (one.isOpening ? [one.ingestionId] : [])),
    );
    const counts = new Uint32Array(names.size);
    const asked = { side, days: { fromDay: within.start, toDay: within.end } };
    await eachStoredRow(deps, session.key, asked, ({ ingestionId }, fingerprint, row) => {
      const name = names.numberOf(fingerprint, row);
      if (name < 0) return;
      const day = dayOfName[name];
      const isOfPeriod = day >= days.period.start && day <= days.period.end;
      if (isOfPeriod || opening.has(ingestionId)) counts[name]++;
    });
    for (const [name, count] of counts.entries()) {
      if (count <= most[name]) continue;
      most[name] = count;
      sessionOf[name] = session.key.session;
    }
  }
  return (fingerprint, row) => {
    const name = names.numberOf(fingerprint, row);
    if (name < 0 || most[name] === 0) return null;
    most[name]--;
    return sessionOf[name];
  };
}

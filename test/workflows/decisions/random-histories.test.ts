// Random histories of a partner: months that are run, and run again with other files or the same, documents that come
// late, decisions and their reopening, runs across months, in any order. After each step all that is shown of a session
// must agree: a row is in one match or open, what is open is what the summary counts, every row is in one of its counts,
// an open row is in an exception that is shown, and a match that was made later has no row of another one.

import { expect, test } from 'vitest';
import { NO_ID } from '../../../src/core/records/documents/open-items.ts';
import { SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import { summaryFromJson } from '../../../src/core/summary/summary-json.ts';
import type { Store } from '../../../src/ports/store.ts';
import { reportMatches } from '../../../src/workflows/reports/report-matches.ts';
import { randomOf } from '../../adapters/store-embedded/random.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { type Partner, partner, SCOPE } from './month.ts';
import { CHAIN, followUp } from './resolving.ts';

const STEPS = 8;
const MONTHS = ['02', '03', '04'] as const;
const PAYERS = ['ADA OBI', 'MUSA GARBA', 'KEMI ADE', 'EZE LTD', 'BELLO FARMS', 'OKAFOR PRINT', 'DANJUMA', 'FALOLA TEX'];
const ALL = { after: null, limit: 500 };

/** A payment of which either side has a row, or both. */
interface Payment {
  readonly day: number;
  readonly text: string;
  readonly reference: string;
  readonly kobo: number;
}

class History {
  readonly #random: () => number;
  readonly #lagos: Partner;
  /** By session. */
  readonly #files = new Map<string, Readonly<Record<Side, readonly string[]>>>();
  /** Those that one side has alone, with the other’s row of them. */
  readonly #alone: { readonly missing: Side; readonly payment: Payment }[] = [];
  readonly #documents: string[] = [];
  #count = 0;
  readonly said: string[] = [];

  constructor(seed: number, lagos: Partner) {
    this.#random = randomOf(seed);
    this.#lagos = lagos;
  }

  async step(): Promise<void> {
    const steps = [
      this.#run,
      this.#run,
      this.#again,
      this.#across,
      this.#decide,
      this.#decide,
      this.#rematch,
      this.#rematch,
    ];
    await this.#one(this.#files.size === 0 ? [this.#run] : steps).call(this);
    for (const { operationId } of await this.#lagos.store.decisions.underWay(SCOPE.tenant, 9)) {
      await followUp({ ...this.#lagos.deps, ...CHAIN }, operationId);
    }
  }

  /** What does not agree, in sentences. */
  async wrong(): Promise<string[]> {
    const sessions = await Promise.all([...this.#files.keys()].map((session) => this.#wrongIn(session)));
    const groups = await this.#lagos.store.lateGroups.bookedWithin(SCOPE, { fromDay: 0, toDay: 99_999 });
    const rows = groups.flatMap((group) => SIDES.flatMap((side) => group[side].map(({ uid }) => `${side} ${uid}`)));
    const twice = rows.filter((row, i) => rows.indexOf(row) !== i);
    return [...sessions.flat(), ...twice.map((row) => `the row ${row} is in two matches that were made later`)];
  }

  async #wrongIn(session: string): Promise<string[]> {
    const { store, deps } = this.#lagos;
    const key = { ...SCOPE, session };
    const wrong: string[] = [];
    const reported = await reportMatches(deps, key, { filter: { tier: null, minConfidence: null }, page: ALL });
    if (reported.outcome !== 'page') return [`the matches of ${session} are ${reported.outcome}`];
    const matched = reported.page.items.flatMap(({ gl, bank }) => [...gl, ...bank].map(({ recordId }) => recordId));
    if (new Set(matched).size < matched.length) wrong.push(`a row of ${session} is in two matches`);
    const { facts } = summaryFromJson((await store.summaries.latest(key))!.summary);
    const clusters = (await store.clusters.page(key, ALL)).clusters;
    const open = new Map<string, string>();
    for (const side of SIDES) {
      const { items } = await store.openItems.page(key, { side, ...ALL });
      for (let i = 0; i < items.rows.count; i++)
        open.set(digestIdAt(items.recordId, i), digestIdAt(items.clusterId, i));
      const { openRows, matchedRows, reversedRows, rows, ...others } = facts[side];
      const left = others.rejectedRows + others.pendingRows + others.zeroRows + others.outOfPeriodRows;
      const elsewhere = (others.declinedRows ?? 0) + (others.matchedElsewhereRows ?? 0);
      if (items.rows.count !== openRows) {
        wrong.push(`${session} has ${items.rows.count} open rows of ${side}, its summary ${openRows}`);
      }
      if (openRows + matchedRows + reversedRows + left + elsewhere !== rows) {
        wrong.push(`the summary of ${session} does not account for each of ${rows} rows of ${side}`);
      }
    }
    for (const { unexplained } of facts.proofs) {
      if (unexplained !== 0n) wrong.push(`the proof of ${session} leaves ${unexplained}`);
    }
    if (matched.some((id) => open.has(id))) wrong.push(`a row of ${session} is matched and open`);
    const shown = new Set(clusters.map(({ clusterId }) => clusterId));
    for (const cluster of open.values()) {
      if (cluster !== NO_ID && !shown.has(cluster)) wrong.push(`an open row of ${session} is in no exception`);
    }
    return wrong;
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)];
  }

  #some<T>(of: readonly T[], most: number): T[] {
    const left = [...of];
    return Array.from({ length: Math.min(left.length, this.#below(most + 1)) }, () =>
      left.splice(this.#below(left.length), 1),
    ).flat();
  }

  #payment(): Payment {
    const n = ++this.#count;
    const kobo = this.#one([50_000, 120_000, 100_000 + this.#below(900_000)]) * this.#one([1, 1, -1]);
    const text = `TRF ${this.#one(PAYERS)} ${this.#one(PAYERS)}${this.#one(['', ` ${n}`])}`;
    return { day: 1 + this.#below(27), text, reference: this.#one(['', `FT${26_000 + n}X${n}`]), kobo };
  }

  #row(
    { day, text, reference, kobo }: Payment,
    { month, late = 0 }: { readonly month: string; readonly late?: number },
  ) {
    const on = String(Math.min(28, day + late)).padStart(2, '0');
    return `2026-${month}-${on},${reference},${text},${(kobo / 100).toFixed(2)}`;
  }

  async #run(): Promise<void> {
    const month = this.#one(MONTHS);
    const session = this.#one([month, month, `${month}-again`]);
    // One of each sign, so that a file says how it writes them.
    const rows: Record<Side, string[]> = { gl: [], bank: [] };
    for (const kobo of [123_400 + this.#below(99), -(56_700 + this.#below(99))]) {
      const payment = { ...this.#payment(), kobo };
      rows.gl.push(this.#row(payment, { month }));
      rows.bank.push(this.#row(payment, { month, late: this.#below(3) }));
    }
    for (let n = 2 + this.#below(5); n > 0; n--) {
      const payment = this.#payment();
      rows.gl.push(this.#row(payment, { month }), ...(this.#below(8) === 0 ? [this.#row(payment, { month })] : []));
      rows.bank.push(this.#row(payment, { month, late: this.#below(3) }));
    }
    for (const side of SIDES) {
      for (let n = 1 + this.#below(4); n > 0; n--) {
        const payment = this.#payment();
        rows[side].push(this.#row(payment, { month }));
        this.#alone.push({ missing: side === 'gl' ? 'bank' : 'gl', payment });
      }
    }
    // What another month lacks, what another session of the month has, and what a document brought before.
    for (const { missing, payment } of this.#some(this.#alone, 2)) {
      if (missing === 'bank') rows.bank.push(this.#row({ ...payment, day: 1 + this.#below(5) }, { month }));
    }
    const twin = this.#files.get(session === month ? `${month}-again` : month);
    rows.bank.push(...this.#some(twin?.bank ?? [], 4));
    rows.bank.push(
      ...this.#some(
        this.#documents.filter((row) => row.startsWith(`2026-${month}`)),
        2,
      ),
    );
    await this.#reconcile(session, rows);
  }

  #again(): Promise<void> {
    const [session, rows] = this.#one([...this.#files]);
    return this.#reconcile(session, rows);
  }

  #across(): Promise<void> {
    const [session, rows] = this.#one([...this.#files]);
    return this.#reconcile(session, rows, ['--months-back', '1', '--data', '.', '--days-forward', '20']);
  }

  async #reconcile(session: string, rows: Readonly<Record<Side, readonly string[]>>, args: readonly string[] = []) {
    this.said.push(`run ${session} ${args.join(' ')}`);
    await this.#lagos.session(session, { ...rows, args });
    this.#files.set(session, rows);
  }

  async #decide(): Promise<void> {
    const { clusters } = await this.#lagos.store.clusters.page(SCOPE, ALL);
    if (clusters.length === 0) return;
    const { type } = this.#one(clusters);
    const decision = this.#one(['approved', 'rejected', 'reopened', 'reopened'] as const);
    const clusterIds = clusters.filter((one) => one.type === type).map(({ clusterId }) => clusterId);
    const named = this.#one([null, [...this.#some(clusterIds, 3), this.#one(clusterIds)]]);
    const results = await this.#lagos.resolve(decision, { type, clusterIds: named });
    this.said.push(`${decision} ${type}: ${results.length}`);
  }

  async #rematch(): Promise<void> {
    const side = this.#one(SIDES);
    const rows = this.#some(
      this.#alone.filter(({ missing }) => missing === side),
      4,
    ).map(({ payment }) => this.#row(payment, { month: this.#one(MONTHS), late: this.#below(3) }));
    rows.push(this.#row(this.#payment(), { month: this.#one(MONTHS) }));
    // Some that a session has, and some that another document had.
    rows.push(...this.#some(this.#one([...this.#files.values()])[side], 2));
    if (side === 'bank') rows.push(...this.#some(this.#documents, 1));
    if (side === 'bank') this.#documents.push(...rows);
    const url = this.#lagos.file(`document-${++this.#count}.csv`, rows);
    const urls = side === 'bank' ? { gl: [], bank: [url] } : { gl: [url], bank: [] };
    const type = side === 'bank' ? 'not_found_gl' : 'not_found_bank';
    const results = await this.#lagos.resolve('reconcile', { type, urls });
    this.said.push(`reconcile ${type}: ${results.length}`);
  }
}

async function agree(seed: number, open?: () => Promise<Store>): Promise<void> {
  const lagos = await partner(open);
  const history = new History(seed, lagos);
  try {
    for (let n = 0; n < STEPS; n++) {
      await history.step();
      expect(await history.wrong(), `seed ${seed}: ${history.said.join('; ')}`).toEqual([]);
    }
  } finally {
    await lagos.dispose();
  }
}

/** Two that found something, and so many others. */
const SEEDS = [161, 213, ...Array.from({ length: Number(process.env['HISTORIES'] ?? 10) }, (_, n) => n + 1)];

test.for(SEEDS)('all that is shown agrees after each step of history %i', (seed) => agree(seed));

withMongodb('on MongoDB', (database) => {
  test.for([101])('the same of history %i', (seed) => agree(seed, () => database.openPrepared()));
});

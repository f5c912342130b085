// The register of open items against what a partner's sessions say themselves. Random histories of three months with
// margins, late clearing both ways, decisions and an overwrite in the middle, on real stores. A row was open at the end
// of a day if no match of any session whose rows are all of up to the day has it: that is asked of the lists of matches.
// And the proof of each month, whose sums come from the balances of its files, must differ by what the register has.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { formatDay, parseDay } from '../../src/core/money/calendar.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { summaryFromJson } from '../../src/core/summary/summary-json.ts';
import type { Store } from '../../src/ports/store.ts';
import { reportMatches } from '../../src/workflows/reports/report-matches.ts';
import { type RegisterReport, reportRegister } from '../../src/workflows/reports/report-register.ts';
import { randomOf } from '../adapters/store-embedded/random.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { type Partner, partner, SCOPE } from './decisions/month.ts';
import { CHAIN, followUp } from './decisions/resolving.ts';

const MONTHS = [
  ['january', '2026-01-01', '2026-01-31'],
  ['february', '2026-02-01', '2026-02-28'],
  ['march', '2026-03-01', '2026-03-31'],
] as const;
const FIRST = parseDay('2026-01-01')!;
const LAST = parseDay('2026-03-31')!;
const PAYERS = ['ADA OBI', 'MUSA GARBA', 'KEMI ADE', 'EZE LTD', 'BELLO FARMS', 'OKAFOR PRINT', 'DANJUMA', 'FALOLA TEX'];
const ALL = { after: null, limit: 1_000 };
const HEAD = 'Date,Account,Reference,Narration,Amount,Balance';

interface Row {
  readonly day: number;
  /** No two rows of a side have one. */
  readonly reference: string;
  readonly narration: string;
  readonly kobo: number;
}

class History {
  readonly #random: () => number;
  readonly #lagos: Partner;
  /** What the books and the bank have, in order of days. */
  readonly #rows: Record<Side, Row[]> = { gl: [], bank: [] };
  /** Rows that sessions have now, and their groups, by session. */
  readonly #files = new Map<string, Readonly<Record<Side, readonly Row[]>>>();
  readonly said: string[] = [];

  constructor(seed: number, lagos: Partner) {
    this.#random = randomOf(seed);
    this.#lagos = lagos;
    for (let n = 0; n < 60; n++) this.#payment(n);
    for (const side of SIDES) this.#rows[side].sort((a, b) => a.day - b.day);
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)];
  }

  /** A payment that both sides have some days apart, or one side alone. */
  #payment(n: number): void {
    const day = FIRST + this.#below(LAST - FIRST + 1);
    const kobo = this.#one([50_000, 100_000 + this.#below(900_000)]) * this.#one([1, -1]);
    const later = this.#one([0, 0, 0, 1, 2, 3, 5, 20, 45]) * this.#one([1, 1, -1]);
    const reference = `FT${26_000 + n}X${n}`;
    const narration = `TRF ${this.#one(PAYERS)} ${n}`;
    const has = this.#one(['both', 'both', 'both', 'both', 'both', 'gl', 'bank']);
    if (has !== 'bank') this.#rows.gl.push({ day, reference, narration, kobo });
    const other = Math.min(LAST, Math.max(FIRST, day + later));
    if (has !== 'gl') this.#rows.bank.push({ day: other, reference, narration, kobo });
  }

  async month([name, from, to]: (typeof MONTHS)[number], monthsBack: number): Promise<void> {
    const [start, end] = [parseDay(from)!, parseDay(to)!];
    const [before, after] = [this.#one([0, 3]), this.#one([0, 3])];
    const within = (first: number, last: number) => (row: Row) => row.day >= first && row.day <= last;
    const rows = {
      gl: this.#rows.gl.filter(within(start, end)),
      bank: this.#rows.bank.filter(within(start - before, end + after)),
    };
    const paths = SIDES.map((side) => this.#write(`${name}-${side}.csv`, side, rows[side]));
    const back = monthsBack > 0 ? ['--months-back', String(monthsBack), '--data', '.'] : [];
    const args = ['--gl', paths[0]!, '--bank', paths[1]!, '--from', from, '--to', to, ...back];
    const given = { ...this.#lagos.deps, store: Promise.resolve(this.#lagos.store) };
    const command = reconcileOptions(args)!.command(null);
    this.said.push(`${name} with ${before} days before, ${after} after, ${monthsBack} months back`);
    await reconcileOn(given, { ...command, ...SCOPE, session: name });
    this.#files.set(name, rows);
  }

  #write(name: string, side: Side, rows: readonly Row[]): string {
    let balance = 100_000_000;
    const lines = this.#rows[side].flatMap((row) => {
      balance += row.kobo;
      if (!rows.includes(row)) return [];
      const { reference, narration } = row;
      const [amount, left] = [row.kobo, balance].map((kobo) => (kobo / 100).toFixed(2));
      return [`${formatDay(row.day)},0123456789,${reference},${narration},${amount},${left}`];
    });
    const path = join(this.#lagos.root, name);
    writeFileSync(path, `${[HEAD, ...lines].join('\n')}\n`);
    return path;
  }

  /** Another reference and text: what the row was matched with may not be its counterpart any more. */
  change(): void {
    const side = this.#one(SIDES);
    const place = this.#below(this.#rows[side].length);
    const row = this.#rows[side][place]!;
    this.#rows[side][place] = { ...row, reference: `${row.reference}C`, narration: `POSTING ${place} CHANGED` };
    this.said.push(`${side} ${row.reference} is changed`);
  }

  async decide(): Promise<void> {
    const { clusters } = await this.#lagos.store.clusters.page(SCOPE, ALL);
    if (clusters.length === 0) return;
    const { type, clusterId } = this.#one(clusters);
    const decision = this.#one(['approved', 'rejected', 'reopened'] as const);
    await this.#lagos.resolve(decision, { type, clusterIds: [clusterId] });
    for (const { operationId } of await this.#lagos.store.decisions.underWay(SCOPE.tenant, 9)) {
      await followUp({ ...this.#lagos.deps, ...CHAIN }, operationId);
    }
    this.said.push(`${decision} a ${type}`);
  }

  async register(day: number, state: 'open' | 'cleared' = 'open'): Promise<readonly RegisterReport[]> {
    const asked = { asOf: day, state, account: null, side: null, page: ALL };
    return (await reportRegister(this.#lagos.deps, SCOPE, asked)).items;
  }

  #names(): string[] {
    return [...this.#files.values()].flatMap((files) =>
      SIDES.flatMap((side) => files[side].map(({ reference }) => `${side} ${reference}`)),
    );
  }

  /** The matches of all sessions, each once; none with a row that no file has any more. */
  async #matches(): Promise<readonly { readonly day: number; readonly rows: readonly string[] }[]> {
    const found = new Map<string, { readonly day: number; readonly rows: readonly string[] }>();
    for (const session of this.#files.keys()) {
      const filter = { tier: null, minConfidence: null };
      const reported = await reportMatches(this.#lagos.deps, { ...SCOPE, session }, { filter, page: ALL });
      if (reported.outcome !== 'page') throw new Error(reported.outcome);
      for (const { groupId, gl, bank } of reported.page.items) {
        const members = [...gl, ...bank];
        const rows = members.map(({ side, reference }) => `${side} ${reference}`);
        found.set(groupId, { day: Math.max(...members.map((row) => row.day)), rows });
      }
    }
    const names = new Set(this.#names());
    return [...found.values()].filter(({ rows }) => rows.every((row) => names.has(row)));
  }

  /** Names of the rows that were open at the end of the day, by the lists of matches alone. */
  async openBy(day: number): Promise<string[]> {
    const matches = await this.#matches();
    const closed = new Set(matches.flatMap((one) => (one.day <= day ? one.rows : [])));
    const rows = [...this.#files.values()].flatMap((files) =>
      SIDES.flatMap((side) => files[side].flatMap((row) => (row.day <= day ? [`${side} ${row.reference}`] : []))),
    );
    return [...new Set(rows)].filter((row) => !closed.has(row)).sort();
  }

  async matchedTwice(): Promise<string[]> {
    const rows = (await this.#matches()).flatMap((one) => one.rows);
    return rows.filter((row, i) => rows.indexOf(row) !== i);
  }

  /** What the statement of a month puts on the bank's side less what it puts on the book's. */
  async netOf(session: string): Promise<bigint> {
    const latest = await this.#lagos.store.summaries.latest({ ...SCOPE, session });
    const [{ lines, unexplained }] = summaryFromJson(latest!.summary).facts.proofs;
    expect(unexplained, `${session}: ${this.said.join('; ')}`).toBe(0n);
    const sum = (wanted: string) => lines.reduce((all, { side, amount }) => (side === wanted ? all + amount : all), 0n);
    return sum('bank') - sum('book');
  }
}

const named = (items: readonly RegisterReport[]) => items.map(({ side, reference }) => `${side} ${reference}`).sort();
const net = (items: readonly RegisterReport[], wanted: Side) =>
  items.reduce((sum, { side, amountMinor }) => (side === wanted ? sum + BigInt(amountMinor) : sum), 0n);

async function agree(seed: number, open?: () => Promise<Store>): Promise<void> {
  const lagos = await partner(open);
  const history = new History(seed, lagos);
  const random = randomOf(seed + 1);
  const checkDays = async (): Promise<void> => {
    const days = [...MONTHS.map(([, , to]) => parseDay(to)!), FIRST + Math.floor(random() * (LAST - FIRST))];
    for (const day of days) {
      const items = await history.register(day);
      const where = `${formatDay(day)}, seed ${seed}: ${history.said.join('; ')}`;
      expect(named(items), where).toEqual(await history.openBy(day));
      expect(
        items.every(({ clearedBy }) => clearedBy === null || clearedBy.day > day),
        where,
      ).toBe(true);
      const cleared = await history.register(day, 'cleared');
      expect(
        cleared.every((item) => item.clearedBy!.day <= day && item.clearedBy!.day > item.day),
        where,
      ).toBe(true);
      const both = new Set(named(items));
      expect(
        named(cleared).filter((name) => both.has(name)),
        where,
      ).toEqual([]);
    }
  };
  const checkStatement = async ([session, , to]: (typeof MONTHS)[number]): Promise<void> => {
    const items = await history.register(parseDay(to)!);
    const where = `${session}, seed ${seed}: ${history.said.join('; ')}`;
    expect(net(items, 'gl') - net(items, 'bank'), where).toBe(await history.netOf(session));
  };
  try {
    const monthsBack = seed % 3;
    const done: (typeof MONTHS)[number][] = [];
    for (const month of MONTHS) {
      await history.month(month, monthsBack);
      if (seed % 2 === 0) await history.decide();
      done.push(month);
      await checkDays();
      // What is cleared later moves no figure of a month before.
      for (const one of done) await checkStatement(one);
    }
    history.change();
    const again = MONTHS[Math.floor(random() * MONTHS.length)]!;
    await history.month(again, monthsBack);
    await checkDays();
    await checkStatement(again);
  } finally {
    await lagos.dispose();
  }
}

const SEEDS = Array.from({ length: Number(process.env['HISTORIES'] ?? 6) }, (_, n) => n + 1);

test.for(SEEDS)('the register agrees with matches and statements after each step of history %i', (seed) => agree(seed));

withMongodb('on MongoDB', (database) => {
  test.for([101, 102])('the same of history %i', (seed) => agree(seed, () => database.openPrepared()));
});

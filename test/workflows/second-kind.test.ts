// A second kind of run, tiny and of the tests alone: cash of terminals, whose rows come with the order itself and carry
// columns of their own; what a terminal's rows come to on both sides is one group, however many rows that are. It goes
// from the order to the reports by the way of every kind.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import type { RowRule } from '../../src/core/classification/rule.ts';
import { allocateReversals } from '../../src/core/matching/outcome/account-outcome.ts';
import { allocateGroups, rowMembers } from '../../src/core/matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../../src/core/matching/outcome/outcome.ts';
import { openWithoutFindings } from '../../src/core/matching/outcome/stored-groups.ts';
import { SUM_ALONE } from '../../src/core/matching/tiers/pair-list.ts';
import { type RowColumns, SIDES, type Side, textAt } from '../../src/core/records/rows/columns.ts';
import { fingerprintRows } from '../../src/core/records/rows/fingerprint.ts';
import { kindColumns } from '../../src/core/records/rows/kind-columns.ts';
import { type BankingTerms, type PreparedRun, prepareRun } from '../../src/workflows/preparing/prepare-run.ts';
import { reportMatches } from '../../src/workflows/reports/report-matches.ts';
import { reportOpenItems } from '../../src/workflows/reports/report-open-items.ts';
import { ingestedFiles, type SessionFile } from '../../src/workflows/rows/session-files.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { type SessionRun, sessionRun } from '../../src/workflows/runs/session-run.ts';
import type { RunTerms } from '../../src/workflows/stored-runs/run-terms.ts';
import { sessionOf } from '../core/classification/session-of.ts';
import { namedColumnsOf } from '../core/records/named-columns-of.ts';
import { commandOf, KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

interface Cash {
  readonly terminal: string;
  readonly rrn: string;
  readonly amount: number;
}

interface CashCommand extends BankingTerms, RunTerms {
  readonly rows: Readonly<Record<Side, readonly Cash[]>>;
}

const COLUMNS = kindColumns(['rrn', 'terminal'], ['rrn', 'terminal']);

function fileOf(side: Side, cash: readonly Cash[]): SessionFile {
  const rows = cash.map(({ amount }) => ({ amount, narration: 'CASH WDL' }));
  const plain = sessionOf({ [side]: rows }).columns[side];
  const named = namedColumnsOf(
    COLUMNS,
    cash.map(({ terminal, rrn }) => ({ terminal, rrn })),
  );
  const columns = { ...plain, named };
  fingerprintRows(columns, { includeSourceId: true });
  const none = { rejectedRows: 0, warnings: [], balances: [], ingestionId: null, reading: null, plainCounter: false };
  const digest = sha256(JSON.stringify([side, cash]));
  return { side, name: `${side} rows`, digest, columns, isOpening: false, ...none };
}

const terminalAt = ({ named = [] }: RowColumns, row: number): string =>
  textAt(named.find(({ name }) => name === 'terminal')!.texts, row);

/** By terminal its rows, where those of both sides come to the same. */
function matched({ columns }: PreparedRun): MatchOutcome {
  const rowsOf = (side: Side) =>
    Map.groupBy(Array(columns[side].count).keys(), (row) => terminalAt(columns[side], row));
  const [gl, bank] = [rowsOf('gl'), rowsOf('bank')];
  const sum = (side: Side, rows: readonly number[] = []) =>
    rows.reduce((all, row) => all + columns[side].amount[row], 0);
  const terminals = [...gl.keys()].sort().filter((name) => sum('gl', gl.get(name)) === sum('bank', bank.get(name)));
  const members = (rows: Map<string, number[]>) =>
    rowMembers(terminals.map((name) => Uint32Array.from(rows.get(name)!)));
  const groups = {
    ...allocateGroups({ count: terminals.length, rows: null, weighed: [] }),
    gl: members(gl),
    bank: members(bank),
  };
  groups.tier.fill(7);
  groups.textScore.fill(SUM_ALONE);
  for (const none of [groups.runnerUp, groups.runnerUpGap]) none.fill(-1);
  const reversals = { gl: allocateReversals(0, []), bank: allocateReversals(0, []) };
  const open = (side: Side) => openWithoutFindings(side, columns[side], { groups, reversals });
  return { groups, reversals, open: { gl: open('gl'), bank: open('bank') }, notes: [] };
}

const unequal = (side: Side): RowRule => ({
  shape: 'row',
  type: side === 'gl' ? 'not_found_gl' : 'not_found_bank',
  grounds: ['terminal_does_not_agree'],
  sides: [side],
  groundFor: () => 'terminal_does_not_agree',
  reason: () => 'What its terminal paid out is not what it was settled for.',
});

/** `begin`: told of each session that matches; the run goes on when it answers. */
const cashOf = (begin: (session: string) => Promise<void>): SessionRun<CashCommand> => ({
  kind: 'cash',
  versions: [3],
  decode: ({ parameters }) => parameters as unknown as CashCommand,
  gather: async (_, { rows }) => ({ files: SIDES.map((side) => fileOf(side, rows[side])), warnings: [] }),
  prepare: prepareRun,
  rules: {
    name: 'cash',
    subject: 'cash',
    domain: 'atm',
    rules: SIDES.map(unequal),
    without: { chargeback: 'Terminals have no chargebacks.' },
  },
  async match(_, prepared) {
    await begin(prepared.scope.key.session);
    return matched(prepared);
  },
});

const cash = (terminal: string, ...amounts: number[]): Cash[] =>
  // Alike but for what identifies them.
  amounts.map((amount, i) => ({ terminal, rrn: `00${i}`, amount }));

const ROWS = {
  gl: [...cash('10330001', -200, -200, -100), ...cash('10330002', -700), ...cash('10330003', -50)],
  bank: [...cash('10330001', -300, -200), ...cash('10330002', -700), ...cash('10330003', -60)],
};

let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.dispose());

test('a kind of run with groups of many, columns of its own and two lanes goes from order to report', async () => {
  const { store, deps } = service;
  const begun = new Set<string>();
  const both = Promise.withResolvers<void>();
  const kind = cashOf(async (session) => {
    if (begun.add(session).size === 2) both.resolve();
    // Each lane waits for the other one's run: one after the other they would never end.
    await both.promise;
  });
  const kinds = [sessionRun(kind)];
  for (let i = 0; i < 2; i++) service.work({ deps: { kinds } });
  const { key: _, ...terms } = commandOf({});
  const order = (flow: 'inward' | 'outward') => {
    const parameters = JSON.parse(
      JSON.stringify({
        ...terms,
        parameters: { ...terms.parameters, method: 'lump_sum' },
        rows: ROWS,
        flow,
        service: 'atm',
      }),
    );
    const key = { ...KEY, session: flow };
    let ids = 0;
    const accepting = { ...deps, newId: () => `${flow}-${++ids}` };
    return acceptRun(accepting, { key, kind: 'cash', version: 3, parameters, keepExisting: false });
  };
  const [inward, outward] = await Promise.all([order('inward'), order('outward')]);
  for (const { run } of [inward, outward]) {
    expect(await service.ended(run.runId)).toMatchObject({ status: 'succeeded', kind: 'cash' });
  }

  for (const flow of ['inward', 'outward'] as const) {
    const key = { ...KEY, session: flow };
    expect(await store.sessions.get(key)).toMatchObject({ kind: 'cash', flow, method: 'lump_sum' });
    const filter = { tier: null, minConfidence: null };
    const matches = await reportMatches(deps, key, { filter, page: { after: null, limit: 10 } });
    if (matches.outcome !== 'page') throw new Error(matches.outcome);
    const shown = matches.page.items.map(({ tier, gl, bank }) => [tier, gl.length, bank.length]);
    expect(shown).toEqual([
      [7, 3, 2],
      [7, 1, 1],
    ]);
    const ids = matches.page.items.flatMap(({ gl }) => gl.map(({ recordId }) => recordId));
    expect(new Set(ids).size).toBe(4);
    const open = await reportOpenItems(store, key, { side: null, page: { after: null, limit: 10 } });
    if (open.outcome !== 'page') throw new Error(open.outcome);
    expect(open.page.items.map(({ side, amountMinor }) => [side, amountMinor])).toEqual([
      ['gl', -50],
      ['bank', -60],
    ]);
    const { clusters } = await store.clusters.page(key, { domain: 'atm', after: null, limit: 10 });
    expect(clusters.map(({ type, service: of }) => [type, of])).toEqual([
      ['not_found_gl', 'atm'],
      ['not_found_bank', 'atm'],
    ]);
    const [ledger] = await ingestedFiles(deps, key);
    expect(Array.from({ length: 5 }, (_, row) => terminalAt(ledger!.columns, row))).toEqual(
      ROWS.gl.map(({ terminal }) => terminal),
    );
  }
});

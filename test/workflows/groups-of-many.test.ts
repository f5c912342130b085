// A group of three ledger rows and two bank rows goes through a whole run like any pair: blocks, proof, report over REST,
// files, table and explanation.

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { writeMatchesApart } from '../../src/cli/files/matches-file.ts';
import { OutputWriter, prepareOutputFolder } from '../../src/cli/files/write-outputs.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { explainerOf, explanationLines } from '../../src/cli/results/explain-lines.ts';
import { resultLines } from '../../src/cli/results/result-table.ts';
import { styleOf } from '../../src/cli/terminal.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { groupIds } from '../../src/core/matching/outcome/group-ids.ts';
import { mergeOutcomes } from '../../src/core/matching/outcome/merge-outcomes.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../src/core/records/rows/digest-ids.ts';
import type { RunningServer } from '../../src/rest/server.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import type { Reconciliation } from '../../src/workflows/runs/reconciliation.ts';
import { csvRecords } from '../cli/csv-cells.ts';
import { start } from '../rest/running.ts';
import { computeThread } from './compute-thread.ts';
import { type StoredSessions, startStoredSessions } from './stored-session.ts';

const KEY = { tenant: 'umoja', partner: 'mfb', session: 'batch' };
const PLAIN = styleOf({}, {});
const HEADER = 'Date,Reference,Narration,Amount';
const LINES = {
  gl: [
    '2025-01-06,K4T90117,Transfer from Adaeze Stores,125000.00',
    '2025-01-07,PB700107,PAYROLL BATCH Ada,-100.00',
    '2025-01-07,PB700107,PAYROLL BATCH Bello,-250.25',
    '2025-01-07,PB700107,PAYROLL BATCH Chika,-49.75',
    '2025-01-08,K4T90218,Transfer from Bello Farms,83250.50',
    '2025-01-09,K4T90326,Transfer from Falola Textiles,777.77',
  ],
  bank: [
    '2025-01-06,K4T90117,Transfer from Adaeze Stores,125000.00',
    '2025-01-08,PB700107,BULK BATCH 1 OF 2,-310.00',
    '2025-01-08,PB700107,BULK BATCH 2 OF 2,-89.50',
    '2025-01-08,K4T90218,Transfer from Bello Farms,83250.50',
    '2025-01-10,M8R30762,Deposit by Gana Bakery,31240.00',
  ],
};

let sessions: StoredSessions;
let server: RunningServer;
let result: Reconciliation;
let groupId: string;
beforeAll(async () => {
  sessions = await startStoredSessions();
  result = await sessions.reconcile(
    KEY,
    argsOf('', (lines) => lines),
  );
  server = await start({ handlers: { reporting: reportingService(sessions.deps) } });
  groupId = batchId(result);
});
afterAll(async () => {
  await server.close();
  await sessions.close();
});

function argsOf(prefix: string, order: (lines: readonly string[]) => readonly string[]): string[] {
  const path = (side: Side) => sessions.file(`${prefix}${side}.csv`, [HEADER, ...order(LINES[side])]);
  return ['--gl', path('gl'), '--bank', path('bank'), '--tolerance', '0.5'];
}

function batchId({ identity, columns, outcome }: Reconciliation): string {
  return digestIdAt(groupIds(identity, { columns, outcome }).groups, outcome.groups.tier.indexOf(7));
}

test('the summary counts it once and its rows all, and the difference is a correction', () => {
  const { summary, outcome } = result;
  expect(summary.byTier).toEqual({ 1: 2, 7: 1 });
  expect([summary.matchedGroups, summary.gl.matchedRows, summary.bank.matchedRows]).toEqual([3, 5, 4]);
  expect([summary.gl.openRows, summary.bank.openRows]).toEqual([1, 1]);
  expect(outcome.groups.difference[2]).toBe(-50);
  expect(summary.proofs[0]).toMatchObject({ unexplained: 0n });
  expect(summary.proofs[0].lines).toContainEqual({
    kind: 'small_differences',
    side: 'book',
    clusterType: null,
    rows: 1,
    amount: 50n,
  });
});

test('its block names five rows and what they come to', async () => {
  const blocks = await sessions.deps.store.groupBlocks.headers(result.runId);
  const headers = blocks.filter(({ header }) => header.groups > 0);
  expect(headers.map(({ header }) => [header.tier, header.glRows, header.bankRows])).toEqual([
    [1, 2, 2],
    [7, 3, 2],
  ]);
  expect(headers[1].header.amounts).toEqual([{ currency: 'NGN', glAmountMinor: -40_000n, bankAmountMinor: -39_950n }]);
});

test('the same files asked again find it in its blocks', async () => {
  const again = await sessions.reconcile(
    KEY,
    argsOf('', (lines) => lines),
  );
  expect(again.stored).toBe(false);
  expect(again.outcome.groups).toEqual(result.outcome.groups);
  expect(again.summary).toEqual(result.summary);
});

test('REST reports it with all of its rows', async () => {
  const query = new URLSearchParams({ tenant_id: KEY.tenant, partner_id: KEY.partner });
  const reply = await fetch(`${server.address}/v1/sessions/${KEY.session}/matches?${query}`);
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape, which the test then compares.
  const { items } = (await reply.json()) as any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  const shown = items.map(({ tier, gl, bank }: any) => [tier, gl.length, bank.length]);
  expect(shown).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [7, 3, 2],
  ]);
  expect(items[2]).toMatchObject({
    group_id: groupId,
    confidence: 0.85,
    difference: -0.5,
    gl: [{ amount: -49.75 }, { amount: -100 }, { amount: -250.25 }],
    bank: [{ amount: -89.5 }, { amount: -310 }],
    explanation: { amount_difference: -0.5, date_difference_days: 1, text_score: null, runner_up: null },
  });
});

test('matches.csv has a line for each of its rows, whichever thread writes it', async () => {
  const folder = join(sessions.folder, 'out');
  prepareOutputFolder(folder, []);
  await new OutputWriter(folder).finish(result);
  const lines = csvRecords(join(folder, 'matches.csv')).filter(({ tier }) => tier === '7');
  expect(lines.map(({ group_id, confidence, side, line }) => [group_id, confidence, side, line])).toEqual([
    [groupId, '0.85', 'gl', '5'],
    [groupId, '0.85', 'gl', '3'],
    [groupId, '0.85', 'gl', '4'],
    [groupId, '0.85', 'bank', '4'],
    [groupId, '0.85', 'bank', '3'],
  ]);
  expect(new Set(lines.map(({ difference, fee_basis }) => `${difference} ${fee_basis}`))).toEqual(new Set(['-0.50 ']));
  const apart = writeMatchesApart({ path: join(folder, 'apart.csv'), forExcel: false }, result);
  await apart.written;
  apart.publish();
  expect(csvRecords(join(folder, 'apart.csv'))).toEqual(csvRecords(join(folder, 'matches.csv')));
});

test('the table has its tier, and an explanation says what it is in', () => {
  const table = resultLines(result, PLAIN).join('\n');
  expect(table).toMatch(/ledger rows and bank rows +groups/);
  expect(table).toMatch(/7 +same reference, amounts add up +1 +0\.85/);
  const explain = explainerOf(result);
  const rowOf = (side: Side, line: number) => result.columns[side].line.indexOf(line);
  const inside = { gl: rowOf('gl', 3), bank: rowOf('bank', 4) };
  expect(explain(inside)).toMatchObject({ tier: 7, amountDifference: -50, textScore: null, obstacles: [] });
  const rows = { gl: rowOf('gl', 7), bank: rowOf('bank', 3) };
  const words = explanationLines(result, { rows, explanation: explain(rows) }, PLAIN).join('\n');
  expect(words).toMatch(/the bank row is matched by tier 7 with .*PAYROLL BATCH Chika and 2 more/);
});

test('its id does not depend on the order of the rows, and another member makes another id', async () => {
  const given = { store: null, compute: computeThread, digest: sha256, rules: 'rules-1', clock: () => 0 };
  const again = async (name: string, order: (lines: readonly string[]) => readonly string[]) => {
    const args = argsOf(name, order);
    return batchId(await reconcileOn(given, { ...reconcileOptions(args)!.command(null), ...KEY }));
  };
  expect(await again('reversed-', (lines) => lines.toReversed())).toBe(groupId);
  const other = (lines: readonly string[]) => lines.map((line) => line.replace('BATCH Bello', 'BATCH Bola'));
  expect(await again('other-', other)).not.toBe(groupId);
});

describe('what does not add up is no answer', () => {
  const { match } = computeThread;
  const failing = (change: (outcome: Awaited<ReturnType<typeof match>>) => void) => {
    const compute = {
      ...computeThread,
      match: async (...args: Parameters<typeof match>) => {
        const outcome = mergeOutcomes([await match(...args)]);
        change(outcome);
        return outcome;
      },
    };
    const given = { store: null, compute, digest: sha256, rules: 'rules-1', clock: () => 0 };
    const args = argsOf('again-', (lines) => lines);
    return reconcileOn(given, { ...reconcileOptions(args)!.command(null), ...KEY });
  };

  test.each(SIDES)('a row of the %s side in two groups', async (side) => {
    const taken = failing(({ groups }) => {
      const { rows } = groups[side];
      rows[rows.length - 1] = rows[0];
    });
    await expect(taken).rejects.toThrow(`of the ${side} side was used twice`);
  });
});

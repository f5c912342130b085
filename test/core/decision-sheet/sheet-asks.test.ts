// What a sheet of decisions asks for: which rows count, how cells may look, and where it ends.

import { expect, test } from 'vitest';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { checkOf } from '../../../src/core/decision-sheet/row-check.ts';
import { type SheetRow, sheetAsks } from '../../../src/core/decision-sheet/sheet-asks.ts';
import { DECISION_TITLES } from '../../../src/core/decision-sheet/sheet-words.ts';
import { MAX_SHEET_NOTES, MAX_SHEET_ROWS } from '../../../src/core/limits.ts';

interface Cells {
  readonly [title: string]: string;
}

const SEEN = { status: 'pending', updatedAt: 1_000 } as const;
const checkFor = (of: Cells): string =>
  checkOf(
    {
      clusterId: of['cluster id']!,
      ...{ ledgerReference: of['ledger reference'] ?? '', ledgerAmount: of['ledger amount'] ?? '' },
      ...{ bankReference: of['bank reference'] ?? '', bankAmount: of['bank amount'] ?? '' },
    },
    SEEN,
    sha256,
  );
const rowOf = (of: Cells, titles: readonly string[] = DECISION_TITLES): string[] =>
  titles.map((title) => of[title] ?? '');

function* sheet(rows: Iterable<readonly string[]>, titles: readonly string[] = DECISION_TITLES): Generator<SheetRow> {
  let line = 1;
  yield { line, cells: titles };
  for (const cells of rows) yield { line: ++line, cells };
}
const whole = (of: Cells): Cells => ({ check: checkFor(of), ...of });

test('columns may be moved, hidden or taken out, and words written large', () => {
  const titles = [
    'check',
    'Cluster ID',
    'note',
    'ledger amount',
    'ledger reference',
    'bank amount',
    'bank reference',
    'DECISION',
  ];
  const of = whole({ 'cluster id': 'c1', 'ledger amount': '500.50', 'ledger reference': 'A  B' });
  const cells = [of['check']!, 'c1', 'why', '500.5', 'A B', '', '', 'Approve and Learn'];
  expect(sheetAsks(sheet([cells], titles), sha256)).toMatchObject({
    asks: [
      { line: 2, clusterId: 'c1', decision: 'approved', teaches: true, note: 'why', seen: 'pending', seenAt: 1_000 },
    ],
    errors: [],
  });
});

test('rows of the person’s own are passed over, empty ones too', () => {
  const rows = [[], rowOf({ class: 'Total', 'ledger amount': '1' }), rowOf({}), rowOf(whole({ 'cluster id': 'c1' }))];
  expect(sheetAsks(sheet(rows), sha256)).toMatchObject({ asks: [], blank: 1, errors: [], notesAlone: [] });
});

test('a row twice, a check of nobody, a word that is none and a long note are named by their cells', () => {
  const of = whole({ 'cluster id': 'c1' });
  const rows = [
    rowOf({ ...of, decision: 'approve' }),
    rowOf({ ...of, decision: 'reject' }),
    rowOf({ 'cluster id': 'c2', decision: 'reject' }),
    rowOf({ ...whole({ 'cluster id': 'c3' }), decision: 'approved' }),
    rowOf({ ...whole({ 'cluster id': 'c4' }), decision: 'reopen', note: 'x'.repeat(4_001) }),
  ];
  const { asks, errors } = sheetAsks(sheet(rows), sha256);
  expect(asks).toHaveLength(1);
  expect(errors.map(({ cell }) => cell)).toEqual(['S3', 'T4', 'A5', 'B6']);
});

test.each([
  ['an id', { 'cluster id': 'c2' }],
  ['an amount', { 'bank amount': '1.01' }],
  ['a reference', { 'ledger reference': 'R2' }],
])('%s of another row is refused, also without a decision', (_, changed) => {
  const of = whole({ 'cluster id': 'c1', 'bank amount': '1.00', 'ledger reference': 'R1' });
  expect(() => sheetAsks(sheet([rowOf({ ...of, ...changed })]), sha256)).toThrow(/^Row 2 is not as it was exported/);
});

test('a sheet without its columns is refused with their names', () => {
  expect(() => sheetAsks(sheet([], ['decision', 'note', 'check']), sha256)).toThrow(
    'Sheet Decisions has no column “cluster id”, “ledger reference”, “ledger amount”, “bank reference”, “bank amount”',
  );
  expect(() => sheetAsks([], sha256)).toThrow('Sheet Decisions is empty.');
});

test('200,000 rows and 1,000 different notes, and not one more', () => {
  const of = rowOf(whole({ 'cluster id': 'c1' }));
  function* many(count: number): Generator<readonly string[]> {
    for (let i = 0; i < count; i++) yield of;
  }
  expect(sheetAsks(sheet(many(MAX_SHEET_ROWS)), sha256).blank).toBe(MAX_SHEET_ROWS);
  expect(() => sheetAsks(sheet(many(MAX_SHEET_ROWS + 1)), sha256)).toThrow('more than 200,000 rows');
  const noted = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      rowOf({ ...whole({ 'cluster id': `c${i}` }), decision: 'reject', note: `n${i}` }),
    );
  expect(sheetAsks(sheet(noted(MAX_SHEET_NOTES)), sha256).asks).toHaveLength(MAX_SHEET_NOTES);
  expect(() => sheetAsks(sheet(noted(MAX_SHEET_NOTES + 1)), sha256)).toThrow('more than 1,000 different notes');
});

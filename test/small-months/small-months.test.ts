// Small months as a shop, a landlord, a school, a charity and a microfinance house have them, run through the file
// readers and the kernel: what is matched, each open row's class, the hint beside it, and on which side of the statement it
// stands in which line. Expectations are an accountant's.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readStatementFile } from '../../src/adapters/files/read-statement.ts';
import { classify } from '../../src/core/classification/classify.ts';
import { membersOf, typeOf } from '../../src/core/classification/cluster-set.ts';
import { hintsOf } from '../../src/core/classification/hints/hints.ts';
import { nearRowsOf } from '../../src/core/classification/near/near-rows.ts';
import { BANKING_RULES } from '../../src/core/classification/rules.ts';
import { withUndecided } from '../../src/core/classification/undecided.ts';
import { matchSession } from '../../src/core/matching/match-session.ts';
import { membersOf as rowsOfGroup } from '../../src/core/matching/outcome/match-groups.ts';
import { DEFAULT_PARAMETERS } from '../../src/core/matching/parameters.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import { proofsOf } from '../../src/core/summary/proof/session-proof.ts';
import { NGO } from './charities.ts';
import { LANDLORD } from './landlords.ts';
import { MICROFINANCE } from './microfinance.ts';
import type { House, SmallMonth } from './month.ts';
import { SCHOOL } from './schools.ts';
import { SHOP } from './shops.ts';

const HOUSES: readonly House[] = [SHOP, LANDLORD, SCHOOL, NGO, MICROFINANCE];
const FIRST_LINE_OF_ITS_OWN = 7;

const MARCH = { start: parseDay('2026-03-01')!, end: parseDay('2026-03-31')! };

const folder = mkdtempSync(join(tmpdir(), 'tieout-small-'));
afterAll(() => rmSync(folder, { recursive: true }));

function columnsOf(side: Side, rows: readonly string[]) {
  const path = join(folder, `${side}.csv`);
  const cells = rows.map((row) => row.split(','));
  const lines = cells.map((row) => `2026-${(row.length === 4 ? row.toSpliced(3, 0, 'NGN') : row).join(',')}`);
  writeFileSync(path, `${['Date,Reference,Narration,Currency,Amount', ...lines].join('\n')}\n`);
  return readStatementFile({ path, name: `${side}.csv`, side, defaultCurrency: 'NGN' }).columns;
}

function answer(house: House, month: SmallMonth): string[] {
  const columns = {
    gl: columnsOf('gl', [...house.usual.gl, ...(month.gl ?? [])]),
    bank: columnsOf('bank', [...house.usual.bank, ...(month.bank ?? [])]),
  };
  const parameters = { ...DEFAULT_PARAMETERS, daysForward: 3, daysBack: 3 };
  const outcome = matchSession({ ...columns, parameters });
  const near = nearRowsOf({ columns, outcome, parameters });
  const session = { columns, open: outcome.open, parameters, near, period: { start: null, end: null } };
  const set = classify(session, BANKING_RULES);
  const hints = hintsOf(session, set);
  const proofs = proofsOf({
    columns,
    outcome: { ...outcome, open: withUndecided(session, set, hints) },
    clusters: set,
    period: MARCH,
    balances: [],
  });
  const itemised = proofs.flatMap((proof) => proof.itemised);
  /** ` > bank deposits_in_transit`, of whatever lines a row of them is in; nothing where the balances need no change. */
  const inStatement = (rows: Readonly<Record<Side, readonly number[]>>): string => {
    const lines = itemised
      .filter(({ items }) => items.some(({ side, row }) => rows[side].includes(row)))
      .map(({ side, kind }) => `${side ?? 'neither'} ${kind}`);
    return lines.length === 0 ? '' : ` > ${lines.sort().join(', ')}`;
  };
  const name = (side: Side, rows: Iterable<number>): string =>
    Array.from(rows, (row) => columns[side].line[row])
      .sort((a, b) => a - b)
      .map((line) => `${side}${line}`)
      .join('+');
  const lines: string[] = [];
  for (let g = 0; g < outcome.groups.count; g++) {
    const [gl, bank] = SIDES.map((side) => [...rowsOfGroup(outcome.groups[side], g)]) as [number[], number[]];
    lines.push(`${name('gl', gl)} = ${name('bank', bank)}${inStatement({ gl, bank })}`);
  }
  for (const side of SIDES) {
    const { count, original, reversal } = outcome.reversals[side];
    for (let r = 0; r < count; r++) {
      const rows = { gl: [], bank: [], [side]: [original[r], reversal[r]] };
      lines.push(`${name(side, [original[r]])} ~ ${name(side, [reversal[r]])}${inStatement(rows)}`);
    }
  }
  for (let c = 0; c < set.count; c++) {
    const members = membersOf(set, c);
    const rows = {
      gl: members.gl.map((item) => session.open.gl.row[item]),
      bank: members.bank.map((item) => session.open.bank.row[item]),
    };
    const names = SIDES.map((side) => name(side, rows[side])).filter((some) => some !== '');
    const said = [typeOf(set, c), ...(hints.get(c) ?? []).map(({ kind }) => kind)];
    lines.push(`${names.join('+')}: ${said.join(', ')}${inStatement(rows)}`);
  }
  return lines.sort();
}

const usual = ({ usual: { gl } }: House): string[] => gl.map((_, i) => i + 2).map((line) => `gl${line} = bank${line}`);

describe.each(HOUSES.map((house) => [house.name, house] as const))('%s', (_, house) => {
  test.each(house.months.map((month) => [month.name, month] as const))('%s', (_, month) => {
    expect(answer(house, month)).toEqual([...usual(house), ...month.expect].sort());
  });

  test('begins its own rows where the months say', () => {
    expect(house.usual.gl).toHaveLength(FIRST_LINE_OF_ITS_OWN - 2);
    expect(house.usual.bank).toHaveLength(FIRST_LINE_OF_ITS_OWN - 2);
  });
});

test('there are sixty of them at least', () => {
  expect(HOUSES.flatMap(({ months }) => months).length).toBeGreaterThanOrEqual(60);
});

// `tieout reconcile` on the example month, through a real process: the object it prints, the files it writes, and
// that every row of every file stands in exactly one of them.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvRecords } from './csv-cells.ts';
import { tieout } from './tieout.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-reconcile-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FEES = ['--msc-rate', '0.005', '--charge-min', '10', '--charge-max', '60'];
const EXAMPLE = ['reconcile', '--gl', 'examples/gl.csv', '--bank', 'examples/bank.csv', ...FEES];
const FILES = [
  ...['clusters.csv', 'journals.csv', 'matches.csv', 'open-items.csv', 'rejected.csv', 'set-aside.csv'],
  ...['statement.txt', 'summary.json'],
];

const out = join(folder, 'a', 'out');
interface Printed {
  readonly gl: { readonly rows: number; readonly rejected: number; readonly amount: string };
  readonly bank: Printed['gl'];
  readonly matched: { readonly groups: number; readonly gl_rows: number; readonly bank_rows: number };
  readonly by_tier: Readonly<Record<string, number>>;
  readonly open: { readonly gl: number; readonly bank: number };
  readonly clusters: Readonly<Record<string, number>>;
  readonly balanced: boolean;
  readonly seconds: number;
}
let printed: Printed;

beforeAll(async () => {
  const { status, stdout, stderr } = await tieout([...EXAMPLE, '--out', out, '--json']);
  expect([status, stderr]).toEqual([0, '']);
  printed = JSON.parse(stdout);
});

const records = (name: string, from = out) => csvRecords(join(from, name));

describe('--json', () => {
  test('prints the object of the contract and nothing else', () => {
    expect(Object.keys(printed)).toEqual(
      'session_id gl bank matched by_tier open clusters warnings balanced seconds'.split(' '),
    );
    expect(Object.keys(printed.gl)).toEqual(['rows', 'rejected', 'amount']);
    expect(Object.keys(printed.matched)).toEqual(['groups', 'gl_rows', 'bank_rows']);
    expect(Object.keys(printed.open)).toEqual(['gl', 'bank']);
    expect(printed.balanced).toBe(true);
    expect(printed.seconds).toBeGreaterThan(0);
  });

  test('counts what the files hold', () => {
    for (const [side, file] of [
      ['gl', 'examples/gl.csv'],
      ['bank', 'examples/bank.csv'],
    ] as const) {
      expect(printed[side].rows).toBe(readFileSync(file, 'utf8').trimEnd().split('\n').length - 1);
      expect(printed[side].amount).toMatch(/^-?\d+\.\d\d$/);
    }
    const { by_tier, matched } = printed;
    const { reversal, ...tiers } = by_tier;
    expect(Object.values(tiers).reduce((a, b) => a + b)).toBe(matched.groups);
    expect(reversal).toBeGreaterThan(0);
  });
});

test('the statement ends the table: what is added and what is taken off, without a second sign', async () => {
  const write = (side: string, rows: readonly string[]) => {
    const path = join(folder, `movements-${side}.csv`);
    writeFileSync(path, `${['Date,Reference,Narration,Amount', ...rows].join('\n')}\n`);
    return path;
  };
  const same = '2026-01-05,FT26005A,TRANSFER FROM BELLO FARMS,10.00';
  const gl = write('gl', [same, '2026-01-06,FT26006B,PAID TO EZE LOGISTICS,-6.30']);
  const bank = write('bank', [`${same} CR`, '2026-01-07,CH26007C,DEPOSIT BY GANA BAKERY,7.00 CR']);
  const { stdout } = await tieout(['reconcile', '--gl', gl, '--bank', bank]);
  const page = stdout.slice(stdout.indexOf('BANK RECONCILIATION STATEMENT'));
  const figures = Array.from(page.matchAll(/^ {0,2}(\S.*?) {2,}(-?[\d,.]+)$/gm), ([, what, figure]) => [what, figure]);
  expect(figures).toEqual([
    ['Movement as per the bank statement', '17.00'],
    ['Less: outstanding payments: not found in the bank statement (1 row)', '6.30'],
    ['Adjusted bank movement', '10.70'],
    ['Movement as per the ledger', '3.70'],
    ['Add: receipts not yet booked: not found in the ledger (1 row)', '7.00'],
    ['Adjusted book movement', '10.70'],
    ['Difference', '0.00'],
    ['To post in the ledger: 1 item, net money in', '7.00'],
    ['To wait for at the bank: 1 item, net money out', '6.30'],
  ]);
  expect(page).toContain('Period  2026-01-05 to 2026-01-07, taken from the files');
  expect(page).toContain('Prepared by');
  expect(stdout).not.toMatch(/reconciled|two agree/);
});

describe('--out', () => {
  test('writes the files of the contract with their columns', () => {
    expect(readdirSync(out).sort()).toEqual(FILES);
    const header = (name: string) => readFileSync(join(out, name), 'utf8').split('\n')[0];
    expect(header('matches.csv')).toBe(
      'group_id,tier,confidence,side,file,line,source_id,date,amount,reference,narration,probability,difference,fee_basis,cross_month',
    );
    expect(header('open-items.csv')).toBe(
      'side,file,line,source_id,date,amount,reference,narration,cluster_type,class_name,looks_like',
    );
    expect(header('clusters.csv')).toBe(
      'cluster_id,cluster_type,rule,reason,amount_delta,date_delta_days,side,file,line,source_id,date,amount,reference,narration',
    );
    expect(header('journals.csv')).toBe(
      'date,debit,credit,amount,currency,text,rows,cluster_id,decision_status,debit_code,credit_code,purpose,journal_id,state',
    );
    expect(header('rejected.csv')).toBe('side,file,line,reason');
    expect(header('set-aside.csv')).toBe('side,file,line,source_id,date,amount,reference,narration,reason');
  });

  test('has every row of both files exactly once, with its own cells', () => {
    const seen = new Map<string, Record<string, string>>();
    for (const name of ['matches.csv', 'open-items.csv', 'rejected.csv', 'set-aside.csv']) {
      for (const row of records(name)) {
        const place = `${row['side']} ${row['line']}`;
        expect(seen.has(place), place).toBe(false);
        seen.set(place, row);
      }
    }
    expect(seen.size).toBe(printed.gl.rows + printed.bank.rows);
    const money = (debit: string, credit: string) => (credit === '' ? -Number(debit) : Number(credit));
    for (const [line, row] of csvRecords('examples/bank.csv').entries()) {
      const shown = seen.get(`bank ${line + 2}`)!;
      expect([shown['file'], shown['narration']]).toEqual(['examples/bank.csv', row['Remarks']]);
      expect(Number(shown['amount'])).toBe(money(row['Withdrawal'], row['Lodgement']));
    }
  });

  test('groups are of one tier and two rows, with ids of their own', () => {
    const groups = Map.groupBy(records('matches.csv'), (row) => row['group_id']);
    expect(groups.size).toBe(printed.matched.groups + printed.by_tier.reversal);
    const byTier: Record<string, number> = {};
    for (const [id, rows] of groups) {
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      const [first, second] = rows as [Record<string, string>, Record<string, string>];
      expect([rows.length, first['tier'], first['confidence']]).toEqual([2, second['tier'], second['confidence']]);
      expect(first['side'] === second['side']).toBe(first['tier'] === 'reversal');
      byTier[first['tier']] = (byTier[first['tier']] ?? 0) + 1;
    }
    expect(byTier).toEqual(printed.by_tier);
  });

  test('clusters hold every open item once and say what open-items.csv says', () => {
    const place = (row: Record<string, string>) => `${row['side']} ${row['line']} ${row['cluster_type']}`;
    const inClusters = records('clusters.csv').map(place).sort();
    expect(inClusters).toEqual(records('open-items.csv').map(place).sort());
    const ids = Map.groupBy(records('clusters.csv'), (row) => row['cluster_type']);
    const counts = Object.fromEntries(
      [...ids].map(([type, rows]) => [type, new Set(rows.map((row) => row['cluster_id'])).size]),
    );
    expect(counts).toEqual(printed.clusters);
    for (const row of records('clusters.csv')) {
      expect(row['amount_delta'] !== '').toBe(row['cluster_type'] === 'amount_mismatch');
      expect(row['date_delta_days'] !== '').toBe(row['cluster_type'] === 'date_difference');
      expect(row['reason']).toMatch(/^[A-Z0-9].*\.$/);
    }
  });

  test('summary.json says what --json says, and more', () => {
    const summary = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
    const { seconds: _, gl, bank, ...rest } = printed;
    expect(summary).toMatchObject({ ...rest, gl, bank });
    expect(summary.proof.unexplained).toBe('0.00');
    expect(summary.match_rate.count).toBeGreaterThan(0.9);
  });
});

describe('rows that take no part', () => {
  const gl =
    'Date,Amount,Description\n2026-03-01,10.00,ADA STORES\n2026-03-02,0.00,nothing\n2026-03-09,5.00,late\nsoon,7.00,BOLA\n';
  const bank = 'Date,Amount,Description\n2026-03-01,10.00,ADA STORES\n2026-03-02,20.00,CHIDI\n';
  const overlapping = 'Date,Amount,Description\n2026-03-02,20.00,CHIDI\n2026-03-03,30.00,DAYO\n';
  let small: string;

  beforeAll(async () => {
    small = join(folder, 'small');
    mkdirSync(small);
    for (const [name, text] of Object.entries({ gl, bank, overlapping }))
      writeFileSync(join(small, `${name}.csv`), text);
    const args = [
      '--gl',
      'gl.csv',
      '--bank',
      'bank.csv',
      'overlapping.csv',
      '--to',
      '2026-03-05',
      '--rejected-share',
      '0.5',
    ];
    const { status, stderr } = await tieout(['reconcile', ...args, '--out', 'out', '--json'], { cwd: small });
    expect([status, stderr]).toEqual([0, '']);
  });

  test('are listed with their reason', () => {
    const from = join(small, 'out');
    const shown = records('set-aside.csv', from).map(({ side, file, line, reason }) => ({ side, file, line, reason }));
    expect(shown.filter(({ side }) => side === 'gl')).toEqual([
      { side: 'gl', file: 'gl.csv', line: '3', reason: 'amount of zero' },
      { side: 'gl', file: 'gl.csv', line: '4', reason: 'outside the period' },
    ]);
    expect(shown.filter(({ side }) => side === 'bank').map(({ reason }) => reason)).toEqual([
      'in another file of the side too',
    ]);
  });

  test('are told as in none of the events, which is no other period', async () => {
    const args = [
      '--gl',
      'gl.csv',
      '--bank',
      'bank.csv',
      '--rejected-share',
      '0.5',
      '--event',
      '2026-03-02:2026-03-03',
    ];
    const { status, stdout } = await tieout(['reconcile', ...args, '--out', 'by-event'], { cwd: small });
    expect([status, stdout.includes('NOT EXPLAINED'), stdout.includes('outside the period')]).toEqual([
      0,
      false,
      false,
    ]);
    expect(stdout).toContain('2 ledger rows in none of the run’s events');
    const reasons = records('set-aside.csv', join(small, 'by-event')).map(({ reason }) => reason);
    expect([reasons.includes('in none of the run’s events'), reasons.includes('outside the period')]).toEqual([
      true,
      false,
    ]);
  });

  test('are told as announced in one cell, though a comma stands in it', async () => {
    const announced = join(folder, 'announced');
    mkdirSync(announced);
    writeFileSync(join(announced, 'gl.csv'), gl.replace('soon,7.00,BOLA\n', ''));
    writeFileSync(
      join(announced, 'bank.csv'),
      'Date,Amount,Description,Status\n2026-03-01,10.00,ADA STORES,BOOKED\n2026-03-02,20.00,CHIDI,PENDING\n',
    );
    await tieout(['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', '--out', 'out', '--json'], { cwd: announced });
    const shown = records('set-aside.csv', join(announced, 'out')).filter(({ side }) => side === 'bank');
    expect(shown.map(({ line, reason }) => [line, reason])).toEqual([['3', 'announced, not booked']]);
  });

  test('are rejected with their reason', () => {
    const rejected = records('rejected.csv', join(small, 'out'));
    expect(rejected.map(({ side, file, line }) => ({ side, file, line }))).toEqual([
      { side: 'gl', file: 'gl.csv', line: '5' },
    ]);
    expect(rejected[0]['reason']).toContain('soon');
  });

  test('and so every row read is in one of the files', () => {
    const from = join(small, 'out');
    const lines = ['matches.csv', 'open-items.csv', 'set-aside.csv', 'rejected.csv'].map(
      (name) => records(name, from).length,
    );
    const summary = JSON.parse(readFileSync(join(from, 'summary.json'), 'utf8'));
    expect([summary.gl.rows, summary.bank.rows]).toEqual([4, 4]);
    expect(lines.reduce((a, b) => a + b)).toBe(8);
  });
});

test('the order of rows changes nothing but the lines', async () => {
  const runs = await Promise.all(
    [['plain'], ['shuffled', '--shuffle']].map(async ([name, ...how]) => {
      const into = join(folder, name!);
      expect((await tieout(['generate', '--rows', '700', '--seed', 'order', '--out', into, ...how])).status).toBe(0);
      const args = ['--gl', 'gl.csv', '--bank', 'bank.csv', ...FEES, '--out', 'out', '--json'];
      expect((await tieout(['reconcile', ...args], { cwd: into })).status).toBe(0);
      const withoutLines = (file: string) =>
        records(file, join(into, 'out')).map(({ line: _, ...row }) =>
          // Reasons and hints name lines too.
          Object.values(row)
            .join('|')
            .replaceAll(/ line \d+\)/g, ')'),
        );
      return ['matches.csv', 'open-items.csv', 'clusters.csv'].map(withoutLines);
    }),
  );
  expect(runs[1]).toEqual(runs[0]);
});

describe('--data', () => {
  test('keeps the session, and the same files again add nothing', async () => {
    const data = join(folder, 'data');
    const [first, second] = [await tieout([...EXAMPLE, '--data', data]), await tieout([...EXAMPLE, '--data', data])];
    expect([first.status, first.stderr, second.status, second.stderr]).toEqual([0, '', 0, '']);
    expect(first.stdout).toContain(`the session is kept in ${data}`);
    expect(second.stdout).toContain(`nothing new; the session stands as it was in ${data}`);
    const table = (text: string) => text.slice(0, text.indexOf('\nNext'));
    expect(table(second.stdout)).toBe(table(first.stdout));
  });
});

describe('--explain', () => {
  test('says why two rows are a match', async () => {
    const match = Map.groupBy(records('matches.csv'), (row) => row['group_id']);
    const [gl, bank] = [...match.values()].find(([row]) => row!['tier'] === '2')!;
    const { status, stdout } = await tieout([...EXAMPLE, '--explain', `${gl!['line']}:${bank!['line']}`, '--json']);
    expect(status).toBe(0);
    const said = JSON.parse(stdout);
    expect(said).toMatchObject({ tier: 2, confidence: 0.95, explanation: { key_relation: 'same' }, obstacles: [] });
    expect(['charge', 'rate', null]).toContain(said.explanation.fee_basis);
    expect(Number(said.explanation.amount_difference)).toBeCloseTo(Number(gl!['amount']) - Number(bank!['amount']));
    for (const row of [gl, bank]) {
      expect([row!['difference'], row!['fee_basis']]).toEqual([
        said.explanation.amount_difference,
        said.explanation.fee_basis ?? '',
      ]);
    }
  });

  test('shows both dates where they differ, and says when no texts were weighed', async () => {
    const line = (date: string) => `${date},FT26061AB12,NIP/ADAEZE STORES,100.00\n`;
    writeFileSync(join(folder, 'value-gl.csv'), `Date,Reference,Narration,Amount\n${line('2026-03-02')}`);
    const head = 'Date,Value Date,Reference,Narration,Amount';
    writeFileSync(join(folder, 'value-bank.csv'), `${head}\n${line('2026-03-03,2026-03-02')}`);
    const args = ['reconcile', '--gl', 'value-gl.csv', '--bank', 'value-bank.csv', '--explain', '2:2'];
    const { stdout } = await tieout(args, { cwd: folder });
    expect(stdout).toMatch(/ledger +value-gl\.csv:2 {2}2026-03-02 {2}100\.00/);
    expect(stdout).toMatch(/bank +value-bank\.csv:2 {2}2026-03-03 \(value 2026-03-02\) {2}100\.00/);
    expect(stdout).toMatch(/dates +the same day\n/);
    expect(stdout).toMatch(/texts +not weighed, the reference decided by itself; in common: ADAEZE .*STORES\n/);
    const { explanation } = JSON.parse((await tieout([...args, '--json'], { cwd: folder })).stdout);
    expect(explanation).toMatchObject({ text_score: null, date_difference_days: 0 });
  });

  test('says that a row without a date has none', async () => {
    writeFileSync(join(folder, 'dated.csv'), 'Date,Reference,Narration,Amount\n2026-03-02,FT26061AB12,ADAEZE,100.00\n');
    for (const [file, name] of [
      ['undated.csv', 'BOLA'],
      ['undated-gl.csv', 'BOLAJI'],
    ]) {
      writeFileSync(
        join(folder, file!),
        `Date,Reference,Narration,Amount\n2026-03-02,FT26061AB99,${name},70.00\nPending,FT26061AB12,ADAEZE,100.00\n`,
      );
    }
    const explained = async (gl: string, bank: string, lines: string) => {
      const args = ['reconcile', '--gl', gl, '--bank', bank, '--explain', lines];
      const [text, json] = [await tieout(args, { cwd: folder }), await tieout([...args, '--json'], { cwd: folder })];
      return { stdout: text.stdout, explanation: JSON.parse(json.stdout).explanation };
    };
    const bank = await explained('dated.csv', 'undated.csv', '2:3');
    expect(bank.stdout).toMatch(/dates +the bank row has no date\n/);
    expect(bank.stdout).toMatch(/because +the bank row was set aside: announced/);
    expect(bank.explanation).toMatchObject({ date_difference_days: null });
    const both = await explained('undated-gl.csv', 'undated.csv', '3:3');
    expect(both.stdout).toMatch(/dates +the ledger row has no date, the bank row has no date\n/);
    expect(both.explanation).toMatchObject({ date_difference_days: null });
  });

  test('says of a row of a sum what the sums are, not what the two rows are', async () => {
    writeFileSync(
      join(folder, 'sum-gl.csv'),
      'Date,Narration,Amount\n2026-03-02,TAKINGS,300.10\n2026-03-03,SALES,354.90\n',
    );
    writeFileSync(join(folder, 'sum-bank.csv'), 'Date,Narration,Amount\n2026-03-04,BALOGUN BRANCH,655.00\n');
    const args = ['reconcile', '--gl', 'sum-gl.csv', '--bank', 'sum-bank.csv', '--method', 'lump_sum'];
    const { stdout } = await tieout([...args, '--explain', '2:2'], { cwd: folder });
    expect(stdout).toMatch(/amount +the sums of 2 ledger rows and 1 bank row: equal\n/);
    expect(stdout).toMatch(/dates +the bank 1 day later, by the last row of each side\n/);
    expect(stdout).toMatch(/texts +not weighed, the sums decided; no word in common\n/);
  });

  test('says why two rows are none', async () => {
    const tierOne = records('matches.csv').filter((row) => row['tier'] === '1' && row['file'] === 'examples/gl.csv');
    const { stdout } = await tieout([
      ...EXAMPLE,
      '--explain',
      `${tierOne[0]['line']}:${records('open-items.csv').at(-1)!['line']}`,
    ]);
    expect(stdout).toMatch(/^ {2}No match\n/);
    expect(stdout).toContain('the ledger row is matched by tier 1 with examples/bank.csv:');
  });

  test('of a line without a row is wrong usage', async () => {
    const { status, stderr } = await tieout([...EXAMPLE, '--explain', '1:2']);
    expect([status, stderr]).toEqual([
      2,
      'examples/gl.csv:1: no row that counts begins on this line; rejected.csv and set-aside.csv say what does.\n',
    ]);
  });
});

describe('the table', () => {
  test('is plain text in a pipe and has what a person looks for', async () => {
    const { stdout, stderr } = await tieout(EXAMPLE);
    expect(stderr).toBe('');
    expect(stdout).not.toContain('\u001b');
    const { matched, clusters } = printed;
    const whole = (n: number) => n.toLocaleString('en-US');
    expect(stdout).toMatch(new RegExp(`matched by tiers +${whole(matched.groups)}\\n`));
    for (const [type, n] of Object.entries(clusters)) expect(stdout).toMatch(new RegExp(`  ${type} .* ${whole(n)} `));
    expect(stdout).toContain('Adjusted book balance');
    expect(stdout).toContain('All differences are itemised.');
    expect(stdout).toMatch(/\n\d+\.\d\d s\n$/);
  });
});

describe('a folder for the results', () => {
  test.each([
    ['that is a file', 'file', 'file is a file: name a folder with --out.\n'],
    ['below a file', 'file/deeper', /^The results cannot be written into file\/deeper \(E\w+\)/],
    ['that cannot be made', '/proc/nowhere/out', /^The results cannot be written into \/proc\/nowhere\/out \(E\w+\)/],
  ])('%s is one sentence', async (_, name, sentence) => {
    const cwd = join(folder, 'blocked');
    mkdirSync(cwd, { recursive: true });
    writeFileSync(join(cwd, 'file'), 'kept');
    const args = [
      'reconcile',
      '--gl',
      join(process.cwd(), 'examples/gl.csv'),
      '--bank',
      join(process.cwd(), 'examples/bank.csv'),
    ];
    const { status, stdout, stderr } = await tieout([...args, '--out', name], { cwd });
    expect([status, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).toMatch(sentence);
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('kept');
    expect(existsSync(join(cwd, 'out'))).toBe(false);
  });

  test.skipIf(!existsSync('/dev/full'))('on a disk that is full keeps what it held', async () => {
    const full = join(folder, 'full');
    mkdirSync(full);
    writeFileSync(join(full, 'open-items.csv'), 'of an earlier run');
    symlinkSync('/dev/full', join(full, 'open-items.csv.unfinished'));
    const { status, stdout, stderr } = await tieout([...EXAMPLE, '--out', full]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`The results do not fit into ${full}: make room, or name another folder with --out.\n`);
    expect(readdirSync(full)).toEqual(['open-items.csv']);
    expect(readFileSync(join(full, 'open-items.csv'), 'utf8')).toBe('of an earlier run');
  });
});

// What the command line of `reconcile` becomes, and how wrong usage is told.

import { describe, expect, test } from 'vitest';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { parametersFromDecimals } from '../../src/core/matching/parameters-from-decimals.ts';

const FILES = ['--gl', 'g.csv', '--bank', 'b.csv'];
const commandOf = (...args: string[]) => reconcileOptions([...FILES, ...args])!.command(null);

function refusal(args: readonly string[]): string {
  try {
    reconcileOptions(args);
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'usage') return error.sentence;
    throw error;
  }
  return 'not refused';
}

describe('files', () => {
  test.each([
    [['--gl', 'a', 'b', '--bank', 'c', 'd']],
    [['--gl', 'a', '--bank', 'c', '--gl', 'b', '--bank=d']],
    [['--gl=a', '--gl', 'b', '--json', '--bank', 'c', 'd']],
  ])('%j are two a side', (args) => {
    const { files } = reconcileOptions(args)!.command(null);
    expect(files.gl.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(files.bank.map(({ name }) => name)).toEqual(['c', 'd']);
  });
});

describe('the command', () => {
  test('has three days either way and nothing tolerated when nothing is said', () => {
    expect(commandOf()).toMatchObject({
      session: null,
      periodStart: null,
      periodEnd: null,
      defaultCurrency: 'NGN',
      rejectedShare: null,
      parameters: {
        daysForward: 3,
        daysBack: 3,
        reversalDaysForward: 7,
        reversalDaysBack: 7,
        netReversals: true,
        method: 'line_by_line',
        events: [],
        tolerancePercent: '0',
        mscRate: '0',
        excludeDebitsFromRate: true,
        amounts: { tolerance: '0', chargeMin: '0', chargeMax: '0' },
      },
    });
  });

  test('has every option that was given', () => {
    const { parameters, ...rest } = commandOf(
      ...'--days-forward 10 --days-back 2 --search-mode forward --tolerance 0.5 --tolerance-percent 1.25'.split(' '),
      ...'--charge-min 10 --charge-max 53.75 --msc-rate 0.005 --include-debits-in-rate --no-reversals'.split(' '),
      ...'--from 2026-03-01 --to 2026-03-31 --session March --currency usd --rejected-share 0.05'.split(' '),
      ...'--method line_by_line --service transfers --account 0123456789 --event 2026-03-01:2026-03-07'.split(' '),
    );
    expect(rest).toMatchObject({
      session: 'March',
      periodStart: 20_513,
      periodEnd: 20_543,
      defaultCurrency: 'USD',
      defaultAccount: '0123456789',
      rejectedShare: 0.05,
    });
    expect(parameters).toEqual({
      daysForward: 10,
      daysBack: 0,
      reversalDaysForward: 10,
      reversalDaysBack: 7,
      netReversals: false,
      method: 'line_by_line',
      events: [{ start: 20_513, end: 20_519 }],
      fees: { display: null, service: 'transfers' },
      rules: [],
      tolerancePercent: '1.25',
      mscRate: '0.005',
      excludeDebitsFromRate: false,
      amounts: { tolerance: '0.5', chargeMin: '10', chargeMax: '53.75' },
    });
  });
});

test('zeros after the decimals that are kept change nothing', () => {
  const { parameters } = commandOf('--tolerance-percent', '0.250000', '--msc-rate', '0.00500000000000');
  expect(parametersFromDecimals(parameters, [])).toMatchObject({ tolerancePercent: 2_500, mscRate: 5_000_000 });
});

describe('wrong usage', () => {
  test.each([
    [['--nope'], /^Unknown option '--nope'\. /],
    [['--tolerance', '-1'], /^--tolerance takes an amount of 0 or more in currency units such as 12\.50, not "-1"\. /],
    [['--tolerance=-1'], /^--tolerance takes an amount of 0 or more in currency units such as 12\.50, not "-1"\. /],
    [['--charge-max', '-.5'], /^--charge-max takes an amount of 0 or more .* not "-\.5"\. /],
    [['--days-forward', '-1'], /^--days-forward takes a whole number from 0 to 3660, not "-1"\. /],
    [['--event', '-1'], /^--event takes two days such as 2026-03-01:2026-03-07, not "-1"\. /],
    [['--account', '-x'], /^Option '--account' takes a value; one that begins with a dash follows an equals sign\. /],
    [['--tolerance', '1e3'], /^--tolerance takes an amount/],
    [['--tolerance-percent', '101'], /^--tolerance-percent takes a percentage from 0 to 100, not "101"\. /],
    [['--msc-rate', '1'], /^--msc-rate takes a share from 0 to below 1, not "1"\. /],
    [['--tolerance-percent', '0.00004'], /^--tolerance-percent takes up to 4 decimals, not "0\.00004"\. /],
    [['--tolerance-percent', '0.49999'], /^--tolerance-percent takes up to 4 decimals/],
    [['--msc-rate', '0.0000000001'], /^--msc-rate takes up to 9 decimals, not "0\.0000000001"\. /],
    [['--charge-min', '5'], /^--charge-min 5 is above --charge-max 0\. /],
    [['--days-forward', '1.5'], /^--days-forward takes a whole number from 0 to 3660, not "1\.5"\. /],
    [['--search-mode', 'sideways'], /^--search-mode is forward, backward, both, not "sideways"\. /],
    [['--from', '2026-02-30'], /^--from takes a day such as 2026-03-31, not "2026-02-30"\. /],
    [['--from', '2026-03-31', '--to', '2026-03-01'], /^The period ends before it starts: /],
    [['--event', '2026-03-01'], /^--event takes two days such as 2026-03-01:2026-03-07, not "2026-03-01"\. /],
    [['--event', '2026-03-07:2026-03-01'], /^The event ends before it starts: --event /],
    [['--account', ' '], /^--account takes a number of 1 to 256 characters\. /],
    [['--method', 'guess'], /^--method is line_by_line, bulk, /],
    [['--service', 'nip'], /^--service nip belongs to --kind nip\. /],
    [['--service', 'nip', '--kind', 'atm'], /^--service nip is no service of --kind atm\. /],
    [['--flow', 'inward'], /^--flow belongs to --kind nip or --kind atm\. /],
    [['--kind', 'nip', '--flow', 'in'], /^--flow is inward or outward, not "in"\. /],
    [['--service', 'nipp'], /^--service is card_settlement, /],
    [['--currency', 'XXQ'], /^--currency takes an ISO code such as NGN, not "XXQ"\. /],
    [['--currency', ''], /^--currency takes an ISO code such as NGN, not ""\. /],
    [['--currency', 'naira'], /^--currency takes an ISO code such as NGN, not "naira"\. /],
    [['--rejected-share', '2'], /^--rejected-share takes a share from 0 to 1, not "2"\. /],
    [['--session', ''], /^--session takes a name of 1 to 256 characters, not one of 0\. /],
    [['--session', 'x'.repeat(257)], /^--session takes a name of 1 to 256 characters, not one of 257\. /],
    [
      ['--session', `adhoc-${'0a'.repeat(16)}`],
      /^--session takes no name of the form adhoc- and 32 hexadecimal digits/,
    ],
    [['--session', '.'], /^--session takes a name that can stand in a path, not "\."\. /],
    [['--session', '..'], /^--session takes a name that can stand in a path, not "\.\."\. /],
    [['--explain', '12'], /^--explain takes two lines such as 12:40, the ledger’s first, not "12"\. /],
    [['--out', ''], /^--out takes a folder\. /],
    [['stray.csv'], /^Unexpected argument 'stray\.csv'\. /],
  ])('%j is one sentence', (args, sentence) => {
    const said = refusal([...FILES, '--json', ...args]);
    expect(said).toMatch(sentence);
    expect(said).toMatch(/^[^\n]* See tieout reconcile --help\.$/);
  });

  test.each([
    [['--bank', 'y'], 'Name the ledger’s files with --gl.'],
    [['--gl', 'x'], 'Name the bank’s files with --bank.'],
    [['--bank', 'y', '--gl'], "Option '--gl <value>' argument missing."],
  ])('%j names what is missing', (args, sentence) => {
    expect(refusal(args)).toBe(`${sentence} See tieout reconcile --help.`);
  });
});

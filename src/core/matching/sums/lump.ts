// Tier 9: compares one total a side by currency, in each event window or over all rows. Within tolerance all rows are
// one group; otherwise nothing matches, and a note says how far the totals are apart.

import { formatDay } from '../../money/calendar.ts';
import { exponentOf, formatGrouped } from '../../money/money.ts';
import type { Period } from '../../records/documents/period.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import type { Matching } from '../matching.ts';
import { OPEN } from '../side-numbers.ts';
import { type GroupRows, sumOf, sumsAgree, takeGroup } from './take-group.ts';

const ANYWHERE: Period = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

export function matchLump(matching: Matching): void {
  const { account, parameters } = matching;
  const windows = parameters.events.length === 0 ? [ANYWHERE] : parameters.events;
  for (const window of windows) {
    account.currencies.forEach((_, currency) => {
      const rows = {
        gl: openWithin(matching, 'gl', { window, currency }),
        bank: openWithin(matching, 'bank', { window, currency }),
      };
      if (rows.gl.length === 0 || rows.bank.length === 0) return;
      if (sumsAgree(matching, rows)) takeGroup(matching, rows, { tier: 9 });
      else noteDifference(matching, rows, window);
    });
  }
}

function openWithin(
  { account }: Matching,
  side: Side,
  { window, currency }: { readonly window: Period; readonly currency: number },
): number[] {
  const rows = account[side];
  const lies = (day: number): boolean => day >= window.start && day <= window.end;
  return [...rows.state.keys()].filter(
    (i) => rows.state[i] === OPEN && rows.currency[i] === currency && (lies(rows.day[i]) || lies(rows.valueDay[i])),
  );
}

function noteDifference({ account, source, notes }: Matching, rows: GroupRows, window: Period): void {
  const code = account.currencies[account.gl.currency[rows.gl[0]]];
  const [ledger, bank] = SIDES.map((side) => sumOf(account[side].amount, rows[side]));
  const figure = (amount: bigint): string => formatGrouped(amount, exponentOf(code));
  const apart = ledger! > bank! ? ledger! - bank! : bank! - ledger!;
  const row = account.gl.row[rows.gl[0]];
  const name = source.gl.accounts[source.gl.account[row]];
  const where = [
    ...(name === '' ? [] : [`account ${name}`]),
    ...(window === ANYWHERE ? [] : [`${formatDay(window.start)} to ${formatDay(window.end)}`]),
  ];
  notes.add(
    `The totals${where.length === 0 ? '' : ` of ${where.join(', ')}`} do not agree: ledger ${figure(ledger!)}, ` +
      `bank ${figure(bank!)} ${code}, ${figure(apart)} apart; nothing was matched by them.`,
  );
}

// Why no tier was certain of two open rows that no rule excludes: a charge too large without a reference, other rows
// that are as likely, unlike numbers of interchangeable rows, too little evidence. It judges by the rows that matching
// left open; each obstacle is a sentence of its own (cli/results/obstacle-words.ts).

import { serviceOfPair } from '../../fees/row-services.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { firstRow, sizeOf } from '../classes.ts';
import { equalCounts } from '../contest/contest.ts';
import type { AccountMatch } from '../match-account.ts';
import type { Obstacle, RowPair } from './obstacle.ts';

/** The obstacles, at least one, strongest first. `rows`: of the columns. */
export function uncertainties({ account, left }: AccountMatch, rows: RowPair): Obstacle[] {
  const { contest, live } = left;
  const classes = { gl: classOf('gl'), bank: classOf('bank') };
  const sizes = { gl: sizeOf(contest.gl.classes, classes.gl), bank: sizeOf(contest.bank.classes, classes.bank) };
  const found: Obstacle[] = sizes.gl === sizes.bank ? [] : [{ kind: 'unlike_numbers', ...sizes }];
  const own = live.find((e) => contest.glClass[e] === classes.gl && contest.bankClass[e] === classes.bank);
  if (own === undefined) {
    const g = account.gl.row.indexOf(rows.gl);
    const b = account.bank.row.indexOf(rows.bank);
    const x = account.gl.amount[g];
    const y = account.bank.amount[b];
    const service = serviceOfPair(account.gl.service[g], account.bank.service[b]);
    const agreeWithoutKey = account.agreement.withoutKey(x, y, account.gl.currency[g], service);
    found.push(agreeWithoutKey ? { kind: 'crowded' } : { kind: 'charge_too_large' });
    return found;
  }
  const shares = left.shares();
  const share = (side: Side, e: number): number => shares[side].share(classes[side], contest.evidence[e]);
  for (const side of SIDES) {
    const rival = bestRival(side, own);
    if (rival < 0 || share(side, rival) < share(side, own)) continue;
    const other = side === 'gl' ? 'bank' : 'gl';
    const row = account[other].row[firstRow(contest[other].classes, contest[`${other}Class`][rival])];
    found.push({ kind: 'better_candidate', side, row, share: share(side, rival), own: share(side, own) });
  }
  if (found.length > 0) return found;
  const side = share('gl', own) <= share('bank', own) ? 'gl' : 'bank';
  if (!equalCounts(contest, own)) return [{ kind: 'not_certain' }];
  return [{ kind: 'unlikely', side, share: share(side, own), nobody: shares[side].nobody(classes[side]) }];

  function classOf(side: Side): number {
    const i = account[side].row.indexOf(rows[side]);
    const { count, start, rows: members } = contest[side].classes;
    for (let c = 0; c < count; c++) if (members.subarray(start[c], start[c + 1]).includes(i)) return c;
    return -1;
  }

  /** The best other candidate of one of the two rows, or -1. */
  function bestRival(side: Side, own: number): number {
    let best = -1;
    for (const e of live) {
      if (contest[`${side}Class`][e] !== classes[side] || e === own) continue;
      if (best < 0 || contest.evidence[e] > contest.evidence[best]) best = e;
    }
    return best;
  }
}

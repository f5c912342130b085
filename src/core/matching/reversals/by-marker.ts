// Nets reversals that no key nets: a row with a marker (REVERSAL, RVSL, VOID ...) against a row without one, in a
// contest by their other words and days. Rules: docs/decisions/matching-definitions.md, "Tiers" (after tier 3).

import { REVERSAL_WORDS } from '../../words/reversal-words.ts';
import { type ClassIndex, indexOpen, placesWithin } from '../candidates/class-index.ts';
import { sizeOf } from '../classes.ts';
import type { Contest } from '../contest/contest.ts';
import { type Choice, LiveContest, runRounds } from '../contest/rounds.ts';
import { dayCounts, dayEvidence, dayShares } from '../evidence/day-evidence.ts';
import { QUARTER } from '../evidence/nobody.ts';
import { LEAST_ODDS } from '../evidence/probability.ts';
import type { Matching } from '../matching.ts';
import { numbersOf } from '../texts/carried-words.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import { withoutWords } from '../texts/weighed-texts.ts';
import { weighedOf } from '../tiers/weighed.ts';
import { type Netted, net, type ReversalSide, reversalDays } from './netted.ts';

/** Rows without a marker take the place of "gl" in the contest, rows with one that of "bank". */
export function netByMarker(matching: Matching, of: ReversalSide, netted: Netted[]): void {
  const contest = contestOf(matching, of);
  const side = matching.account[of.name];
  const state = new LiveContest(contest);
  const take = (choice: Choice): void => {
    const { gl, bank } = state.contest;
    const g = contest.glClass[choice.candidate];
    const b = contest.bankClass[choice.candidate];
    const weighed = weighedOf(matching, { ...choice, contest }, { left: of.name, right: of.name });
    for (let k = 0; k < sizeOf(gl.classes, g); k++) {
      const original = gl.classes.rows[gl.classes.start[g] + k];
      const reversal = bank.classes.rows[bank.classes.start[b] + k];
      net(side, { original, reversal, weighed }, netted);
    }
  };
  const { rounds } = matching.calibration;
  runRounds(state, { leastOdds: LEAST_ODDS[3], rounds, take, sides: { gl: side, bank: side } });
}

function contestOf(matching: Matching, of: ReversalSide): Contest {
  const { name, keys, marked, costs } = of;
  const side = matching.account[name];
  const originals = indexOpen(side, keys, { accepts: (i) => !marked[i] });
  const reversals = indexOpen(side, keys, { accepts: (i) => marked[i] === 1 });
  const found = candidatesOf(matching, of, { originals, reversals });
  const texts = withoutWords(matching.texts[name], numbersOf(matching.account, REVERSAL_WORDS));
  const comparison = new TextEvidence(matching.words, costs, { left: name, right: name });
  const window = { daysBack: 0, daysForward: matching.parameters.reversalDaysForward };
  const days = dayEvidence(window, dayCounts(window), dayCounts(window));
  const text = Int32Array.from(found, ({ i, j }) => comparison.of(texts, i, texts, j));
  const rivals = {
    gl: new Float64Array(originals.classes.count),
    bank: new Float64Array(reversals.classes.count),
  };
  for (const { original, reversal } of found) {
    rivals.gl[original] += sizeOf(reversals.classes, reversal);
    rivals.bank[reversal] += sizeOf(originals.classes, original);
  }
  return {
    daysBack: 0,
    accident: QUARTER,
    gl: { classes: originals.classes, rivals: rivals.gl, partnerless: 0 },
    bank: { classes: reversals.classes, rivals: rivals.bank, partnerless: 0 },
    glClass: Uint32Array.from(found, ({ original }) => original),
    bankClass: Uint32Array.from(found, ({ reversal }) => reversal),
    days: Int32Array.from(found, (edge) => edge.days),
    kind: new Uint8Array(found.length),
    text,
    evidence: text.map((words, e) => words + days[found[e].days]),
    tables: {
      costs,
      days,
      dayShares: dayShares(window, dayCounts(window), dayCounts(window)),
      amounts: new Int32Array(1),
      leastText: -0x7fffffff,
    },
  };
}

interface Edge {
  /** Rows and classes. */
  readonly i: number;
  readonly j: number;
  readonly original: number;
  readonly reversal: number;
  readonly days: number;
}

function candidatesOf(
  matching: Matching,
  { name }: ReversalSide,
  { originals, reversals }: { readonly originals: ClassIndex; readonly reversals: ClassIndex },
): Edge[] {
  const side = matching.account[name];
  const found: Edge[] = [];
  for (let place = 0; place < reversals.row.length; place++) {
    const j = reversals.row[place];
    const size = Math.abs(side.amount[j]);
    const opposite = side.currency[j] * 2 + (side.amount[j] > 0 ? 0 : 1);
    const [from, to] = placesWithin(originals, opposite, [size, size]);
    if (to - from > matching.calibration.crowd) continue;
    for (let at = from; at < to; at++) {
      const i = originals.row[at];
      const days = reversalDays(matching, name, { original: i, reversal: j });
      if (days === null || days < 0) continue;
      found.push({ i, j, original: originals.order[at], reversal: reversals.order[place], days });
    }
  }
  return found;
}

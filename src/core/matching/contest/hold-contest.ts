// Holds a contest: finds the candidates, learns from the clear pairs among them, and weighs each by text, days and
// amount. Rules: docs/decisions/matching-definitions.md, "A contest".

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { type Candidates, findCandidates } from '../candidates/candidates.ts';
import { indexForText, type TextIndex } from '../candidates/class-index.ts';
import type { SearchRules } from '../candidates/place-spans.ts';
import { sizeOf } from '../classes.ts';
import { type AmountCounts, amountCounts, amountEvidence } from '../evidence/amount-evidence.ts';
import { dayEvidence, dayShares } from '../evidence/day-evidence.ts';
import type { Learned } from '../evidence/learned.ts';
import type { PenaltyTables } from '../evidence/penalties.ts';
import { estimateRewording } from '../evidence/rewording.ts';
import { NO_EVIDENCE } from '../evidence/shares.ts';
import type { Matching } from '../matching.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import type { PairWindow } from '../window.ts';
import type { Contest, ContestSide, EvidenceTables } from './contest.ts';
import { learnFrom } from './learning.ts';
import { estimateNobody } from './nobody-estimate.ts';

/** About so many candidates that are alone both ways are enough to estimate rewording. */
const LONE_CANDIDATES = 4_096;

interface ContestRules extends SearchRules {
  readonly window: PairWindow;
}

type Accepts = Readonly<Record<Side, (row: number) => boolean>>;

export function holdContest(matching: Matching, asked: ContestRules, learned: Learned): Contest {
  const rules = { ...asked, exact: asked.exact || matching.agreement.exactOnly };
  const { daysBack } = rules.window;
  const found = candidatesOf(matching, rules);
  const clearAmounts = amountCounts();
  learnFrom(matching, found, {
    tables: tablesOf(found, rules, learned, clearAmounts),
    learned,
    clearAmounts,
    daysBack,
  });
  const tables = tablesOf(found, rules, learned, clearAmounts);
  const before = contestOf(matching, found, { tables, daysBack, days: found.days });
  const leastText = rules.exact ? estimateRewording(loneCandidates(before), found.accident) : NO_EVIDENCE;
  const contest = { ...before, evidence: evidenceOf(before, leastText), tables: { ...tables, leastText } };
  const nobody = estimateNobody(contest);
  const side = (name: Side): ContestSide => ({ ...contest[name], partnerless: nobody[name] });
  return { ...contest, gl: side('gl'), bank: side('bank') };
}

/** A contest of equal amounts on any days, by texts alone, among some of the open rows. */
export function holdTextContest(matching: Matching, costs: PenaltyTables, accepts: Accepts): Contest {
  const found = candidatesOf(matching, { exact: true, window: null }, accepts);
  const tables = {
    costs,
    days: new Int32Array(1),
    dayShares: new Uint8Array(1),
    amounts: new Int32Array(1),
    leastText: NO_EVIDENCE,
  };
  // All zero: days are no evidence here.
  return contestOf(matching, found, { tables, daysBack: 0, days: new Int32Array(found.count) });
}

/** Candidates among the open rows, or among those that `accepts` takes. */
function candidatesOf(matching: Matching, rules: SearchRules, accepts?: Accepts): Candidates {
  const { account, keys, words, notes } = matching;
  const [gl, bank] = SIDES.map((side) => {
    const options = { isByDay: !rules.exact, ...(accepts && { accepts: accepts[side] }) };
    return indexForText(account[side], keys[side], words.about, options);
  });
  const found = findCandidates(matching, { gl: gl!, bank: bank! }, rules);
  if (found.wasCrowded) {
    notes.add(
      'Some rows had too many others of like amount and days to be compared with; only ones that share a word were.',
    );
  }
  if (found.wasStopped) {
    notes.add(
      'Some rows share words with too many others of like amount and days; only ones that share two were compared.',
    );
  }
  return found;
}

function tablesOf(
  found: Candidates,
  { exact, window }: ContestRules,
  { penalties, clearDays }: Learned,
  clearAmounts: AmountCounts,
): EvidenceTables {
  return {
    costs: { gl: penalties.table('gl'), bank: penalties.table('bank') },
    days: dayEvidence(window, clearDays, found.allDays),
    dayShares: dayShares(window, clearDays, found.allDays),
    amounts: exact ? new Int32Array(clearAmounts.length) : amountEvidence(clearAmounts, found.allAmounts),
    leastText: NO_EVIDENCE,
  };
}

/** The contest by texts alone, before anything is known of nobody. */
function contestOf(
  { words }: Matching,
  { gl, bank, glPlace, bankPlace, ...found }: Candidates,
  known: Pick<Contest, 'tables' | 'daysBack' | 'days'>,
): Contest {
  const comparison = new TextEvidence(words, known.tables.costs);
  const text = new Int32Array(found.count);
  for (let e = 0; e < text.length; e++) text[e] = comparison.of(gl.texts, glPlace[e], bank.texts, bankPlace[e]);
  return {
    ...known,
    accident: found.accident,
    gl: { classes: gl.classes, rivals: byClass(gl, found.glRivals), partnerless: 0 },
    bank: { classes: bank.classes, rivals: byClass(bank, found.bankRivals), partnerless: 0 },
    glClass: classesAt(gl, glPlace),
    bankClass: classesAt(bank, bankPlace),
    kind: found.kind,
    text,
    evidence: text,
  };
}

function evidenceOf({ text, days, daysBack, kind, tables }: Contest, leastText: number): Int32Array {
  const evidence = new Int32Array(text.length);
  for (let e = 0; e < evidence.length; e++) {
    evidence[e] = Math.max(text[e], leastText) + tables.days[days[e] + daysBack] + tables.amounts[kind[e]];
  }
  return evidence;
}

function classesAt({ order }: TextIndex, places: Uint32Array): Uint32Array {
  const classes = new Uint32Array(places.length);
  for (let e = 0; e < places.length; e++) classes[e] = order[places[e]];
  return classes;
}

function byClass({ order }: TextIndex, byPlace: Float64Array): Float64Array {
  const values = new Float64Array(byPlace.length);
  for (let place = 0; place < order.length; place++) values[order[place]] = byPlace[place];
  return values;
}

/** Text and day evidence of candidates that are alone both ways; about LONE_CANDIDATES, in canonical order. */
function loneCandidates({ gl, bank, glClass, bankClass, ...contest }: Contest): [text: number, days: number][] {
  const alone: number[] = [];
  for (let e = 0; e < glClass.length; e++) {
    const g = glClass[e];
    const b = bankClass[e];
    const rows = sizeOf(gl.classes, g);
    if (rows === sizeOf(bank.classes, b) && gl.rivals[g] === rows && bank.rivals[b] === rows) alone.push(e);
  }
  alone.sort((a, b) => glClass[a] - glClass[b]);
  const step = Math.max(1, Math.ceil(alone.length / LONE_CANDIDATES));
  const { text, days, daysBack, tables } = contest;
  return alone.filter((_, k) => k % step === 0).map((e) => [text[e], tables.days[days[e] + daysBack]]);
}

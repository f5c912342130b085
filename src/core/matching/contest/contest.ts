// The candidates of open classes with their evidence (text, days and amounts, learned from the clear pairs among them)
// and the evidence for nobody. Tiers 3 and 4 choose from a contest of equal amounts, tiers 5 and 6 from one of agreeing
// amounts. Rules: docs/decisions/matching-definitions.md, "A contest".

import type { Side } from '../../records/rows/columns.ts';
import { type Candidates, findCandidates } from '../candidates/candidates.ts';
import { type ClassIndex, indexForText, type TextIndex } from '../candidates/class-index.ts';
import type { SearchRules } from '../candidates/place-spans.ts';
import { type Classes, sizeOf } from '../classes.ts';
import { type AmountCounts, amountCounts, amountEvidence } from '../evidence/amount-evidence.ts';
import { dayEvidence, dayShares } from '../evidence/day-evidence.ts';
import type { Learned } from '../evidence/learned.ts';
import { type Accident, QUARTER } from '../evidence/nobody.ts';
import type { PenaltyTables } from '../evidence/penalties.ts';
import { estimateRewording } from '../evidence/rewording.ts';
import type { Matching } from '../matching.ts';
import { TextEvidence } from '../texts/text-evidence.ts';
import type { PairWindow } from '../window.ts';
import { learnFrom } from './learning.ts';
import { estimateNobody } from './nobody-estimate.ts';
import type { EvidenceTables } from './tables.ts';

export interface Contest {
  readonly exact: boolean;
  readonly daysBack: number;
  readonly accident: Accident;
  readonly gl: ContestSide;
  readonly bank: ContestSide;
  readonly count: number;
  /** For each candidate: classes, signed days, kind of amount, and evidence in sixteenths of a bit. */
  readonly glClass: Uint32Array;
  readonly bankClass: Uint32Array;
  readonly days: Int32Array;
  readonly kind: Uint8Array;
  /** `text`: evidence of texts alone. `evidence`: of texts, days and amounts together. */
  readonly text: Int32Array;
  readonly evidence: Int32Array;
  readonly tables: EvidenceTables;
}

export interface ContestSide {
  readonly classes: Classes;
  /** For each class how many rows of the other side it could be paired with. */
  readonly rivals: Float64Array;
  /** Odds that a row of the side has no partner. */
  readonly partnerless: number;
}

/** Learning uses the candidates of about this many ledger classes. */
const LEARNING_CLASSES = 4_096;
const ALONE_PAIRS = 4_096;

export function holdContest(matching: Matching, rules: WindowRules, learned: Learned): Contest {
  const { account, keys, words, agreement } = matching;
  const exact = rules.exact || agreement.exactOnly;
  const options = { isByDay: !exact };
  const indexes = {
    gl: indexForText(account.gl, keys.gl, words.about, options),
    bank: indexForText(account.bank, keys.bank, words.about, options),
  };
  const found = findCandidates(matching, indexes, { ...rules, exact });
  noteBounds(matching, found);
  const clearAmounts = amountCounts();
  const tables = tablesOf(found, { learned, clearAmounts, rules, exact });
  learnFrom(matching, found, {
    tables,
    learned,
    clearAmounts,
    daysBack: rules.window.daysBack,
    most: LEARNING_CLASSES,
  });
  return weigh(matching, found, tablesOf(found, { learned, clearAmounts, rules, exact }), { ...rules, exact });
}

function noteBounds({ notes }: Matching, { wasCrowded, wasStopped }: Candidates): void {
  if (wasCrowded) {
    notes.add(
      'Some rows had too many others of like amount and days to be compared with; only ones that share a word were.',
    );
  }
  if (wasStopped) {
    notes.add(
      'Some rows share words with too many others of like amount and days; only ones that share two were compared.',
    );
  }
}

interface WindowRules extends SearchRules {
  readonly window: PairWindow;
}

/** A contest of equal amounts on any days, by texts alone, among some of the open rows. */
export function holdTextContest(
  matching: Matching,
  costs: PenaltyTables,
  accepts: { readonly gl: (row: number) => boolean; readonly bank: (row: number) => boolean },
): Contest {
  const { account, keys, words } = matching;
  const indexes = {
    gl: indexForText(account.gl, keys.gl, words.about, { accepts: accepts.gl }),
    bank: indexForText(account.bank, keys.bank, words.about, { accepts: accepts.bank }),
  };
  const found = findCandidates(matching, indexes, { exact: true, window: null });
  noteBounds(matching, found);
  const { gl, bank, glPlace, bankPlace } = found;
  const comparison = new TextEvidence(words, costs);
  const text = new Int32Array(found.count);
  for (let e = 0; e < text.length; e++) text[e] = comparison.of(gl.texts, glPlace[e], bank.texts, bankPlace[e]);
  return {
    exact: true,
    daysBack: 0,
    accident: QUARTER,
    gl: { classes: gl.classes, rivals: byClass(gl, found.glRivals), partnerless: 0 },
    bank: { classes: bank.classes, rivals: byClass(bank, found.bankRivals), partnerless: 0 },
    count: found.count,
    glClass: classesAt(gl, glPlace),
    bankClass: classesAt(bank, bankPlace),
    // All zero: days are no evidence here.
    days: new Int32Array(found.count),
    kind: found.kind,
    text,
    evidence: text,
    tables: {
      costs,
      days: new Int32Array(1),
      dayShares: new Uint8Array(1),
      amounts: new Int32Array(1),
      leastText: -0x7fffffff,
    },
  };
}

interface Counted {
  readonly learned: Learned;
  readonly clearAmounts: AmountCounts;
  readonly rules: WindowRules;
  readonly exact: boolean;
}

function tablesOf(found: Candidates, { learned, clearAmounts, rules, exact }: Counted): EvidenceTables {
  const { penalties, clearDays } = learned;
  return {
    costs: { gl: penalties.table('gl'), bank: penalties.table('bank') },
    days: dayEvidence(rules.window, clearDays, found.allDays),
    dayShares: dayShares(rules.window, clearDays, found.allDays),
    amounts: exact ? new Int32Array(clearAmounts.length) : amountEvidence(clearAmounts, found.allAmounts),
    leastText: -0x7fffffff,
  };
}

function weigh(matching: Matching, found: Candidates, tables: EvidenceTables, rules: WindowRules): Contest {
  const { gl, bank, count, glPlace, bankPlace } = found;
  const comparison = new TextEvidence(matching.words, tables.costs);
  const text = new Int32Array(count);
  for (let e = 0; e < count; e++) text[e] = comparison.of(gl.texts, glPlace[e], bank.texts, bankPlace[e]);
  const rivals = { gl: byClass(gl, found.glRivals), bank: byClass(bank, found.bankRivals) };
  const { daysBack } = rules.window;
  const leastText = rules.exact
    ? estimateRewording(aloneOnes(found, { text, days: tables.days, daysBack, rivals }), found.accident)
    : tables.leastText;
  const evidence = new Int32Array(count);
  for (let e = 0; e < count; e++) {
    const words = Math.max(text[e], leastText);
    evidence[e] = words + tables.days[found.days[e] + daysBack] + tables.amounts[found.kind[e]];
  }
  const glClass = classesAt(gl, glPlace);
  const bankClass = classesAt(bank, bankPlace);
  const nobody = estimateNobody({
    accident: found.accident,
    evidence,
    gl: { classes: gl.classes, classOf: glClass, rivals: rivals.gl },
    bank: { classes: bank.classes, classOf: bankClass, rivals: rivals.bank },
  });
  const side = (name: Side, index: ClassIndex): ContestSide => ({
    classes: index.classes,
    rivals: rivals[name],
    partnerless: nobody[name],
  });
  return {
    exact: rules.exact,
    daysBack,
    accident: found.accident,
    gl: side('gl', gl),
    bank: side('bank', bank),
    count,
    glClass,
    bankClass,
    days: found.days,
    kind: found.kind,
    text,
    evidence,
    tables: { ...tables, leastText },
  };
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

interface Weighed {
  readonly text: Int32Array;
  readonly days: Int32Array;
  readonly daysBack: number;
  readonly rivals: { readonly gl: Float64Array; readonly bank: Float64Array };
}

/** Text evidence and day evidence of pairs that are alone both ways; at most about ALONE_PAIRS, in canonical order. */
function aloneOnes({ gl, bank, count, glPlace, bankPlace, days }: Candidates, weighed: Weighed): [number, number][] {
  const alone: [glClass: number, e: number][] = [];
  for (let e = 0; e < count; e++) {
    const g = gl.order[glPlace[e]];
    const b = bank.order[bankPlace[e]];
    const rows = sizeOf(gl.classes, g);
    if (rows !== sizeOf(bank.classes, b) || weighed.rivals.gl[g] !== rows || weighed.rivals.bank[b] !== rows) continue;
    alone.push([g, e]);
  }
  alone.sort((a, b) => a[0] - b[0]);
  const step = Math.max(1, Math.ceil(alone.length / ALONE_PAIRS));
  return alone
    .filter((_, k) => k % step === 0)
    .map(([, e]) => [weighed.text[e], weighed.days[days[e] + weighed.daysBack]]);
}

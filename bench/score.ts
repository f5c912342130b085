// Scores an answer against the truth of a made-up month: precision by tier and cause, recall, and whether confidences
// are kept. Rows of one side with equal content are interchangeable, so a pair is right if it joins the right contents,
// whichever of two twins it has.

import { CAUSES, type Cause } from '../src/generation/causes.ts';
import type { RowPlace, TruthRow } from '../src/generation/truth.ts';

/** Pairs at or above this confidence promise that 99 in a hundred are right. */
const FIRM_CONFIDENCE = 0.9;

/** A pair in an answer: a ledger and a bank row or, for a reversal, two rows of one side. */
export interface AssertedPair {
  readonly a: RowPlace;
  readonly b: RowPlace;
  readonly tier: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** The probability shown for this pair, 0 to 1; null if a key decided. */
  readonly probability?: number | null;
}

interface ScoreInput {
  readonly truth: readonly TruthRow[];
  readonly asserted: readonly AssertedPair[];
  /** Content of a row without its own id (truth.ts). Without this, no two rows are interchangeable. */
  readonly contentOf?: (row: RowPlace) => string;
  /** Causes that should be matched, for a run that cannot match all (it was not told the fees). */
  readonly shouldMatch?: (cause: Cause) => boolean;
}

/** Counts of pairs; precision is null if there are none. */
export interface Precision {
  readonly asserted: number;
  readonly right: number;
  readonly precision: number | null;
}

export interface Score {
  readonly all: Precision;
  /** Pairs at FIRM_CONFIDENCE or above. */
  readonly firm: Precision;
  /** One entry for each tier, in the order of names. */
  readonly tiers: readonly (Precision & { readonly tier: string })[];
  /** True pairs that should be matched, how many were, and how many with high confidence. */
  readonly recall: {
    readonly matchable: number;
    readonly found: number;
    readonly foundFirm: number;
    readonly recall: number | null;
  };
  /** One entry for each cause, including those that should stay open: there `found` counts wrongly matched ones. */
  readonly causes: readonly {
    readonly cause: Cause;
    readonly expected: 'match' | 'open';
    readonly pairs: number;
    readonly found: number;
  }[];
  /**
   * One entry for each confidence in hundredths, highest first. A promise is kept if precision is not below the
   * confidence.
   */
  readonly calibration: readonly (Precision & { readonly confidence: number })[];
  /**
   * One entry for each tenth of the shown probability, lowest first, for pairs that show one: the mean shown, and the
   * share that is right.
   */
  readonly shown: readonly (Precision & { readonly tenth: number; readonly mean: number })[];
  /** Wrong pairs with the true causes of both rows; null for a row that is not in the truth. */
  readonly wrong: readonly (AssertedPair & { readonly causes: readonly [Cause | null, Cause | null] })[];
}

const placeKey = ({ side, file, line }: RowPlace): string => `${side}|${file}|${line}`;

/** True pairs between two classes of interchangeable rows: the causes that are not yet claimed. */
type Links = Map<string, Cause[]>;

const linkKey = (a: number, b: number): string => (a < b ? `${a}|${b}` : `${b}|${a}`);

type KnownRows = ReadonlyMap<string, { readonly classOf: number; readonly cause: Cause }>;

/** Numbers the classes of interchangeable rows; answers class and cause of each row. */
function classesOf(truth: readonly TruthRow[], contentOf: (row: RowPlace) => string): KnownRows {
  const classes = new Map<string, number>();
  const rows = new Map<string, { readonly classOf: number; readonly cause: Cause }>();
  for (const row of truth) {
    const content = `${row.side}|${contentOf(row)}`;
    let classOf = classes.get(content);
    if (classOf === undefined) classes.set(content, (classOf = classes.size));
    rows.set(placeKey(row), { classOf, cause: row.cause });
  }
  return rows;
}

/** The true pairs: ledger with bank if a group has both, else its rows with each other. */
function truePairs(group: readonly TruthRow[]): [TruthRow, TruthRow][] {
  const gl = group.filter((row) => row.side === 'gl');
  const bank = group.filter((row) => row.side === 'bank');
  if (gl.length > 0 && bank.length > 0) return gl.flatMap((a) => bank.map((b): [TruthRow, TruthRow] => [a, b]));
  return group.flatMap((a, i) => group.slice(i + 1).map((b): [TruthRow, TruthRow] => [a, b]));
}

function groupsOf(truth: readonly TruthRow[]): Iterable<TruthRow[]> {
  const groups = new Map<string, TruthRow[]>();
  for (const row of truth) {
    const group = groups.get(row.group);
    if (group) group.push(row);
    else groups.set(row.group, [row]);
  }
  return groups.values();
}

/** Counts of pairs by a key. */
class Counts<K extends string | number> {
  private readonly byKey = new Map<K, { asserted: number; right: number }>();

  add(key: K, right: boolean): void {
    const count = this.byKey.get(key) ?? { asserted: 0, right: 0 };
    count.asserted += 1;
    if (right) count.right += 1;
    this.byKey.set(key, count);
  }

  of(key: K): Precision {
    const { asserted, right } = this.byKey.get(key) ?? { asserted: 0, right: 0 };
    return { asserted, right, precision: asserted === 0 ? null : right / asserted };
  }

  sorted(order: (a: K, b: K) => number): K[] {
    return [...this.byKey.keys()].sort(order);
  }
}

interface Claims {
  pairs: number;
  found: number;
  foundFirm: number;
}

/** The true links, by classes and by cause. */
function linksOf({
  truth,
  rows,
  shouldMatch,
}: Pick<ScoreInput, 'truth'> & { rows: KnownRows; shouldMatch: (cause: Cause) => boolean }) {
  const links: Links = new Map();
  const claims = new Map<Cause, Claims>();
  for (const group of groupsOf(truth)) {
    for (const [a, b] of truePairs(group)) {
      const key = linkKey(rows.get(placeKey(a))!.classOf, rows.get(placeKey(b))!.classOf);
      const causes = links.get(key);
      if (causes) causes.push(a.cause);
      else links.set(key, [a.cause]);
      const claim = claims.get(a.cause) ?? { pairs: 0, found: 0, foundFirm: 0 };
      claim.pairs += 1;
      claims.set(a.cause, claim);
    }
  }
  // Claimed from the end: of rows joined for several causes, those that should be matched go first.
  for (const causes of links.values()) causes.sort((a, b) => Number(shouldMatch(a)) - Number(shouldMatch(b)));
  return { links, claims };
}

function recallOf(claims: Map<Cause, Claims>, shouldMatch: (cause: Cause) => boolean): Score['recall'] {
  let matchable = 0;
  let found = 0;
  let foundFirm = 0;
  for (const [cause, claim] of claims) {
    if (!shouldMatch(cause)) continue;
    matchable += claim.pairs;
    found += claim.found;
    foundFirm += claim.foundFirm;
  }
  return { matchable, found, foundFirm, recall: matchable === 0 ? null : found / matchable };
}

const matchedByDefault = (cause: Cause): boolean => CAUSES[cause].expected === 'match';

/** Scores an answer. Every true pair counts once: of two pairs that claim it, the more confident one is right. */
export function score({ truth, asserted, contentOf = placeKey, shouldMatch = matchedByDefault }: ScoreInput): Score {
  const rows = classesOf(truth, contentOf);
  const { links, claims } = linksOf({ truth, rows, shouldMatch });
  const overall = new Counts<'all' | 'firm'>();
  const byTier = new Counts<string>();
  const byConfidence = new Counts<number>();
  const byTenth = new Counts<number>();
  const shownSums = new Map<number, number>();
  const wrong: Score['wrong'][number][] = [];
  for (const pair of [...asserted].sort((p, q) => q.confidence - p.confidence)) {
    const a = rows.get(placeKey(pair.a));
    const b = rows.get(placeKey(pair.b));
    const cause = a && b && links.get(linkKey(a.classOf, b.classOf))?.pop();
    const right = cause !== undefined;
    const firm = pair.confidence >= FIRM_CONFIDENCE;
    overall.add('all', right);
    if (firm) overall.add('firm', right);
    byTier.add(pair.tier, right);
    byConfidence.add(Math.round(pair.confidence * 100) / 100, right);
    if (pair.probability != null) {
      const tenth = Math.min(9, Math.floor(pair.probability * 10));
      byTenth.add(tenth, right);
      shownSums.set(tenth, (shownSums.get(tenth) ?? 0) + pair.probability);
    }
    if (cause === undefined) wrong.push({ ...pair, causes: [a?.cause ?? null, b?.cause ?? null] });
    else {
      claims.get(cause)!.found += 1;
      if (firm) claims.get(cause)!.foundFirm += 1;
    }
  }
  return {
    all: overall.of('all'),
    firm: overall.of('firm'),
    tiers: byTier.sorted((a, b) => (a < b ? -1 : 1)).map((tier) => ({ tier, ...byTier.of(tier) })),
    recall: recallOf(claims, shouldMatch),
    causes: [...claims]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([cause, { pairs, found }]) => ({ cause, expected: shouldMatch(cause) ? 'match' : 'open', pairs, found })),
    calibration: byConfidence
      .sorted((a, b) => b - a)
      .map((confidence) => ({ confidence, ...byConfidence.of(confidence) })),
    shown: byTenth
      .sorted((a, b) => a - b)
      .map((tenth) => ({ tenth, mean: shownSums.get(tenth)! / byTenth.of(tenth).asserted, ...byTenth.of(tenth) })),
    wrong,
  };
}

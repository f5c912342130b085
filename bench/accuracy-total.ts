// Scores of several months of one kind, added up and told: precision and recall by tier, what is asserted firmly, and
// what was shown of pairs against what was right. Small months say something only together.

import type { PlottedKind } from './calibration-plot.ts';
import type { Precision, Score } from './score.ts';

/** What a tier promises (docs/matching.md); a tier that is not here promises nothing. */
const PROMISES: Readonly<Record<string, number>> = { 1: 0.99, 2: 0.95, 3: 0.9, 4: 0.8, 5: 0.75, 6: 0.6 };
/** Fewer pairs than this say nothing of a tier's promise, and fewer than the other nothing of a tenth. */
const ENOUGH_OF_A_TIER = 50;
export const ENOUGH_OF_A_TENTH = 200;
/** How far what is shown may be from what is right. */
const TENTH_MARGIN = 0.01;

interface Count {
  asserted: number;
  right: number;
}

const share = ({ asserted, right }: Count): number | null => (asserted === 0 ? null : right / asserted);
const figure = (value: number | null): string => (value === null ? '   -  ' : value.toFixed(4));

export class Total {
  readonly #tiers = new Map<string, Count>();
  readonly #tenths = new Map<number, Count & { shown: number }>();
  readonly #all = { asserted: 0, right: 0 };
  readonly #firm = { asserted: 0, right: 0 };
  #matchable = 0;
  #found = 0;

  add({ all, firm, tiers, shown, recall }: Pick<Score, 'all' | 'firm' | 'tiers' | 'shown' | 'recall'>): void {
    addTo(this.#all, all);
    addTo(this.#firm, firm);
    for (const tier of tiers) addTo(entry(this.#tiers, tier.tier, { asserted: 0, right: 0 }), tier);
    for (const { tenth, mean, ...count } of shown) {
      const sum = entry(this.#tenths, tenth, { asserted: 0, right: 0, shown: 0 });
      addTo(sum, count);
      sum.shown += mean * count.asserted;
    }
    this.#matchable += recall.matchable;
    this.#found += recall.found;
  }

  get firm(): number | null {
    return share(this.#firm);
  }

  get precision(): number | null {
    return share(this.#all);
  }

  get recall(): number | null {
    return this.#matchable === 0 ? null : this.#found / this.#matchable;
  }

  get f1(): number | null {
    const { precision, recall } = this;
    return precision === null || recall === null ? null : (2 * precision * recall) / (precision + recall);
  }

  /** One line for the whole, one for each tier. */
  lines(): string[] {
    const { asserted } = this.#firm;
    const head = `  firm ${figure(this.firm)} of ${asserted}; all: precision ${figure(this.precision)}, recall ${figure(this.recall)}, F1 ${figure(this.f1)}`;
    const tiers = [...this.#tiers].sort(([a], [b]) => (a < b ? -1 : 1));
    return [
      head,
      ...tiers.map(([tier, count]) => `  tier ${tier.padEnd(8)} ${told(count)}${promiseWords(tier, count)}`),
    ];
  }

  /** What of the aims is missed: a tier below its promise, a tenth whose shown share is off. */
  missed(): string[] {
    const tiers = [...this.#tiers].flatMap(([tier, count]) =>
      promiseWords(tier, count) === '' ? [] : [`tier ${tier} was right ${figure(share(count))} of ${count.asserted}`],
    );
    const tenths = this.tenths()
      .filter(({ shown, right, pairs }) => pairs >= ENOUGH_OF_A_TENTH && Math.abs(shown - right) > TENTH_MARGIN)
      .map(({ shown, right, pairs }) => `shown ${shown.toFixed(3)}, right ${right.toFixed(3)} of ${pairs}`);
    return [...tiers, ...tenths];
  }

  tenths(): { readonly shown: number; readonly right: number; readonly pairs: number }[] {
    return [...this.#tenths]
      .sort(([a], [b]) => a - b)
      .map(([, { asserted, right, shown }]) => ({ shown: shown / asserted, right: right / asserted, pairs: asserted }));
  }

  plotted(name: string): PlottedKind {
    return { name, tenths: this.tenths() };
  }
}

function addTo(sum: Count, { asserted, right }: Pick<Precision, 'asserted' | 'right'>): void {
  sum.asserted += asserted;
  sum.right += right;
}

function entry<K, V>(map: Map<K, V>, key: K, empty: V): V {
  const found = map.get(key) ?? empty;
  map.set(key, found);
  return found;
}

const told = (count: Count): string => `${String(count.asserted).padStart(8)} pairs, precision ${figure(share(count))}`;

function promiseWords(tier: string, count: Count): string {
  const promise = PROMISES[tier];
  const kept = promise === undefined || count.asserted < ENOUGH_OF_A_TIER || share(count)! >= promise;
  return kept ? '' : `  BELOW ITS PROMISE OF ${promise}`;
}

// Learns what it costs to put one sound in place of another: cheap where it is oftener another spelling of one name than
// another name. Spellings of one name are the groups that are given; other names are words of different groups that are
// the same without one letter each.

import { SOUND_SYMBOLS, soundCodes } from '../src/core/screening/names/sound-codes.ts';

/** Spellings that differ more are other names, such as nicknames, and teach nothing of sounds. */
const MOST_DIFFERENT = 0.3;
/** Of neighbours in spelling that are two names, one in so many is looked at. */
const EVERY = 7;
/** What an edit costs that says nothing either way, and how much less for each unit of its log odds. */
const EVEN = 0.55;
const PER_ODDS = 0.2;
const [LEAST, MOST] = [0.1, 1];
/** Added to each count, so that what is hardly seen says little. */
const UNSEEN = 20;

const OF = SOUND_SYMBOLS.length + 1;
type Pair = readonly [Uint8Array, Uint8Array];

/** Hundredths: a row for each sound after one for none. */
export function learnedCosts(groups: readonly (readonly string[])[]): number[] {
  const same = groups.flatMap((group) => {
    const codes = group.map(soundCodes);
    return codes.flatMap((a, at) => codes.slice(at + 1).map((b): Pair => [a, b]));
  });
  const others = neighbours(groups).map(([a, b]): Pair => [soundCodes(a), soundCodes(b)]);
  // Two rounds: which sounds stand for one another says how spellings are aligned.
  let costs = Float64Array.from({ length: OF * OF }, (_, at) => (Math.floor(at / OF) === at % OF ? 0 : 1));
  for (let round = 0; round < 2; round++) {
    const [asOne, asOther] = [edits(same, costs), edits(others, costs)];
    costs = costs.map((cost, at) => {
      if (cost === 0) return 0;
      const odds = Math.log((asOne.counts[at] + UNSEEN) / asOne.all / ((asOther.counts[at] + UNSEEN) / asOther.all));
      return Math.min(MOST, Math.max(LEAST, EVEN - PER_ODDS * odds));
    });
  }
  return Array.from(costs, (cost) => Math.round(cost * 100));
}

function neighbours(groups: readonly (readonly string[])[]): [string, string][] {
  const of = new Map<string, Set<number>>();
  groups.forEach((group, at) => {
    for (const word of group) of.set(word, (of.get(word) ?? new Set()).add(at));
  });
  const alike = new Map<string, string[]>();
  for (const word of [...of.keys()].filter(({ length }) => length >= 4).sort()) {
    for (let at = 0; at < word.length; at++) {
      const key = word.slice(0, at) + word.slice(at + 1);
      alike.set(key, [...(alike.get(key) ?? []), word]);
    }
  }
  const pairs = [...alike.values()].flatMap((words) =>
    words.flatMap((a, at) => words.slice(at + 1).map((b): [string, string] => [a, b])),
  );
  return pairs.filter(([a, b], at) => at % EVERY === 0 && ![...of.get(a)!].some((group) => of.get(b)!.has(group)));
}

/** How often each sound stands in place of each other one. */
function edits(pairs: readonly Pair[], costs: Float64Array): { readonly counts: Float64Array; readonly all: number } {
  const counts = new Float64Array(OF * OF);
  for (const [a, b] of pairs) {
    align(a, b, costs, (cost, seen) => {
      if (cost / Math.max(a.length, b.length) > MOST_DIFFERENT) return;
      for (const [x, y] of seen) {
        if (x === y) continue;
        counts[x * OF + y]++;
        counts[y * OF + x]++;
      }
    });
  }
  return { counts, all: counts.reduce((sum, count) => sum + count, 0) };
}

/** The cheapest way from one word to the other, as its cost and the sounds that stand opposite each other. */
function align(
  a: Uint8Array,
  b: Uint8Array,
  costs: Float64Array,
  done: (cost: number, seen: readonly (readonly [number, number])[]) => void,
): void {
  const width = b.length + 1;
  const least = new Float64Array((a.length + 1) * width);
  for (let j = 1; j <= b.length; j++) least[j] = least[j - 1] + costs[b[j - 1]];
  for (let i = 1; i <= a.length; i++) {
    least[i * width] = least[(i - 1) * width] + costs[a[i - 1]];
    for (let j = 1; j <= b.length; j++) {
      least[i * width + j] = Math.min(
        least[(i - 1) * width + j - 1] + costs[a[i - 1] * OF + b[j - 1]],
        least[(i - 1) * width + j] + costs[a[i - 1]],
        least[i * width + j - 1] + costs[b[j - 1]],
      );
    }
  }
  const seen: [number, number][] = [];
  for (let i = a.length, j = b.length; i > 0 || j > 0; ) {
    const here = least[i * width + j];
    if (i > 0 && j > 0 && here === least[(i - 1) * width + j - 1] + costs[a[i - 1] * OF + b[j - 1]]) {
      seen.push([a[--i], b[--j]]);
    } else if (i > 0 && here === least[(i - 1) * width + j] + costs[a[i - 1]]) seen.push([a[--i], 0]);
    else seen.push([0, b[--j]]);
  }
  done(least[a.length * width + b.length], seen);
}

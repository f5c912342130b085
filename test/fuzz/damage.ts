// Ways to damage a file: cut at every byte, each bit flipped in turn, and any number of random changes. The order is
// shuffled by the seed, so that a short run meets all parts of a file.

import type { Specimen } from './corpus.ts';

export interface Case {
  /** How it was made, to be told with a finding. */
  readonly how: string;
  readonly kind: 'cut' | 'flip' | 'random';
  readonly content: Uint8Array;
  /** Whether it was cut between two lines. */
  readonly isBetweenLines?: boolean;
}

/** A stream of whole numbers below its argument. */
export type Random = (below: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const LF = 0x0a;

/** 0 to length - 1 in random order. */
function* shuffled(length: number, random: Random): Generator<number> {
  const places = Uint32Array.from({ length }, (_, i) => i);
  for (let left = length; left > 0; left--) {
    const at = random(left);
    yield places[at];
    places[at] = places[left - 1];
  }
}

const KINDS: readonly Case['kind'][] = ['cut', 'flip', 'random'];

/** Every case of a specimen, one kind after the other; the random ones never end. */
export function* casesOf(
  specimen: Specimen,
  others: readonly Uint8Array[],
  random: Random,
  kinds: readonly Case['kind'][] = KINDS,
): Generator<Case> {
  for (const kind of kinds) {
    if (kind === 'random') yield* changes(specimen, others, random);
    else yield* inTurn(specimen, kind === 'cut' ? cuts : flips, random);
  }
}

function* inTurn({ content, inner }: Specimen, damage: typeof cuts, random: Random): Generator<Case> {
  yield* damage(content, random, '');
  if (inner !== undefined) yield* packedAgain(damage(inner.content, random, ' of what is packed'), inner.pack);
}

function* changes({ content, inner }: Specimen, others: readonly Uint8Array[], random: Random): Generator<Case> {
  for (let n = 0; ; n++) {
    const within = n % 2 === 1 ? inner : undefined;
    const changed = changedOf(within?.content ?? content, others, random);
    yield { how: `random change ${n}`, kind: 'random', content: within?.pack(changed) ?? changed };
  }
}

function* packedAgain(cases: Iterable<Case>, pack: (content: Uint8Array) => Uint8Array): Generator<Case> {
  for (const one of cases) yield { ...one, content: pack(one.content) };
}

function* cuts(content: Uint8Array, random: Random, where: string): Generator<Case> {
  for (const end of shuffled(content.length - 1, random))
    yield {
      how: `cut at byte ${end + 1}${where}`,
      kind: 'cut',
      content: content.subarray(0, end + 1),
      isBetweenLines: content[end] === LF || content[end + 1] === LF,
    };
}

function* flips(content: Uint8Array, random: Random, where: string): Generator<Case> {
  for (const bit of shuffled(content.length * 8, random)) {
    const flipped = Uint8Array.from(content);
    flipped[bit >> 3] ^= 1 << (bit & 7);
    yield { how: `bit ${bit & 7} of byte ${bit >> 3} flipped${where}`, kind: 'flip', content: flipped };
  }
}

/** Pieces that mean something in one format or another. */
const PIECES = [
  ...[
    '\r\n',
    '\r',
    '\n\n',
    '\0',
    '\ufeff',
    '"',
    '""',
    "'",
    ',',
    ';',
    '\t',
    '<',
    '>',
    '</',
    '/>',
    '<!--',
    '<![CDATA[',
    ']]>',
  ],
  ...[
    '&#x0;',
    '&lt;',
    '&unknown;',
    '<!DOCTYPE a [<!ENTITY b "c">]>',
    ':61:',
    ':86:',
    ':62F:',
    '-}',
    '{4:',
    '16,',
    '88,',
    '^',
  ],
  ...['{', '}', '[', ']', '\\u0000', 'null', '1e309', '-0', 'NaN', '9'.repeat(30), '0.0000001', '5.8E+28', '-', '('],
  ...['2026-02-30', '00/00/0000', 'NGN', 'JPY', 'KWD', '\u0660', '\ud83d\ude00', ' '.repeat(70), 'x'.repeat(5_000)],
].map((text) => Buffer.from(text));
const MOST_CHANGES = 4;
const MOST_TIMES = 200;

/** The content with one to four changes. */
function changedOf(content: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  let changed = content;
  for (let n = 1 + random(MOST_CHANGES); n > 0; n--) changed = changedOnce(changed, others, random);
  return changed;
}

function changedOnce(content: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const from = random(content.length + 1);
  const to = Math.min(content.length, from + 1 + random(random(2) === 0 ? 8 : content.length + 1));
  const [before, part, after] = [content.subarray(0, from), content.subarray(from, to), content.subarray(to)];
  const other = others[random(others.length)];
  switch (random(8)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, part, part, after]);
    case 2:
      return Buffer.concat([before, ...Array<Uint8Array>(1 + random(MOST_TIMES)).fill(part.subarray(0, 200)), after]);
    case 3:
      return Buffer.concat([before, PIECES[random(PIECES.length)], part, after]);
    case 4:
      return Buffer.concat([before, PIECES[random(PIECES.length)], after]);
    case 5:
      return Buffer.concat([before, Uint8Array.from(part, () => random(256)), after]);
    case 6:
      return Buffer.concat([before, other.subarray(random(other.length))]);
    default:
      return Buffer.concat([before, Uint8Array.from(part, digitAway(random)), after]);
  }
}

/** Another digit for each digit. */
const digitAway =
  (random: Random) =>
  (byte: number): number =>
    byte >= 0x30 && byte <= 0x39 ? 0x30 + random(10) : byte;

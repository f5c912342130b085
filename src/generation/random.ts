// The only source of randomness in a made-up month: sfc32, four 32-bit words and integer arithmetic, so that one seed
// gives the same bytes on every machine. It is seeded by a text and passed as an argument. It is not secure.

/** A stream of random numbers. Every draw advances it, so the order of draws is part of what a seed means. */
export interface Random {
  /** An integer from 0 to n - 1, for n from 1 to 2^21; beyond that its computation is not exact. */
  below(n: number): number;
  /** True with a probability of `perMille` thousandths. */
  chance(perMille: number): boolean;
  /** A text of `count` decimal digits, at most 18, with leading zeros. */
  digits(count: number): string;
}

/** FNV-1a over the text's UTF-16 units; four start values give the four words of the state. */
function hashWord(text: string, start: number): number {
  let hash = start | 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) ^ (hash >>> 13);
}

class Sfc32 implements Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(seed: string) {
    this.a = hashWord(seed, 0x811c9dc5);
    this.b = hashWord(seed, 0x9e3779b9);
    this.c = hashWord(seed, 0x85ebca6b);
    // Similar seeds start with similar numbers; after twenty rounds they differ.
    for (let i = 0; i < 20; i++) this.word();
  }

  /** The next 32 bits as an unsigned integer, by Chris Doty-Humphrey's sfc32. */
  private word(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  below(n: number): number {
    return Math.floor((this.word() * n) / 0x100000000);
  }

  chance(perMille: number): boolean {
    return this.below(1000) < perMille;
  }

  digits(count: number): string {
    let text = '';
    while (text.length < count) text += String(1_000_000 + this.below(1_000_000)).slice(1);
    return text.slice(0, count);
  }
}

/** A new stream for the seed. Streams with different seeds are independent. */
export function seededRandom(seed: string): Random {
  return new Sfc32(seed);
}

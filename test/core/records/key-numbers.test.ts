// Keys of words are numbered as a map of their texts would number them, whatever they are and however many.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestIdAt, packDigestIds } from '../../../src/core/records/rows/digest-ids.ts';
import { DIGEST_ID_WORDS, digestIdWords, KeyNumbers } from '../../../src/core/records/rows/key-numbers.ts';

test('every key has one number, in order of first use', () => {
  const word = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 0xffffffff }));
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 4 }), fc.array(word, { maxLength: 600 }), (width, list) => {
      const words = Uint32Array.from(list.slice(0, list.length - (list.length % width)));
      const [numbers, known] = [new KeyNumbers(width), new Map<string, number>()];
      for (let i = 0; i < words.length / width; i++) {
        const name = words.subarray(i * width, (i + 1) * width).join();
        expect(numbers.numberOf(words, i)).toBe(known.get(name) ?? -1);
        if (!known.has(name)) known.set(name, known.size);
        expect(numbers.add(words, i)).toBe(known.get(name));
      }
      expect(numbers.size).toBe(known.size);
    }),
  );
});

test('ids are the same keys wherever they lie in memory', () => {
  const id = '0123456789abcdef0123456789abcdef';
  const numbers = new KeyNumbers(DIGEST_ID_WORDS);
  numbers.add(digestIdWords(packDigestIds([id])), 0);
  const odd = new Uint8Array(17);
  odd.set(packDigestIds([id]), 1);
  expect(digestIdAt(odd.subarray(1), 0)).toBe(id);
  expect(numbers.numberOf(digestIdWords(odd.subarray(1)), 0)).toBe(0);
});

// Customers of a made-up bank, and how each side writes their names. A customer is a person or business made from the
// lists of words.ts. Customers recur by Zipf's law, and many share a first or family name, so that comparing names is
// neither trivial nor hopeless.

import type { Random } from './random.ts';
import { type Weighted, zipf } from './weighted.ts';
import {
  BUSINESS_WORDS,
  FAMILY_NAMES,
  GIVEN_NAMES,
  LEGAL_FORMS,
  PLACES,
  PURPOSES,
  SHORT_FORMS,
  TRADES,
} from './words.ts';

export interface Customer {
  /** The name in the ledger, in upper case. */
  readonly name: string;
  readonly words: readonly string[];
  readonly person: boolean;
}

/** How much the other side's wording may differ from the ledger's. */
export type Manner = 'alike' | 'loose';

const given = zipf(GIVEN_NAMES, 6);
const family = zipf(FAMILY_NAMES, 8);
const businessWord = zipf(BUSINESS_WORDS, 6);
const trade = zipf(TRADES, 4);
const legalForm = zipf(LEGAL_FORMS, 2);
const purpose = zipf(PURPOSES, 2);
const place = zipf(PLACES, 5);

export const drawPurpose = (random: Random): string => purpose.pick(random);
export const drawPlace = (random: Random): string => place.pick(random);

function person(random: Random): Customer {
  const words = [given.pick(random), family.pick(random)];
  if (random.chance(300)) words.splice(1, 0, given.pick(random));
  return { name: words.join(' '), words, person: true };
}

function business(random: Random): Customer {
  const first = random.chance(450)
    ? businessWord.pick(random)
    : random.chance(500)
      ? given.pick(random)
      : family.pick(random);
  const words = [first, trade.pick(random)];
  if (random.chance(650)) words.push(...legalForm.pick(random).split(' '));
  return { name: words.join(' '), words, person: false };
}

/** Customers for a month with `rows` rows on each side; a third are businesses. */
export function drawCustomers(rows: number, random: Random): Weighted<Customer> {
  const count = Math.min(40_000, Math.max(300, Math.floor(rows / 12)));
  const customers = Array.from({ length: count }, () => (random.chance(330) ? business(random) : person(random)));
  // A head of a fiftieth limits the busiest customer of a large month to about twenty entries a day.
  return zipf(customers, Math.max(6, Math.floor(count / 50)));
}

/** The words cut to `width` characters, as by a narrow field. */
export function cutTo(text: string, width: number): string {
  return text.length <= width ? text : text.slice(0, width).trimEnd();
}

function abbreviate(words: readonly string[]): string {
  return words.map((word) => SHORT_FORMS[word] ?? word).join(' ');
}

/** The customer's name at the bank. */
export function nameAtBank(customer: Customer, manner: Manner, random: Random): string {
  const draw = random.below(100) + (manner === 'loose' ? 45 : 0);
  const { words, person } = customer;
  if (draw < 58) return customer.name;
  if (!person) return draw < 100 ? abbreviate(words) : cutTo(customer.name, 9 + random.below(5));
  const last = words[words.length - 1];
  const firsts = words.slice(0, -1);
  if (draw < 64) return `${last}, ${firsts.join(' ')}`;
  if (draw < 88) return [last, ...firsts].join(' ');
  if (draw < 96) return `${firsts[0]} ${last}`;
  if (draw < 118) return `${firsts[0].charAt(0)} ${last}`;
  return cutTo([last, ...firsts].join(' '), 9 + random.below(6));
}

/** The purpose at the bank; '' if it omits that. */
export function purposeAtBank(words: string, manner: Manner, random: Random): string {
  const draw = random.below(100) + (manner === 'loose' ? 40 : 0);
  if (draw < 60) return words;
  if (draw < 85) return abbreviate(words.split(' '));
  if (draw < 110) return '';
  return cutTo(words, 4 + random.below(4));
}

// One transaction as it happened, and how ledger and bank write it. The link between the two, the reference that they
// share if any, is the point of a made-up month.

import type { Cause } from './causes.ts';
import { type Channel, fill } from './channels.ts';
import { type Customer, cutTo, type Manner, nameAtBank, purposeAtBank } from './customers.ts';
import type { Random } from './random.ts';
import { cutReference, withoutLeadingZeros, withPrefix } from './references.ts';

export interface Transaction {
  readonly channel: Channel;
  readonly customer: Customer;
  readonly purpose: string;
  readonly place: string;
  /** Index of the account. */
  readonly account: number;
  /** Day number. */
  readonly day: number;
  readonly second: number;
  /** Signed cash effect in kobo; positive is money in. */
  readonly amount: number;
  /** The complete reference; '' in a month without references. */
  readonly reference: string;
}

/** One side's texts for a transaction. */
export interface Writing {
  readonly reference: string;
  readonly narration: string;
}

export interface Writings {
  readonly gl: Writing;
  readonly bank: Writing;
  /** The link that was made: a reference too short to be cut gets a prefix instead. */
  readonly cause: Cause;
}

/** How the two sides of an ordinary transaction are linked; a subset of the causes. */
export type Link = 'exact' | 'embedded' | 'prefixed' | 'cut_reference' | 'leading_zeros' | 'no_reference' | 'wording';

function glNarration({ channel, customer, purpose, place }: Transaction, random: Random): string {
  const template = channel.gl[random.below(channel.gl.length)];
  return fill(template, { n: customer.name, p: purpose, b: place });
}

function bankNarration({ channel, customer, purpose, place }: Transaction, manner: Manner, random: Random): string {
  const template = channel.bank[random.below(channel.bank.length)];
  const p = purposeAtBank(purpose, manner, random);
  return fill(template, { n: nameAtBank(customer, manner, random), p, b: place });
}

/** The narration with the reference in it, mostly after the text, sometimes before. */
function embed(narration: string, reference: string, random: Random): string {
  return random.chance(700) ? `${narration}/${reference}` : `${reference}/${narration}`;
}

/** Both sides' texts of a transaction under a link. `narrationWidth`: longest narration at the bank, 0 for any. */
export function writeDown(transaction: Transaction, link: Link, narrationWidth: number, random: Random): Writings {
  const manner: Manner = link === 'wording' ? 'loose' : 'alike';
  const gl = glNarration(transaction, random);
  const wide = bankNarration(transaction, manner, random);
  const bank = narrationWidth === 0 ? wide : cutTo(wide, narrationWidth);
  const { reference } = transaction;
  const both = (glReference: string, bankReference: string, cause: Cause): Writings => ({
    gl: { reference: glReference, narration: gl },
    bank: { reference: bankReference, narration: bank },
    cause,
  });
  if (reference === '') return both('', '', link === 'wording' ? 'wording' : 'no_reference');
  const oneSide = (text: string, cause: Cause, bankShare: number): Writings =>
    random.chance(bankShare) ? both(reference, text, cause) : both(text, reference, cause);
  switch (link) {
    case 'exact':
      return both(reference, reference, 'exact');
    case 'prefixed':
      return oneSide(withPrefix(reference, random), 'prefixed', 600);
    case 'leading_zeros': {
      const short = withoutLeadingZeros(reference);
      return short === null
        ? oneSide(withPrefix(reference, random), 'prefixed', 600)
        : oneSide(short, 'leading_zeros', 600);
    }
    case 'cut_reference': {
      const short = cutReference(reference, random);
      return short === null
        ? oneSide(withPrefix(reference, random), 'prefixed', 600)
        : both(reference, short, 'cut_reference');
    }
    case 'no_reference':
      return oneSide('', 'no_reference', 700);
    case 'wording':
      return both('', '', 'wording');
    case 'embedded': {
      if (random.chance(250))
        return { ...both('', reference, 'embedded'), gl: { reference: '', narration: embed(gl, reference, random) } };
      const long = embed(wide, reference, random);
      const narration = narrationWidth === 0 ? long : cutTo(long, narrationWidth);
      const cause = narration.includes(reference) ? 'embedded' : 'no_reference';
      return { gl: { reference, narration: gl }, bank: { reference: '', narration }, cause };
    }
  }
}

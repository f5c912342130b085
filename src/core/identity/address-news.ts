// What a provider's news of a visit to an address means for the check, and which of two pieces of news counts: the later
// by the provider's own time, whatever the order in which they arrive. A visit that did not take place confirms nothing
// and denies nothing.

import type { CheckStatus, Reason } from '../records/documents/check.ts';

interface NewsMeaning {
  readonly status: CheckStatus;
  readonly state: 'complete' | 'in_progress';
  readonly reasons: readonly Reason[];
}

const complete = (status: CheckStatus, code: string, detail: string): NewsMeaning => ({
  ...{ status, state: 'complete', reasons: [{ code, detail }] },
});

export const VISIT_PENDING: Reason = { code: 'visit_pending', detail: 'Somebody was asked to visit the address.' };

const MEANINGS = {
  verified: { status: 'verified', state: 'complete', reasons: [] },
  not_verified: complete('not_verified', 'address_not_verified', 'The visit did not confirm the address.'),
  not_in_residence: complete('not_verified', 'not_in_residence', 'The person does not live at the address.'),
  address_invalid: complete('not_verified', 'address_invalid', 'There is no such address.'),
  no_access: complete('review', 'no_access', 'The visitor could not reach the address, so nothing is known of it.'),
  cancelled: complete('review', 'visit_cancelled', 'The visit was called off, so nothing is known of the address.'),
  in_progress: { status: 'review', state: 'in_progress', reasons: [VISIT_PENDING] },
} as const satisfies Record<string, NewsMeaning>;

export type AddressStatus = keyof typeof MEANINGS;

export const ADDRESS_STATUSES = Object.keys(MEANINGS) as readonly AddressStatus[];

export const newsMeaning = (status: AddressStatus): NewsMeaning => MEANINGS[status];

/** A provider's word without case, spaces and hyphens: `Failed - Not in Residence` is `failed_not_in_residence`. */
export const plainStatus = (given: string): string =>
  given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_');

/** The place of a piece of news among others: time in milliseconds since 1970, then gravity. */
export type NewsPlace = readonly [at: number, gravity: number];

/** Of news of one moment an outcome counts over none, and the worse outcome over the better. */
const GRAVITY: readonly string[] = ['in_progress', 'verified', 'review', 'not_verified'];

export function newsPlace(status: AddressStatus, at: number): NewsPlace {
  const meaning = newsMeaning(status);
  return [at, GRAVITY.indexOf(meaning.state === 'in_progress' ? 'in_progress' : meaning.status)];
}

/** Positive if the first counts over the second, 0 if they are in one place. */
export const compareNews = (a: NewsPlace, b: NewsPlace): number => a[0] - b[0] || a[1] - b[1];

// How files of a layout are read for a partner, once a file proved it or a person said it. It is the whole plan of a
// reading with what confirmed it, kept beyond the session. It counts as much as an exact title: it is verified on every
// file, a mapping goes before it, and a file that refutes it asks (design: docs/reading.md of the layout, memory).

import type { AcceptedPlan } from '../records/documents/accepted-plan.ts';
import type { JsonObject } from '../records/documents/json.ts';
import type { Side } from '../records/rows/columns.ts';
import type { Digest } from '../records/rows/identity.ts';

/** What confirmed a reading: a person's mapping, or a proof that the file itself gives. */
const CONFIRMATIONS = ['mapping', 'proof'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** A plan with where it is from, as a reader is told it. */
export interface RememberedPlan extends AcceptedPlan {
  readonly confirmedBy: Confirmation;
  /** The file that it was confirmed on, as it was named. */
  readonly file: string;
}

export interface FormatScope {
  readonly tenant: string;
  readonly partner: string;
}

export interface FormatKey extends FormatScope {
  /** Made from side and fingerprint (formatIdOf). */
  readonly formatId: string;
}

export interface RememberedFormat extends FormatKey, RememberedPlan {
  readonly side: Side;
  /** Milliseconds since 1970. */
  readonly rememberedAt: number;
}

/** Longest fingerprint and mapping together, in characters: more titles than files have that anybody reads. */
const MOST_CHARACTERS = 100_000;

/** Whether a plan is small enough to be kept. */
export const isKept = ({ fingerprint, mapping }: AcceptedPlan): boolean =>
  fingerprint.length + JSON.stringify(mapping).length <= MOST_CHARACTERS;

/** 16 hexadecimal digits: short enough to be typed, and of one partner only. */
export const formatIdOf = (side: Side, fingerprint: string, digest: Digest): string =>
  digest(JSON.stringify(['format', side, fingerprint])).slice(0, 16);

/** Whether two plans of one layout read alike. */
export const isSamePlan = (a: AcceptedPlan, b: AcceptedPlan): boolean =>
  a.fingerprint === b.fingerprint && canonical(a.mapping) === canonical(b.mapping);

const canonical = (mapping: JsonObject): string =>
  JSON.stringify(mapping, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

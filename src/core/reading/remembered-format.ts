// How files of a layout are read for a partner, once a file proved it or a person said it: the whole plan with its
// confirmation, kept beyond the session. It counts as much as an exact title: it is verified on every file, a mapping
// comes before it, and a file that refutes it leads to a question (docs/reading.md).

import type { AcceptedPlan } from '../records/documents/accepted-plan.ts';
import type { JsonObject } from '../records/documents/json.ts';
import type { Side } from '../records/rows/columns.ts';
import type { Digest } from '../records/rows/identity.ts';

/** The confirmation of a reading: a person's mapping, or a proof that the file itself contains. */
const CONFIRMATIONS = ['mapping', 'proof'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** A plan with its origin, for a reader. */
export interface RememberedPlan extends AcceptedPlan {
  readonly confirmedBy: Confirmation;
  /** The name of the file that confirmed it. */
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

/** Most characters of fingerprint and mapping together: more titles than any readable file has. */
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

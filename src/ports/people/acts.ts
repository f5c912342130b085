// Acts of people on things that last: only ever added.

import type { Act, ActedOn, ActKind } from '../../core/people/act.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';

/** A thing with its first and its last act. */
export interface ActedThing {
  readonly partner: string;
  readonly first: Act;
  readonly last: Act;
}

/** A field that is left out does not narrow. */
export interface ThingFilter {
  readonly kind: ActKind;
  readonly partner?: string | undefined;
  /** Who made its first act. */
  readonly by?: string | undefined;
  /** What its last act did. */
  readonly verbs?: readonly string[] | undefined;
}

/** Where a thing is listed: by the time of its first act, then by its name. */
export interface ThingPlace {
  readonly at: number;
  readonly thing: string;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Acts {
  /** Adds the act; false if its version is there already: then nothing is stored. */
  add(scope: PartnerScope, act: Act): Promise<boolean>;

  /** The acts on one thing, in order. */
  of(scope: PartnerScope, on: ActedOn): Promise<readonly Act[]>;

  /** The last act on each thing of the kind, where that is one of the verbs, in order of the things' names. */
  last(scope: PartnerScope, of: { readonly kind: ActKind; readonly verbs: readonly string[] }): Promise<readonly Act[]>;

  /** All acts of a kind of all partners of a tenant, in order of partner, thing and version. */
  ofTenant(tenant: string, kind: ActKind): Promise<readonly (Act & { readonly partner: string })[]>;

  /** A tenant's things, the newest first; `after` is a place. */
  things(
    tenant: string,
    of: ThingFilter & { readonly after: ThingPlace | null; readonly limit: number },
  ): Promise<{ readonly things: readonly ActedThing[]; readonly next: ThingPlace | null }>;

  /** How many things the filter selects, on all pages. */
  countThings(tenant: string, filter: ThingFilter): Promise<number>;
}

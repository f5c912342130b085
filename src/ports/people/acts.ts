// Acts of people on things that last: only ever added.

import type { Act, ActedOn, ActKind } from '../../core/people/act.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';

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
}

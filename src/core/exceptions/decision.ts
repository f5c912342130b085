// The effect of a decision: the statuses from which it takes clusters, the status that they get, and the way of a call
// by domain and cluster type (spec/2, States and transitions, Resolve behavior 1, 4 and 6).

import { TieoutError } from '../errors.ts';
import type { DecisionStatus } from '../records/documents/clusters.ts';
import type { Decision } from '../records/documents/decisions.ts';

export const NOT_FOUND_TYPES = ['not_found_gl', 'not_found_bank'] as const;
export type NotFoundType = (typeof NOT_FOUND_TYPES)[number];

const isNotFound = (type: string): type is NotFoundType => (NOT_FOUND_TYPES as readonly string[]).includes(type);

/** Statuses that a decision takes clusters from, and the one that it gives them. */
interface Flip {
  readonly from: readonly DecisionStatus[];
  readonly to: DecisionStatus;
}

const DECIDED: readonly DecisionStatus[] = ['approved', 'rejected', 'escalated'];

export const FLIPS: Readonly<Record<Exclude<Decision, 'reconcile'>, Flip>> = {
  approved: { from: ['pending'], to: 'approved' },
  rejected: { from: ['pending'], to: 'rejected' },
  escalated: { from: ['pending'], to: 'escalated' },
  reopened: { from: DECIDED, to: 'pending' },
};

type Way = { readonly way: 'flip'; readonly flip: Flip } | { readonly way: 'rematch'; readonly type: NotFoundType };

interface Asked {
  readonly domain: string;
  readonly type: string;
  readonly decision: Decision;
}

/** Domains with the pipeline for not-found clusters; all others take the generic path. */
const WITH_PIPELINE = ['mfb', 'nip'];

/** Throws unsupported_domain, or invalid_decision if the domain cannot reconcile. */
export function wayOf({ domain, type, decision }: Asked, resolved: readonly string[]): Way {
  if (!resolved.includes(domain)) throw new TieoutError('unsupported_domain', `unsupported domain: ${domain}`);
  if (decision !== 'reconcile') return { way: 'flip', flip: FLIPS[decision] };
  if (isNotFound(type) && WITH_PIPELINE.includes(domain)) return { way: 'rematch', type };
  throw new TieoutError('decision_impossible', `reconcile has no pipeline in domain ${domain}: decide otherwise`);
}

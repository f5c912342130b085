// The effect of a decision: the statuses from which it takes clusters, the status that it sets, and how a call is
// carried out by domain and cluster type.

import { TieoutError } from '../errors.ts';
import type { DecisionStatus } from '../records/documents/clusters.ts';
import type { Decision } from '../records/documents/decisions.ts';

export const NOT_FOUND_TYPES = ['not_found_gl', 'not_found_bank'] as const;
export type NotFoundType = (typeof NOT_FOUND_TYPES)[number];

const isNotFound = (type: string): type is NotFoundType => (NOT_FOUND_TYPES as readonly string[]).includes(type);

/** The statuses from which a decision takes clusters, and the one that it sets. */
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

type DecisionPath =
  | { readonly path: 'flip'; readonly flip: Flip }
  | { readonly path: 'rematch'; readonly type: NotFoundType };

interface DecisionRequest {
  readonly domain: string;
  readonly type: string;
  readonly decision: Decision;
}

/** Domains with a pipeline for not-found clusters. */
const WITH_PIPELINE = ['mfb', 'nip'];

/** How a call is carried out. Throws unsupported_domain, or decision_impossible if the domain cannot reconcile. */
export function decisionPath({ domain, type, decision }: DecisionRequest, resolved: readonly string[]): DecisionPath {
  if (!resolved.includes(domain)) throw new TieoutError('unsupported_domain', `unsupported domain: ${domain}`);
  if (decision !== 'reconcile') return { path: 'flip', flip: FLIPS[decision] };
  if (isNotFound(type) && WITH_PIPELINE.includes(domain)) return { path: 'rematch', type };
  throw new TieoutError('decision_impossible', `reconcile has no pipeline in domain ${domain}: decide otherwise`);
}

// A proposal: an order of one caller that another one accepts, as acts under one name. The first act has the order; what
// follows says what became of it. Nothing but an act moves it on, so it is open until somebody decides.

import { TieoutError } from '../errors.ts';
import type { PersonAct, Reviewed } from '../records/documents/decisions.ts';
import type { JsonObject } from '../records/documents/json.ts';
import type { Act } from './act.ts';
import type { ActMoney } from './review.ts';

export const PROPOSAL_KINDS = ['decision', 'match', 'parting', 'undo', 'pattern'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

const PROPOSAL_VERBS = ['proposed', 'accepted', 'carried_out', 'returned', 'declined', 'withdrawn'] as const;
export type ProposalVerb = (typeof PROPOSAL_VERBS)[number];

/** How the audit names what is done with one. */
export const PROPOSAL_ACTS: ReadonlySet<string> = new Set([
  'proposed',
  'proposal_accepted',
  'proposal_declined',
  'proposal_withdrawn',
  'proposal_returned',
] satisfies PersonAct[]);

/** `open` after it was returned, too. */
export type ProposalStatus = 'open' | Exclude<ProposalVerb, 'proposed' | 'returned'>;

/** The last verb of a proposal in each status. */
export const LAST_VERBS: Readonly<Record<ProposalStatus, readonly ProposalVerb[]>> = {
  open: ['proposed', 'returned'],
  accepted: ['accepted'],
  carried_out: ['carried_out'],
  declined: ['declined'],
  withdrawn: ['withdrawn'],
};

export interface ProposedMoney {
  readonly currency: string;
  /** Unsigned minor units, decimal. */
  readonly minor: string;
}

/** What the first act says. */
export interface Proposed {
  readonly kind: ProposalKind;
  /** The order of its workflow, plain. Of a decision its cluster ids stand in the proposal's own list. */
  readonly order: JsonObject;
  readonly note: string | null;
  /** Of a pattern's sweep; null of a caller. */
  readonly patternId: string | null;
  readonly domain: string;
  readonly sessions: readonly string[];
  /** Branches of its clusters and sessions; null among them: of none. */
  readonly branches: readonly (string | null)[];
  readonly money: readonly ProposedMoney[];
  readonly clusters: number;
  readonly touchedBy: readonly string[];
}

export interface Proposal extends Proposed {
  readonly id: string;
  readonly partner: string;
  readonly by: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly status: ProposalStatus;
  readonly last: Act;
  /** Why it is open again; null: it was never returned, or is not open. */
  readonly returned: string | null;
  /** Null: it is not carried out, or names no exceptions. */
  readonly done: DoneOfOrder | null;
}

/** A cluster of a proposal as it was then. */
export interface ProposedCluster {
  readonly id: string;
  readonly session: string;
  readonly type: string;
  readonly version: string;
  readonly status: string;
  readonly currency: string;
  readonly minor: number;
}

/** More are proposed in parts: a person looks at each. */
export const MOST_PROPOSED_CLUSTERS = 10_000;

export interface MovedSince {
  /** A cluster, a match or a row. */
  readonly id: string;
  readonly how: string;
}

export function proposalOf(first: Act, last: Act, partner: string): Proposal {
  const status = (Object.keys(LAST_VERBS) as ProposalStatus[]).find((one) =>
    (LAST_VERBS[one] as readonly string[]).includes(last.verb),
  )!;
  return {
    ...(first.content as unknown as Proposed),
    ...{ id: first.thing, partner, by: first.by, at: first.at, status, last },
    returned: last.verb === 'returned' ? String(last.content['note']) : null,
    done: last.verb === 'carried_out' ? ((last.content['done'] ?? null) as unknown as DoneOfOrder | null) : null,
  };
}

/** Throws proposal_state. */
export function requireOpen({ id, status }: Proposal): void {
  if (status === 'open') return;
  const how = status === 'accepted' ? 'accepted, and is being carried out' : status.replace('_', ' ');
  throw new TieoutError('proposal_state', `Proposal ${id} is ${how}: nobody can decide on it any more.`);
}

/** Throws forbidden: who proposed, or decided on what it names, is no second pair of eyes. */
export function requireOtherEyes({ by, touchedBy }: Pick<Proposal, 'by' | 'touchedBy'>, caller: string): void {
  const refused = (why: string) => new TieoutError('forbidden', `Another caller must review it: ${why}.`);
  if (by === caller) throw refused('you proposed it');
  if (touchedBy.includes(caller)) throw refused('you have decided on what it names before');
}

/** Throws proposal_moved. */
export function requireStill({ id }: Pick<Proposal, 'id'>, moved: readonly MovedSince[]): void {
  if (moved.length === 0) return;
  const named = moved.slice(0, MOST_NAMED).map((one) => `${one.id} ${one.how}`);
  const more = moved.length > MOST_NAMED ? `, and ${moved.length - MOST_NAMED} more` : '';
  throw new TieoutError(
    'proposal_moved',
    `What proposal ${id} names has moved since: ${named.join(', ')}${more}. Decline it, or have it withdrawn and proposed anew.`,
  );
}

const MOST_NAMED = 10;

/** What was done of an order that names exceptions. */
export interface DoneOfOrder {
  readonly decided: number;
  /** Exceptions that it names and did not change. */
  readonly left: number;
  /** One sentence that names those that were left; null: none were. */
  readonly note: string | null;
}

/** `left`: ids of the exceptions that the order names and did not change. */
export function someLeft({ named, left }: { readonly named: number; readonly left: readonly string[] }): string | null {
  if (left.length === 0) return null;
  const more = left.length > MOST_NAMED ? ` and ${left.length - MOST_NAMED} more` : '';
  return `${left.length} of ${named} exceptions stay as they were: ${left.slice(0, MOST_NAMED).join(', ')}${more}.`;
}

/** The names that stand in the audit of what a proposal led to. */
export const reviewedAs = ({ id, by }: Pick<Proposal, 'id' | 'by'>, acceptedBy: string | null): Reviewed => ({
  ...{ proposal: id, proposedBy: by, acceptedBy },
});

/** By currency, in order of the codes. */
export function sumsOf(money: readonly ActMoney[]): ProposedMoney[] {
  const sums = new Map<string, bigint>();
  for (const { currency, minor } of money) sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => ({ currency, minor: String(minor) }));
}

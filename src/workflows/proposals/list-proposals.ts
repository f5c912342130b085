// Proposals of a tenant, the newest first.

import { type Caller, hasName } from '../../core/callers/caller.ts';
import { LAST_VERBS, type Proposal, type ProposalStatus, proposalOf } from '../../core/people/proposal.ts';
import type { ActedThing, ThingPlace } from '../../ports/people/acts.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from '../reports/report-page.ts';
import { isOfAll } from './decide-proposal.ts';

export interface ProposalsAsked {
  readonly tenant: string;
  readonly partner?: string | undefined;
  readonly status?: ProposalStatus | undefined;
  readonly by?: string | undefined;
  /** Only open ones that this caller may accept; null: of everybody. */
  readonly waitingFor: Caller | null;
}

export async function listProposals(
  { acts }: Pick<Store, 'acts'>,
  { tenant, partner, status, by, waitingFor }: ProposalsAsked,
  page: PageOf<ThingPlace>,
): Promise<ReportPage<Proposal, ThingPlace>> {
  const verbs = status === undefined ? undefined : LAST_VERBS[status];
  const filter = { kind: 'proposal', partner, by, verbs } as const;
  if (waitingFor !== null) {
    if (status !== undefined && status !== 'open') return { items: [], next: null, total: 0 };
    return waiting({ acts }, { tenant, filter: { ...filter, verbs: LAST_VERBS.open }, caller: waitingFor }, page);
  }
  const { things, next } = await acts.things(tenant, { ...filter, ...page });
  return { items: things.map(ofThing), next, total: await acts.countThings(tenant, filter) };
}

const ofThing = ({ first, last, partner }: ActedThing): Proposal => proposalOf(first, last, partner);

const READ_AT_ONCE = 1_000;

/** Open proposals are few: all of them are read. */
async function waiting(
  { acts }: Pick<Store, 'acts'>,
  { tenant, filter, caller }: WaitingAsked,
  { after, limit }: PageOf<ThingPlace>,
): Promise<ReportPage<Proposal, ThingPlace>> {
  const found: Proposal[] = [];
  for (let from: ThingPlace | null = null; ; ) {
    const page: Awaited<ReturnType<typeof acts.things>> = await acts.things(tenant, {
      ...{ ...filter, after: from, limit: READ_AT_ONCE },
    });
    for (const proposal of page.things.map(ofThing)) if (mayAccept(proposal, caller)) found.push(proposal);
    if (page.next === null) break;
    from = page.next;
  }
  const rest = after === null ? found : found.filter((one) => isAfter(one, after));
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const next = rest.length > limit && last !== undefined ? { at: last.at, thing: last.id } : null;
  return { items, next, total: found.length };
}

interface WaitingAsked {
  readonly tenant: string;
  readonly filter: Omit<Parameters<Store['acts']['things']>[1], 'after' | 'limit'>;
  readonly caller: Caller;
}

const mayAccept = (proposal: Proposal, { id, roles, branches, partners }: Caller): boolean =>
  hasName(id) &&
  roles.includes('review') &&
  proposal.by !== id &&
  !proposal.touchedBy.includes(id) &&
  (partners?.includes(proposal.partner) ?? true) &&
  isOfAll(proposal, branches);

const isAfter = ({ at, id }: Proposal, place: ThingPlace): boolean =>
  at < place.at || (at === place.at && id < place.thing);

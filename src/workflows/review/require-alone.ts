// Whether a caller may do an act alone, by the rules of the partner's policy. Only what the rules ask for is read. A
// caller without a name is not looked at: nobody could be told from another.

import { TieoutError } from '../../core/errors.ts';
import type { ProposalKind } from '../../core/people/proposal.ts';
import {
  type ActMoney,
  type AskedAct,
  type DoneAlone,
  factsNeeded,
  isBeyondLimits,
  type NeededFacts,
  needsReview,
  type ReviewedAct,
  whyReviewed,
} from '../../core/people/review.ts';
import type { Reviewed } from '../../core/records/documents/decisions.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Store } from '../../ports/store.ts';
import { policiesOver, policiesOverPatterns } from '../partners/policy-in-force.ts';
import { whenLeased } from '../upkeep/hold.ts';
import { type Alone, type DoneStore, doneAlone } from './done-alone.ts';

export type ReviewStore = DoneStore & Pick<Store, 'partnerTerms' | 'summaries' | 'leases'>;

export interface MaybeAlone {
  readonly scope: PartnerScope;
  readonly act: ReviewedAct;
  /** The caller's id; null or absent: nobody is known. */
  readonly by: string | null | undefined;
  /** Given where another caller accepted it. */
  readonly reviewed?: Reviewed | undefined;
}

export interface Facts extends Omit<AskedAct, 'act' | 'before'> {
  /** The exceptions that are decided: what was done with them before does not count again. */
  readonly clusterIds: readonly string[];
  /** What the caller would do before it and no audit has yet; absent: nothing. */
  readonly planned?: readonly DoneAlone[];
}

/** Of an act about which a rule has less to ask. */
export const NO_FACTS: Facts = { types: [], money: [], recurring: false, difference: null, clusterIds: [] };

/** Throws needs_review, which names the field of a proposal that takes the order. */
export async function requireAlone(
  store: ReviewStore,
  { by, reviewed, ...asked }: MaybeAlone & { readonly order: ProposalKind },
  facts: (needed: NeededFacts) => Promise<Facts>,
): Promise<void> {
  if (by === null || by === undefined || reviewed !== undefined) return;
  const why = await whyNotAlone(store, { ...asked, who: { caller: by } }, facts);
  if (why !== null) throw needsReview(why, asked.order);
}

/** Why another caller must accept the act; null: nobody need. */
export async function whyNotAlone(
  store: ReviewStore,
  { scope, act, who }: Pick<MaybeAlone, 'scope' | 'act'> & { readonly who: Alone },
  facts: (needed: NeededFacts) => Promise<Facts>,
): Promise<string | null> {
  const policies =
    'caller' in who ? await policiesOver(store, scope, who.caller) : await policiesOverPatterns(store, scope);
  const rules = policies.flatMap((policy) => policy.needsReview);
  const needed = factsNeeded(rules, act) ?? (act === 'match' ? NOTHING_NEEDED : null);
  if (needed === null) return null;
  const { clusterIds, planned = [], ...own } = await facts(needed);
  const limits = policies.map(({ writeOffLimits }) => writeOffLimits);
  if (isBeyondLimits(own.difference, limits)) return 'a write-off above the limit that another caller set';
  const sessions = [...new Set(own.money.map(({ session }) => session))];
  const asked = { who, sessions, except: new Set(clusterIds), types: needed.types };
  const before = needed.before ? [...planned, ...(await doneAlone(store, scope, asked))] : [];
  const moved = needed.share ? await movedInSessions(store, scope, own.money) : () => null;
  return whyReviewed(rules, { act, ...own, before }, moved);
}

const NOTHING_NEEDED: NeededFacts = { money: false, share: false, types: false, before: false };

/** How long an act keeps the caller's next one waiting after its process has died. */
const HOLD_MS = 12_000;
const MOST_WAIT_MS = 30_000;

/**
 * Does the acts of one caller one after the other where a rule adds them up: otherwise many at one moment would each find
 * none before. Begun before the row lease is taken. Throws session_busy.
 */
export async function oneByOne<T>(
  store: Pick<Store, 'partnerTerms' | 'leases'>,
  { scope: { tenant, partner }, act, by, reviewed }: MaybeAlone,
  work: () => Promise<T>,
): Promise<T> {
  if (by === null || by === undefined || reviewed !== undefined) return work();
  const rules = (await policiesOver(store, { tenant, partner }, by)).flatMap((policy) => policy.needsReview);
  if (factsNeeded(rules, act)?.before !== true) return work();
  const name = JSON.stringify(['alone', tenant, partner, by]);
  const late = () =>
    new TieoutError('session_busy', 'Another act of the same caller is under way: ask again when it is done.');
  return whenLeased(store.leases, { name, leaseMs: HOLD_MS, mostWaitMs: MOST_WAIT_MS, late }, work);
}

/** What each session moved in each currency: the volume of the side that moved more. */
async function movedInSessions(
  { summaries }: Pick<Store, 'summaries'>,
  { tenant, partner }: PartnerScope,
  money: readonly ActMoney[],
): Promise<(session: string, currency: string) => bigint | null> {
  const moved = new Map<string, ReadonlyMap<string, bigint>>();
  for (const session of new Set(money.map((one) => one.session))) {
    const row = await summaries.latest({ tenant, partner, session });
    if (row === null) continue;
    const { facts } = summaryFromJson(row.summary);
    const volumes = new Map<string, bigint>();
    for (const { currency, total } of SIDES.flatMap((side) => facts[side].currencies)) {
      const known = volumes.get(currency) ?? 0n;
      volumes.set(currency, total.volume > known ? total.volume : known);
    }
    moved.set(session, volumes);
  }
  return (session, currency) => moved.get(session)?.get(currency) ?? null;
}

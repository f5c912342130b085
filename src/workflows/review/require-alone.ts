// Whether a caller may do an act alone, by the rules of the partner's policy. Only what the rules ask for is read. A
// caller without a name is not looked at: nobody could be told from another.

import type { ProposalKind } from '../../core/people/proposal.ts';
import {
  type ActMoney,
  type AskedAct,
  factsNeeded,
  type NeededFacts,
  needsReview,
  type ReviewedAct,
  whyReviewed,
} from '../../core/people/review.ts';
import type { Reviewed } from '../../core/records/documents/decisions.ts';
import { type LateGroup, lateRows } from '../../core/records/late/late-groups.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Store } from '../../ports/store.ts';
import { policiesOver } from '../partners/policy-in-force.ts';

export type ReviewStore = Pick<Store, 'partnerTerms' | 'summaries'>;

export interface MaybeAlone {
  readonly scope: PartnerScope;
  readonly act: ReviewedAct;
  /** The caller's id; null or absent: nobody is known. */
  readonly by: string | null | undefined;
  /** Given where another caller accepted it. */
  readonly reviewed?: Reviewed | undefined;
}

export type Facts = Omit<AskedAct, 'act'>;

/** Of an act about which a rule has less to ask. */
export const NO_FACTS: Facts = { types: [], money: [], recurring: false, difference: null };

/** Throws needs_review, which names the field of a proposal that takes the order. */
export async function requireAlone(
  store: ReviewStore,
  { by, reviewed, ...asked }: MaybeAlone & { readonly order: ProposalKind },
  facts: (needed: NeededFacts) => Promise<Facts>,
): Promise<void> {
  if (by === null || by === undefined || reviewed !== undefined) return;
  const why = await whyNotAlone(store, { ...asked, by }, facts);
  if (why !== null) throw needsReview(why, asked.order);
}

/** Why another caller must accept the act; null: nobody need. */
export async function whyNotAlone(
  store: ReviewStore,
  { scope, act, by = null }: Pick<MaybeAlone, 'scope' | 'act'> & Partial<Pick<MaybeAlone, 'by'>>,
  facts: (needed: NeededFacts) => Promise<Facts>,
): Promise<string | null> {
  const rules = (await policiesOver(store, scope, by)).flatMap((policy) => policy.needsReview);
  const needed = factsNeeded(rules, act);
  if (needed === null) return null;
  const asked = { act, ...(await facts(needed)) };
  const moved = needed.share ? await movedInSessions(store, scope, asked.money) : () => null;
  return whyReviewed(rules, asked, moved);
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

/** The money of rows: of the side that has more of it, by session. */
export function moneyOfRows(group: Pick<LateGroup, 'gl' | 'bank'>): ActMoney[] {
  const of = (side: 'gl' | 'bank'): ActMoney[] =>
    lateRows({ gl: [], bank: [], [side]: group[side] }).map(({ session, currency, amountMinor }) => ({
      ...{ session, currency, minor: BigInt(Math.abs(amountMinor)) },
    }));
  const sum = (money: readonly ActMoney[]) => money.reduce((all, { minor }) => all + minor, 0n);
  const [gl, bank] = [of('gl'), of('bank')];
  return sum(gl) > sum(bank) ? gl : bank;
}

// How a partner's months matched: the match rate and the mix of tiers by month, and the confidence that each tier shows
// beside the share of its matches that people left standing.

import { h, type JSX } from 'preact';
import type { GetQualityResponse, SessionQuality, TierQuality } from '../../../gen/tieout/reporting/v1/quality_pb.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { against } from '../plots/against.ts';
import { bars, stacks } from '../plots/bars.ts';
import { reporting } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { hrefOf } from '../state/route.ts';
import { count, counted, percent } from '../words/money.ts';
import { TIER_KINDS, tierKind } from '../words/tiers.ts';
import { periodWords } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

const MONTHS = 12;

interface Scope {
  readonly tenant: string;
  readonly partner: string;
}

export function QualityScreen({ tenant, partner }: ScreenProps): JSX.Element {
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'How it matches'),
      h('span', { class: 'muted' }, `the latest ${MONTHS} months of ${partner}`),
    ),
    h(QualityPlots, { tenant, partner, isWhole: true }),
  );
}

export function QualityPlots({
  tenant,
  partner,
  isWhole = false,
}: Scope & { readonly isWhole?: boolean }): JSX.Element {
  const loaded = useLoad(`quality ${tenant} ${partner}`, () =>
    reporting.getQuality({ tenantId: tenant, partnerId: partner, sessions: MONTHS }),
  );
  return shown(loaded, (quality) =>
    quality.items.length === 0
      ? nothing(
          'No month of this partner with a first and a last day was reconciled yet.',
          h('a', { href: hrefOf('months') }, 'To the months'),
        )
      : [
          h('div', { class: 'plots' }, rates(quality.items), mix(quality.items)),
          isWhole && confidence(quality),
          isWhole &&
            h(
              'p',
              { class: 'muted narrative' },
              'Left standing is what nobody took apart. Nobody looks at every match, so a tier may be wrong more often than this shows. Where its share falls below the confidence that it shows, look at more of its matches.',
            ),
        ],
  );
}

const MOST_NAME = 18;

/** A whole month by its name; other days by the session, which is shorter. */
function nameOf({ sessionId, periodStart, periodEnd }: SessionQuality): string {
  const words = periodWords(periodStart, periodEnd);
  const name = periodStart === undefined || words.length > MOST_NAME ? sessionId : words;
  return name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name;
}

const rates = (items: readonly SessionQuality[]): JSX.Element =>
  bars(
    'Rows matched, by month',
    items.map((item) => {
      const share = item.matchRate?.count ?? 0;
      return { label: nameOf(item), size: share, shown: percent(share) };
    }),
    { what: 'Matched', whole: 1 },
  );

const mix = (items: readonly SessionQuality[]): JSX.Element =>
  stacks(
    'By what rows were matched, by month',
    items.map((item) => {
      const parts = TIER_KINDS.map(({ name, tone, tiers }) => ({
        ...{ name, tone },
        size: tiers.reduce((sum, tier) => sum + (item.byTier[tier] ?? 0), 0),
      }));
      return {
        label: nameOf(item),
        parts,
        shown: counted(
          parts.reduce((sum, { size }) => sum + size, 0),
          'match',
          'matches',
        ),
      };
    }),
  );

const confidence = ({ tiers }: GetQualityResponse): JSX.Element | null =>
  tiers.length === 0
    ? null
    : against(
        'Confidence shown against what people left standing, by tier',
        { said: 'confidence shown', found: 'left standing' },
        tiers.map(({ tier, confidence: said, shareStanding: found, matches, takenApart }: TierQuality) => ({
          ...{ label: `Tier ${tier}, ${tierKind(tier)}`, said, found },
          ...{ shownSaid: percent(said), shownFound: percent(found) },
          of: takenApart === 0 ? `of ${count(matches)}` : `${count(takenApart)} of ${count(matches)} apart`,
        })),
      );

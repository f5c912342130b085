// The weakest matches, with the rows of both sides.

import { membersOf } from '../matching/outcome/match-groups.ts';
import { CONFIDENCE } from '../matching/outcome/outcome.ts';
import { SIDES } from '../records/rows/columns.ts';
import { type Cell, figure, grouped, paragraph, section, table } from './markup.ts';
import { bars } from './plots.ts';
import type { Reported } from './reported.ts';
import { ROW_TITLES, rowCells } from './row-cells.ts';
import { weakestMatches } from './weakest-matches.ts';

const MOST_MATCHES = 200;
/** Rows that are listed of a match: a batch may have thousands. */
const MOST_ROWS = 20;

export function tiersSection({ stated: { summary } }: Reported): string {
  const tiers = Object.entries(summary.byTier);
  const rows = tiers.map(([tier, groups]) => [
    tier === 'reversal' ? 'netted: an entry and its reversal' : `tier ${tier}`,
    figure(((CONFIDENCE[Number(tier)] ?? 100) / 100).toFixed(2)),
    figure(groups),
  ]);
  return section(
    'Matches by tier',
    bars(
      'Matches by tier',
      tiers.map(([tier, count]) => ({ label: tier === 'reversal' ? 'netted reversals' : `tier ${tier}`, count })),
    ),
    table({ titles: ['Tier', figure('Confidence'), figure('Matches')], rows, empty: 'Nothing is matched.' }),
  );
}

export function matchesSection(
  { stated: { columns, outcome } }: Reported,
  sides: Readonly<Record<'gl' | 'bank', string>>,
): string {
  const { groups } = outcome;
  if (groups.count === 0) return '';
  const rows = weakestMatches(groups, MOST_MATCHES).flatMap((g) => {
    const probability = groups.weighed['probability']?.[g] ?? 0;
    const own = SIDES.flatMap((side) => [...membersOf(groups[side], g)].map((row) => ({ side, row })));
    const first: Cell[] = [
      `tier ${groups.tier[g]}`,
      figure(((CONFIDENCE[groups.tier[g]!] ?? 0) / 100).toFixed(2)),
      figure(probability === 0 ? '' : (probability / 10_000).toFixed(2)),
    ];
    const shown = own
      .slice(0, MOST_ROWS)
      .map(({ side, row }, i): Cell[] => [
        ...(i === 0 ? first : ['', '', '']),
        sides[side],
        ...rowCells(side, columns[side], row),
      ]);
    if (own.length <= MOST_ROWS) return shown;
    return [...shown, ['', '', '', '', '', '', `and ${grouped(own.length - MOST_ROWS)} further rows`, '', '']];
  });
  const titles = ['Tier', figure('Confidence'), figure('Probability'), 'Side', ...ROW_TITLES];
  const shown = Math.min(MOST_MATCHES, groups.count);
  return `<div class="wide">${section(
    'The weakest matches',
    paragraph(`${grouped(shown)} of ${grouped(groups.count)}, those of the least confidence first.`),
    table({ titles, rows, empty: '' }),
  )}</div>`;
}

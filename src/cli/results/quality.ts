// `tieout quality`: how a partner's latest sessions matched, session by session and tier by tier, of the store of
// reconcile --data or of the environment. For people at a terminal, or as JSON.

import { onStore } from '../../compose/on-store.ts';
import { LAST_TIER } from '../../core/matching/outcome/outcome.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { printable } from '../../core/words/printable.ts';
import { type QualityReport, reportQuality } from '../../workflows/reports/report-quality.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from '../options.ts';
import { storeConfiguration } from '../store-configuration.ts';
import { type Style, styleOf } from '../terminal.ts';
import { left, right, whole } from './result-sections.ts';
import { tableLines } from './table.ts';

/** Sessions of one answer, as the service has it. */
const MOST_SESSIONS = 60;
const SESSIONS = 12;

export const QUALITY_OPTIONS: readonly OptionRow[] = [
  {
    name: 'data',
    value: 'DIR',
    standard: null,
    meaning: 'folder of the embedded store, as `reconcile --data` has it; else the store of the environment',
  },
  { name: 'sessions', value: 'N', standard: String(SESSIONS), meaning: `the latest so many, ${MOST_SESSIONS} at most` },
  { name: 'tenant', value: 'ID', standard: 'local', meaning: 'whose sessions' },
  { name: 'partner', value: 'ID', standard: 'local', meaning: 'whose sessions' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout quality [options]

Says how the latest sessions matched: the share of their rows, the matches of each tier, what people took apart, and for
each tier the confidence that it shows beside the share that people left standing. On the embedded store the service has
to be stopped meanwhile.

${optionHelp(QUALITY_OPTIONS)}`;

export async function quality(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'quality', table: QUALITY_OPTIONS });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const asked = values.text('sessions') ?? String(SESSIONS);
  const most = /^\d{1,4}$/.test(asked) ? Number(asked) : 0;
  if (most < 1 || most > MOST_SESSIONS) {
    throw usage('quality', `--sessions is a whole number from 1 to ${MOST_SESSIONS}, not "${asked}".`);
  }
  const scope = { tenant: values.text('tenant') ?? 'local', partner: values.text('partner') ?? 'local' };
  const report = await onStore(storeConfiguration(values.text('data')), (store) => reportQuality(store, scope, most));
  process.stdout.write(
    values.flag('json')
      ? `${JSON.stringify(qualityJson(report))}\n`
      : qualityPage(report, styleOf(process.stdout, process.env)),
  );
  return 0;
}

const dayOrNone = (day: number | null | undefined): string | null =>
  day === null || day === undefined ? null : formatDay(day);
const percent = (share: number): string => `${(share * 100).toFixed(1)}%`;
const periodOf = ({ session, period }: QualityReport['sessions'][number]) => ({
  start: dayOrNone(session.periodStart ?? period?.start),
  end: dayOrNone(session.periodEnd ?? period?.end),
});
const standing = ({ matches, takenApart }: QualityReport['tiers'][number]): number => 1 - takenApart / matches;

/** With the names of GET /v1/quality. */
const qualityJson = ({ sessions, tiers }: QualityReport) => ({
  items: sessions.map((one) => ({
    ...{ session_id: one.session.key.session, kind: one.session.kind },
    ...{ period_start: periodOf(one).start, period_end: periodOf(one).end },
    ...{ match_rate: one.matchRate, by_tier: one.byTier, taken_apart: one.takenApart },
  })),
  tiers: tiers.map((one) => ({
    ...{ tier: one.tier, confidence: one.confidence / 100, matches: one.matches },
    ...{ taken_apart: one.takenApart, share_standing: standing(one) },
  })),
});

function qualityPage({ sessions, tiers }: QualityReport, style: Style): string {
  if (sessions.length === 0) return 'No session of this tenant and partner with days was reconciled.\n';
  const found = [...Array.from({ length: LAST_TIER }, (_, i) => String(i + 1)), 'manual', 'reversal'].filter((tier) =>
    sessions.some(({ byTier }) => (byTier[tier] ?? 0) > 0),
  );
  const title = (tier: string): string => (Number(tier) ? `tier ${tier}` : tier === 'manual' ? 'by hand' : 'netted');
  const ofSessions = tableLines(
    {
      columns: [left('session'), left('period'), right('rows matched'), ...found.map(title).map(right), right('apart')],
      rows: sessions.map((one) => [
        printable(one.session.key.session),
        `${periodOf(one).start} to ${periodOf(one).end}`,
        percent(one.matchRate.count),
        ...found.map((tier) => whole(one.byTier[tier] ?? 0)),
        whole(one.takenApart),
      ]),
    },
    style,
  );
  const ofTiers = tableLines(
    {
      columns: [left('tier'), right('matches'), right('taken apart'), right('confidence'), right('left standing')],
      rows: tiers.map((one) => [
        ...[String(one.tier), whole(one.matches), whole(one.takenApart)],
        ...[(one.confidence / 100).toFixed(2), percent(standing(one))],
      ]),
    },
    style,
  );
  const note = 'Nobody looks at every match: the truth may lie below the share that was left standing.';
  const heads = ['By session', 'By tier, of these sessions together'].map(style.bold);
  return `${[heads[0], ...ofSessions, '', heads[1], ...ofTiers, '', note].join('\n')}\n`;
}

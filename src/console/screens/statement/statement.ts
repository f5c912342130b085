// The proof of a month as an accountant's page: from the bank's balance and from the ledger's to one adjusted balance.
// Each line opens its rows and leads to its exceptions; the month before stands beside; signatures stand at the foot.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Summary } from '../../../../gen/tieout/reporting/v1/summary_pb.ts';
import { brokenOff } from '../../parts/broken-off.ts';
import { shown } from '../../parts/loaded.ts';
import { reporting, SERVICE } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { allPages } from '../../state/pages.ts';
import { hrefOf } from '../../state/route.ts';
import { useSession } from '../../state/session-watch.ts';
import { count, counted, percent } from '../../words/money.ts';
import { periodWords, when } from '../../words/times.ts';
import type { ScreenProps } from '../screen.ts';
import { PaperOf } from './paper.ts';
import { SignOffFoot } from './sign-off.ts';

interface Stated {
  readonly summary: Summary;
  /** The summary of the session whose period ended last before this one's; null for none. */
  readonly before: Summary | null;
}

export async function summaryOf({ tenant, partner, session }: ScreenProps): Promise<Summary> {
  const { answer } = await reporting.getSummary({ sessionId: session, tenantId: tenant, partnerId: partner });
  if (answer.case !== 'latest') throw new Error('The service answered no summary.');
  return answer.value;
}

async function stated(place: ScreenProps): Promise<Stated> {
  const summary = await summaryOf(place);
  const start = summary.period?.startDate ?? '';
  const sessions = await allPages((pageToken) =>
    reporting.listSessions({ tenantId: place.tenant, partnerId: place.partner, pageSize: 1000, pageToken }),
  );
  const earlier = sessions
    .filter(
      ({ periodEnd = '', version, sessionId }) =>
        version > 0 && periodEnd !== '' && periodEnd < start && sessionId !== place.session,
    )
    .sort((one, other) => (one.periodEnd ?? '').localeCompare(other.periodEnd ?? ''))
    .at(-1);
  // The month beside is a help: the page stands without it.
  const before = earlier && (await summaryOf({ ...place, session: earlier.sessionId }).catch(() => null));
  return { summary, before: before ?? null };
}

export function StatementScreen(place: ScreenProps): JSX.Element {
  const { tenant, partner, session } = place;
  const loaded = useLoad(`statement ${tenant} ${partner} ${session}`, () => stated(place));
  const [turn, setTurn] = useState(0);
  const renew = () => {
    loaded.again();
    setTurn((before) => before + 1);
  };
  const isLive = useSession(place, { changed: renew, ask: renew });
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Statement'),
      loaded.value && h('span', { class: 'muted' }, periodOf(loaded.value.summary)),
      loaded.value && h(Files, place),
    ),
    brokenOff(isLive),
    shown(loaded, ({ summary, before }) => [
      h(Figures, { summary, place }),
      ...(summary.proofs.length > 0 ? summary.proofs : summary.proof ? [summary.proof] : []).map((proof) =>
        h(PaperOf, {
          key: `${proof.account} ${proof.currency}`,
          proof,
          before:
            before?.proofs.find(({ account, currency }) => account === proof.account && currency === proof.currency) ??
            null,
          beforeName: before?.sessionId ?? null,
          place,
        }),
      ),
      h(SignOffFoot, { place, turn, onSigned: loaded.again }),
      h(Narrative, { summary }),
    ]),
  );
}

/** The month as files: one page for the auditor, a workbook, and the entries that the ledger needs. */
function Files({ tenant, partner, session }: ScreenProps): JSX.Element {
  const at = (path: string, more: Readonly<Record<string, string>> = {}) =>
    `${SERVICE}/v1/sessions/${encodeURIComponent(session)}/${path}?${new URLSearchParams({
      ...{ tenant_id: tenant, partner_id: partner },
      ...more,
    })}`;
  return h(
    'span',
    { class: 'files' },
    h('a', { class: 'button', href: at('report'), target: '_blank', rel: 'noopener' }, 'Report to print'),
    h(
      'a',
      { class: 'button', href: at('statement', { format: 'xlsx' }), download: `statement-${session}.xlsx` },
      'As a workbook',
    ),
    h(
      'a',
      { class: 'button', href: at('journals', { format: 'csv' }), download: `journals-${session}.csv` },
      'Entries to post',
    ),
  );
}

const periodOf = ({ period, createdAt, recalculationCount }: Summary): string =>
  `${periodWords(period?.startDate, period?.endDate)} · version ${recalculationCount} of ${when(createdAt)}`;

function Figures({ summary, place }: { summary: Summary; place: ScreenProps }): JSX.Element {
  const { gl, bank, matchRate, clusters, clustersPending } = summary;
  const sum = (of: Readonly<Record<string, number>>) => Object.values(of).reduce((all, one) => all + one, 0);
  const rejected = (gl?.rejectedRows ?? 0) + (bank?.rejectedRows ?? 0);
  const card = (figure: string, what: string, href?: string): JSX.Element =>
    h(
      'div',
      { class: 'card' },
      h('b', {}, href ? h('a', { href }, figure) : figure),
      h('span', { class: 'muted' }, what),
    );
  return h(
    'div',
    { class: 'cards' },
    card(percent(matchRate?.count ?? 0), 'of the rows matched', hrefOf('matches', { ...place })),
    card(
      count(sum(clustersPending)),
      `of ${counted(sum(clusters), 'exception')} to decide`,
      hrefOf('exceptions', { ...place }),
    ),
    card(`${count(gl?.rows ?? 0)} | ${count(bank?.rows ?? 0)}`, 'rows of the ledger | of the bank'),
    card(count(rejected), 'rows could not be read', rejected > 0 ? hrefOf('left-out', { ...place }) : undefined),
  );
}

function Narrative({ summary }: { summary: Summary }): JSX.Element {
  return h(
    'details',
    {},
    h('summary', {}, 'In words'),
    h('p', { class: 'narrative' }, summary.aiSummary ?? summary.summaryText),
  );
}

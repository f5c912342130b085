// One exception: why it is one, its rows beside each other, rows that it names, what was decided of it and by whom.

import { h, type JSX } from 'preact';
import type { ListedCluster } from '../../../../gen/tieout/reporting/v1/cluster_query_pb.ts';
import { beside, rowsTable } from '../../parts/beside.ts';
import { fact } from '../../parts/fact.ts';
import { shown } from '../../parts/loaded.ts';
import { stateWord } from '../../parts/state-word.ts';
import { reporting } from '../../state/clients.ts';
import { useLoad } from '../../state/load.ts';
import { allPages } from '../../state/pages.ts';
import { hrefOf } from '../../state/route.ts';
import { actName, classWords, plain, statusName } from '../../words/classes.ts';
import { counted, money } from '../../words/money.ts';
import { when } from '../../words/times.ts';
import type { ScreenProps } from '../screen.ts';

/** Most rows that the link to pairing by hand names. */
const MOST_MARKED = 40;
/** Rows that one call gives. */
const MOST_ROWS = 200;

interface DetailProps {
  readonly listed: ListedCluster;
  readonly place: ScreenProps;
  /** Changes after a decision: rows and history are asked for anew. */
  readonly turn: number;
}

export function Detail({ listed, place, turn }: DetailProps): JSX.Element {
  const { cluster, ageDays } = listed;
  const { clusterId, clusterType, decisionStatus, reason, rule, amount, currency, amountDelta, dateDeltaDays } =
    cluster!;
  const { glRecordIds, bankRecordIds } = cluster!;
  const own = { ...place, session: cluster!.sessionId };
  return h(
    'div',
    {},
    h('h2', {}, classWords(clusterType)),
    h('p', {}, stateWord(statusName(decisionStatus)), ` · ${money(amount, currency)} ${currency}`),
    h('p', {}, reason),
    h(Rows, { listed, place: own }),
    h(
      'dl',
      { class: 'facts' },
      fact('Difference', amountDelta === undefined || amountDelta === 0 ? undefined : money(amountDelta, currency)),
      fact(
        'Days apart',
        dateDeltaDays === undefined || dateDeltaDays === 0 ? undefined : counted(dateDeltaDays, 'day'),
      ),
      fact('Age', ageDays === undefined ? undefined : counted(ageDays, 'day')),
      fact('Rule', plain(rule)),
      fact('Who looks into it', cluster!.owner),
      fact('Until', cluster!.dueDay),
      fact(
        'Files',
        cluster!.attachments.length === 0 ? undefined : cluster!.attachments.map(({ name }) => name).join(', '),
      ),
      fact('Session', cluster!.sessionId),
      fact('Cluster', clusterId),
    ),
    cluster!.looksLike.length > 0 && h(LooksLike, { listed, place: own }),
    h(
      'p',
      {},
      h(
        'a',
        { href: hrefOf('pair', { ...own, rows: [...glRecordIds, ...bankRecordIds].slice(0, MOST_MARKED).join(',') }) },
        'Pair its rows by hand',
      ),
    ),
    h(History, { clusterId, place: own, turn }),
  );
}

/** All rows: the list has the first three a side. */
function Rows({ listed, place }: { listed: ListedCluster; place: ScreenProps }): JSX.Element {
  const { cluster, gl, bank } = listed;
  const { glRecordIds, bankRecordIds, clusterId } = cluster!;
  const isWhole = glRecordIds.length === gl.length && bankRecordIds.length === bank.length;
  const wanted = [...glRecordIds, ...bankRecordIds].slice(0, MOST_ROWS);
  const loaded = useLoad(`rows ${clusterId}`, async () => {
    if (isWhole) return { gl, bank };
    const { items } = await rowsOf(place, wanted);
    const of = (ids: readonly string[]) => items.filter(({ recordId }) => ids.includes(recordId));
    return { gl: of(glRecordIds), bank: of(bankRecordIds) };
  });
  const all = glRecordIds.length + bankRecordIds.length;
  return h(
    'div',
    {},
    beside(loaded.value?.gl ?? gl, loaded.value?.bank ?? bank),
    loaded.failure && h('p', { class: 'warn' }, `Not all rows came: ${loaded.failure.sentence}`),
    all > MOST_ROWS && h('p', { class: 'muted' }, `The first ${MOST_ROWS} of ${all} rows.`),
  );
}

const rowsOf = ({ tenant, partner, session }: ScreenProps, recordIds: readonly string[]) =>
  reporting.getRows({ tenantId: tenant, partnerId: partner, sessionId: session, recordIds: [...recordIds] });

function LooksLike({ listed, place }: { listed: ListedCluster; place: ScreenProps }): JSX.Element {
  const { looksLike, clusterId } = listed.cluster!;
  const named = [...new Set(looksLike.flatMap(({ recordIds }) => recordIds))].slice(0, MOST_ROWS);
  const loaded = useLoad(`named ${clusterId}`, () => rowsOf(place, named));
  return h(
    'section',
    {},
    h('h3', {}, 'Looks like'),
    h(
      'ul',
      {},
      looksLike.map(({ sentence }) => h('li', {}, sentence)),
    ),
    named.length > 0 &&
      shown(loaded, ({ items }) => (items.length === 0 ? null : rowsTable('Rows that it names', items))),
  );
}

function History({ clusterId, place, turn }: { clusterId: string; place: ScreenProps; turn: number }): JSX.Element {
  const { tenant, partner } = place;
  const loaded = useLoad(`history ${clusterId} ${turn}`, () =>
    allPages((pageToken) =>
      reporting.listResolutions({ tenantId: tenant, partnerId: partner, clusterId, pageSize: 100, pageToken }),
    ),
  );
  return h(
    'section',
    {},
    h('h3', {}, 'History'),
    shown(loaded, (rows) =>
      rows.length === 0
        ? h('p', { class: 'muted' }, 'Nobody has decided on it yet.')
        : h(
            'ol',
            {},
            rows.map(({ decision, createdAt, caller, note, autoResolved }) =>
              h(
                'li',
                {},
                `${plain(actName(decision))}, ${when(createdAt)}${caller ? ` by ${caller}` : autoResolved ? ' by a pattern' : ''}${note ? `: ${note}` : ''}`,
              ),
            ),
          ),
    ),
  );
}

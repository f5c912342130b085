// Every act of people and of sweeps, by operation, then by cluster.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { AuditedAct } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../parts/dialog.ts';
import { noteField } from '../parts/fields.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stateWord } from '../parts/state-word.ts';
import { resolution } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { hrefOf } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may } from '../state/who.ts';
import { actName, classWords, plain, statusName } from '../words/classes.ts';
import { count, counted } from '../words/money.ts';
import { when } from '../words/times.ts';
import { MOST_AUDIT_ROWS, type Operation, operationsOf } from './operations.ts';
import type { ScreenProps } from './screen.ts';

const MOST_SHOWN = 500;

export function AuditScreen(place: ScreenProps): JSX.Element {
  const { tenant, partner, session } = place;
  const loaded = useLoad(`audit ${tenant} ${partner} ${session}`, () => operationsOf(place));
  const [opened, setOpened] = useState<string | null>(null);
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Audit'),
      h('span', { class: 'muted' }, 'the latest first; nothing in it is ever changed'),
    ),
    shown(loaded, (operations) => {
      if (operations.length === 0) return nothing('Nobody has decided anything yet.');
      const rows = operations.reduce((sum, { clusters }) => sum + clusters, 0);
      const one = operations.find(({ operationId }) => operationId === opened);
      return [
        plainTable<Operation>({
          caption: 'Operations',
          items: operations.slice(0, MOST_SHOWN),
          columns: [
            { title: 'When', cell: ({ at }) => when(at) },
            {
              title: 'Who',
              cell: ({ caller, requestId }) => caller ?? (requestId.startsWith('auto-sweep-') ? 'a pattern' : '–'),
            },
            { title: 'Act', cell: ({ decision }) => plain(actName(decision)) },
            { title: 'Class', cell: ({ clusterType }) => (clusterType === 0 ? '–' : classWords(clusterType)) },
            { title: 'Sessions', cell: ({ sessions }) => sessions.join(', ') },
            { title: 'Note', cell: ({ note }) => note ?? '–' },
            {
              title: 'Clusters',
              isEnd: true,
              cell: ({ clusters, operationId }) =>
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'quiet',
                    'aria-expanded': operationId === opened,
                    onClick: () => setOpened(operationId === opened ? null : operationId),
                  },
                  count(clusters),
                ),
            },
          ],
        }),
        rows >= MOST_AUDIT_ROWS &&
          h('p', { class: 'warn' }, `Only the first ${count(MOST_AUDIT_ROWS)} rows of the audit were read.`),
        one !== undefined && h(Clusters, { operation: one, place, onUndone: loaded.again }),
      ];
    }),
  );
}

/** Acts that an undoing reopens. */
const UNDONE: readonly AuditedAct[] = [
  AuditedAct.APPROVED,
  AuditedAct.REJECTED,
  AuditedAct.ESCALATED,
  AuditedAct.RECONCILE,
];

interface ClustersProps {
  readonly operation: Operation;
  readonly place: ScreenProps;
  readonly onUndone: () => void;
}

function Clusters({ operation, place, onUndone }: ClustersProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState('');
  const { operationId, decision, at, rows } = operation;
  const undo = async () => {
    const { reopenedClusterIds, left } = await resolution.undoOperation({
      ...{ operationId, tenantId: place.tenant, partnerId: place.partner },
      ...(note !== '' && { note }),
    });
    say(
      `${counted(reopenedClusterIds.length, 'exception is', 'exceptions are')} pending again; ${count(left)} others have been decided since.`,
    );
    onUndone();
  };
  return h(
    'section',
    { 'aria-label': 'The operation' },
    clustersTable(operation, place, rows.slice(0, MOST_SHOWN)),
    may('decide') &&
      UNDONE.includes(decision) &&
      h(
        'p',
        { class: 'acts' },
        h('button', { type: 'button', onClick: () => setAsked(true) }, 'Undo what still stands'),
      ),
    isAsked &&
      h(
        Dialog,
        {
          title: `Undo ${plain(actName(decision))} of ${when(at)}`,
          act: 'Undo',
          onAct: undo,
          onClose: () => setAsked(false),
        },
        h('p', {}, 'What this act decided and nobody has decided since is pending again. The audit keeps both.'),
        noteField(note, setNote, 'Note, if there is one'),
      ),
  );
}

function clustersTable(operation: Operation, place: ScreenProps, items: Operation['rows']): JSX.Element {
  return plainTable({
    caption: `What ${plain(actName(operation.decision))} of ${when(operation.at)} did`,
    isCaptionSeen: true,
    items,
    columns: [
      {
        title: 'Cluster',
        isMono: true,
        cell: ({ clusterId, sessionId }) =>
          h(
            'a',
            { href: hrefOf('exceptions', { ...place, session: sessionId, cluster: clusterId, status: 'any' }) },
            clusterId.slice(0, 16),
          ),
      },
      { title: 'Session', cell: ({ sessionId }) => sessionId },
      { title: 'Before', cell: ({ statusBefore }) => (statusBefore === 0 ? '–' : stateWord(statusName(statusBefore))) },
      { title: 'After', cell: ({ statusAfter }) => (statusAfter === 0 ? '–' : stateWord(statusName(statusAfter))) },
      {
        title: 'Rows',
        isEnd: true,
        cell: ({ glRecordIds, bankRecordIds }) => `${glRecordIds.length} | ${bankRecordIds.length}`,
      },
    ],
  });
}

// Every act of people and of sweeps, by operation, with how much of each still stands; then exception by exception.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedOperation } from '../../../gen/tieout/reporting/v1/exceptions_pb.ts';
import type { AuditRow } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import { AuditedAct, DecisionType } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../parts/dialog.ts';
import { noteField } from '../parts/fields.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stateWord } from '../parts/state-word.ts';
import { people, resolution } from '../state/clients.ts';
import { failureOf } from '../state/failure.ts';
import { useLoad } from '../state/load.ts';
import { PROPOSED } from '../state/propose.ts';
import { adjust, exceptionHref, route } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may } from '../state/who.ts';
import { actName, classWords, plain, statusName } from '../words/classes.ts';
import { count, counted } from '../words/money.ts';
import { when } from '../words/times.ts';
import { decide } from './exceptions/decide.ts';
import { MOST_OPERATIONS, operationsOf, rowsOf, standingWords } from './operations.ts';
import type { ScreenProps } from './screen.ts';

const MOST_SHOWN = 200;

export function AuditScreen(place: ScreenProps): JSX.Element {
  const { tenant, partner, session } = place;
  const loaded = useLoad(`audit ${tenant} ${partner} ${session}`, () => operationsOf(place));
  const { operation: opened, page = '0' } = route.value.params;
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Audit'),
      h('span', { class: 'muted' }, 'the latest act first; nothing in it is ever changed'),
    ),
    shown(loaded, (operations) => {
      if (operations.length === 0) return nothing('Nobody has decided anything yet.');
      const one = operations.find(({ operationId }) => operationId === opened);
      const at = Math.min(Number(page) || 0, Math.floor((operations.length - 1) / MOST_SHOWN));
      return [
        one !== undefined && h(Opened, { key: one.operationId, operation: one, place, onUndone: loaded.again }),
        operationsTable(operations.slice(at * MOST_SHOWN, (at + 1) * MOST_SHOWN), opened),
        operations.length > MOST_SHOWN && h(Pages, { at, all: operations.length }),
        operations.length >= MOST_OPERATIONS &&
          h('p', { class: 'warn' }, `Only the latest ${count(MOST_OPERATIONS)} acts are here.`),
      ];
    }),
  );
}

function operationsTable(items: readonly ListedOperation[], opened: string | undefined): JSX.Element {
  return plainTable<ListedOperation>({
    caption: 'Acts',
    items,
    columns: [
      { title: 'When', isTight: true, cell: ({ madeAt }) => when(madeAt) },
      { title: 'Who', cell: ({ caller, autoResolved }) => caller ?? (autoResolved ? 'a pattern' : '–') },
      {
        title: 'Act',
        cell: ({ decision, operationId }) =>
          h(
            'button',
            {
              type: 'button',
              class: 'quiet line',
              'aria-pressed': operationId === opened,
              onClick: () => adjust({ operation: operationId === opened ? undefined : operationId }),
            },
            plain(actName(decision)),
          ),
      },
      { title: 'Class', isWide: true, cell: ({ clusterType }) => (clusterType === 0 ? '–' : classWords(clusterType)) },
      { title: 'Exceptions', isEnd: true, cell: ({ clusters }) => count(clusters) },
      { title: 'Still stands', isEnd: true, cell: standingOf },
      { title: 'Note', isWide: true, cell: ({ note }) => note ?? '–' },
    ],
  });
}

const standingOf = (operation: ListedOperation): JSX.Element | string =>
  UNDONE.includes(operation.decision)
    ? h('span', { class: operation.standing === 0 ? 'muted' : '' }, standingWords(operation))
    : '–';

function Pages({ at, all }: { at: number; all: number }): JSX.Element {
  const last = Math.floor((all - 1) / MOST_SHOWN);
  const step = (to: number, words: string) =>
    h('button', { type: 'button', disabled: to < 0 || to > last, onClick: () => adjust({ page: String(to) }) }, words);
  return h(
    'p',
    { class: 'acts' },
    step(at - 1, 'Newer'),
    step(at + 1, 'Older'),
    h(
      'span',
      { class: 'muted' },
      `${count(at * MOST_SHOWN + 1)} to ${count(Math.min(all, (at + 1) * MOST_SHOWN))} of ${count(all)}`,
    ),
  );
}

/** Acts that an undoing reopens. */
const UNDONE: readonly AuditedAct[] = [
  AuditedAct.APPROVED,
  AuditedAct.REJECTED,
  AuditedAct.ESCALATED,
  AuditedAct.RECONCILE,
];

interface OpenedProps {
  readonly operation: ListedOperation;
  readonly place: ScreenProps;
  readonly onUndone: () => void;
}

function Opened({ operation, place, onUndone }: OpenedProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState('');
  const { operationId, decision, madeAt, standing, patternId, resolutionRequestId } = operation;
  const loaded = useLoad(`operation ${operationId}`, () => rowsOf(place, operation));
  const act = `${plain(actName(decision))}, ${when(madeAt)}`;
  /** Proposes to a second person that the sweep is taken back, or its exceptions reopened class by class. */
  const propose = async () => {
    if (operation.autoResolved && patternId !== undefined) {
      const order = { pattern: { patternId, resolutionRequestId } };
      await people.propose({ tenantId: place.tenant, partnerId: place.partner, order, ...(note !== '' && { note }) });
    } else {
      const rows = await rowsOf(place, operation);
      const groups = [...Map.groupBy(rows, ({ clusterType }) => clusterType)].map(([clusterType, own]) => ({
        ...{ clusterType, domain: operation.domain, clusterIds: own.map(({ clusterId }) => clusterId) },
      }));
      await decide(place, groups, { decision: DecisionType.REOPENED, note, teaches: false });
    }
    say(PROPOSED);
  };
  const undo = async () => {
    const taken = await resolution
      .undoOperation({
        ...{ operationId, tenantId: place.tenant, partnerId: place.partner },
        ...(note !== '' && { note }),
      })
      .catch((error) => {
        if (failureOf(error).code !== 'needs_review') throw error;
        return null;
      });
    if (taken === null) return propose();
    const { reopenedClusterIds, left } = taken;
    const others = left === 0 ? '' : `; ${counted(left, 'was', 'were')} decided since, and stay`;
    say(`${counted(reopenedClusterIds.length, 'exception is', 'exceptions are')} pending again${others}.`);
    onUndone();
  };
  return h(
    'section',
    { class: 'opened', 'aria-label': 'The act' },
    h('h2', {}, act),
    shown(loaded, (rows) => [
      clustersTable(act, place, rows.slice(0, MOST_SHOWN)),
      rows.length > MOST_SHOWN && h('p', { class: 'muted' }, `The first ${MOST_SHOWN} of ${count(rows.length)}.`),
    ]),
    h(
      'p',
      { class: 'acts' },
      may('decide') &&
        UNDONE.includes(decision) &&
        standing !== 0 &&
        h('button', { type: 'button', onClick: () => setAsked(true) }, 'Undo what still stands'),
      h('button', { type: 'button', onClick: () => adjust({ operation: undefined }) }, 'Close'),
    ),
    isAsked &&
      h(
        Dialog,
        { title: `Undo: ${act}`, act: 'Undo', onAct: undo, onClose: () => setAsked(false) },
        h('p', {}, 'What this act decided and nobody has decided since is pending again. The audit keeps both.'),
        noteField(note, setNote, 'Note, if there is one'),
      ),
  );
}

function clustersTable(caption: string, place: ScreenProps, items: readonly AuditRow[]): JSX.Element {
  const state = (status: AuditRow['statusBefore']) => (status === 0 ? '–' : stateWord(statusName(status)));
  return plainTable({
    caption,
    items,
    columns: [
      {
        title: 'Exception',
        isMono: true,
        cell: ({ clusterId, sessionId }) =>
          h('a', { href: exceptionHref({ ...place, session: sessionId }, clusterId) }, clusterId.slice(0, 16)),
      },
      { title: 'Session', cell: ({ sessionId }) => sessionId },
      { title: 'Before', cell: ({ statusBefore }) => state(statusBefore) },
      { title: 'After', cell: ({ statusAfter }) => state(statusAfter) },
      { title: 'Ledger rows', isEnd: true, cell: ({ glRecordIds }) => count(glRecordIds.length) },
      { title: 'Bank rows', isEnd: true, cell: ({ bankRecordIds }) => count(bankRecordIds.length) },
    ],
  });
}

// What one caller proposed and another one accepts: what waits for this caller, what each would do, and why one can no
// longer be carried out.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  type Proposal,
  ProposalKindSchema,
  ProposalStatus,
  ProposalStatusSchema,
} from '../../../gen/tieout/people/v1/proposals_pb.ts';
import { DecisionTypeSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../parts/dialog.ts';
import { choice, noteField } from '../parts/fields.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stateWord } from '../parts/state-word.ts';
import { people } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { adjust, exceptionHref, route } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may, who } from '../state/who.ts';
import { capital, classWords, nameOf, plain, statusName } from '../words/classes.ts';
import { counted, money } from '../words/money.ts';
import { when } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

const WAITING = 'waiting';

const ACTS: Readonly<Record<string, string>> = {
  approved: 'Approve',
  rejected: 'Reject',
  escalated: 'Escalate',
  reopened: 'Reopen',
  reconcile: 'Look in a file for',
};

const whatOf = ({ kind, order, clusterCount }: Proposal): string => {
  const decision = order?.decision;
  if (decision === undefined) return plain(nameOf(ProposalKindSchema, kind));
  const act = nameOf(DecisionTypeSchema, decision.decision ?? 0);
  return `${ACTS[act] ?? plain(act)} ${counted(clusterCount, 'exception')}: ${classWords(decision.clusterType ?? 0)}`;
};

export function ProposalsScreen({ tenant, partner }: ScreenProps): JSX.Element {
  const { status = WAITING, proposal: chosen } = route.value.params;
  const loaded = useLoad(`proposals ${tenant} ${partner} ${status}`, () =>
    people.listProposals({
      ...{ tenantId: tenant, partnerId: partner, pageSize: 200 },
      ...(status === WAITING
        ? { waitingForMe: true }
        : status === 'all'
          ? {}
          : { status: Number(status) as ProposalStatus }),
    }),
  );
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Proposals')),
    h(
      'div',
      { class: 'fields' },
      choice({
        label: 'Shown',
        value: status,
        choices: [
          [WAITING, 'waiting for me'],
          ...ProposalStatusSchema.values
            .slice(1)
            .map(({ number, localName }) => [String(number), plain(localName.toLowerCase())] as const),
          ['all', 'all'],
        ],
        onInput: (value) => adjust({ status: value, proposal: undefined }),
      }),
    ),
    shown(loaded, ({ items }) =>
      items.length === 0
        ? nothing(
            status === WAITING
              ? 'Nothing waits for you. A policy of the partner says what needs a second person.'
              : 'There are no such proposals.',
          )
        : h(
            'div',
            {},
            plainTable<Proposal>({
              caption: 'Proposals, the newest first',
              items,
              columns: [
                {
                  title: 'What',
                  cell: (one) =>
                    h(
                      'button',
                      {
                        type: 'button',
                        class: 'quiet line',
                        'aria-pressed': one.proposalId === chosen,
                        onClick: () => adjust({ proposal: one.proposalId }),
                      },
                      whatOf(one),
                    ),
                },
                { title: 'By', cell: ({ proposedBy }) => proposedBy ?? 'a pattern' },
                { title: 'When', isTight: true, cell: ({ proposedAt }) => when(proposedAt) },
                {
                  title: 'Money',
                  isEnd: true,
                  cell: ({ amounts }) =>
                    amounts.map(({ amount, currency }) => `${money(amount, currency)} ${currency}`).join(', '),
                },
                { title: 'Note', cell: ({ note }) => note ?? '–' },
                { title: 'State', cell: ({ status: is }) => stateWord(nameOf(ProposalStatusSchema, is)) },
              ],
            }),
            chosen !== undefined &&
              h(ProposalDetail, { key: chosen, proposalId: chosen, tenant, partner, onDone: loaded.again }),
          ),
    ),
  );
}

interface DetailProps {
  readonly proposalId: string;
  readonly tenant: string;
  readonly partner: string;
  readonly onDone: () => void;
}

type Act = 'accept' | 'decline' | 'withdraw';

function ProposalDetail({ proposalId, tenant, partner, onDone }: DetailProps): JSX.Element {
  const scope = { proposalId, tenantId: tenant, partnerId: partner };
  const loaded = useLoad(`proposal ${proposalId}`, () => people.getProposal(scope));
  const [asked, setAsked] = useState<Act | null>(null);
  const [note, setNote] = useState('');
  const act = async () => {
    const given = { ...scope, ...(note !== '' && { note }) };
    if (asked === 'accept') await people.acceptProposal(given);
    else if (asked === 'decline') await people.declineProposal({ ...scope, note });
    else await people.withdrawProposal(given);
    say(asked === 'accept' ? 'Accepted, and carried out.' : asked === 'decline' ? 'Declined.' : 'Withdrawn.');
    setNote('');
    loaded.again();
    onDone();
  };
  return shown(loaded, ({ proposal, clusters, moved }) => {
    const isOpen = proposal?.status === ProposalStatus.OPEN;
    const isOwn = proposal?.proposedBy !== undefined && proposal.proposedBy === who.value?.caller?.id;
    return [
      h('h2', {}, proposal ? whatOf(proposal) : ''),
      moved.length > 0 &&
        h(
          'div',
          { class: 'banner', role: 'alert' },
          h(
            'div',
            {},
            'It cannot be accepted as it stands:',
            h(
              'ul',
              {},
              moved.map(({ id, how }) => h('li', {}, `${id.slice(0, 16)} ${how}`)),
            ),
          ),
        ),
      proposal?.returned && h('p', { class: 'warn' }, `It came back: ${proposal.returned}`),
      clusters.length > 0 &&
        plainTable({
          caption: `${counted(clusters.length, 'exception')} of it`,
          isCaptionSeen: true,
          items: clusters.slice(0, 200),
          columns: [
            {
              title: 'Exception',
              isMono: true,
              cell: ({ clusterId, sessionId }) =>
                h(
                  'a',
                  { href: exceptionHref({ tenant, partner, session: sessionId }, clusterId) },
                  clusterId.slice(0, 16),
                ),
            },
            { title: 'Class', cell: ({ clusterType }) => classWords(clusterType) },
            { title: 'State', cell: ({ decisionStatus }) => stateWord(statusName(decisionStatus)) },
            { title: 'Amount', isEnd: true, cell: ({ amount, currency }) => money(amount, currency) },
          ],
        }),
      h(
        'p',
        { class: 'acts' },
        isOpen &&
          !isOwn &&
          may('review') && [
            h('button', { type: 'button', class: 'primary', onClick: () => setAsked('accept') }, 'Accept'),
            h('button', { type: 'button', onClick: () => setAsked('decline') }, 'Decline'),
          ],
        isOpen && isOwn && h('button', { type: 'button', onClick: () => setAsked('withdraw') }, 'Withdraw'),
      ),
      h('h3', {}, 'What happened'),
      h(
        'ol',
        {},
        proposal?.events.map(({ event, by, at, note: said }) =>
          h('li', {}, `${plain(event)}, ${when(at)}${by ? ` by ${by}` : ''}${said ? `: ${said}` : ''}`),
        ),
      ),
      asked !== null &&
        h(
          Dialog,
          {
            title: `${capital(asked)} the proposal`,
            act: capital(asked),
            onAct: act,
            onClose: () => setAsked(null),
            isReady: asked !== 'decline' || note.trim() !== '',
          },
          h('p', {}, proposal ? whatOf(proposal) : ''),
          noteField(note, setNote, asked === 'decline' ? 'Why' : 'Note, if there is one'),
        ),
    ];
  });
}

// Screening cases: the listed entity beside the subject, what happened to the case, and the officer's decision.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import {
  type CaseParty,
  CaseStatus,
  CaseStatusSchema,
  CaseStepKindSchema,
  type GetCaseResponse,
  type ScreeningCase,
} from '../../../gen/tieout/verification/v1/cases_pb.ts';
import { Dialog } from '../parts/dialog.ts';
import { choice, field, noteField } from '../parts/fields.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { cases } from '../state/clients.ts';
import { failureOf } from '../state/failure.ts';
import { useLoad } from '../state/load.ts';
import { adjust, route } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may } from '../state/who.ts';
import { capital, nameOf, plain } from '../words/classes.ts';
import { when } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

const statusWords = (status: CaseStatus): string => plain(nameOf(CaseStatusSchema, status));

export function CasesScreen({ tenant, partner }: ScreenProps): JSX.Element {
  const { status = String(CaseStatus.UNDECIDED), case: chosen } = route.value.params;
  const loaded = useLoad(`cases ${tenant} ${partner} ${status}`, () =>
    cases.listCases({
      ...{ tenantId: tenant, partnerId: partner, pageSize: 500 },
      ...(status !== 'all' && { status: Number(status) as CaseStatus }),
    }),
  );
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Screening cases')),
    h(
      'div',
      { class: 'fields' },
      choice({
        label: 'State',
        value: status,
        choices: [
          ...CaseStatusSchema.values
            .slice(1)
            .map(({ number, localName }) => [String(number), plain(localName.toLowerCase())] as const),
          ['all', 'all'],
        ],
        onInput: (value) => adjust({ status: value, case: undefined }),
      }),
    ),
    shown(loaded, ({ items }) =>
      items.length === 0
        ? nothing('No case is in this state.')
        : h(
            'div',
            { class: 'halves free' },
            plainTable<ScreeningCase>({
              caption: 'Cases',
              items,
              columns: [
                {
                  title: 'Subject',
                  cell: ({ caseId, subject, subjectRef }) =>
                    h(
                      'button',
                      {
                        type: 'button',
                        class: 'quiet line',
                        'aria-pressed': caseId === chosen,
                        onClick: () => adjust({ case: caseId }),
                      },
                      subject?.names[0] ?? subjectRef,
                    ),
                },
                { title: 'Listed as', cell: ({ matchedName }) => matchedName },
                { title: 'List', cell: ({ list }) => list },
                { title: 'Kind', cell: ({ riskTag }) => plain(riskTag) },
                { title: 'Score', isEnd: true, cell: ({ matchScore }) => matchScore.toFixed(0) },
                { title: 'State', cell: ({ status: is }) => statusWords(is) },
              ],
            }),
            h(
              'div',
              { class: 'detail', tabIndex: 0, role: 'region', 'aria-label': 'The case' },
              chosen === undefined
                ? nothing('Choose a case to see the listed entity beside the subject.')
                : h(CaseDetail, { key: chosen, caseId: chosen, tenant, partner, onDecided: loaded.again }),
            ),
          ),
    ),
  );
}

interface CaseProps {
  readonly caseId: string;
  readonly tenant: string;
  readonly partner: string;
  readonly onDecided: () => void;
}

function CaseDetail({ caseId, tenant, partner, onDecided }: CaseProps): JSX.Element {
  const scope = { caseId, tenantId: tenant, partnerId: partner };
  const loaded = useLoad(`case ${caseId}`, () => cases.getCase(scope));
  const [asked, setAsked] = useState<CaseStatus | null>(null);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  /** The version that the person saw when the dialog was opened. */
  const [seen, setSeen] = useState(0);
  const ask = (status: CaseStatus, version: number) => {
    setSeen(version);
    setAsked(status);
  };
  const act = async () => {
    const version = loaded.value?.case?.version ?? 0;
    try {
      await cases.decideCase({ ...scope, decision: asked!, reason, version, ...(until !== '' && { until }) });
    } catch (error) {
      // The dialog then shows the latest step of the case, and the person decides with it in sight.
      if (failureOf(error).code === 'case_changed') loaded.again();
      throw error;
    }
    say(`Decided: ${statusWords(asked!)}.`);
    loaded.again();
    onDecided();
  };
  return shown(loaded, ({ case: one, steps }) => [
    h('h2', {}, `${one?.matchedName} · ${statusWords(one?.status ?? 0)}`),
    h(Parties, { subject: one?.subject, entity: one?.entity }),
    one?.decision &&
      h('p', {}, `${statusWords(one.status)} by ${one.decision.by}, ${when(one.decision.at)}: ${one.decision.reason}`),
    may('review') &&
      h(
        'p',
        { class: 'acts' },
        [CaseStatus.FALSE_MATCH, CaseStatus.TRUE_MATCH, CaseStatus.UNDECIDED]
          .filter((status) => status !== one?.status)
          .map((status) =>
            h(
              'button',
              { type: 'button', onClick: () => ask(status, one?.version ?? 0) },
              status === CaseStatus.UNDECIDED ? 'Open it again' : capital(statusWords(status)),
            ),
          ),
      ),
    h('h3', {}, 'What happened'),
    h('ol', {}, steps.map(step)),
    asked !== null &&
      h(
        Dialog,
        {
          title: `Decide: ${statusWords(asked)}`,
          act: 'Decide',
          onAct: act,
          onClose: () => setAsked(null),
          isReady: reason.trim() !== '',
        },
        one !== undefined &&
          one.version !== seen &&
          h('div', { class: 'banner' }, h('p', {}, 'Since you opened this:'), h('ul', {}, steps.slice(-1).map(step))),
        noteField(reason, setReason, 'Why'),
        field({
          label: 'Holds until',
          type: 'date',
          value: until,
          onInput: setUntil,
          hint: 'Empty: as long as neither changes',
        }),
      ),
  ]);
}

const step = ({ kind, at, by, note, changes }: GetCaseResponse['steps'][number]): JSX.Element =>
  h(
    'li',
    {},
    `${plain(nameOf(CaseStepKindSchema, kind))}, ${when(at)}${by ? ` by ${by}` : ''}${note ? `: ${note}` : ''}`,
    changes.length > 0 &&
      h(
        'ul',
        {},
        changes.map(({ of, field: name, added, removed }) =>
          h(
            'li',
            {},
            `${of}: ${plain(name)} ${added.map((one) => `+ ${one}`).join(', ')} ${removed.map((one) => `\u2212 ${one}`).join(', ')}`,
          ),
        ),
      ),
  );

function Parties({ subject, entity }: { subject: CaseParty | undefined; entity: CaseParty | undefined }): JSX.Element {
  const line = (title: string, of: (party: CaseParty) => readonly string[]) => {
    const [own, listed] = [subject ? of(subject) : [], entity ? of(entity) : []];
    if (own.length + listed.length === 0) return null;
    const cell = (values: readonly string[], others: readonly string[]) =>
      h(
        'td',
        {},
        values.length === 0
          ? '–'
          : values.map((value) => h('div', {}, others.includes(value) ? h('strong', {}, value) : value)),
      );
    return h('tr', {}, h('th', { scope: 'row' }, title), cell(own, listed), cell(listed, own));
  };
  return h(
    'table',
    { class: 'beside' },
    h('caption', { class: 'unseen' }, 'The subject beside the listed entity'),
    h(
      'thead',
      {},
      h('tr', {}, h('td', {}), h('th', { scope: 'col' }, 'Subject'), h('th', { scope: 'col' }, 'Listed entity')),
    ),
    h(
      'tbody',
      {},
      line('Names', ({ names }) => names),
      line('Born', ({ birthDates }) => birthDates),
      line('Countries', ({ countries }) => countries),
      line('Gender', ({ genders }) => genders),
      line('Identifiers', ({ identifiers }) => identifiers),
      line('Addresses', ({ addresses }) => addresses),
      line('Topics', ({ topics }) => topics),
      line('Programs', ({ programs }) => programs),
    ),
  );
}

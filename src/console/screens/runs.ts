// The runs of all sessions: what works, what waits, what failed and why.

import { h, type JSX } from 'preact';
import { type ListedRun, RunKindSchema, RunState, RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import { choice } from '../parts/fields.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stateWord } from '../parts/state-word.ts';
import { operators } from '../state/clients.ts';
import { failureOf } from '../state/failure.ts';
import { useLoad } from '../state/load.ts';
import { adjust, hrefOf, route } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may } from '../state/who.ts';
import { nameOf, plain } from '../words/classes.ts';
import { count, counted } from '../words/money.ts';
import { when } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

export function RunsScreen({ tenant }: ScreenProps): JSX.Element {
  const { state = '' } = route.value.params;
  const loaded = useLoad(`runs ${tenant} ${state}`, () =>
    operators.listRuns({
      pageSize: 200,
      ...(tenant !== '' && { tenantId: tenant }),
      ...(state !== '' && { state: Number(state) as RunState }),
    }),
  );
  const act = async (what: () => Promise<unknown>, done: string) => {
    try {
      await what();
      say(done);
      loaded.again();
    } catch (error) {
      say(failureOf(error).sentence, { isBad: true });
    }
  };
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'title' },
      h('h1', {}, 'Runs'),
      h('button', { type: 'button', onClick: loaded.again }, 'Refresh'),
    ),
    h(
      'div',
      { class: 'fields' },
      choice({
        label: 'State',
        value: state,
        choices: [
          ['', 'all'],
          ...RunStateSchema.values
            .slice(1)
            .map(({ number, localName }) => [String(number), localName.toLowerCase()] as const),
        ],
        onInput: (value) => adjust({ state: value }),
      }),
    ),
    shown(loaded, ({ items, total, waiting, running, oldestWaitingSeconds }) => [
      h(
        'p',
        {},
        `${running === 0 ? 'No run works' : counted(running, 'run works', 'runs work')}, ${waiting === 0 ? 'none waits' : counted(waiting, 'waits', 'wait')}${oldestWaitingSeconds === undefined ? '' : `, the longest for ${count(Math.round(oldestWaitingSeconds))} seconds`}.`,
      ),
      items.length === 0
        ? nothing('There are no such runs.')
        : plainTable<ListedRun>({
            caption: 'Runs, the newest first',
            items,
            columns: [
              { title: 'Accepted', cell: ({ acceptedAt }) => when(acceptedAt) },
              {
                title: 'Session',
                cell: ({ sessionId: session, tenantId, partnerId }) =>
                  h('a', { href: hrefOf('run', { tenant: tenantId, partner: partnerId, session }) }, session),
              },
              { title: 'Partner', cell: ({ partnerId }) => partnerId },
              { title: 'Kind', cell: ({ kind }) => plain(nameOf(RunKindSchema, kind)) },
              { title: 'State', cell: ({ state: is }) => stateWord(nameOf(RunStateSchema, is)) },
              { title: 'Stage', cell: ({ stage }) => plain(stage ?? '') },
              { title: 'Rows', isEnd: true, cell: ({ rowsDone }) => count(rowsDone) },
              { title: 'Why', cell: ({ error }) => error?.message ?? '' },
              { title: 'By', cell: ({ caller }) => caller ?? '–' },
              {
                title: 'Act',
                cell: ({ runId, state: is }) => {
                  if (!may('operate')) return null;
                  if (is === RunState.WAITING || is === RunState.RUNNING) {
                    return h(
                      'button',
                      {
                        type: 'button',
                        onClick: () => void act(() => operators.cancelRun({ runId }), 'The run is cancelled.'),
                      },
                      'Cancel',
                    );
                  }
                  if (is !== RunState.FAILED && is !== RunState.CANCELLED) return null;
                  return h(
                    'button',
                    {
                      type: 'button',
                      onClick: () => void act(() => operators.retryRun({ runId }), 'The run is tried again.'),
                    },
                    'Try again',
                  );
                },
              },
            ],
          }),
      total > items.length && h('p', { class: 'muted' }, `The newest ${items.length} of ${count(total)}.`),
    ]),
  );
}

// Patterns that approvals taught: what each would approve now and why, what it would have approved before, its sweeps,
// and taking one back.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedOperation } from '../../../gen/tieout/reporting/v1/exceptions_pb.ts';
import type { Pattern } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import { ConfidenceLevelSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { Dialog } from '../parts/dialog.ts';
import { nothing, shown } from '../parts/loaded.ts';
import { plainTable } from '../parts/plain-table.ts';
import { stacks } from '../plots/bars.ts';
import { reporting, resolution } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { allPages } from '../state/pages.ts';
import { actOrPropose, PROPOSED } from '../state/propose.ts';
import { adjust, exceptionHref, hrefOf, route } from '../state/route.ts';
import { say } from '../state/said.ts';
import { may } from '../state/who.ts';
import { classWords, nameOf, plain } from '../words/classes.ts';
import { count, counted, percent } from '../words/money.ts';
import { when } from '../words/times.ts';
import { operationsOf, standingWords } from './operations.ts';
import type { ScreenProps } from './screen.ts';

export function PatternsScreen({ tenant, partner }: ScreenProps): JSX.Element {
  const loaded = useLoad(`patterns ${tenant} ${partner}`, () =>
    allPages((pageToken) =>
      reporting.listPatterns({ tenantId: tenant, partnerId: partner, pageSize: 1000, pageToken }),
    ),
  );
  return h(
    'div',
    {},
    h('div', { class: 'title' }, h('h1', {}, 'Patterns')),
    shown(loaded, (items) => {
      if (items.length === 0) {
        return nothing(
          'Nothing was taught yet. Approve an exception with “approve and learn”, and the next ones of its kind are known.',
        );
      }
      const chosen = items.find(({ patternId }) => patternId === route.value.params['pattern']) ?? items[0]!;
      return [
        plainTable<Pattern>({
          caption: 'Patterns',
          items,
          columns: [
            {
              title: 'Class',
              cell: ({ patternId, intelligenceType }) =>
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'quiet line',
                    'aria-pressed': patternId === chosen.patternId,
                    onClick: () => adjust({ pattern: patternId }),
                  },
                  classWords(intelligenceType),
                ),
            },
            { title: 'Learns', cell: ({ valueField }) => learnt(valueField) },
            { title: 'Approvals', isEnd: true, cell: ({ occurrenceCount }) => count(occurrenceCount) },
            { title: 'Typical', isEnd: true, cell: ({ median }) => String(median) },
            { title: 'From, to', isEnd: true, cell: ({ min, max }) => `${min} to ${max}` },
            { title: 'Confidence', isEnd: true, cell: ({ confidence }) => percent(confidence) },
            {
              title: 'Level',
              cell: ({ confidenceLevel, suspendedAt }) =>
                suspendedAt === undefined
                  ? nameOf(ConfidenceLevelSchema, confidenceLevel)
                  : `suspended ${when(suspendedAt)}`,
            },
            { title: 'Last seen', cell: ({ lastSeenAt }) => when(lastSeenAt) },
          ],
        }),
        h(Chosen, { key: chosen.patternId, pattern: chosen, tenant, partner, onUndone: loaded.again }),
      ];
    }),
  );
}

/** The measure of a pattern in words: the days or the money between the two sides. */
const learnt = (field: string): string =>
  field === 'date_delta_days' ? 'days apart' : field === 'amount_delta' ? 'difference' : plain(field);

interface ChosenProps {
  readonly pattern: Pattern;
  readonly tenant: string;
  readonly partner: string;
  readonly onUndone: () => void;
}

function Chosen({ pattern, tenant, partner, onUndone }: ChosenProps): JSX.Element {
  const { patternId } = pattern;
  const scope = { patternId, tenantId: tenant, partnerId: partner };
  const preview = useLoad(`preview ${patternId}`, () => resolution.previewPattern({ ...scope, pageSize: 200 }));
  const tested = useLoad(`backtest ${patternId}`, () => resolution.backtestPattern(scope));
  const [asked, setAsked] = useState<string | null>(null);
  const undo = async (resolutionRequestId: string) => {
    const pattern = { patternId, resolutionRequestId };
    const undone = await actOrPropose(() => resolution.undoSweep(pattern), {
      ...{ tenant, partner, order: { pattern }, note: '' },
    });
    say(
      undone === null
        ? PROPOSED
        : `The sweep is taken back: ${counted(undone.reopenedClusterIds.length, 'exception is', 'exceptions are')} pending again.`,
    );
    sweeps.again();
    preview.again();
    onUndone();
  };
  const sweeps = useLoad(`sweeps ${tenant} ${partner}`, () => operationsOf({ tenant, partner, session: '' }));
  return h(
    'div',
    {},
    h('h2', {}, 'Would approve now'),
    shown(preview, ({ items, total }) =>
      items.length === 0
        ? nothing('No pending exception of its class.')
        : [
            plainTable({
              caption: 'What a sweep by this pattern would decide',
              items,
              columns: [
                {
                  title: 'Exception',
                  isMono: true,
                  cell: ({ clusterId, sessionId }) =>
                    h(
                      'a',
                      { href: exceptionHref({ tenant, partner, session: sessionId }, clusterId) },
                      clusterId.slice(0, 12),
                    ),
                },
                { title: 'Session', cell: ({ sessionId }) => sessionId },
                { title: learnt(pattern.valueField), isEnd: true, cell: ({ value }) => String(value) },
                { title: 'Would', cell: ({ wouldApprove }) => (wouldApprove ? '✓ approve' : '– leave') },
                { title: 'Why', cell: ({ reason }) => reason },
              ],
            }),
            total > items.length && h('p', { class: 'muted' }, `The first ${items.length} of ${count(total)}.`),
          ],
    ),
    h('h2', {}, 'Would have approved before'),
    shown(tested, ({ months, precision }) =>
      months.length === 0
        ? nothing('No month with decisions since it was first taught.')
        : [
            h(
              'p',
              {},
              precision === undefined
                ? 'It would have approved nothing yet.'
                : `People approved ${percent(precision)} of what it would have approved.`,
            ),
            stacks(
              'By month: what people decided on what it would have approved, and what it would have left to them',
              months.map(({ month, approved, rejected, escalated, leftToPeople }) => ({
                label: month,
                shown: counted(approved + rejected + escalated + leftToPeople, 'exception'),
                parts: [
                  { name: 'approved', size: approved, tone: 'good' },
                  { name: 'rejected', size: rejected, tone: 'bad' },
                  { name: 'escalated', size: escalated, tone: 'warn' },
                  { name: 'left', size: leftToPeople, tone: 'muted' },
                ],
              })),
            ),
          ],
    ),
    h('h2', {}, 'Sweeps'),
    shown(sweeps, (operations) => {
      const own = operations.filter((one) => one.autoResolved && one.patternId === patternId);
      return own.length === 0
        ? nothing('It has approved nothing by itself yet.')
        : plainTable<ListedOperation>({
            caption: 'Sweeps of this pattern, the latest first',
            items: own,
            columns: [
              { title: 'When', cell: ({ madeAt }) => when(madeAt) },
              { title: 'Exceptions', isEnd: true, cell: ({ clusters }) => count(clusters) },
              { title: 'Still stands', isEnd: true, cell: standingWords },
              {
                title: 'What it did',
                cell: ({ operationId }) =>
                  h('a', { href: hrefOf('audit', { tenant, partner, operation: operationId }) }, 'in the audit'),
              },
              {
                title: 'Act',
                cell: ({ resolutionRequestId, standing }) =>
                  may('decide') && standing !== 0
                    ? h('button', { type: 'button', onClick: () => setAsked(resolutionRequestId) }, 'Undo sweep…')
                    : '–',
              },
            ],
          });
    }),
    asked !== null &&
      h(
        Dialog,
        { title: 'Undo the sweep', act: 'Undo', onAct: () => undo(asked), onClose: () => setAsked(null) },
        h('p', {}, 'What it approved is pending again, except what a person has decided since.'),
      ),
  );
}

// A session's latest run: stage by stage while it works, then what came of it. It is watched while it works
// and somebody looks.

import { h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RunStatus, RunStatusSchema } from '../../../gen/tieout/engine/v1/run_pb.ts';
import {
  type PipelineStage,
  type PipelineStatus,
  StageStatus,
  StageStatusSchema,
} from '../../../gen/tieout/engine/v1/status_pb.ts';
import { brokenOff } from '../parts/broken-off.ts';
import { shown } from '../parts/loaded.ts';
import { stateWord } from '../parts/state-word.ts';
import { engine, watching } from '../state/clients.ts';
import { useLoad } from '../state/load.ts';
import { hrefOf } from '../state/route.ts';
import { useWatch } from '../state/watch.ts';
import { nameOf } from '../words/classes.ts';
import { count, counted } from '../words/money.ts';
import { stageWords } from '../words/stages.ts';
import { when } from '../words/times.ts';
import type { ScreenProps } from './screen.ts';

export function RunScreen(props: ScreenProps): JSX.Element {
  return h('div', {}, h('div', { class: 'title' }, h('h1', {}, 'Run')), h(RunProgress, props));
}

const isUnderWay = (status: RunStatus): boolean => status === RunStatus.ACCEPTED || status === RunStatus.RUNNING;

interface ProgressProps extends ScreenProps {
  /** Called once the run has ended, however it did. */
  readonly onEnd?: (status: PipelineStatus) => void;
}

export function RunProgress({ tenant, partner, session, onEnd }: ProgressProps): JSX.Element {
  const loaded = useLoad(`run ${tenant} ${partner} ${session}`, (signal) =>
    engine.getPipelineStatus({ sessionId: session, tenantId: tenant, partnerId: partner }, { signal }),
  );
  const [told, setTold] = useState<PipelineStatus | null>(null);
  const { value: asked, again } = loaded;
  // The stream is ahead of the last answer, until the next one.
  const value = told !== null && told.runId === asked?.runId && isUnderWay(asked.status) ? told : asked;
  const isOpen = value !== null && isUnderWay(value.status);
  const isLive = useWatch(isOpen ? value.runId : null, {
    open: (signal) => watching.watchRun({ runId: value?.runId ?? '' }, { signal }),
    told: setTold,
    ask: () => {
      setTold(null);
      again();
    },
  });
  useEffect(() => {
    if (value !== null && !isOpen) onEnd?.(value);
  }, [isOpen, value?.runId]);
  return h(
    'div',
    {},
    isOpen && brokenOff(isLive),
    shown({ ...loaded, value }, (status) => drawn(status, { tenant, partner, session })),
  );
}

function drawn(status: PipelineStatus, place: ScreenProps): JSX.Element {
  const { error, warnings, rejectedRows, stages, retryAt, retryReason } = status;
  return h(
    'div',
    {},
    h(
      'p',
      { role: 'status' },
      stateWord(nameOf(RunStatusSchema, status.status)),
      ' · run ',
      h('span', { class: 'mono' }, status.runId),
    ),
    error &&
      h(
        'div',
        { class: 'failure', role: 'alert' },
        h('p', {}, h('strong', {}, placed(error))),
        h('p', { class: 'muted' }, error.code),
      ),
    retryAt && h('div', { class: 'banner' }, `It is tried again at ${when(retryAt)}: ${retryReason ?? ''}`),
    h('ol', { class: 'stages' }, stages.map(stage)),
    rejectedRows > 0 && h('p', {}, `${counted(rejectedRows, 'row')} could not be read.`),
    warnings.length > 0 &&
      h(
        'section',
        {},
        h('h2', {}, 'Warnings'),
        h(
          'ul',
          {},
          warnings.map((one) => h('li', {}, one)),
        ),
      ),
    status.status === RunStatus.SUCCEEDED &&
      h(
        'p',
        { class: 'acts' },
        h('a', { class: 'button primary', href: hrefOf('statement', { ...place }) }, 'To the statement'),
      ),
  );
}

/** The sentence with file and line, which it may name itself. */
const placed = ({ message, file, line }: { message: string; file?: string; line?: number }): string =>
  file === undefined || message.includes(file) ? message : `${file}${line === undefined ? '' : `:${line}`}: ${message}`;

function stage({ name, status, rowsDone, rowsTotal, message }: PipelineStage): JSX.Element {
  const word = nameOf(StageStatusSchema, status);
  const rows =
    rowsTotal === undefined ? (rowsDone === 0 ? '' : count(rowsDone)) : `${count(rowsDone)} of ${count(rowsTotal)}`;
  const isRunning = status === StageStatus.RUNNING;
  return h(
    'li',
    {},
    h('span', {}, stageWords(name)),
    stateWord(word),
    h(
      'span',
      { class: 'muted' },
      isRunning && rowsTotal !== undefined
        ? h('progress', { max: Math.max(1, rowsTotal), value: rowsDone, 'aria-label': `${stageWords(name)}: ${rows}` })
        : (message ?? rows),
    ),
  );
}

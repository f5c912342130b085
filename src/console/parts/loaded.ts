// The states of whatever is asked for: a skeleton after a while, a failure with what helps to mend it, and the thing.

import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Failure } from '../state/failure.ts';
import type { Loaded } from '../state/load.ts';

const SKELETON_AFTER_MS = 200;

export function shown<T>(loaded: Loaded<T>, draw: (value: T) => ComponentChildren): JSX.Element {
  const { value, failure, again } = loaded;
  return h(
    'div',
    { class: 'loaded' },
    failure && h(FailurePanel, { failure, again }),
    value !== null ? draw(value) : failure === null ? h(Skeleton, {}) : null,
  );
}

export function FailurePanel({ failure, again }: { failure: Failure; again?: () => void }): JSX.Element {
  return h(
    'div',
    { class: 'failure', role: 'alert' },
    h('p', {}, h('strong', {}, failure.sentence)),
    h('p', { class: 'muted' }, `${failure.code}${failure.requestId === null ? '' : ` · request ${failure.requestId}`}`),
    again && h('button', { type: 'button', onClick: again }, 'Try again'),
  );
}

function Skeleton(): JSX.Element {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const widths = ['w60', 'w90', 'w75', 'w90', 'w40'];
  return h(
    'div',
    { class: isSeen ? 'skeleton' : 'skeleton unseen', role: 'status' },
    h('span', { class: 'unseen' }, 'Loading'),
    widths.map((width) => h('div', { class: `bone ${width}`, 'aria-hidden': 'true' })),
  );
}

/** Why there is nothing, and what comes next. */
export function nothing(sentence: string, ...next: ComponentChildren[]): JSX.Element {
  return h('div', { class: 'nothing' }, h('p', {}, sentence), ...next);
}

// A dialog as the browser has it: Escape closes it, the focus stays in it and returns afterwards.

import { type ComponentChildren, h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Failure, failureOf } from '../state/failure.ts';
import { FailurePanel } from './loaded.ts';

interface DialogOptions {
  readonly title: string;
  readonly act: string;
  readonly onAct: () => Promise<void>;
  readonly onClose: () => void;
  readonly isReady?: boolean;
  /** It only tells something: there is nothing to call off. */
  readonly isToRead?: boolean;
  readonly children?: ComponentChildren;
}

export function Dialog({
  title,
  act,
  onAct,
  onClose,
  isReady = true,
  isToRead = false,
  children,
}: DialogOptions): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => element.current?.showModal(), []);
  const done = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      await onAct();
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setBusy(false);
    }
  };
  return h(
    'dialog',
    { ref: element, onClose, 'aria-label': title },
    h(
      'form',
      { method: 'dialog', onSubmit: done },
      h('h2', {}, title),
      children,
      failure && h(FailurePanel, { failure }),
      h(
        'p',
        { class: 'acts' },
        h(
          'button',
          { type: 'submit', class: 'primary', disabled: isBusy || !isReady, autofocus: isToRead },
          isBusy ? 'Working…' : act,
        ),
        !isToRead && h('button', { type: 'button', onClick: onClose }, 'Cancel'),
      ),
    ),
  );
}

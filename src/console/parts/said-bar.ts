// The outcome of the last act, read out when it comes, with a step back where there is one.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { failureOf } from '../state/failure.ts';
import { said, say } from '../state/said.ts';

export function SaidBar(): JSX.Element {
  const now = said.value;
  const [isBusy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      await now?.undo?.();
    } catch (error) {
      const { sentence, code } = failureOf(error);
      say(`Not undone: ${sentence} (${code})`, { isBad: true });
    } finally {
      setBusy(false);
    }
  };
  return h(
    'div',
    { 'aria-live': 'polite', class: 'live' },
    now &&
      h(
        'div',
        { class: now.isBad ? 'said isbad' : 'said' },
        h('span', {}, now.text),
        now.undo && h('button', { type: 'button', onClick: undo, disabled: isBusy }, 'Undo'),
        h(
          'button',
          { type: 'button', class: 'quiet', 'aria-label': 'Put away', onClick: () => (said.value = null) },
          '✕',
        ),
      ),
  );
}

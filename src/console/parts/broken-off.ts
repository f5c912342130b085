// The sentence of a screen whose live view broke off.

import { h, type JSX } from 'preact';
import { ASK_MS } from '../state/watch.ts';

export const brokenOff = (isLive: boolean): JSX.Element | false =>
  !isLive &&
  h(
    'p',
    { class: 'muted', role: 'status' },
    `The live view broke off: the service is asked every ${ASK_MS / 1_000} seconds instead.`,
  );

// Output for a terminal only: colours, and a progress line that is overwritten.

import { printable } from '../core/words/printable.ts';

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bad: (text: string) => string;
  /** Characters in a line; infinite without a terminal. */
  readonly columns: number;
}

/** Width of a terminal that does not report it. */
const USUAL_COLUMNS = 80;

const plain = (text: string): string => text;
const PLAIN = { bold: plain, dim: plain, bad: plain };
const sgr = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const COLOURED = { bold: sgr(1), dim: sgr(2), bad: sgr(31) };

/** The terminal's width, and its colours unless it wants none (https://no-color.org). */
export function styleOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: Readonly<Record<string, string | undefined>>,
): Style {
  const wanted = stream.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  const columns = stream.isTTY === true ? stream.columns || USUAL_COLUMNS : Number.POSITIVE_INFINITY;
  return { ...(wanted ? COLOURED : PLAIN), columns };
}

/** Time without progress: a run of two seconds needs none. */
const QUIET_MILLISECONDS = 2_000;
const BETWEEN_MILLISECONDS = 200;

interface ProgressLine {
  /** Shows what is being done now. */
  readonly show: (text: string) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** A line that is overwritten, with the seconds since it began; only on a terminal. */
export function progressLine(
  stream: { readonly isTTY?: boolean; write(text: string): unknown },
  quiet = QUIET_MILLISECONDS,
): ProgressLine {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  const begun = performance.now();
  let text = '';
  let shown = false;
  const timer = setInterval(
    () => {
      const elapsed = performance.now() - begun;
      if (elapsed < quiet) return;
      shown = true;
      stream.write(`\r\u001b[K${text} ${Math.floor(elapsed / 1000)} s`);
    },
    Math.min(BETWEEN_MILLISECONDS, quiet),
  ).unref();
  return {
    show: (now) => {
      text = now;
    },
    end: () => {
      clearInterval(timer);
      if (shown) stream.write('\r\u001b[K');
    },
  };
}

const WIDEST_BAR = 24;

export interface ProgressBar {
  /** `done`: 0 to 1. */
  readonly show: (done: number, text: string) => void;
  /** Removes the line. */
  readonly end: () => void;
}

/** A bar with a text, on one line of any terminal; only on a terminal. */
export function progressBar(stream: {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}): ProgressBar {
  if (!stream.isTTY) return { show: () => {}, end: () => {} };
  let shown = false;
  return {
    show: (done, text) => {
      // On some terminals a full line would already wrap.
      const width = Math.max(1, (stream.columns || USUAL_COLUMNS) - 1);
      const bar = Math.min(WIDEST_BAR, Math.floor(width / 3));
      const full = Math.round(Math.min(1, Math.max(0, done)) * bar);
      stream.write(`\r\u001b[K${printable(`${'█'.repeat(full)}${'░'.repeat(bar - full)} ${text}`, width)}`);
      shown = true;
    },
    end: () => {
      if (shown) stream.write('\r\u001b[K');
      shown = false;
    },
  };
}

// A line of a list of facts; nothing where there is nothing to say.

import { h, type JSX } from 'preact';

export const fact = (title: string, words: string | undefined): readonly JSX.Element[] | false =>
  words !== undefined && [h('dt', {}, title), h('dd', {}, words)];

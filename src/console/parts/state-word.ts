// A state as a word with a mark, then a colour.

import { h, type JSX } from 'preact';
import { marked } from '../words/classes.ts';

export const stateWord = (state: string): JSX.Element => h('span', { class: `state state-${state}` }, marked(state));

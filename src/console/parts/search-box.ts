// The one search field of the head. Enter opens what was found.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { go, type Route, scopeOf } from '../state/route.ts';

export function SearchBox({ at }: { at: Route }): JSX.Element {
  const { tenant, partner } = scopeOf(at);
  const asked = at.screen === 'search' ? (at.params['q'] ?? '') : '';
  const [text, setText] = useState(asked);
  const search = (event: Event) => {
    event.preventDefault();
    go('search', { tenant, partner, q: text.trim() });
  };
  return h(
    'form',
    { class: 'search', role: 'search', onSubmit: search },
    h('input', {
      ...{ type: 'search', value: text, placeholder: 'Reference, amount, name', 'aria-label': 'Search in everything' },
      class: 'search-words',
      ...{ autocomplete: 'off', spellcheck: false, maxLength: 256 },
      onInput: (event: Event) => setText((event.target as HTMLInputElement).value),
    }),
  );
}

// The saved filters of a screen as links, and saving what is shown under a name.

import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { hrefOf, route, scopeOf } from '../state/route.ts';
import { say } from '../state/said.ts';
import { forgetFilter, savedFilters, saveFilter } from '../state/saved-filters.ts';
import { field } from './fields.ts';
import { Menu } from './menu.ts';

interface SavedFiltersProps {
  readonly screen: string;
  /** The filters of the screen as they stand now. */
  readonly filters: Readonly<Record<string, string>>;
}

export function SavedFilters({ screen, filters }: SavedFiltersProps): JSX.Element {
  const [name, setName] = useState('');
  const scope = scopeOf(route.value);
  const known = savedFilters(screen);
  const save = (event: Event) => {
    event.preventDefault();
    saveFilter({ name: name.trim(), screen, params: filters });
    say(`Saved in this browser: ${name.trim()}.`);
    setName('');
  };
  return h(Menu, { title: known.length === 0 ? 'Save filter' : `Saved filters · ${known.length}`, class: 'filters' }, [
    known.map((one) =>
      h(
        'div',
        { class: 'saved', key: one.name },
        h('a', { href: hrefOf(screen, { ...scope, ...one.params }) }, one.name),
        h(
          'button',
          { type: 'button', class: 'quiet', 'aria-label': `Forget ${one.name}`, onClick: () => forgetFilter(one) },
          '✕',
        ),
      ),
    ),
    h(
      'form',
      { onSubmit: save },
      field({ label: 'Name of what is shown now', value: name, onInput: setName, isRequired: true }),
      h('button', { type: 'submit', disabled: name.trim() === '' }, 'Save'),
    ),
    h('small', { class: 'muted' }, 'Kept in this browser. The address of the page is the same filter for a colleague.'),
  ]);
}

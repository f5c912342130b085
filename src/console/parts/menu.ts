// A menu that opens below its title: Escape closes it and returns to the title, and so does the focus that leaves it.

import { type ComponentChildren, h, type JSX } from 'preact';

interface MenuProps {
  readonly title: string;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

export function Menu({ title, class: more = '', children }: MenuProps): JSX.Element {
  return h(
    'details',
    {
      class: `menu ${more}`.trim(),
      onKeyDown: (event: KeyboardEvent) => {
        const menu = event.currentTarget as HTMLDetailsElement;
        if (event.key !== 'Escape' || !menu.open) return;
        menu.open = false;
        menu.querySelector('summary')!.focus();
      },
      onFocusOut: (event: FocusEvent) => {
        const menu = event.currentTarget as HTMLDetailsElement;
        // A click on plain words inside goes to nobody.
        if (event.relatedTarget !== null && !menu.contains(event.relatedTarget as Node)) menu.open = false;
      },
    },
    h('summary', {}, title),
    h('div', { class: 'menu-body' }, children),
  );
}

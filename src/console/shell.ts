// What stands around every screen: where one is, the way to the other screens, the outcome of the last act. It shows
// only what the caller's roles allow.

import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { check } from './parts/fields.ts';
import { FailurePanel } from './parts/loaded.ts';
import { Menu } from './parts/menu.ts';
import { SaidBar } from './parts/said-bar.ts';
import { SearchBox } from './parts/search-box.ts';
import { SCREENS, type Screen } from './screens/list.ts';
import { SignIn } from './screens/sign-in.ts';
import { type Failure, failureOf } from './state/failure.ts';
import { prefer, preferences, type Theme } from './state/preferences.ts';
import { hrefOf, type Route, route, scopeOf } from './state/route.ts';
import { said } from './state/said.ts';
import { askWho, may, signOut, who } from './state/who.ts';

export function Shell(): JSX.Element {
  const [failure, setFailure] = useState<Failure | null>(null);
  const ask = () => {
    setFailure(null);
    askWho().catch((error) => setFailure(failureOf(error)));
  };
  useEffect(ask, []);
  const known = who.value;
  if (failure !== null) return h('main', { class: 'alone' }, h(FailurePanel, { failure, again: ask }));
  if (known === null) return h('main', { 'aria-busy': true });
  if (known.caller === null) return h(SignIn, {});
  return h(Signed, {});
}

function Signed(): JSX.Element {
  const at = route.value;
  const screen = SCREENS.find(({ name }) => name === at.screen) ?? SCREENS[0]!;
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${screen.title} – Tieout`;
    // A new screen is read out from its beginning; the first one leaves the focus to the browser.
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    // The outcome of an act on another screen goes with it, unless the act can still be undone from here.
    if (said.value?.undo === null) said.value = null;
  }, [screen.name]);
  const { tenant, partner, session } = scopeOf(at);
  const isMissing =
    (screen.needs !== 'nothing' && (tenant === '' || partner === '')) || (screen.needs === 'session' && session === '');
  const skip = (event: Event) => {
    event.preventDefault();
    main.current?.focus();
  };
  const drawn = isMissing ? SCREENS[0]! : screen;
  return h(
    'div',
    { class: 'shell' },
    h('a', { class: 'skip', href: '#main', onClick: skip }, 'To the content'),
    h(Top, { at }),
    h(Side, { at, screen: drawn }),
    h(
      'main',
      { id: 'main', tabIndex: -1, ref: main },
      h(drawn.draw, { key: `${drawn.name} ${tenant} ${partner} ${session}`, tenant, partner, session }),
    ),
    h(SaidBar, {}),
  );
}

function Top({ at }: { at: Route }): JSX.Element {
  const { tenant, partner, session } = scopeOf(at);
  const { caller, asks_for_token: asks } = who.value!;
  const themes: readonly (readonly [Theme, string])[] = [
    ['system', 'As the system'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ];
  return h(
    'header',
    { class: 'top' },
    h('a', { class: 'brand', href: hrefOf('months') }, 'Tieout'),
    h(SearchBox, { key: at.screen === 'search' ? at.params['q'] : '', at }),
    tenant !== '' && h('span', { class: 'where' }, [tenant, partner, session].filter(Boolean).join(' › ')),
    h(Menu, { title: caller?.name ?? caller?.id ?? 'This computer' }, [
      h(
        'label',
        { class: 'field' },
        h('span', {}, 'Colours'),
        h(
          'select',
          { onChange: (event: Event) => prefer({ theme: (event.target as HTMLSelectElement).value as Theme }) },
          themes.map(([value, label]) => h('option', { value, selected: value === preferences.value.theme }, label)),
        ),
      ),
      check('Narrow rows', {
        isOn: preferences.value.isCompact,
        onChange: (isCompact) => prefer({ isCompact }),
      }),
      check('Single keys act in tables', {
        isOn: preferences.value.hasKeys,
        onChange: (hasKeys) => prefer({ hasKeys }),
      }),
      caller?.id && h('p', { class: 'muted' }, `May ${caller.roles.join(', ')}`),
      asks && caller?.id && h('button', { type: 'button', onClick: () => void signOut() }, 'Sign out'),
    ]),
  );
}

function Side({ at, screen }: { at: Route; screen: Screen }): JSX.Element {
  const { tenant, partner, session } = scopeOf(at);
  const allowed = SCREENS.filter(({ role }) => may(role));
  /** The group of the menu in which the screen at hand stands. */
  const place = screen.isOfMonth === true && session !== '' ? 'session' : screen.needs;
  const group = (title: string, needs: Screen['needs']): JSX.Element => {
    const names = { tenant, partner: needs === 'nothing' ? '' : partner, session: needs === 'session' ? session : '' };
    return h(
      'div',
      {},
      h('h2', {}, title),
      h(
        'ul',
        {},
        allowed
          .filter((one) => one.needs === needs || (needs === 'session' && one.isOfMonth === true))
          .map(({ name, title: words }) =>
            h(
              'li',
              {},
              h(
                'a',
                {
                  href: hrefOf(name, needs === 'nothing' ? { tenant, partner } : names),
                  ...(name === screen.name && needs === place && { 'aria-current': 'page' as const }),
                },
                words,
              ),
            ),
          ),
      ),
    );
  };
  return h(
    'nav',
    { class: 'side', 'aria-label': 'Screens' },
    group('Everything', 'nothing'),
    session !== '' && group(session, 'session'),
    partner !== '' && group(`${partner}, all months`, 'partner'),
  );
}

// The console: who is signed in is asked first, then the screen that the address names is drawn.

import { h, render } from 'preact';
import { Shell } from './shell.ts';
import { followPreferences } from './state/preferences.ts';
import { followAddress } from './state/route.ts';

followPreferences();
followAddress();
const place = document.getElementById('console')!;
place.replaceChildren();
render(h(Shell, {}), place);

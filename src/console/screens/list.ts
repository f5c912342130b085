// The screens, in the order in which the menu shows them. The first one is where everybody begins.

import type { ComponentType } from 'preact';
import type { Role } from '../state/who.ts';
import { Months } from './months.ts';
import { RunScreen } from './run.ts';
import type { ScreenProps } from './screen.ts';
import { StatementScreen } from './statement/statement.ts';

export interface Screen {
  readonly name: string;
  readonly title: string;
  /** What it is about: one session, everything of a partner, or neither. */
  readonly needs: 'nothing' | 'partner' | 'session';
  /** Null: whoever is signed in. */
  readonly role: Role | null;
  readonly isInMenu: boolean;
  readonly draw: ComponentType<ScreenProps>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'months', title: 'Months', needs: 'nothing', role: 'read', isInMenu: true, draw: Months },
  { name: 'statement', title: 'Statement', needs: 'session', role: 'read', isInMenu: true, draw: StatementScreen },
  { name: 'run', title: 'Run', needs: 'session', role: 'read', isInMenu: true, draw: RunScreen },
];

// The screens, in the order in which the menu shows them. The first one is where everybody begins.

import type { ComponentType } from 'preact';
import type { Role } from '../state/who.ts';
import { AuditScreen } from './audit.ts';
import { CasesScreen } from './cases.ts';
import { ExceptionsScreen } from './exceptions/exceptions.ts';
import { LeftOutScreen } from './left-out.ts';
import { MatchesScreen } from './matches/matches.ts';
import { Months } from './months.ts';
import { PairScreen } from './pair/pair.ts';
import { PatternsScreen } from './patterns.ts';
import { ProposalsScreen } from './proposals.ts';
import { RegisterScreen } from './register.ts';
import { RunScreen } from './run.ts';
import { RunsScreen } from './runs.ts';
import type { ScreenProps } from './screen.ts';
import { StartScreen } from './start/start.ts';
import { StatementScreen } from './statement/statement.ts';

export interface Screen {
  readonly name: string;
  readonly title: string;
  /** What it is about: one session, everything of a partner, or neither. */
  readonly needs: 'nothing' | 'partner' | 'session';
  /** Null: whoever is signed in. */
  readonly role: Role | null;
  readonly isInMenu: boolean;
  /** About a partner, and shown of one session too. */
  readonly isOfMonth?: boolean;
  readonly draw: ComponentType<ScreenProps>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'months', title: 'Months', needs: 'nothing', role: 'read', isInMenu: true, draw: Months },
  { name: 'start', title: 'New month', needs: 'nothing', role: 'submit', isInMenu: true, draw: StartScreen },
  { name: 'statement', title: 'Statement', needs: 'session', role: 'read', isInMenu: true, draw: StatementScreen },
  {
    name: 'exceptions',
    title: 'Exceptions',
    needs: 'partner',
    role: 'read',
    isInMenu: true,
    isOfMonth: true,
    draw: ExceptionsScreen,
  },
  { name: 'matches', title: 'Matches', needs: 'session', role: 'read', isInMenu: true, draw: MatchesScreen },
  { name: 'pair', title: 'Pair by hand', needs: 'session', role: 'read', isInMenu: true, draw: PairScreen },
  { name: 'left-out', title: 'Left out', needs: 'session', role: 'read', isInMenu: true, draw: LeftOutScreen },
  { name: 'run', title: 'Run', needs: 'session', role: 'read', isInMenu: true, draw: RunScreen },
  { name: 'register', title: 'Open items', needs: 'partner', role: 'read', isInMenu: true, draw: RegisterScreen },
  { name: 'patterns', title: 'Patterns', needs: 'partner', role: 'read', isInMenu: true, draw: PatternsScreen },
  { name: 'proposals', title: 'Proposals', needs: 'partner', role: 'read', isInMenu: true, draw: ProposalsScreen },
  { name: 'audit', title: 'Audit', needs: 'partner', role: 'read', isInMenu: true, isOfMonth: true, draw: AuditScreen },
  { name: 'cases', title: 'Screening cases', needs: 'partner', role: 'verify', isInMenu: true, draw: CasesScreen },
  { name: 'runs', title: 'Runs', needs: 'nothing', role: 'read', isInMenu: true, draw: RunsScreen },
];

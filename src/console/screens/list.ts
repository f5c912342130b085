// The screens, in the order in which the menu shows them. The first one is where everybody begins.

import type { ComponentType } from 'preact';
import type { Role } from '../state/who.ts';
import { AuditScreen } from './audit.ts';
import { CasesScreen } from './cases.ts';
import { ExceptionsScreen } from './exceptions/exceptions.ts';
import { FormatsScreen } from './formats.ts';
import { LeftOutScreen } from './left-out.ts';
import { MatchesScreen } from './matches/matches.ts';
import { Months } from './months.ts';
import { PairScreen } from './pair/pair.ts';
import { PatternsScreen } from './patterns.ts';
import { ProposalsScreen } from './proposals.ts';
import { QualityScreen } from './quality.ts';
import { RegisterScreen } from './register.ts';
import { RunScreen } from './run.ts';
import { RunsScreen } from './runs.ts';
import type { ScreenProps } from './screen.ts';
import { SearchScreen } from './search.ts';
import { StartScreen } from './start/start.ts';
import { StatementScreen } from './statement/statement.ts';

export interface Screen {
  readonly name: string;
  readonly title: string;
  /** The scope of the screen: one session, everything of a partner, or neither. */
  readonly needs: 'nothing' | 'partner' | 'session';
  readonly role: Role;
  /** The screen is about a partner, and can be narrowed to one session. */
  readonly isOfMonth?: boolean;
  readonly draw: ComponentType<ScreenProps>;
}

export const SCREENS: readonly Screen[] = [
  { name: 'months', title: 'Months', needs: 'nothing', role: 'read', draw: Months },
  { name: 'start', title: 'New month', needs: 'nothing', role: 'submit', draw: StartScreen },
  { name: 'statement', title: 'Statement', needs: 'session', role: 'read', draw: StatementScreen },
  {
    name: 'exceptions',
    title: 'Exceptions',
    needs: 'partner',
    role: 'read',

    isOfMonth: true,
    draw: ExceptionsScreen,
  },
  { name: 'matches', title: 'Matches', needs: 'session', role: 'read', draw: MatchesScreen },
  { name: 'pair', title: 'Pair by hand', needs: 'session', role: 'read', draw: PairScreen },
  { name: 'left-out', title: 'Left out', needs: 'session', role: 'read', draw: LeftOutScreen },
  { name: 'run', title: 'Run', needs: 'session', role: 'read', draw: RunScreen },
  { name: 'register', title: 'Open items', needs: 'partner', role: 'read', draw: RegisterScreen },
  { name: 'quality', title: 'How it matches', needs: 'partner', role: 'read', draw: QualityScreen },
  { name: 'patterns', title: 'Patterns', needs: 'partner', role: 'read', draw: PatternsScreen },
  { name: 'proposals', title: 'Proposals', needs: 'partner', role: 'read', draw: ProposalsScreen },
  { name: 'audit', title: 'Audit', needs: 'partner', role: 'read', isOfMonth: true, draw: AuditScreen },
  { name: 'formats', title: 'File formats', needs: 'partner', role: 'read', draw: FormatsScreen },
  { name: 'cases', title: 'Screening cases', needs: 'partner', role: 'verify', draw: CasesScreen },
  { name: 'search', title: 'Search', needs: 'nothing', role: 'read', draw: SearchScreen },
  { name: 'runs', title: 'Runs', needs: 'nothing', role: 'read', draw: RunsScreen },
];

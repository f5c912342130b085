// The commands for what people decide, by their names.

import type { ActCommand } from './act-command.ts';
import { ASSIGN, BACKTEST, NOTE, POLICY, REOPEN, RESUME, SIGN_OFF } from './deciding.ts';
import { DECISIONS } from './decision-sheets.ts';
import { CONSTRAINTS, MATCH, PART, PREVIEW } from './matching.ts';
import { PROPOSALS } from './proposals.ts';

export const ACT_COMMANDS = {
  match: MATCH,
  part: PART,
  constraints: CONSTRAINTS,
  preview: PREVIEW,
  'sign-off': SIGN_OFF,
  reopen: REOPEN,
  decisions: DECISIONS,
  note: NOTE,
  assign: ASSIGN,
  policy: POLICY,
  proposals: PROPOSALS,
  backtest: BACKTEST,
  resume: RESUME,
} as const satisfies Readonly<Record<string, ActCommand>>;

// The commands for files that are sent, or come by themselves, by their names.

import type { ActCommand } from '../people/act-command.ts';
import { ARRIVALS } from './arrivals.ts';
import { FILES } from './sent-files.ts';

export const ARRIVING_COMMANDS = { files: FILES, arrivals: ARRIVALS } as const satisfies Readonly<
  Record<string, ActCommand>
>;

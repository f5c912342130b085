// The log of commands that work on the service's servers: JSON lines on standard error. A failure with a sentence of
// its own is logged without a stack.

import { type Logger, pino } from 'pino';
import { loggable } from '../../core/errors.ts';

export function serviceLog(level: string): Logger {
  const err = (error: unknown) => {
    const shown = loggable(error);
    return shown instanceof Error ? pino.stdSerializers.err(shown) : shown;
  };
  return pino({ level, serializers: { err } }, pino.destination({ fd: 2, sync: true }));
}

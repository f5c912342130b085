// `tieout events replay`: publishes messages of the outbox again, for a lost stream or a new subscriber. Subscribers
// recognise repetitions by the number at the end of the id (docs/events.md).

import { replayOnce } from '../compose/replay.ts';
import { readConfiguration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import { parseDay } from '../core/money/calendar.ts';
import { serviceLog } from './demo/service-log.ts';
import { HELP_OPTION, type OptionRow, optionHelp, parseOptions, usage } from './options.ts';

export const EVENTS_OPTIONS: readonly OptionRow[] = [
  {
    name: 'since',
    value: 'TIME',
    standard: null,
    meaning: 'what was delivered since 2026-11-21T08:00:00Z, 2026-11-21 (UTC), or 90m, 36h, 7d ago',
  },
  { name: 'data', value: 'DIR', standard: null, meaning: 'folder of the embedded store (TIEOUT_DATA_DIR)' },
  { name: 'json', value: null, standard: null, meaning: 'print one JSON object and nothing else' },
  HELP_OPTION,
];

const HELP = `Usage: tieout events replay --since TIME [options]

Publishes again, under its next number, what was published since TIME and is still kept
(TIEOUT_OUTBOX_KEEP_DAYS). The store and the bus are those of the environment: MONGODB_URI, NATS_URL.
On the embedded store the service has to be stopped meanwhile; on MongoDB it may run.

${optionHelp(EVENTS_OPTIONS)}`;

export async function events(argv: string[]): Promise<number> {
  const values = parseOptions(argv, { command: 'events', table: EVENTS_OPTIONS, positionals: true });
  if (values.flag('help')) {
    process.stdout.write(HELP);
    return 0;
  }
  const [what, ...rest] = values.positionals;
  if (what !== 'replay' || rest.length > 0) throw usage('events', 'Say what to do: tieout events replay --since TIME.');
  const since = momentOf(values.text('since'), Date.now());
  const data = values.text('data');
  const config = readConfiguration(process.env, data === null ? {} : { TIEOUT_DATA_DIR: data });
  if (config.NATS_URL === null) {
    throw new TieoutError('usage', 'There is no bus to publish to: set NATS_URL to that of the service.');
  }
  const log = serviceLog(config.TIEOUT_LOG_LEVEL === 'info' ? 'warn' : config.TIEOUT_LOG_LEVEL);
  const { messages, refused } = await replayOnce(config, { since, log });
  const from = new Date(since).toISOString();
  if (values.flag('json')) process.stdout.write(`${JSON.stringify({ since: from, messages, refused })}\n`);
  else process.stdout.write(sentence({ from, messages, refused }));
  return refused === 0 ? 0 : 1;
}

function sentence({ from, messages, refused }: { from: string; messages: number; refused: number }): string {
  const again = messages === 1 ? '1 message was' : `${messages} messages were`;
  const rest = refused === 0 ? '' : ` ${refused} that the bus refused wait in the outbox; the log says why.`;
  return messages === 0 && refused === 0
    ? `Nothing that is kept was delivered since ${from}.\n`
    : `${again} published again since ${from}.${rest}\n`;
}

const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since 1970. Throws usage. */
export function momentOf(text: string | null, now: number): number {
  if (text === null) throw usage('events', 'From when on? Give --since.');
  const ago = /^(\d{1,6})([mhd])$/.exec(text);
  if (ago !== null) return sincePast(now - Number(ago[1]) * UNITS_MS[ago[2]], text);
  const isInstant = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  // Date.parse reads 30 February as 2 March.
  const at = isInstant && parseDay(text.slice(0, 10)) !== null ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) {
    throw usage('events', `--since takes an instant with its zone, a day, or a time ago such as 36h, not "${text}".`);
  }
  if (at > now) throw usage('events', `--since lies in the future (${text}): give a moment that is past.`);
  return sincePast(at, text);
}

/** A time before 1970 is a typing error. Throws usage. */
function sincePast(at: number, text: string): number {
  if (at >= 0) return at;
  throw usage('events', `--since lies before 1970 (${text}): give a moment from which on something was published.`);
}

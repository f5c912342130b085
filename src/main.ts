// The entry of the command line: finds the command, runs it, and reports a failure as one line for a person. A stack
// trace is shown only with TIEOUT_DEBUG=1.

import { readFileSync } from 'node:fs';
import { TieoutError } from './core/errors.ts';

interface Command {
  readonly meaning: string;
  readonly load: () => Promise<(argv: string[]) => Promise<number>>;
}

type ActName = keyof typeof import('./cli/people/commands.ts').ACT_COMMANDS;

const ofPeople = (name: ActName) => async () => {
  const [{ actCommand }, { ACT_COMMANDS }] = await Promise.all([
    import('./cli/people/act-command.ts'),
    import('./cli/people/commands.ts'),
  ]);
  return actCommand(ACT_COMMANDS[name]);
};

const arriving = (name: 'files' | 'arrivals') => async () => {
  const [{ actCommand }, { ARRIVING_COMMANDS }] = await Promise.all([
    import('./cli/people/act-command.ts'),
    import('./cli/arriving/commands.ts'),
  ]);
  return actCommand(ARRIVING_COMMANDS[name]);
};

/** Each command is loaded when it is asked for. */
const COMMANDS: Readonly<Record<string, Command>> = {
  reconcile: {
    meaning: 'match a ledger with bank statements and class what stays open',
    load: async () => (await import('./cli/begin-reconcile.ts')).beginReconcile,
  },
  inspect: {
    meaning: 'say what a file is and how its columns would be read',
    load: async () => (await import('./cli/inspect.ts')).inspect,
  },
  serve: {
    meaning: 'run the service: REST, Connect and gRPC on one port',
    load: async () => (await import('./cli/serve.ts')).serve,
  },
  runs: {
    meaning: 'list the service’s runs, cancel one or do one again',
    load: async () => (await import('./cli/runs.ts')).runs,
  },
  screen: {
    meaning: 'look a person or a company up in lists of sanctions',
    load: async () => (await import('./cli/screening/screen.ts')).screen,
  },
  checks: {
    meaning: 'list checks that the service keeps, or show one',
    load: async () => (await import('./cli/screening/kept.ts')).checks,
  },
  subjects: {
    meaning: 'list subjects of ongoing screening, show one or erase it',
    load: async () => (await import('./cli/screening/kept.ts')).subjects,
  },
  lists: {
    meaning: 'load lists of sanctions, or say what is in them and why they cannot be used',
    load: async () => (await import('./cli/screening/lists.ts')).lists,
  },
  cases: {
    meaning: 'list the hits of kept subjects, decide, note and assign them',
    load: async () => (await import('./cli/screening/cases.ts')).cases,
  },
  risk: {
    meaning: 'apply the risk ruleset to a set of profiles',
    load: async () => (await import('./cli/screening/risk.ts')).risk,
  },
  health: {
    meaning: 'say whether the service on this machine is ready',
    load: async () => (await import('./cli/health.ts')).health,
  },
  events: {
    meaning: 'publish again what was published since a moment',
    load: async () => (await import('./cli/events.ts')).events,
  },
  audit: {
    meaning: 'prove that nothing in a tenant’s audit of decisions was changed',
    load: async () => (await import('./cli/audit.ts')).audit,
  },
  match: {
    meaning: 'match open rows by hand',
    load: ofPeople('match'),
  },
  part: {
    meaning: 'take a match apart',
    load: ofPeople('part'),
  },
  constraints: {
    meaning: 'list the rows that people set apart, or let them meet again',
    load: ofPeople('constraints'),
  },
  preview: {
    meaning: 'try other terms on a session: what would come and go',
    load: ofPeople('preview'),
  },
  'sign-off': {
    meaning: 'sign a session by its statement, or say who signed it',
    load: ofPeople('sign-off'),
  },
  reopen: {
    meaning: 'take the signatures of a session back',
    load: ofPeople('reopen'),
  },
  decisions: {
    meaning: 'decide on exceptions in a workbook',
    load: ofPeople('decisions'),
  },
  note: {
    meaning: 'note something on exceptions',
    load: ofPeople('note'),
  },
  assign: {
    meaning: 'say who looks into exceptions, and until when',
    load: ofPeople('assign'),
  },
  policy: {
    meaning: 'show or set what a partner’s people may decide alone',
    load: ofPeople('policy'),
  },
  proposals: {
    meaning: 'list what callers proposed, accept, decline or withdraw it',
    load: ofPeople('proposals'),
  },
  backtest: {
    meaning: 'say what a pattern would have approved, and what people decided',
    load: ofPeople('backtest'),
  },
  resume: {
    meaning: 'let a suspended pattern decide again',
    load: ofPeople('resume'),
  },
  files: {
    meaning: 'send a file to the service, list what was sent, or remove it',
    load: arriving('files'),
  },
  arrivals: {
    meaning: 'show feeds whose files come by themselves, what is late, and what came',
    load: arriving('arrivals'),
  },
  journals: {
    meaning: 'list, export and follow the entries that a ledger needs',
    load: async () => (await import('./cli/journals/journals.ts')).journals,
  },
  'charge-words': {
    meaning: 'show what a partner’s bank calls its charges, or forget it',
    load: async () => (await import('./cli/partners/charge-words.ts')).chargeWords,
  },
  'open-items': {
    meaning: 'list what accounts had open on a day: made in, still open in, cleared in',
    load: async () => (await import('./cli/register/open-items.ts')).openItems,
  },
  quality: {
    meaning: 'say how the latest sessions matched, by session and by tier',
    load: async () => (await import('./cli/results/quality.ts')).quality,
  },
  formats: {
    meaning: 'show how files of a layout are remembered to be read, or forget it',
    load: async () => (await import('./cli/partners/formats.ts')).formats,
  },
  generate: {
    meaning: 'write a made-up month of any size, with the truth beside it',
    load: async () => (await import('./cli/generate.ts')).generate,
  },
};

const HELP = `Usage: tieout COMMAND [options]

${Object.entries(COMMANDS)
  .map(([name, { meaning }]) => `  ${name.padEnd(14)}${meaning}\n`)
  .join('')}
tieout COMMAND --help says what a command takes. tieout --version prints the version.
`;

const names = Object.keys(COMMANDS).join(', ');

function version(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

async function run([name, ...rest]: string[]): Promise<number> {
  if (name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`tieout ${version()}\n`);
    return 0;
  }
  const command = name === undefined || !Object.hasOwn(COMMANDS, name) ? undefined : COMMANDS[name];
  if (command === undefined) {
    const said = name === undefined ? 'Name a command' : `There is no command ${JSON.stringify(name)}`;
    throw new TieoutError('usage', `${said}: the commands are ${names}. See tieout --help.`);
  }
  return (await command.load())(rest);
}

/** Writes one line to standard error; answers the exit code. */
function failed(error: unknown): number {
  const debug = process.env['TIEOUT_DEBUG'] === '1';
  const known = error instanceof TieoutError && error.code !== 'internal';
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').replace(/\.$/, '');
  const line = known
    ? error.sentence.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    : `Tieout failed: ${message}; please report it with: tieout ${version()}, Node ${process.versions.node} on ` +
      `${process.platform} ${process.arch}, the command, and what it says with TIEOUT_DEBUG=1 set.`;
  process.stderr.write(`${line}\n`);
  if (debug && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return known && error.code === 'usage' ? 2 : 1;
}

/** An error that no caller catches ends the process too, with one line. */
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => process.exit(failed(error)));
}

// `tieout reconcile ... | head` closes the pipe early, which is no failure.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  const sentence = `The answer cannot be written to where standard output leads (${code}): lead it elsewhere.`;
  process.exit(code === 'EPIPE' ? 0 : failed(new TieoutError('output_unwritable', sentence)));
});

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  // The process ends at once: an open connection must not delay the exit code.
  process.exit(failed(error));
}

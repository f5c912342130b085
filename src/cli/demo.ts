// `npm run demo`: the real service, as a platform uses it. It starts `tieout serve` on a free port, posts the made-up
// month in examples/ as a run, follows its pipeline status, prints the result as the reporting routes give it back, and
// says what to type next. It removes everything afterwards, even after a failure or Ctrl-C, unless --keep leaves it
// serving. If the environment names MongoDB and NATS, it uses its own database and streams there.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isName, newName, type OwnPlace, ownPlace } from '../compose/own-place.ts';
import { readConfiguration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import { printable } from '../core/words/printable.ts';
import { type DemoPage, demoJson, demoText, leftWords } from './demo/demo-page.ts';
import { startServiceProcess } from './demo/service-process.ts';
import { readSession } from './results/reported-session.ts';
import { followRun } from './service/follow-run.ts';
import { ServiceClient } from './service/service-client.ts';
import { progressBar, styleOf } from './terminal.ts';

const HELP = `Usage: npm run demo -- [--keep] [--port P] [--json]

Starts the service, reconciles the made-up month in examples/ through it and prints what it reports. With MONGODB_URI
and NATS_URL it runs on these servers, in a database and on streams of its own, which are removed in the end.

  --keep         leave the service serving
  --port P       its port, 0 for a free one (default: 0)
  --json         one object instead of tables
  --remove NAME  only remove what a demo that was kept has on the servers
`;

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
/** Overrides the environment: the service reads only this folder, and does every kind of work. */
const ENVIRONMENT = { TIEOUT_FILES_ROOT: EXAMPLES, TIEOUT_FILES_PER_TENANT: '0', TIEOUT_ROLES: '' };
const SCOPE = { tenant_id: 'example-mfb', partner_id: 'example-bank' };
/** Fees: half a percent of card sales, and charges of 10 to 60 that the bank deducted. */
const MONTH = {
  gl_file_url: ['file:gl.csv'],
  bank_file_url: ['file:bank.csv'],
  msc_rate: 0.005,
  charge_min: 10,
  charge_max: 60,
  max_days_forward_search: 3,
  max_days_backward_search: 3,
};

/** Exit codes of a process that a signal ended. */
const INTERRUPTIONS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** Ctrl-C arrives from the terminal and again from npm within this time; a later one is a second one. */
const SAME_CTRL_C_MS = 500;

class Interrupted extends Error {
  readonly code: number;

  constructor(code: number) {
    super('Interrupted; the service was stopped.');
    this.code = code;
  }
}

interface Options {
  readonly keep: boolean;
  readonly json: boolean;
  readonly port: string;
  /** The name of a kept demo. */
  readonly remove: string | null;
}

async function demo({ remove, ...options }: Options, over: AbortController): Promise<void> {
  // Settings that the service would refuse are refused before it starts.
  const config = readConfiguration({ ...process.env, ...ENVIRONMENT }, { TIEOUT_PORT: options.port });
  const place = await ownPlace(config, remove ?? newName());
  if (remove !== null) return place.remove();
  const sayLeft = () => process.stderr.write(leftWords(place));
  process.once('exit', sayLeft);
  try {
    await show({ ...options, place, token: config.TIEOUT_SERVICE_TOKEN }, over);
  } catch (error) {
    // The first failure matters more than one here; the end names what is left.
    const isRemoved = await place.remove().then(
      () => true,
      () => false,
    );
    if (isRemoved) process.removeListener('exit', sayLeft);
    throw error;
  }
  if (!options.keep) await place.remove();
  process.removeListener('exit', sayLeft);
}

interface Showing extends Pick<Options, 'keep' | 'json' | 'port'> {
  readonly place: OwnPlace;
  readonly token: string | null;
}

async function show({ keep, json, port, place, token }: Showing, over: AbortController): Promise<void> {
  const begun = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'tieout-demo-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const bar = progressBar(process.stderr);
  bar.show(0, 'starting the service');
  const environment = { ...ENVIRONMENT, ...place.variables };
  const asChild = { folder, port, environment, mayStay: keep, over };
  const service = await startServiceProcess(asChild).finally(bar.end);
  try {
    const { address, pid } = service;
    const { signal } = over;
    const client = new ServiceClient({ address, token, signal });
    // The session is named by the port: two demos on one machine have two, and the same --port finds it again.
    const asked = { session: `demo-${new URL(address).port}`, scope: SCOPE };
    await client.post('/v1/reconcile/banking', { session_id: asked.session, ...SCOPE, ...MONTH });
    const status = await followRun(client, { ...asked, bar, signal });
    const reported = await readSession(client, asked);
    if (!keep) await service.stop();
    const page: DemoPage = {
      ...asked,
      address,
      wantsToken: token !== null,
      place,
      status,
      reported,
      seconds: (performance.now() - begun) / 1000,
      kept: keep ? { pid, folder } : null,
    };
    await written(json ? demoJson(page) : demoText(page, styleOf(process.stdout, process.env)));
    if (!keep) return;
    service.letGo();
    process.removeListener('exit', removeFolder);
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** Answers the exit code. */
async function run(argv: readonly string[]): Promise<number> {
  const over = new AbortController();
  let interruptedAt: number | null = null;
  for (const [signal, code] of Object.entries(INTERRUPTIONS)) {
    process.on(signal, () => {
      // A second Ctrl-C ends the process without waiting for the run.
      if (interruptedAt !== null && performance.now() - interruptedAt > SAME_CTRL_C_MS) process.exit(code);
      interruptedAt ??= performance.now();
      over.abort(new Interrupted(code));
    });
  }
  try {
    const options = optionsOf(argv);
    if (options === null) process.stdout.write(HELP);
    else await demo(options, over);
    return 0;
  } catch (thrown) {
    return failed(over.signal.aborted ? over.signal.reason : thrown);
  }
}

/** Null for --help. */
function optionsOf(argv: readonly string[]): Options | null {
  const options = {
    keep: { type: 'boolean', default: false },
    port: { type: 'string', default: '0' },
    json: { type: 'boolean', default: false },
    remove: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  const usage = (what: string) => new TieoutError('usage', `${what}. See npm run demo -- --help.`);
  let values: ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];
  try {
    ({ values } = parseArgs({ args: [...argv], options }));
  } catch (error) {
    throw usage((error as Error).message.split('. ')[0]);
  }
  const { keep, json, port, remove = null } = values;
  if (remove !== null && !isName(remove)) throw usage(`${printable(remove)} is no name that a demo gave`);
  return values.help ? null : { keep, json, port, remove };
}

/** One sentence on standard error; answers the exit code. */
function failed(error: unknown): number {
  // `npm run demo | head` closes the pipe early, which is not a failure.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
  const sentence =
    error instanceof TieoutError ? error.sentence : String(error instanceof Error ? error.message : error);
  if (error instanceof Interrupted) {
    process.stderr.write(`${error.message}\n`);
    return error.code;
  }
  process.stderr.write(`The demo failed: ${printable(sentence)}\n`);
  return error instanceof TieoutError && error.code === 'usage' ? 2 : 1;
}

/** Resolves when the text is written. Throws EPIPE if nobody reads it. */
function written(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

// Without a listener an error would end the process; the writer gets it, too.
process.stdout.on('error', () => {});
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error) => process.exit(failed(error)));
}
process.exitCode = await run(process.argv.slice(2));

// What the service is given to do while faults happen: sessions of small months over REST, some of one run, some of
// three and some in date windows that are told of as finished, and two months of which a run across months matches what
// the first left open; so many that a few wait at any time. A request that gets no answer, or is told to come again, is
// sent again until it is accepted; it may then have been accepted twice, and both runs count.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SIDES } from '../../src/core/records/rows/columns.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Store } from '../../src/ports/store.ts';
import { type Month, monthOf, monthOfKind, writePart } from '../workflows/small-month.ts';
import { isSuspect } from './open-runs.ts';

/** Runs that are accepted and not done: more than there are workers. */
const OPEN_AT_ONCE = 4;
const AGAIN_MS = 100;
/**
 * A request that needs the store is answered within five seconds, whatever becomes of the store; the machine is busy.
 */
const ANSWERED_WITHIN_MS = 20_000;

const SIZES = [240, 150, 330] as const;
/** Of the months; those of several are cut into windows. */
const ACCOUNTS = [5, 1, 4] as const;
/** Rows of a side beyond which a session is cut. */
export const WINDOW_ROWS = 70;

/** Runs of other kinds than banking, whose sessions are one each. */
const OTHER_KINDS = ['atm', 'nip', 'asset'] as const;
const OTHER_ROWS = 120;

const month = (i: number): Month => monthOf(SIZES[i], `faults ${i}`, ACCOUNTS[i]);
/** So long that it can be caught at work. */
const LONG = 20_000;

/** Writes the files of every month below the folder. */
export async function writeMonths(folder: string): Promise<void> {
  for (const i of SIZES.keys()) {
    const own = join(folder, `month-${i}`);
    await writePart(own, month(i), { side: 'gl' });
    await writePart(own, month(i), { side: 'bank', to: 0.6, name: 'bank-1.csv' });
    await writePart(own, month(i), { side: 'bank', from: 0.5, name: 'bank-2.csv' });
  }
  for (const kind of OTHER_KINDS) {
    const month = monthOfKind(kind, OTHER_ROWS, `faults ${kind}`);
    for (const side of SIDES) await writePart(join(folder, kind), month, { side });
  }
  for (const [name, rows] of Object.entries(TWO_MONTHS)) {
    await writeFile(
      join(folder, `${name}.csv`),
      `${['Date,Reference,Narration,Amount,Balance', ...rows].join('\n')}\n`,
    );
  }
  const long = monthOf(LONG, 'faults long');
  for (const side of SIDES) await writePart(join(folder, 'long'), long, { side });
}

/** Of a run that is to be killed: in the folder that writeMonths was given. */
export const LONG_REQUEST = { gl_file_url: ['file:long/gl.csv'], bank_file_url: ['file:long/bank.csv'] };

/** To which route it goes, and its body without the session's key. */
interface Request {
  readonly path: string;
  readonly body: object;
  /** Of a session before that of the work; its name goes before that one's. */
  readonly month?: string;
}

const RUN = '/v1/reconcile/banking';
const WINDOW = '/v1/reconcile/complete-batch';
const ACROSS = '/v1/reconcile/reprocess-cross-month/background';
/** These ask for rows that a run before them left, of their own session too: they are sent once that has ended. */
const BEHIND: readonly string[] = [WINDOW, ACROSS];

const PAIRS = ['2026-02-03,FT26034A1,SALE ADA,500.00,1500.00', '2026-02-04,FT26035D4,DIESEL,-50.00,1450.00'];
const LATER = ['2026-03-05,FT26064B2,SALE MUSA,250.00,1400.00', '2026-03-06,FT26065E5,FUEL,-20.00,1380.00'];
/** Two cheques of February, of which March's bank pays one. */
const TWO_MONTHS = {
  'february-gl': [
    ...PAIRS,
    '2026-02-25,CHQ000123,RENT SHOP,-300.00,1150.00',
    '2026-02-26,CHQ000124,REPAIRS,-77.00,1073.00',
  ],
  'february-bank': PAIRS,
  'march-gl': LATER,
  'march-bank': ['2026-03-04,CHQ000123,CHQ PAID,-300.00,1150.00', ...LATER],
};
const FEBRUARY = 'february-of-';

function acrossMonths(): Request[] {
  const files = (month: string) => ({
    gl_file_url: [`file:${month}-gl.csv`],
    bank_file_url: [`file:${month}-bank.csv`],
  });
  const template = {
    ...{ service: 'transfers', is_reversal: true, matching_method: 'line_by_line' },
    ...{ max_days_backward_search: 3, max_days_forward_search: 3, search_mode: 'both', fee_display_type: 'netted' },
    ...{ reversal_max_days_backward_search: 3, reversal_max_days_forward_search: 3, rules: [] },
  };
  return [
    { path: RUN, body: files('february'), month: FEBRUARY },
    { path: RUN, body: files('march') },
    { path: ACROSS, body: { period_start_date: '2026-03-01', period_end_date: '2026-03-31', template } },
  ];
}

/** The requests of the i-th session. */
function requestsOf(i: number): Request[] {
  const file = (name: string) => `file:month-${i % SIZES.length}/${name}.csv`;
  const first = { gl_file_url: [file('gl')], bank_file_url: [file('bank-1')] };
  const appended = { gl_file_url: [], bank_file_url: [file('bank-2')], on_existing: 'append' };
  const replaced = { gl_file_url: [], bank_file_url: [file('bank-2'), file('bank-1')] };
  const of = [
    inWindows(i % SIZES.length, first),
    acrossMonths(),
    [first],
    [first, appended],
    [ofKind(OTHER_KINDS[i % OTHER_KINDS.length])],
    [first, appended, replaced],
  ];
  return of[Math.floor(i / SIZES.length) % of.length].map((one) =>
    'path' in one ? (one as Request) : { path: RUN, body: one },
  );
}

function ofKind(kind: (typeof OTHER_KINDS)[number]): Request {
  const body = { gl_file_url: [`file:${kind}/gl.csv`], bank_file_url: [`file:${kind}/bank.csv`] };
  if (kind === 'asset') return { path: '/v1/reconcile/asset', body };
  const flow = kind === 'nip' && { service: 'nip', reconciliation_flow: 'outward' };
  return { path: '/v1/reconcile/commercial', body: { service: kind, ...body, ...flow } };
}

/** A run of the month's first half, and both halves told of as finished: the session is finalised over all of it. */
function inWindows(i: number, files: object): object[] {
  const days = month(i)
    .lines.gl.slice(1)
    .map((line) => /\d{4}-\d\d-\d\d/.exec(line)![0])
    .toSorted();
  const [start, middle, end] = [days[0], days[days.length >> 1], days.at(-1)!];
  const next = new Date(Date.parse(middle) + 86_400_000).toISOString().slice(0, 10);
  const window = (start_date: string, end_date: string): Request => ({ path: WINDOW, body: { start_date, end_date } });
  return [{ ...files, period_start_date: start, period_end_date: middle }, window(start, middle), window(next, end)];
}

/** Every one of them has some of as many sessions that follow each other. */
const PARTNERS = 6;

const sessionAt = (i: number, { isAlone }: { readonly isAlone: boolean }): SessionKey => ({
  tenant: `bank-${i % 2}`,
  // What is matched across months is of all sessions of a partner.
  partner: isAlone ? `months-${i}` : `partner-${i % 3}`,
  session: `session-${i}`,
});

interface SupplyOptions {
  /** Where the service is now; null while it is away. */
  readonly address: () => string | null;
  /** In which runs are counted; null: the service is asked for each. */
  readonly store: Pick<Store, 'runs'> | null;
}

export class WorkSupply {
  readonly #options: SupplyOptions;
  readonly #accepted = new Map<string, SessionKey>();
  readonly #sessions: SessionKey[] = [];
  readonly #undone = new Set<SessionKey>();
  readonly #wrong: string[] = [];
  readonly #ended: Promise<void>;
  #isOver = false;

  constructor(options: SupplyOptions) {
    this.#options = options;
    this.#ended = this.#supply();
  }

  /** Sessions of which anything was asked. */
  get sessions(): readonly SessionKey[] {
    return this.#sessions;
  }

  /** Those whose rows a run across months matches with the session's, in the order of their runs; itself among them. */
  matchedWith(key: SessionKey): readonly SessionKey[] {
    const name = key.session.replace(FEBRUARY, '');
    const isOne = ({ session }: SessionKey) => session === name || session === FEBRUARY + name;
    return this.#sessions.filter((one) => one.partner === key.partner && isOne(one));
  }

  /** Ids of runs that the service said it accepted. */
  get accepted(): ReadonlyMap<string, SessionKey> {
    return this.#accepted;
  }

  /** Answers that it may not give. */
  get wrong(): readonly string[] {
    return this.#wrong;
  }

  /** How many runs, or sessions with some, are not done; null while nobody can say. */
  async open(): Promise<number | null> {
    const { store } = this.#options;
    try {
      if (store !== null) return (await store.runs.unfinished()).length;
      for (const key of this.#undone) if (await this.#isDone(key)) this.#undone.delete(key);
      return this.#undone.size;
    } catch {
      return null;
    }
  }

  /** Ends once the request that is being sent is accepted. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  /** One session more for each partner, once all is over. */
  async again(): Promise<void> {
    const from = this.#sessions.length;
    for (let i = from; i < from + PARTNERS; i++) await this.#send(sessionAt(i, { isAlone: false }), requestsOf(0)[0]);
  }

  async #supply(): Promise<void> {
    for (let i = 0; !this.#isOver; i++) {
      const requests = requestsOf(i);
      const key = sessionAt(i, { isAlone: requests.some(({ path }) => path === ACROSS) });
      const before = { ...key, session: FEBRUARY + key.session };
      for (const request of requests) {
        await this.#untilFewAreOpen();
        if (this.#isOver) return;
        await this.#send(request.month === undefined ? key : before, request);
      }
    }
  }

  async #send(key: SessionKey, request: Request): Promise<void> {
    // A run says what earlier sessions left open: those have ended before it, as in the undisturbed replay.
    const awaited = this.matchedWith(key).filter((one) => one !== key || BEHIND.includes(request.path));
    const areDone = () => Promise.all(awaited.map((one) => this.#isDone(one)));
    while (!this.#isOver && !(await areDone().catch(() => [false])).every(Boolean)) await pause(AGAIN_MS);
    if (this.#isOver && awaited.length > 0) return;
    if (!this.#sessions.includes(key)) this.#sessions.push(key);
    while (!(await this.#isAccepted(key, request))) await pause(AGAIN_MS);
  }

  async #untilFewAreOpen(): Promise<void> {
    while (!this.#isOver) {
      const open = await this.open();
      if (open !== null && open < OPEN_AT_ONCE && !(await this.#isOneSuspect())) return;
      await pause(AGAIN_MS);
    }
  }

  /** It would wait behind whatever is new. */
  async #isOneSuspect(): Promise<boolean> {
    const open = await this.#options.store?.runs.unfinished().catch(() => null);
    return open?.some(isSuspect) ?? false;
  }

  async #isAccepted(key: SessionKey, { path, body }: Request): Promise<boolean> {
    const address = this.#options.address();
    if (address === null) return false;
    const began = performance.now();
    let reply: Response;
    let text: string;
    try {
      reply = await fetch(address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          tenant_id: key.tenant,
          partner_id: key.partner,
          session_id: key.session,
          ...body,
        }),
        signal: AbortSignal.timeout(2 * ANSWERED_WITHIN_MS),
      });
      text = await reply.text();
    } catch (error) {
      // Killed with the request, unless it was silent.
      if ((error as Error).name === 'TimeoutError') this.#wrong.push(`no answer for ${2 * ANSWERED_WITHIN_MS} ms`);
      return false;
    }
    const took = performance.now() - began;
    const isAway = reply.status === 503 && reply.headers.has('retry-after');
    if (took > ANSWERED_WITHIN_MS || (reply.status !== 202 && !isAway)) {
      this.#wrong.push(`${reply.status} after ${Math.round(took)} ms: ${text}`);
    }
    if (reply.status !== 202) return false;
    const { run_id: runId } = JSON.parse(text) as { readonly run_id?: string };
    if (runId !== undefined) this.#accepted.set(runId, key);
    this.#undone.add(key);
    return true;
  }

  /** Runs of a session are done in the order in which they were accepted, and the last one is told of. */
  async #isDone({ tenant, partner, session }: SessionKey): Promise<boolean> {
    const query = new URLSearchParams({ tenant_id: tenant, partner_id: partner });
    const path = `/v1/loader/pipeline-status/${session}?${query}`;
    const reply = await fetch(`${this.#options.address()}${path}`, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) });
    const { status } = (await reply.json()) as { status: string };
    return status === 'succeeded' || status === 'failed';
  }
}

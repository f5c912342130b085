// Decisions while faults happen: over the bus and over HTTP in turn they approve, teach, reopen, reconcile with a late
// file and reopen again, one after the other, and what was taught sweeps beside them. A request whose outcome is not
// heard, or a call that is not answered, is sent again under its id. In the end every request has its outcome, each
// cluster has the status that its audit leads to, what was taken back was told, and everything is as it is for a partner
// whose decisions nothing disturbed: the same were made for him before the first fault.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type Subjects, subjectsOf } from '../../src/adapters/bus-nats/subjects.ts';
import { inTheEnd } from './in-the-end.ts';

const TENANT = 'decided';
/** Pairs so many days apart, which a run calls date differences, and ledger rows that the bank does not have. */
const APART = 6;
const ALONE = 6;
/** Of those alone: what comes late. */
const LATE = 3;
const AGAIN_MS = 2_000;
const LOOK_MS = 50;
const REQUEST_MS = 2_000;
const ENDED_WITHIN_MS = 90_000;
/** Until what follows from the last decision is done, whoever of those that began it was killed. */
const FOLLOWED_WITHIN_MS = 150_000;

const HEAD = 'Date,Reference,Narration,Amount';
const PAYERS = [
  'Eze Logistics',
  'Bello Farms',
  'Okafor Printing',
  'Danjuma Motors',
  'Falola Textiles',
  'Musa Transport',
];
const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString().slice(0, 10);
const apart = (n: number, after: number) =>
  `${day(2 + n + after)},POS${5_100 + 29 * n}T,Terminal settlement ${PAYERS[n]} ${n},${21_000 + 411 * n}.${30 + n}`;
const alone = (n: number, after: number) =>
  `${day(4 + n + after)},INV${88_412 + 977 * n}Q,Invoice of ${PAYERS[n]} ${n},${64_750 + 1_913 * n}.${10 + n}`;
/** Both sides have these. */
const AGREED = 4;
const agreed = (n: number) =>
  `${day(2 + n)},TRF${31_007 + 53 * n}A,Transfer ${PAYERS[n]} ${n},${3_300 + 97 * n}.${20 + n}`;
const rows = (count: number, row: (n: number) => string) => Array.from({ length: count }, (_, n) => row(n));

/** The files of every history, below the folder. */
export async function writeDecided(folder: string): Promise<void> {
  const file = (name: string, lines: readonly string[]) =>
    writeFile(join(folder, `decided-${name}.csv`), `${[HEAD, ...lines].join('\n')}\n`);
  await file('gl', [...rows(AGREED, agreed), ...rows(APART, (n) => apart(n, 0)), ...rows(ALONE, (n) => alone(n, 0))]);
  await file('bank', [...rows(AGREED, agreed), ...rows(APART, (n) => apart(n, 15))]);
  await file(
    'late',
    rows(LATE, (n) => alone(n, 0)),
  );
}

const STEPS = [
  { cluster_type: 'date_difference', decision: 'approved', is_recurring: true },
  { cluster_type: 'not_found_gl', decision: 'reconcile', bank_file_url: ['file:decided-late.csv'] },
  { cluster_type: 'date_difference', decision: 'reopened' },
  { cluster_type: 'not_found_gl', decision: 'reopened' },
] as const;

/** Both kinds as they were, then decided once more. */
const LAST = [2, 3, 0, 1];

interface Outcome {
  readonly resolution_request_id: string;
  readonly approved_count: number;
  readonly results: readonly { readonly cluster_id: string }[];
  readonly taken_back: readonly { readonly cluster_id: string }[];
}

interface Audited {
  readonly audit_id: string;
  readonly resolution_request_id: string;
  readonly cluster_id: string;
  readonly status_before: string;
  readonly status_after: string;
  readonly resolved: boolean;
  readonly auto_resolved: boolean;
}

interface Cluster {
  readonly cluster_id: string;
  readonly cluster_type: string;
  readonly decision_status: string;
  readonly is_reconciled: boolean;
}

export class DecisionSupply {
  readonly #nats: NatsConnection;
  readonly #subjects: Subjects;
  readonly #address: () => string | null;
  readonly #partner: string;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #wrong: string[] = [];
  /** What each message said was taken back, by its id without the n. */
  readonly #takenBack = new Map<string, readonly string[]>();
  /** Whether the server was away, which loses what it published to whoever only listens. */
  #wasCutOff = false;
  readonly #byHttp = new Set<string>();
  #undisturbed: string | null = null;
  #sent = 0;
  /** When faults ceased: nobody promises an answer while they go on. */
  #overAt: number | null = null;
  #ended: Promise<void> = Promise.resolve();

  private constructor(nats: NatsConnection, of: { environment: string; address: () => string | null; name: string }) {
    this.#nats = nats;
    this.#subjects = subjectsOf(of.environment);
    this.#address = of.address;
    this.#partner = of.name;
    void this.#watch();
    nats.subscribe(this.#subjects.published.resolution_outcomes, {
      callback: (_, message) => {
        const id = message.headers?.get('Nats-Msg-Id').replace(/:\d+$/, '') ?? '';
        this.#hear(id, message.json<Outcome & { partner_id: string }>());
      },
    });
  }

  /** `url`: of the server itself, past the proxy. Its session is run before any fault. */
  static async begin(of: {
    url: string;
    environment: string;
    name: string;
    address: () => string | null;
  }): Promise<DecisionSupply> {
    const again = { reconnect: true, maxReconnectAttempts: -1, reconnectTimeWait: 100, reconnectJitter: 0 };
    const supply = new DecisionSupply(await connect({ servers: of.url, ...again }), of);
    await supply.#run();
    supply.#undisturbed = await supply.#decideUndisturbed();
    supply.#ended = supply.#supply();
    return supply;
  }

  async #watch(): Promise<void> {
    for await (const { type } of this.#nats.status()) if (type === 'disconnect') this.#wasCutOff = true;
  }

  get requests(): number {
    return this.#sent;
  }

  /** Sends nothing more. */
  over(): void {
    this.#overAt ??= Date.now();
  }

  /** Whether what was sent then should have come to its end: in peace it takes so long at most. */
  #isLate(sentAt: number): boolean {
    return this.#overAt !== null && Date.now() > Math.max(sentAt, this.#overAt) + ENDED_WITHIN_MS;
  }

  /** Ends once what was sent last has its outcome: answers what is wrong with all of it. */
  async end(): Promise<string[]> {
    this.over();
    await this.#ended;
    // Both kinds as they were, then decided once more: what the end is like does not depend on where it was stopped.
    for (const step of LAST) await this.#ask(step);
    let found = await this.#wrongInTheEnd();
    for (const deadline = Date.now() + FOLLOWED_WITHIN_MS; found.length > 0; found = await this.#wrongInTheEnd()) {
      if (Date.now() > deadline) break;
      await pause(AGAIN_MS);
    }
    const wrong = [...this.#wrong, ...found];
    await this.#nats.close();
    return wrong;
  }

  #scope(partner = this.#partner) {
    return { tenant_id: TENANT, partner_id: partner };
  }

  /** As everything is for a partner of whom the end alone is asked, over HTTP. */
  async #decideUndisturbed(): Promise<string> {
    const partner = `${this.#partner}-undisturbed`;
    await this.#run(partner);
    for (const step of LAST) await this.#call(`${partner}.${step}`, { step, partner });
    // What follows from the last of them is done once the summary has its matches.
    for (const deadline = Date.now() + FOLLOWED_WITHIN_MS; (await this.#matchedRows(partner)) !== AGREED + LATE; ) {
      if (Date.now() > deadline) throw new Error('What follows from undisturbed decisions does not end.');
      await pause(LOOK_MS);
    }
    return this.#state(partner);
  }

  async #matchedRows(partner: string): Promise<number> {
    return (await this.#summary<{ readonly gl: { readonly matched_rows: number } }>(partner)).gl.matched_rows;
  }

  #summary<T>(partner: string): Promise<T> {
    return this.#get<T>(`sessions/decided/summary?${new URLSearchParams(this.#scope(partner))}`);
  }

  /** All that is shown of a partner, without ids and times. */
  async #state(partner: string): Promise<string> {
    const clusters = await this.#list<JsonRecord>('exceptions/clusters', partner);
    const openItems = await this.#list<JsonRecord>('sessions/decided/open-items', partner);
    const matches = await this.#list<JsonRecord>('sessions/decided/matches', partner);
    const summary = await this.#summary<JsonRecord>(partner);
    const shown = (items: readonly JsonRecord[]) => items.map((item) => JSON.stringify(withoutNames(item))).toSorted();
    return JSON.stringify([shown(clusters), shown(openItems), shown(matches), withoutNames(summary)], null, 1);
  }

  async #run(partner = this.#partner): Promise<void> {
    const files = { gl_file_url: ['file:decided-gl.csv'], bank_file_url: ['file:decided-bank.csv'] };
    await inTheEnd(async () => {
      const reply = await fetch(`${this.#address()}/v1/reconcile/banking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...this.#scope(partner), session_id: 'decided', ...files, on_existing: 'skip' }),
      });
      if (reply.status !== 202) throw new Error(await reply.text());
    });
    for (const deadline = Date.now() + ENDED_WITHIN_MS; ; await pause(LOOK_MS)) {
      const { length } = await this.#list<Cluster>('exceptions/clusters', partner);
      if (length === APART + ALONE) return;
      if (Date.now() > deadline) throw new Error(`The session to decide on has ${length} clusters.`);
    }
  }

  async #supply(): Promise<void> {
    while (this.#overAt === null) await this.#ask(this.#sent % STEPS.length);
  }

  /** Every second round of the steps is over HTTP. */
  async #ask(step: number): Promise<void> {
    const id = `${this.#partner}.${this.#sent++}`;
    if (Math.floor(this.#sent / STEPS.length) % 2 === 0) return this.#request(id, step);
    this.#byHttp.add(id);
    await this.#call(id, { step, partner: this.#partner });
  }

  /** Until it is answered: whether the one before was done nobody knows. */
  async #call(id: string, { step, partner }: { readonly step: number; readonly partner: string }): Promise<void> {
    const body = { ...this.#scope(partner), customer_type: 'mfb', resolution_request_id: id, ...STEPS[step] };
    for (const begunAt = Date.now(); ; await pause(LOOK_MS)) {
      const reply = await fetch(`${this.#address()}/v1/exceptions/resolve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ENDED_WITHIN_MS),
      }).catch(() => null);
      if (reply?.status === 200)
        return reply
          .text()
          .then(() => {})
          .catch(() => {});
      if (reply !== null && reply.status < 500) {
        this.#wrong.push(`the call ${id} is answered ${reply.status}: ${await reply.text()}`);
        return;
      }
      if (this.#isLate(begunAt)) {
        this.#wrong.push(`the call ${id} (${body.decision} ${body.cluster_type}) is not answered`);
        return;
      }
    }
  }

  /** Until its outcome is heard. */
  async #request(id: string, step: number): Promise<void> {
    const of = { ...this.#scope(), customer_type: 'mfb', resolution_request_id: id, ...STEPS[step] };
    const begunAt = Date.now();
    for (let sentAt = 0; !this.#outcomes.has(id); await pause(LOOK_MS)) {
      if (this.#isLate(begunAt)) {
        this.#wrong.push(`the request ${id} (${of.decision} ${of.cluster_type}) has no outcome`);
        return;
      }
      if (Date.now() - sentAt < AGAIN_MS) continue;
      const client = jetstream(this.#nats, { timeout: REQUEST_MS });
      await client.publish(this.#subjects.requests, JSON.stringify(of)).catch(() => null);
      sentAt = Date.now();
    }
  }

  /** However often it is told, it is the same. */
  #hear(message: string, outcome: Outcome & { readonly partner_id: string }): void {
    if (outcome.partner_id !== this.#partner) return;
    this.#takenBack.set(
      message,
      outcome.taken_back.map((one) => one.cluster_id),
    );
    const id = outcome.resolution_request_id;
    // Several calls may have been made for one that was not answered.
    if (this.#byHttp.has(id)) return;
    const known = this.#outcomes.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(outcome)) {
      this.#wrong.push(`the request ${id} has two outcomes: ${JSON.stringify([known, outcome])}`);
    }
    this.#outcomes.set(id, outcome);
  }

  async #get<T>(path: string): Promise<T> {
    return inTheEnd(async () => {
      const reply = await fetch(`${this.#address()}/v1/${path}`);
      if (!reply.ok) throw new Error(await reply.text());
      return (await reply.json()) as T;
    });
  }

  async #list<Item>(what: string, partner = this.#partner): Promise<Item[]> {
    const items: Item[] = [];
    let token: string | null = null;
    do {
      const query = new URLSearchParams({
        ...this.#scope(partner),
        page_size: '1000',
        ...(token !== null && { page_token: token }),
      });
      const page = await this.#get<{ readonly items: Item[]; readonly next_page_token: string | null }>(
        `${what}?${query}`,
      );
      items.push(...page.items);
      token = page.next_page_token;
    } while (token !== null);
    return items;
  }

  async #wrongInTheEnd(): Promise<string[]> {
    // Sweeps that were set off last may still be on their way.
    await pause(1_000);
    const clusters = await this.#list<Cluster>('exceptions/clusters');
    const audit = await this.#list<Audited>('exceptions/resolutions');
    const wrong: string[] = [];
    if (clusters.length !== APART + ALONE) wrong.push(`${clusters.length} clusters of ${this.#partner}`);
    if (new Set(audit.map((one) => one.audit_id)).size !== audit.length) wrong.push('an audit row is there twice');
    for (const { cluster_id, cluster_type, decision_status, is_reconciled } of clusters) {
      const of = audit.filter((one) => one.cluster_id === cluster_id);
      const [begun, undone] = [
        of.filter((one) => one.status_before === 'pending' && one.status_after === 'approved').length,
        of.filter((one) => one.status_before === 'approved' && one.status_after === 'pending').length,
      ];
      const isApproved = decision_status === 'approved';
      if (begun - undone !== Number(isApproved)) {
        wrong.push(`${cluster_id} is ${decision_status}, and was approved ${begun} and reopened ${undone} times`);
      }
      if (is_reconciled !== (isApproved && cluster_type === 'not_found_gl')) {
        wrong.push(`${cluster_id} (${cluster_type}, ${decision_status}) has is_reconciled ${is_reconciled}`);
      }
    }
    const approved = (type: string) =>
      clusters.filter((one) => one.cluster_type === type && one.decision_status === 'approved').length;
    const ends = [approved('date_difference'), approved('not_found_gl')];
    if (ends[0] !== APART || ends[1] !== LATE) wrong.push(`${ends.join(' and ')} are approved in the end`);
    for (const [id, { approved_count, results }] of this.#outcomes) {
      const rows = audit.filter((one) => one.resolution_request_id === id && one.resolved);
      const told = new Set(results.map((one) => one.cluster_id));
      const isTold = rows.length === approved_count && rows.every((one) => told.has(one.cluster_id));
      if (!isTold) wrong.push(`the outcome of ${id} tells of ${approved_count} approved, its audit of ${rows.length}`);
    }
    const back = audit.filter((one) => one.status_before === 'approved' && one.status_after === 'pending');
    const told = [...this.#takenBack.values()].flat();
    for (const { cluster_id } of clusters) {
      const of = (ids: readonly string[]) => ids.filter((id) => id === cluster_id).length;
      const [undone, heard] = [of(back.map((one) => one.cluster_id)), of(told)];
      if (heard > undone || (heard < undone && !this.#wasCutOff))
        wrong.push(`${cluster_id} was taken back ${undone} times, which was told ${heard} times`);
    }
    const state = await this.#state(this.#partner);
    if (state !== this.#undisturbed) wrong.push(differenceOf(this.#undisturbed!, state));
    return wrong;
  }
}

type JsonRecord = Readonly<Record<string, unknown>>;

/** Names of clusters, groups, runs and partners, counts of renewals and times are of one history alone. */
const NAMES = /(^|_)(id|ids|at|count|token)$|^(ai_summary|looks_like)$/;

const withoutNames = (record: JsonRecord): unknown =>
  JSON.parse(JSON.stringify(record, (name, value) => (NAMES.test(name) ? undefined : value)));

/** The first line that differs. */
function differenceOf(expected: string, found: string): string {
  const [lines, others] = [expected.split('\n'), found.split('\n')];
  const at = Math.max(
    0,
    lines.findIndex((line, i) => line !== others[i]),
  );
  return `what is shown is not as undisturbed:\n- ${lines[at]}\n+ ${others[at]}`;
}

// Decisions while faults happen: requests from the bus approve, teach, reopen, reconcile with a late file and reopen
// again, one after the other, and what was taught sweeps beside them. A request whose outcome is not heard is sent again
// under its id. In the end every request has its outcome, and each cluster has the status that its audit leads to.

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

interface Outcome {
  readonly resolution_request_id: string;
  readonly approved_count: number;
  readonly results: readonly { readonly cluster_id: string }[];
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
  #sent = 0;
  #isOver = false;
  #ended: Promise<void> = Promise.resolve();

  private constructor(nats: NatsConnection, of: { environment: string; address: () => string | null; name: string }) {
    this.#nats = nats;
    this.#subjects = subjectsOf(of.environment);
    this.#address = of.address;
    this.#partner = of.name;
    nats.subscribe(this.#subjects.published.resolution_outcomes, {
      callback: (_, message) => this.#hear(message.json<Outcome & { partner_id: string }>()),
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
    supply.#ended = supply.#supply();
    return supply;
  }

  get requests(): number {
    return this.#sent;
  }

  /** Sends nothing more. */
  over(): void {
    this.#isOver = true;
  }

  /** Ends once what was sent last has its outcome: answers what is wrong with all of it. */
  async end(): Promise<string[]> {
    this.over();
    await this.#ended;
    // Both kinds as they were, then decided once more: what the end is like does not depend on where it was stopped.
    for (const step of [2, 3, 0, 1]) await this.#ask(step);
    const wrong = [...this.#wrong, ...(await this.#wrongInTheEnd())];
    await this.#nats.close();
    return wrong;
  }

  #scope() {
    return { tenant_id: TENANT, partner_id: this.#partner };
  }

  async #run(): Promise<void> {
    const files = { gl_file_url: ['file:decided-gl.csv'], bank_file_url: ['file:decided-bank.csv'] };
    await inTheEnd(async () => {
      const reply = await fetch(`${this.#address()}/v1/reconcile/banking`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...this.#scope(), session_id: 'decided', ...files, on_existing: 'skip' }),
      });
      if (reply.status !== 202) throw new Error(await reply.text());
    });
    for (const deadline = Date.now() + ENDED_WITHIN_MS; ; await pause(LOOK_MS)) {
      const { length } = await this.#list<Cluster>('clusters');
      if (length === APART + ALONE) return;
      if (Date.now() > deadline) throw new Error(`The session to decide on has ${length} clusters.`);
    }
  }

  async #supply(): Promise<void> {
    while (!this.#isOver) await this.#ask(this.#sent % STEPS.length);
  }

  /** Until its outcome is heard. */
  async #ask(step: number): Promise<void> {
    const id = `${this.#partner}.${this.#sent++}`;
    const of = { ...this.#scope(), customer_type: 'mfb', resolution_request_id: id, ...STEPS[step] };
    const deadline = Date.now() + ENDED_WITHIN_MS;
    for (let sentAt = 0; !this.#outcomes.has(id); await pause(LOOK_MS)) {
      if (Date.now() > deadline) {
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
  #hear(outcome: Outcome & { readonly partner_id: string }): void {
    if (outcome.partner_id !== this.#partner) return;
    const id = outcome.resolution_request_id;
    const known = this.#outcomes.get(id);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(outcome)) {
      this.#wrong.push(`the request ${id} has two outcomes: ${JSON.stringify([known, outcome])}`);
    }
    this.#outcomes.set(id, outcome);
  }

  async #list<Item>(what: 'clusters' | 'resolutions'): Promise<Item[]> {
    const items: Item[] = [];
    let token: string | null = null;
    do {
      const query = new URLSearchParams({
        ...this.#scope(),
        page_size: '1000',
        ...(token !== null && { page_token: token }),
      });
      const page = await inTheEnd(async () => {
        const reply = await fetch(`${this.#address()}/v1/exceptions/${what}?${query}`);
        if (!reply.ok) throw new Error(await reply.text());
        return (await reply.json()) as { readonly items: Item[]; readonly next_page_token: string | null };
      });
      items.push(...page.items);
      token = page.next_page_token;
    } while (token !== null);
    return items;
  }

  async #wrongInTheEnd(): Promise<string[]> {
    // Sweeps that were set off last may still be on their way.
    await pause(1_000);
    const [clusters, audit] = [await this.#list<Cluster>('clusters'), await this.#list<Audited>('resolutions')];
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
    return wrong;
  }
}

// What a session holds when nothing disturbs its runs: the very commands that the store was given, in their order, done
// again one after the other on an embedded store in this process, with those of sessions that it is matched with. Both
// are compared block by block, without what differs from one time to the next: times, and the ids of runs, which become
// their places.

import { rulesVersion } from '../../src/adapters/digest/rules-version.ts';
import type { Run } from '../../src/core/records/documents/run.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Store } from '../../src/ports/store.ts';
import { acceptRun } from '../../src/workflows/runs/accept-run.ts';
import { contentOf } from '../workflows/session-content.ts';
import { type ServiceUnderTest, startService } from '../workflows/worker-under-test.ts';

type SessionContent = NonNullable<Awaited<ReturnType<typeof contentOf>>>;

/** All that a store holds of a session; `runIds` in the order in which they were accepted. */
export async function readSession(store: Store, key: SessionKey, runIds: readonly string[]) {
  const content = await contentOf(store, key);
  if (content === null) throw new Error(`The store does not show session ${key.session}.`);
  return { content, comparable: comparable(content, runIds) };
}

interface RunsOfOne {
  readonly key: SessionKey;
  readonly runs: readonly Pick<Run, 'kind' | 'version' | 'parameters'>[];
}

export class Undisturbed {
  readonly #root: string;
  #runs = 0;
  readonly #known = new Map<string, string>();
  /** With the sessions that each has. */
  readonly #services = new Map<ServiceUnderTest, Set<string>>();

  /** `root`: where `file:` urls are relative to. */
  constructor(root: string) {
    this.#root = root;
  }

  /** As readSession's, after runs like these of it and of sessions that it is matched with, one session after the other. */
  async comparable(key: SessionKey, runs: readonly RunsOfOne[]): Promise<string> {
    const orders = runs.map((one) => ({
      key: one.key,
      runs: one.runs.map(({ kind, version, parameters }) => ({ kind, version, parameters })),
    }));
    const name = JSON.stringify([key, orders]);
    const known = this.#known.get(name) ?? (await this.#replay(key, orders));
    this.#known.set(name, known);
    return known;
  }

  async close(): Promise<void> {
    for (const service of this.#services.keys()) await service.dispose();
  }

  async #replay(wanted: SessionKey, orders: readonly RunsOfOne[]): Promise<string> {
    const service = await this.#serviceWithout(orders.map(({ key }) => JSON.stringify(key)));
    const runIds: string[] = [];
    for (const { key, runs } of orders) {
      for (const order of runs) {
        const deps = { ...service.deps, newId: () => `undisturbed-${++this.#runs}` };
        const accepted = await acceptRun(deps, { ...order, key, keepExisting: false });
        const run = await service.ended(accepted.run.runId);
        if (run.status !== 'succeeded') throw new Error(`The undisturbed run failed: ${JSON.stringify(run.failure)}`);
        runIds.push(run.runId);
      }
    }
    return (await readSession(service.store, wanted, runIds)).comparable;
  }

  async #serviceWithout(all: readonly string[]): Promise<ServiceUnderTest> {
    for (const [service, sessions] of this.#services) {
      if (all.some((session) => sessions.has(session))) continue;
      for (const session of all) sessions.add(session);
      return service;
    }
    const service = await startService({ root: this.#root });
    // By the rules of the processes that are disturbed.
    service.work({ deps: { rules: rulesVersion() } });
    this.#services.set(service, new Set(all));
    return service;
  }
}

function comparable(content: SessionContent, runIds: readonly string[]): string {
  let text = JSON.stringify(
    content,
    (name, value) => {
      if (/(?:At|_at)$/.test(name)) return undefined;
      if (typeof value === 'bigint') return `${value}`;
      // Ids of the late groups that figures were made of: digests of run ids, as below.
      if (name === 'madeOf') return { ...value, late: value.late.map(() => 'a digest') };
      if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
      return isRecord(value) ? inOrderOfNames(value) : value;
    },
    1,
  );
  for (const [place, runId] of runIds.entries()) text = text.replaceAll(`"${runId}"`, `"run ${place + 1}"`);
  // Digests of run ids and late groups: their equality is what is asked of them, not their value.
  text = text.replaceAll(/"(basis|cause|groupId)": ?"[0-9a-f]{32}"/g, '"$1":"a digest"');
  return text;
}

type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const inOrderOfNames = (value: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Rows that a group names and another one too. */
export function rowsInTwoGroups({ groups }: Pick<SessionContent, 'groups'>): number {
  const seen = new Set<string>();
  let twice = 0;
  for (const { positions } of [groups.gl, groups.bank]) {
    for (let at = 0; at < positions.length; at += 2) {
      const position = `${groups.ingestions[positions[at]]} ${positions[at + 1]}`;
      if (seen.has(position)) twice++;
      seen.add(position);
    }
  }
  return twice;
}

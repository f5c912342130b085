// One process on the embedded store, with JetStream: it is killed again and again and finds what it left. What it keeps
// is looked at while no process has it.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Store } from '../../src/ports/store.ts';
import { RELAY_LEASE } from '../../src/workflows/delivery/relay-outbox.ts';
import { heldLeases, leftUndone, type RunsOf, wrongPublications, wrongSessions } from './checks.ts';
import { type Deployment, deploy, faultServers, underGuard, whyNot } from './deployment.ts';
import { happen } from './history.ts';
import { historiesOf } from './mix.ts';
import { expectPoisonToEnd } from './poison.ts';
import { chosen } from './seed.ts';
import { keepLine } from './table.ts';
import { tell } from './tell.ts';
import { Undisturbed } from './undisturbed.ts';
import type { WorkSupply } from './work-supply.ts';

describe.skipIf('missing' in faultServers)(`the embedded store, and JetStream${whyNot}`, () => {
  let on: Deployment;
  let undisturbed: Undisturbed;
  beforeAll(async () => {
    underGuard();
    on = await deploy('embedded');
    undisturbed = new Undisturbed(on.folder);
  });
  afterAll(async () => {
    await undisturbed?.close();
    await on?.stop();
  });

  /** Ends the service for as long as what it keeps is looked at; it then begins with nothing. */
  async function aside<T>(look: () => Promise<T>): Promise<T> {
    const service = on.services[0];
    expect(await service.stop()).toBe(0);
    try {
      return await look();
    } finally {
      await rm(on.data, { recursive: true });
      service.start();
      await service.ready();
    }
  }

  async function wrong(supply: WorkSupply): Promise<string[]> {
    const runs = runsIn(on.data);
    const store = await openEmbeddedStore({ directory: on.data });
    try {
      return await wrongWithin(store, { runs, supply });
    } finally {
      await store.close();
    }
  }

  async function wrongWithin(
    store: Store,
    { runs, supply }: { readonly runs: readonly RunOfSession[]; readonly supply: WorkSupply },
  ): Promise<string[]> {
    const runsOf: RunsOf = async (key) =>
      Promise.all(runs.filter((run) => isOf(run, key)).map(async ({ run_id }) => (await store.runs.get(run_id))!));
    const rows = supply.sessions.map(({ tenant, partner }) => JSON.stringify(['rows', tenant, partner]));
    return [
      ...(await leftUndone(store)),
      ...(await wrongSessions(store, { supply, runsOf, undisturbed })),
      ...(await heldLeases(store, [RELAY_LEASE, ...new Set(rows)])),
      ...on.services.flatMap(({ endedByThemselves }) => endedByThemselves),
    ];
  }

  for (const [i, plan] of historiesOf('embedded', chosen).entries()) {
    const name = `embedded-${i + 1}`;
    test(`history ${name}: ${plan.faults.length} faults`, async () => {
      const happened = await happen(on, { name, plan });
      tell({ name, happened });
      const found = await aside(async () => [
        ...(await wrong(happened.supply)),
        ...(await wrongPublications(on, () => on.replay())),
        ...happened.left,
      ]);
      keepLine({ name, happened, wrong: found });
      expect(found).toEqual([]);
    });
  }

  test('a run that takes its process with it is poison the third time, and nothing else suffers', async () => {
    await expectPoisonToEnd(on);
  });
});

type RunOfSession = SessionKey & { readonly run_id: string };

const isOf = ({ tenant, partner, session }: RunOfSession, key: SessionKey): boolean =>
  tenant === key.tenant && partner === key.partner && session === key.session;

/** In the order in which they were accepted: the store itself is never asked for all of them. */
function runsIn(directory: string): RunOfSession[] {
  const database = new DatabaseSync(join(directory, 'store.db'));
  const ordered = `select run_id, tenant, partner, session.session
    from run join session on session.id = run.session order by run.id`;
  const runs = database.prepare(ordered).all() as unknown as RunOfSession[];
  database.close();
  return runs;
}

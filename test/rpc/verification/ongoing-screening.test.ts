// Ongoing screening from end to end: a service on MongoDB and a real NATS server keeps a subject that no list has, another
// process loads a list that has it, and whoever listens on the bus hears the hit, once.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { startService } from '../../../src/app.ts';
import { readConfiguration } from '../../../src/config.ts';
import { isMissing, natsUrl, whyNot } from '../../adapters/bus-nats/nats-under-test.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { tieout } from '../../cli/tieout.ts';
import { freshEnvironment } from '../../servers/nats-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-ongoing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER = 'id,schema,name,aliases,birth_date,countries,identifiers,sanctions,dataset';
/** A list of these people. */
function listOf(file: string, names: readonly string[]): string {
  const path = join(folder, file);
  writeFileSync(
    path,
    `${[HEADER, ...names.map((name, at) => `e-${at},Person,${name},,,ng,,Made-up,made-up`)].join('\n')}\n`,
  );
  return path;
}

withMongodb('ongoing screening', (database) => {
  describe.skipIf(isMissing)(`on a bus${whyNot}`, () => {
    test('what a changed list says of a kept subject is heard on the bus, once', async () => {
      const environment = freshEnvironment();
      const servers = { MONGODB_URI: database.uri, NATS_URL: natsUrl, TIEOUT_ENV: environment };
      const lists = `sdn=${listOf('before.csv', ['Emeka Madeup'])}`;
      const config = readConfiguration(
        {},
        { ...servers, TIEOUT_PORT: '0', TIEOUT_LISTS: lists, TIEOUT_DATA_DIR: folder },
      );
      const service = await startService(config, pino({ level: 'silent' }));
      const nats = await connect({ servers: natsUrl });
      const heard: unknown[] = [];
      const hear = async (stream: string, told: unknown[]) => {
        const consumer = await jetstream(nats).consumers.get(`${stream}-${environment}`);
        return consumer.consume({ callback: (message) => void told.push(message.json()) });
      };
      const [steps, changes]: [unknown[], unknown[]] = [[], []];
      const messages = await hear('screening-hits', heard);
      const ofCases = await hear('screening-cases', steps);
      const ofLists = await hear('list-changes', changes);
      const keep = async () => {
        const reply = await fetch(`${service.address}/v1/pep_and_sanction_checker`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...{ person: { full_name: 'Adaeze Okonkwo' }, store: true },
            ...{ tenant_id: 'umoja', partner_id: 'mfb', subject_ref: 'customer-1' },
          }),
        });
        return (await reply.json()) as { status: string };
      };
      await vi.waitFor(async () => expect(await keep()).toMatchObject({ status: 'verified' }), 20_000);
      const loading = await tieout(
        ['lists', 'load', `sdn=${listOf('after.csv', ['Emeka Madeup', 'Adaeze Okonkwo'])}`],
        {
          env: servers,
        },
      );
      expect(loading).toMatchObject({ status: 0, stdout: expect.stringContaining('2 entities') });
      await vi.waitFor(() => expect(heard).toHaveLength(1), { timeout: 20_000, interval: 50 });
      expect(heard[0]).toMatchObject({
        ...{ tenant_id: 'umoja', partner_id: 'mfb', subject_id: expect.any(String) },
        hits: [{ list: 'sdn', entity_id: 'e-1', match_score: 100, risk_tag: 'sanction', decision: 'in_review' }],
      });
      expect(JSON.stringify(heard)).not.toContain('Emeka');
      await vi.waitFor(() => expect([steps.length, changes.length]).toEqual([1, 2]), { timeout: 20_000, interval: 50 });
      const { subject_id, hits } = heard[0] as { subject_id: string; hits: { list_version: string }[] };
      const [{ list_version }] = hits;
      expect(steps).toMatchObject([
        { subject_id, step: 'opened', status: 'undecided', entity_id: 'e-1', list_version },
      ]);
      expect(changes[1]).toMatchObject({ list_version, changes: [{ entity_id: 'e-1', change: 'new', fields: [] }] });
      // Whoever is told anew is screened by the same list: what was said is not said again.
      expect(await keep()).toMatchObject({ status: 'review' });
      for (const each of [messages, ofCases, ofLists]) await each.close();
      await service.close();
      await nats.close();
      expect(heard).toHaveLength(1);
    }, 60_000);
  });
});

// Other terms tried on a session over REST, on both stores: what would come and go, with figures and samples; nothing in
// the store changes, a signed session may be tried, and what cannot be tried is refused.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { MongoClient } from 'mongodb';
import { describe, expect } from 'vitest';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { dayOfPeople, type Json, type People, type Step, until } from './two-people.ts';

const GL = [
  '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
  '2026-03-03,FT0000002,Rent of the hall,-250.00',
  '2026-03-09,FT0000003,Danjuma Motors,800.00',
  '2026-03-10,FT0000004,Okafor Printing,500.00',
];
const BANK = [
  '2026-03-02,FT0000001,Transfer from Adaeze Stores,1000.00',
  '2026-03-03,FT0000002,Rent of the hall,-250.00',
  '2026-03-16,FT0000003,Danjuma Motors,800.00',
  '2026-03-10,FT0000004,Okafor Printing,497.50',
];
const MARCH = { gl: GL, bank: BANK, from: '2026-03-01', to: '2026-03-31' };

type Dump = (people: People) => Promise<Readonly<Record<string, readonly string[]>>>;

const dayWith =
  (dump: Dump) =>
  async (people: People, step: Step): Promise<void> => {
    await people.reconcile('march', MARCH);
    const tried = (body: object, who: 'ada' | 'platform' = 'ada') =>
      people.call(who, 'POST', 'sessions/march/preview', body);
    const unchanged = async (body: object): Promise<Json> => {
      const before = await settled(people);
      const { status, json } = await tried(body);
      expect(await dump(people)).toEqual(before);
      expect([status, json]).toEqual([200, json]);
      return json;
    };
    /** Once nothing follows any more from what was done before: every message is out, and nothing moves. */
    const settled = (of: People) =>
      until(async () => {
        const first = await dump(of);
        if (first['outbox']!.some((row) => row.includes('"delivered_at":null'))) return null;
        await pause(300);
        return isDeepStrictEqual(first, await dump(of)) ? first : null;
      });
    const narrations = (rows: Json[]): string[] => rows.map(({ narration }) => narration);

    await step('the same terms change nothing', async () => {
      const same = await unchanged({});
      expect(same.matches).toEqual({ stay: 2, come: 0, go: 0 });
      expect(same.exceptions).toMatchObject({ come: 0, go: 0 });
      expect(same.before).toEqual(same.after);
      expect(same.before).toMatchObject({ gl_matched_rows: 2, bank_matched_rows: 2, gl_open_rows: 2, match_rate: 0.5 });
    });

    await step('more days and a tolerance match more, and the classes of the rows go', async () => {
      const wider = await unchanged({ max_days_forward_search: 9, amount_tolerance: 2.5 });
      expect(wider.matches).toEqual({ stay: 2, come: 2, go: 0 });
      expect(wider.after).toMatchObject({ gl_matched_rows: 4, gl_open_rows: 0, match_rate: 1, exceptions: 0 });
      expect(wider.coming_matches.flatMap(({ gl }: Json) => narrations(gl)).sort()).toEqual([
        'Danjuma Motors',
        'Okafor Printing',
      ]);
      expect(wider.coming_matches.map(({ difference }: Json) => difference).sort()).toEqual([0, 2.5]);
      expect(wider.classes.reduce((sum: number, { go }: Json) => sum + go, 0)).toBe(wider.exceptions.go);
      const listed = (await people.get('sessions/march/clusters')).items;
      expect(wider.going_exceptions).toHaveLength(listed.length);
      const reasons = new Set(listed.map(({ reason }: Json) => reason));
      for (const { reason, gl, bank } of wider.going_exceptions) {
        expect(reasons).toContain(reason);
        expect(gl.length + bank.length).toBeGreaterThan(0);
      }
      expect(
        (await unchanged({ max_days_forward_search: 9, amount_tolerance: 2.5, samples: 1 })).coming_matches,
      ).toHaveLength(1);
    });

    await step('fewer days lose nothing here, a method of sums alone loses all', async () => {
      const sums = await unchanged({ matching_method: 'lump_sum' });
      expect(sums.matches.go).toBe(2);
      expect(sums.going_matches.map(({ tier }: Json) => tier)).toEqual([1, 1]);
    });

    await step('a match is tried as if it were taken apart', async () => {
      const { items } = await people.get('sessions/march/matches');
      const rent = items.find(({ gl }: Json) => gl[0].narration === 'Rent of the hall');
      const apart = await unchanged({ apart_group_ids: [rent.group_id] });
      expect(apart.matches).toEqual({ stay: 1, come: 0, go: 1 });
      expect(narrations(apart.going_matches[0].bank)).toEqual(['Rent of the hall']);
      expect((await tried({ apart_group_ids: ['0'.repeat(32)] })).status).toBe(404);
      expect((await tried({ without_constraint_ids: ['0'.repeat(32)] })).status).toBe(404);
    });

    await step('another mapping reads the files again, row by row the same lines', async () => {
      const turned = { columns: { reference: 'Narration', narration: 'Reference' } };
      const mapped = await unchanged({ gl_mapping: turned, bank_mapping: turned });
      expect(mapped.matches.stay + mapped.matches.go).toBe(2);
      const same = await unchanged({ gl_mapping: { columns: { reference: 'Reference' } } });
      expect(same.matches).toEqual({ stay: 2, come: 0, go: 0 });
      expect((await tried({ gl_mapping: { columns: { reference: 'No such title' } } })).status).toBe(422);
    });

    await step('a signed session may be tried; what is unknown or wrong is refused', async () => {
      const kept = await people.call('ada', 'POST', 'sessions/march/statement', {});
      for (const [who, as] of [
        ['ada', 'prepared'],
        ['bisi', 'reviewed'],
      ] as const) {
        const body = { as, statement_digest: kept.json.digest };
        expect((await people.call(who, 'POST', 'sessions/march/sign-off', body)).status).toBe(200);
      }
      expect((await unchanged({ max_days_forward_search: 9 })).matches.come).toBe(1);
      expect((await people.call('ada', 'POST', 'sessions/april/preview', {})).status).toBe(404);
      expect((await tried({ max_days_forward_search: -1 })).status).toBe(422);
      expect((await tried({ amount_tolerance: 1e300 })).status).toBe(422);
      expect((await tried({ account_map: { reconciliations: 7 } })).status).toBe(422);
    });

    await step('a caller who leaves ends the work, and the next one is answered', async () => {
      const rows = Array.from(
        { length: 20_000 },
        (_, k) => `2026-03-${String(1 + (k % 28)).padStart(2, '0')},R${k},Row ${k},${k}.25`,
      );
      await people.reconcile('many', { ...MARCH, gl: rows, bank: rows.toReversed() });
      const left = new AbortController();
      const path = `${people.service.address}/v1/sessions/many/preview`;
      const headers = { authorization: 'Bearer token-of-ada', 'content-type': 'application/json' };
      const asked = { method: 'POST', headers, signal: left.signal };
      const leaving = fetch(path, { ...asked, body: JSON.stringify({ tenant_id: 'bank-a', partner_id: 'lagos' }) });
      setTimeout(() => left.abort(), 30);
      await expect(leaving).rejects.toThrow();
      expect((await unchanged({})).matches.stay).toBe(2);
    });
  };

/** Every row of every table, of a copy of the files: the store itself is held. */
const dumpEmbedded: Dump = async ({ folder }) => {
  const copy = mkdtempSync(join(tmpdir(), 'tieout-dump-'));
  try {
    cpSync(join(folder, 'data'), copy, { recursive: true });
    const db = new DatabaseSync(join(copy, 'store.db'));
    const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all() as { name: string }[];
    const rows = (name: string) =>
      db
        .prepare(`select * from "${name}"`)
        .all()
        .map((row) => JSON.stringify(row, asText))
        .filter((row) => !ticking(row))
        .sort();
    const dump = Object.fromEntries(tables.map(({ name }) => [name, rows(name)]));
    db.close();
    return dump;
  } finally {
    rmSync(copy, { recursive: true });
  }
};

const dumpMongo =
  (uri: () => string): Dump =>
  async () => {
    const client = await MongoClient.connect(uri());
    try {
      const collections = await client.db().collections();
      const all = await Promise.all(
        collections.map(async (one) => [
          one.collectionName,
          (await one.find().toArray())
            .map((row) => JSON.stringify(row, asText))
            .filter((row) => !ticking(row))
            .sort(),
        ]),
      );
      return Object.fromEntries(all);
    } finally {
      await client.close();
    }
  };

/** What ticks by itself, whatever is asked: the store's clock, and the lease of whoever relays the outbox. */
const ticking = (row: string): boolean => /"clock"|outbox-relay/.test(row);

const asText = (_: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : typeof value === 'bigint' ? `${value}` : value;

describe('on the embedded store', () => dayOfPeople(dayWith(dumpEmbedded)));
withMongodb('on MongoDB', (database) => dayOfPeople(dayWith(dumpMongo(() => database.uri)), () => database.uri));

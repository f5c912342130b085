// After a subject was deleted, no byte of it is in the store's files: not in a page that its row was moved out of, not in
// the log, and not in a store that an earlier version wrote.

import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { PERSONAL_VERSION, SCHEMA_STEPS } from '../../../src/adapters/store-embedded/schema.ts';
import { findKey } from '../../../src/adapters/store-embedded/verification/personal.ts';
import type { KeptCheck, KeptSubject } from '../../../src/core/records/documents/check.ts';
import { type CaseMove, moved } from '../../../src/core/screening/cases/screening-case.ts';
import type { ListedEntity } from '../../../src/core/screening/entities/listed-entity.ts';
import { randomOf } from './random.ts';
import { temporaryDirectory } from './temporary-store.ts';

const SCOPE = { tenant: 'bank', partner: 'lagos' };
const SEED = 20_261_128;

let directory: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

/** What stands for somebody's name, number and day of birth, in everything that is kept about them. */
const mark = (n: number): string => `<${String(n).padStart(6, '0')}>`;
const refOf = (n: number): string => `NAME${mark(n)}`;

/** The people whose marks are in some file of the store. */
function found(): Set<number> {
  const files = readdirSync(directory).map((name) => readFileSync(join(directory, name)).toString('latin1'));
  return new Set(files.flatMap((text) => [...text.matchAll(/<(\d{6})>/g)].map(([, n]) => Number(n))));
}

test('deleted people are in no file, wherever their rows were moved', { timeout: 120_000 }, async () => {
  const draw = randomOf(SEED);
  const below = (n: number): number => Math.floor(draw() * n);
  const store = await openEmbeddedStore({ directory });
  const long = (n: number): string => `${refOf(n)} born ${mark(n)} `.repeat(1 + below(60));
  const subject = (n: number): KeptSubject => ({
    ...{ scope: SCOPE, subjectId: `id-${n}`, subjectRef: refOf(n), createdAt: n, updatedAt: n, screenedAt: null },
    ...{ subject: { names: [long(n)] }, hits: [], screenedBy: null, actor: null },
    keys: Array.from({ length: 6 }, () => `i${below(1e6)}${mark(n)}`),
  });
  const check = (n: number, m: number): KeptCheck => ({
    ...{ scope: SCOPE, checkId: `check-${n}-${m}`, route: 'biodata_check', requestDigest: 'd', subjectRef: refOf(n) },
    ...{ createdAt: n, expiresAt: 9e12, answer: { message: long(n) }, status: 'review', state: 'complete' },
    ...{ actor: null, batchId: null },
  });
  const named = (n: number) => ({
    ...{ schema: 'Person', names: [long(n)], birthDates: [], countries: [], genders: [], identifiers: [] },
  });
  const opened = (n: number): CaseMove => {
    const entity: ListedEntity = {
      ...{ ...named(n), id: `e${n}`, topics: [], programs: [], datasets: [], addresses: [] },
      ...{ firstSeen: null, lastSeen: null, lastChange: null },
    };
    return moved(
      {
        ...{ scope: SCOPE, caseId: `case-${n}`, subjectId: `id-${n}`, subjectRef: refOf(n), list: 'sdn' },
        ...{ entityId: entity.id, status: 'undecided', assignee: mark(n), decision: null, openedAt: n, version: 0 },
        ...{
          isListed: true,
          score: 1,
          matchedName: refOf(n),
          isExactIdentifier: false,
          setAside: [],
          subject: named(n),
          entity,
        },
      },
      { kind: 'opened', at: n, by: null },
      { digest: () => 'd', newSalt: () => 's' },
    );
  };
  const noted = async (n: number): Promise<void> => {
    const one = await store.cases.get({ scope: SCOPE, caseId: `case-${n}` });
    const making = { digest: () => 'd', newSalt: () => 's' };
    if (one !== null) await store.cases.advance(moved(one, { kind: 'noted', at: n, by: null, note: long(n) }, making));
  };
  const people = Array.from({ length: 700 }, (_, n) => n);
  for (const n of people) {
    const other = below(n + 1);
    await Promise.all([
      store.subjects.put(subject(n)),
      store.checks.add(check(n, 0)),
      store.checks.add(check(n, 1)),
      store.cases.open(opened(n)),
      noted(other),
      store.subjects.put(subject(other)),
      store.checks.update(
        SCOPE,
        `check-${other}-0`,
        check(other, 0),
        (await store.checks.get(SCOPE, [`check-${other}-0`]))[0]?.answer ?? {},
      ),
      store.subjects.screened(
        SCOPE,
        refOf(other),
        { screenedAt: 1, screenedBy: 'v', hits: [long(other)], keys: subject(other).keys },
        subject(other).updatedAt,
      ),
    ]);
  }
  const gone = new Set(people.filter(() => draw() < 0.6));
  const erased = await Promise.all([...gone].map((n) => store.cases.erase(SCOPE, refOf(n))));
  expect(new Set(erased)).toEqual(new Set([1]));
  const deleted = await Promise.all([...gone].map((n) => store.subjects.delete(SCOPE, refOf(n))));
  expect(new Set(deleted.map((one) => JSON.stringify(one)))).toEqual(new Set(['{"existed":true,"checks":2}']));
  const left = found();
  expect([...left].filter((n) => gone.has(n))).toEqual([]);
  // Those who stay are seen by the same search.
  expect(left.size).toBe(people.length - gone.size);
  await store.checks.prune(9e12 + 1);
  for (const n of people) {
    await store.cases.erase(SCOPE, refOf(n));
    await store.subjects.delete(SCOPE, refOf(n));
  }
  expect(found().size).toBe(0);
  await store.close();
});

test('so are people of a store that an earlier version wrote, deleted then or now', async () => {
  const db = new DatabaseSync(join(directory, 'store.db'));
  db.function('find_key', { deterministic: true, varargs: true }, (...texts) => findKey(...texts.map(String)));
  for (const step of SCHEMA_STEPS.slice(0, PERSONAL_VERSION - 1)) db.exec(step);
  for (const n of [1, 2, 3]) {
    db.exec(`
      insert into subject (id, tenant, partner, subject_ref, created_at, updated_at, screened_at, subject, hits)
        values (${n}, 'bank', 'lagos', '${refOf(n)}', ${n}, ${n}, null, '{"names":["${mark(n)}"]}', '["sdn 1"]');
      insert into subject_key (tenant, partner, key, subject) values ('bank', 'lagos', 's${mark(n)}', ${n});
      insert into kept_check (tenant, partner, check_id, route, digest, subject_ref, created_at, expires_at, answer)
        values ('bank', 'lagos', 'check-${n}', 'biodata_check', 'd', '${refOf(n)}', 5, 9000, '{"message":"${mark(n)}"}')`);
  }
  db.exec(`delete from subject where id = 1; delete from subject_key where subject = 1`);
  db.exec(`delete from kept_check where check_id = 'check-1'; pragma user_version = ${PERSONAL_VERSION - 1}`);
  db.close();
  expect(found()).toEqual(new Set([1, 2, 3]));
  const { subjects, checks, close } = await openEmbeddedStore({ directory });
  expect(found()).toEqual(new Set([2, 3]));
  const [two] = await subjects.withKeys(SCOPE, [`s${mark(2)}`], 5);
  expect(two).toMatchObject({ subjectRef: refOf(2), subject: { names: [mark(2)] }, hits: ['sdn 1'], actor: null });
  expect(two.subjectId).toMatch(/^[0-9a-f]{32}$/);
  expect(await checks.ofSubject(SCOPE, refOf(2))).toEqual(['check-2']);
  expect(await checks.get(SCOPE, ['check-2'])).toMatchObject([{ answer: { message: mark(2) }, status: null }]);
  expect(await subjects.delete(SCOPE, refOf(2))).toEqual({ existed: true, checks: 1 });
  expect(found()).toEqual(new Set([3]));
  await close();
});

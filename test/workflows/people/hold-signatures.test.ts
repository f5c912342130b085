// `tieout audit verify` holds kept statements against the signatures of sessions: bytes that were changed, and
// signatures that were added, changed or dropped, are named, on both stores.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import type { Store } from '../../../src/ports/store.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { reopenSession, signOffOfSession, signSession } from '../../../src/workflows/people/sign-session.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { until } from '../../people/two-people.ts';
import { type Partner, partner, rowOf, SCOPE } from '../decisions/month.ts';
import { CHAIN, followUp } from '../decisions/resolving.ts';

const KEY = { ...SCOPE, session: 'march' };
const TEXT = '{"difference":0}';

let lagos: Partner;

/** The session, prepared and reviewed, as `people` would; answers the statement's digest. */
async function signed(open?: () => Promise<Store>): Promise<string> {
  lagos = await partner(open);
  await lagos.session('march', { gl: [rowOf('gl', 0)], bank: [rowOf('bank', 0)] });
  const digest = lagos.deps.digest(TEXT);
  const position = (await lagos.store.summaries.latest(KEY))!.recalculationCount;
  const kept = { digest, contentType: 'application/json', position, keptAt: Date.now(), text: TEXT };
  await lagos.store.keptStatements.keep(KEY, kept);
  for (const [as, by] of [
    ['prepared', 'ada'],
    ['reviewed', 'bisi'],
  ] as const) {
    await signSession(lagos.deps, { key: KEY, as, by, digest, note: null, branches: null, now: async () => digest });
  }
  await finishActs();
  return digest;
}

async function finishActs(): Promise<void> {
  for (const { operationId } of await lagos.store.decisions.underWay(SCOPE.tenant, 10)) {
    await followUp({ ...lagos.deps, ...CHAIN }, operationId);
  }
}

const verified = (store: Store) =>
  verifyAudit({ store, digest: lagos.deps.digest, ...CHAIN }, { tenant: SCOPE.tenant, head: null });

afterEach(() => lagos.dispose());

const OTHER = '{"difference":1}';

/** What happens to the store, in SQL, and to MongoDB's collections; and the sentence of the break. */
const CASES: readonly (readonly [string, string, readonly [string, object, object], RegExp])[] = [
  [
    'a statement with other bytes',
    `update kept_statement set text = '${OTHER}'`,
    ['kept_statements', {}, { $set: { text: OTHER } }],
    /^statement [0-9a-f]{64} of session march, which was signed as prepared, is not what was signed$/,
  ],
  [
    'a signature by another name',
    `update act set made_by = 'chi' where version = 2`,
    ['acts', { version: 2 }, { $set: { by: 'chi' } }],
    /^a signature of session march is not the one that was chained$/,
  ],
  [
    'a signature that is gone',
    'delete from act where version = 2',
    ['acts', { version: 2 }, { $set: { tenant: 'elsewhere' } }],
    /^a signature of session march that was chained is there no more$/,
  ],
  [
    'a statement that is gone',
    'delete from kept_statement',
    ['kept_statements', {}, { $set: { tenant: 'elsewhere' } }],
    /is there no more$/,
  ],
];

describe('on the embedded store', () => {
  test('signatures and reopenings are held', async () => {
    await signed();
    expect(await verified(lagos.store)).toMatchObject({ firstBreak: null, signatures: 2, batches: 2 });
    await reopenSession(lagos.deps, { key: KEY, reason: 'a late fee', by: 'bisi', branches: null });
    expect(await verified(lagos.store)).toMatchObject({ firstBreak: null, signatures: 2, waiting: 1 });
    await finishActs();
    expect(await verified(lagos.store)).toMatchObject({ firstBreak: null, signatures: 2, batches: 3 });
  });

  test('a review is taken back if the session moved while it was signed, or its call died before it looked again', async () => {
    const digest = await signed();
    await reopenSession(lagos.deps, { key: KEY, reason: 'a late fee', by: 'bisi', branches: null });
    await finishActs();
    const sign = (as: 'prepared' | 'reviewed', now: () => Promise<string>) =>
      signSession(lagos.deps, { key: KEY, as, by: 'bisi', digest, note: null, branches: null, now });
    await sign('prepared', async () => digest);
    await finishActs();
    const looks = [digest, lagos.deps.digest(OTHER)];
    await expect(sign('reviewed', async () => looks.shift()!)).rejects.toMatchObject({ code: 'sign_off_state' });
    const verbs = async () => (await signOffOfSession(lagos.store, KEY)).acts.map(({ verb }) => verb);
    expect((await verbs()).slice(-3)).toEqual(['prepared', 'reviewed', 'reopened']);
    await finishActs();
    await sign('prepared', async () => digest);
    await finishActs();
    let looked = 0;
    const dying = sign('reviewed', () => (looked++ === 0 ? Promise.resolve(digest) : new Promise(() => {})));
    dying.catch(() => {});
    await until(async () => ((await verbs()).at(-1) === 'reviewed' && looked === 2 ? true : null));
    const [left] = await lagos.store.decisions.underWay(SCOPE.tenant, 10);
    const free = async () =>
      (await lagos.store.decisions.loose(10)).some((one) => one.operationId === left!.operationId);
    expect(await free()).toBe(false);
    await lagos.store.decisions.release({ ...left!, fence: 1 }, { isDecided: false });
    await followUp({ ...lagos.deps, ...CHAIN }, left!.operationId);
    expect((await verbs()).slice(-2)).toEqual(['reviewed', 'reopened']);
    await finishActs();
    expect(await verified(lagos.store)).toMatchObject({ firstBreak: null });
  }, 60_000);

  test.each(CASES)('%s is a break', async (_, sql, __, sentence) => {
    await signed();
    await lagos.store.close();
    const directory = join(lagos.root, 'data');
    const file = new DatabaseSync(join(directory, 'store.db'));
    file.exec(sql);
    file.close();
    const store = await openEmbeddedStore({ directory });
    const { firstBreak } = await verified(store);
    await store.close();
    expect(firstBreak?.reason).toMatch(sentence);
  });
});

withMongodb('on MongoDB', (database) => {
  test.each(CASES)('%s is a break', async (_, __, [collection, which, change], sentence) => {
    await signed(() => database.openPrepared());
    expect((await verified(lagos.store)).firstBreak).toBeNull();
    await (await database.direct()).collection(collection).updateOne(which, change);
    expect((await verified(lagos.store)).firstBreak?.reason).toMatch(sentence);
  });
});

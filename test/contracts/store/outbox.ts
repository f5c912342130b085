import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  type OutboxDestination,
  type OutboxMessage,
  publicationId,
} from '../../../src/core/records/documents/outbox.ts';
import type { DueMessage, Outbox } from '../../../src/ports/outbox.ts';
import type { OpenStore } from './store-under-test.ts';

const HOUR = 3_600_000;

const message = (operationId: string, part = 1): OutboxMessage => ({
  operationId,
  part,
  topic: 'run_dead_letters',
  payload: new TextEncoder().encode(JSON.stringify({ operationId, part, of: 'naïve' })),
});
const messages = (count: number) => Array.from({ length: count }, (_, i) => message(`operation-${i}`));

/** All that is due, page by page. */
async function dueMessages(outbox: Outbox, limit = 100, destination: OutboxDestination = 'bus'): Promise<DueMessage[]> {
  const found: DueMessage[] = [];
  let after: string | null = null;
  do {
    const page = await outbox.due({ destination, limit, after });
    expect(page.messages.length).toBeLessThanOrEqual(limit);
    found.push(...page.messages);
    after = page.next;
  } while (after !== null);
  return found;
}

const dueIds = async (...given: Parameters<typeof dueMessages>) => (await dueMessages(...given)).map(publicationId);

export function outboxContract(open: OpenStore): void {
  test('a message is stored once, is due until it is delivered, and outlives the process', async () => {
    const under = await open();
    await under.store.outbox.add([message('a', 1), message('a', 2), message('b')]);
    await under.store.outbox.add([{ ...message('a', 1), payload: new Uint8Array([1]) }, message('c')]);
    const { outbox } = await under.reopen();
    const { messages: due, next } = await outbox.due({ destination: 'bus', limit: 10, after: null });
    expect(await outbox.due({ destination: 'bus', limit: 10, after: next })).toEqual({ messages: [], next: null });
    expect(due.map(publicationId)).toEqual(['a:1:1', 'a:2:1', 'b:1:1', 'c:1:1']);
    expect(due[0]).toEqual({ ...message('a', 1), n: 1, place: expect.any(String) });
    await outbox.delivered([due[0], due[2]]);
    expect(await dueIds(outbox)).toEqual(['a:2:1', 'c:1:1']);
    await outbox.add([message('a', 1), message('b')]);
    expect(await dueIds(outbox)).toEqual(['a:2:1', 'c:1:1']);
    expect(await outbox.counts()).toEqual({ waiting: 2, kept: 2 });
    await under.dispose();
  });

  test('pages hold each message once, whatever is delivered or comes meanwhile, and end when there is no more', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    await outbox.add(messages(25));
    const seen: string[] = [];
    let after: string | null = null;
    for (let pages = 0; pages < 40; pages++) {
      const page = await outbox.due({ destination: 'bus', limit: 4, after });
      seen.push(...page.messages.map(publicationId));
      // Every other one: what is in flight stays due and is not shown again.
      await outbox.delivered(page.messages.filter((_, i) => i % 2 === 0));
      await pause(2);
      if (pages < 5) await outbox.add([message(`late-${pages}`)]);
      after = page.next;
      if (after === null) break;
    }
    expect(after).toBeNull();
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => id.startsWith('operation-'))).toHaveLength(25);
    // Delivered or not, what is left is found from the beginning.
    expect(await dueIds(outbox)).toHaveLength((await outbox.counts()).waiting);
    expect((await outbox.counts()).kept).toBeGreaterThanOrEqual(13);
    await dispose();
  });

  test('a page of large messages is no larger than a reader can hold, and none is left out', async () => {
    const { store, dispose } = await open();
    const large = (i: number): OutboxMessage => ({
      ...message(`large-${i}`),
      payload: new Uint8Array(3 << 20).fill(i),
    });
    await store.outbox.add([0, 1, 2, 3, 4].map(large));
    const sizes: number[] = [];
    const seen: DueMessage[] = [];
    let after: string | null = null;
    do {
      const page = await store.outbox.due({ destination: 'bus', limit: 100, after });
      sizes.push(page.messages.length);
      seen.push(...page.messages);
      after = page.next;
    } while (after !== null);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2);
    expect(seen.map(({ payload }) => payload[0])).toEqual([0, 1, 2, 3, 4]);
    await dispose();
  });

  test('what was refused is due again after a pause that grows, and keeps nothing else back', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    await outbox.add([message('a'), message('b')]);
    const [refused] = (await outbox.due({ destination: 'bus', limit: 10, after: null })).messages as [DueMessage];
    expect(publicationId(refused)).toBe('a:1:1');
    const before = Date.now();
    await outbox.refused(refused, 'It is too large.');
    expect(await dueIds(outbox)).toEqual(['b:1:1']);
    expect(await outbox.counts()).toEqual({ waiting: 2, kept: 0 });
    for (;;) {
      if ((await dueIds(outbox)).includes('a:1:1')) break;
      await pause(50);
    }
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
    await outbox.refused(refused, 'It is too large.');
    await pause(1_100);
    expect(await dueIds(outbox)).toEqual(['b:1:1']);
    // Of a publication that is none any more: nothing changes.
    await outbox.refused({ ...refused, n: 7 }, 'It is too large.');
    expect(await outbox.counts()).toEqual({ waiting: 2, kept: 0 });
    await dispose();
  });

  test('a replay wants again what was delivered since, and a delivery from before it does not end it', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    await outbox.add(messages(3));
    const { messages: due } = await outbox.due({ destination: 'bus', limit: 10, after: null });
    await outbox.delivered(due.slice(0, 2));
    expect(await outbox.replay(Date.now() + HOUR)).toBe(0);
    expect(await outbox.replay(Date.now() - HOUR)).toBe(2);
    expect((await dueIds(outbox)).sort()).toEqual(['operation-0:1:2', 'operation-1:1:2', 'operation-2:1:1']);
    await outbox.delivered(due);
    expect((await dueIds(outbox)).sort()).toEqual(['operation-0:1:2', 'operation-1:1:2']);
    await dispose();
  });

  test('what was delivered of one operation is wanted again when its outcome is asked for, and nothing else', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    await outbox.add([message('asked', 1), message('asked', 2)]);
    await outbox.add([message('asked-too')]);
    const all = await dueMessages(outbox);
    await outbox.delivered(all.filter(({ operationId, part }) => operationId !== 'asked' || part === 1));
    expect([await outbox.again('asked'), await outbox.again('unknown')]).toEqual([true, false]);
    expect((await dueIds(outbox)).sort()).toEqual(['asked:1:2', 'asked:2:1']);
    await outbox.delivered(await dueMessages(outbox));
    expect(await outbox.again('asked')).toBe(true);
    expect((await dueIds(outbox)).sort()).toEqual(['asked:1:3', 'asked:2:2']);
    await dispose();
  });

  test('each destination has what is due to it alone, and a replay concerns the bus', async () => {
    const under = await open();
    const to = (destination: OutboxDestination) => ({ ...message(`to-${destination}`), destination });
    await under.store.outbox.add([message('a'), to('webhook'), to('loader'), message('b')]);
    const { outbox } = await under.reopen();
    expect(await dueIds(outbox)).toEqual(['a:1:1', 'b:1:1']);
    const [hook] = (await outbox.due({ destination: 'webhook', limit: 10, after: null })).messages;
    expect(hook).toEqual({ ...to('webhook'), n: 1, place: expect.any(String) });
    expect(await dueIds(outbox, 10, 'loader')).toEqual(['to-loader:1:1']);
    expect(await outbox.waiting()).toEqual({ bus: 2, loader: 1, webhook: 1 });
    await outbox.delivered([hook!, ...(await outbox.due({ destination: 'bus', limit: 10, after: null })).messages]);
    expect(await outbox.waiting()).toEqual({ bus: 0, loader: 1, webhook: 0 });
    expect(await outbox.replay(0)).toBe(2);
    expect(await outbox.waiting()).toEqual({ bus: 2, loader: 1, webhook: 0 });
    expect(await outbox.counts()).toEqual({ waiting: 3, kept: 1 });
    await under.dispose();
  });

  test('of one order key the first alone is due, and one that is refused keeps back its key and nothing else', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    const ordered = (id: string, orderKey: string, destination: OutboxDestination = 'bus') => ({
      ...message(id),
      orderKey,
      destination,
    });
    await outbox.add([ordered('a1', 'a'), ordered('a2', 'a'), message('c'), ordered('b1', 'b')]);
    await outbox.add([ordered('a3', 'a'), ordered('b2', 'b'), ordered('w1', 'a', 'webhook'), message('d')]);
    const due = async () => (await dueIds(outbox, 1)).sort();
    expect(await due()).toEqual(['a1:1:1', 'b1:1:1', 'c:1:1', 'd:1:1']);
    expect(await dueIds(outbox, 10, 'webhook')).toEqual(['w1:1:1']);
    const found = async (id: string) => (await dueMessages(outbox)).filter(({ operationId }) => operationId === id);
    expect((await found('a1'))[0]).toMatchObject({ orderKey: 'a' });
    await outbox.delivered([...(await found('a1')), ...(await found('c'))]);
    expect(await due()).toEqual(['a2:1:1', 'b1:1:1', 'd:1:1']);
    const before = Date.now();
    await outbox.refused((await found('a2'))[0], 'Not now.');
    await outbox.add([ordered('a4', 'a')]);
    expect(await due()).toEqual(['b1:1:1', 'd:1:1']);
    await outbox.delivered(await found('b1'));
    expect(await due()).toEqual(['b2:1:1', 'd:1:1']);
    while ((await found('a2')).length === 0) await pause(50);
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
    expect(await due()).toEqual(['a2:1:1', 'b2:1:1', 'd:1:1']);
    for (const id of ['a2', 'a3', 'a4']) await outbox.delivered(await found(id));
    expect(await due()).toEqual(['b2:1:1', 'd:1:1']);
    // Wanted again, they come in their order too.
    expect(await outbox.replay(0)).toBe(6);
    expect(await due()).toEqual(['a1:1:2', 'b1:1:2', 'c:1:2', 'd:1:1']);
    await dispose();
  });

  test('of what was stored together each message has its own fate', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    await outbox.add(messages(6));
    const { messages: due } = await outbox.due({ destination: 'bus', limit: 10, after: null });
    await outbox.delivered(due.slice(0, 2));
    await outbox.refused(due[2], 'It is too large.');
    expect(await dueIds(outbox, 2)).toEqual(['operation-3:1:1', 'operation-4:1:1', 'operation-5:1:1']);
    await outbox.delivered(due.slice(3));
    expect(await dueIds(outbox)).toEqual([]);
    expect(await outbox.counts()).toEqual({ waiting: 1, kept: 5 });
    expect(await outbox.replay(0)).toBe(5);
    const again = ['operation-0:1:2', 'operation-1:1:2', 'operation-3:1:2', 'operation-4:1:2', 'operation-5:1:2'];
    expect((await dueIds(outbox, 3)).sort()).toEqual(again);
    await outbox.delivered(due);
    await outbox.delivered(
      (await outbox.due({ destination: 'bus', limit: 10, after: null })).messages.filter(({ n }) => n === 2),
    );
    for (const deadline = Date.now() + 10_000; ; await pause(50)) {
      const left = await outbox.due({ destination: 'bus', limit: 10, after: null });
      await outbox.delivered(left.messages);
      if ((await outbox.counts()).waiting === 0) break;
      if (Date.now() > deadline) expect.fail(JSON.stringify(await outbox.counts()));
    }
    expect(await outbox.counts()).toEqual({ waiting: 0, kept: 6 });
    await pause(5);
    expect(await outbox.prune(1)).toBe(6);
    expect(await outbox.counts()).toEqual({ waiting: 0, kept: 0 });
    await outbox.add([message('operation-0')]);
    expect(await dueIds(outbox)).toEqual(['operation-0:1:1']);
    await dispose();
  });

  test('what is stored at the same time by several is stored once', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    const some = (from: number, to: number) => messages(to).slice(from);
    await Promise.all([some(0, 40), some(20, 60), some(10, 30), some(0, 60), some(59, 60)].map(outbox.add));
    expect((await dueIds(outbox, 7)).sort()).toEqual(
      messages(60)
        .map((one) => publicationId({ ...one, n: 1 }))
        .sort(),
    );
    await dispose();
  });

  test('so are parts of one operation, whichever of them come together and however many there are', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    const parts = (...ranges: [number, number][]) =>
      ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => message('op/1:2', from + i)));
    await outbox.add(parts([5, 20]));
    await Promise.all(
      [parts([1, 40]), parts([510, 530]), parts([30, 600]), parts([1, 3], [20, 22], [590, 1_100])].map(outbox.add),
    );
    await outbox.add([...parts([1, 1_100]), message('op/1', 1), message('op', 1)]);
    const due = await dueIds(outbox);
    expect(due).toHaveLength(1_101);
    const expected = [...parts([1, 1_100]), message('op/1', 1), message('op', 1)];
    expect(due.sort()).toEqual(expected.map((one) => publicationId({ ...one, n: 1 })).sort());
    await dispose();
  });

  test('only what was delivered long enough ago is pruned', async () => {
    const { store, dispose } = await open();
    const { outbox } = store;
    for (const one of messages(3)) await outbox.add([one]);
    const { messages: due } = await outbox.due({ destination: 'bus', limit: 2, after: null });
    await outbox.delivered(due);
    expect(await outbox.prune(HOUR)).toBe(0);
    await pause(5);
    expect(await outbox.prune(1)).toBe(2);
    expect(await outbox.counts()).toEqual({ waiting: 1, kept: 0 });
    expect(await dueIds(outbox)).toEqual(['operation-2:1:1']);
    await dispose();
  });
}

// What must be true after a history, whatever happened in it. Answers what is not.

import { setTimeout as pause } from 'node:timers/promises';
import type { Db, ObjectId } from 'mongodb';
import type { Run } from '../../src/core/records/documents/run.ts';
import type { SessionKey } from '../../src/core/records/session-key.ts';
import type { Store } from '../../src/ports/store.ts';
import { RELAY_LEASE } from '../../src/workflows/delivery/relay-outbox.ts';
import type { Deployment } from './deployment.ts';
import { inTheEnd } from './in-the-end.ts';
import { readSession, rowsInTwoGroups, type Undisturbed } from './undisturbed.ts';
import type { WorkSupply } from './work-supply.ts';

/** The runs of a session in the order in which they were accepted. */
export type RunsOf = (key: SessionKey) => Promise<readonly Run[]>;

/** Every run that was accepted ended as the undisturbed one did, and its session holds what it would. */
export async function wrongSessions(
  store: Store,
  { supply, runsOf, undisturbed }: { supply: WorkSupply; runsOf: RunsOf; undisturbed: Undisturbed },
): Promise<string[]> {
  const wrong = [...supply.wrong];
  for (const key of supply.sessions) {
    const runs = await runsOf(key);
    const of = `${key.session} of ${key.tenant}, ${key.partner}`;
    const runIds = runs.map(({ runId }) => runId);
    for (const { runId, status, failure } of runs) {
      if (status !== 'succeeded') wrong.push(`run ${runId} of ${of} is ${status}: ${JSON.stringify(failure)}`);
    }
    for (const [runId, session] of supply.accepted) {
      if (session === key && !runIds.includes(runId)) wrong.push(`the accepted run ${runId} of ${of} is not there`);
    }
    if (runs.length === 0) continue;
    const matched = await Promise.all(
      supply.matchedWith(key).map(async (one) => ({ key: one, runs: one === key ? runs : await runsOf(one) })),
    );
    const ofAll = matched.flatMap((one) => one.runs.map(({ runId }) => runId));
    const { content, comparable } = await readSession(store, key, ofAll);
    const expected = await undisturbed.comparable(key, matched);
    if (comparable !== expected) wrong.push(`${of} is not as undisturbed:\n${differences(expected, comparable)}`);
    const twice = rowsInTwoGroups(content);
    if (twice > 0) wrong.push(`${twice} rows of ${of} are in two groups`);
  }
  return wrong;
}

const SHOWN_LINES = 12;

/** The first lines that differ. */
function differences(expected: string, found: string): string {
  const [lines, others] = [expected.split('\n'), found.split('\n')];
  const from = lines.findIndex((line, i) => line !== others[i]);
  const shown = (all: string[], sign: string) => all.slice(from, from + SHOWN_LINES).map((line) => `${sign} ${line}`);
  const place = lines.slice(0, from).findLast((line) => /^ "/.test(line));
  return [`  in ${place}`, ...shown(lines, '-'), ...shown(others, '+')].join('\n');
}

/**
 * Subscribers found every message, and none twice under one id; what a lost stream took comes again when it is asked
 * for.
 */
export async function wrongPublications(
  { publications }: Pick<Deployment, 'publications'>,
  replay: () => Promise<number>,
): Promise<string[]> {
  const found = await inTheEnd(() => publications.found());
  if (!publications.wiped) return publications.wrongWith(found, 1);
  const count = await replay();
  const again = await inTheEnd(() => publications.found());
  const ofAgain = again.filter(({ id }) => id.endsWith(':2')).length;
  // Results and outcomes are of other streams.
  const miscounted = ofAgain <= count ? [] : [`${count} were to be published again, and ${ofAgain} were`];
  return [...miscounted, ...publications.wrongWith(again, 2)];
}

/** Runs that have not ended, and what waits in the outbox. */
export async function leftUndone(store: Pick<Store, 'runs' | 'outbox'>): Promise<string[]> {
  const open = await store.runs.unfinished();
  const { waiting } = await store.outbox.counts();
  return [
    ...open.map(({ runId, status }) => `run ${runId} is ${status}`),
    ...(waiting === 0 ? [] : [`${waiting} messages wait in the outbox`]),
  ];
}

/** A worker whose run was taken over may take a lease, see that it is late, and give it back. */
const GIVEN_BACK_MS = 250;

/** A pattern's sweep is work of its own that follows a run: no run waits for it, or for one that was killed to lapse. */
const SWEEP = /^\["sweep",/;

/**
 * What is held now and not given back at once, which is long before it would lapse; but for what a living process holds
 * for good, the outbox, and for sweeps.
 */
export async function leasesHeld(db: Db): Promise<string[]> {
  const held = {
    _id: { $ne: RELAY_LEASE as never, $not: SWEEP },
    $expr: { $gt: ['$held_until', '$$NOW'] },
  };
  for (const deadline = Date.now() + GIVEN_BACK_MS; ; await pause(10)) {
    const found = await db.collection('leases').find(held).toArray();
    if (found.length === 0) return [];
    if (Date.now() > deadline) return found.map(({ _id }) => `the lease ${_id} is held`);
  }
}

/** Leases of these names that nobody can take. */
export async function heldLeases(store: Store, names: readonly string[]): Promise<string[]> {
  const held: string[] = [];
  for (const name of names) {
    const lease = await store.leases.take(name, 1_000);
    if (lease === null) held.push(`the lease ${name} is held`);
    else await store.leases.release(lease);
  }
  return held;
}

/** A worker may sweep at the same time: what it has marked only it removes. */
const SWEPT_MS = 10_000;

/** Once it was swept: what is there of files and runs that no session names, and content that no header names. */
export async function wrongContents(db: Db, store: Store): Promise<string[]> {
  for (const deadline = Date.now() + SWEPT_MS; ; await pause(100)) {
    await store.upkeep.sweepUnnamed();
    const wrong = [...(await unnamedBySessions(db)), ...(await unnamedByHeaders(db))];
    if (wrong.length === 0 || Date.now() > deadline) return wrong;
  }
}

async function unnamedBySessions(db: Db): Promise<string[]> {
  const wrong: string[] = [];
  const sessions = await db.collection('sessions').find().toArray();
  for (const { tenant, partner, session, run_id, ingestions } of sessions) {
    const key = { tenant, partner, session };
    const runs = (await db.collection('group_blocks').distinct('run_id', key)).filter((id) => id !== run_id);
    const files = await db
      .collection('ingestions')
      .find({ ...key, ingestion_id: { $nin: ingestions } })
      .toArray();
    wrong.push(...runs.map((id) => `${session} of ${tenant}, ${partner} has groups of the run ${id}`));
    wrong.push(...files.map(({ _id }) => `${session} of ${tenant}, ${partner} has rows of the ingestion ${_id}`));
  }
  return wrong;
}

async function unnamedByHeaders(db: Db): Promise<string[]> {
  const named = new Set<string>();
  const note = (ids: readonly ObjectId[]) => ids.forEach((id) => void named.add(id.toHexString()));
  for await (const { parts } of db.collection('row_blocks').find()) Object.values<ObjectId[]>(parts).forEach(note);
  for await (const { content } of db.collection('group_blocks').find()) note(content);
  const contents = await db
    .collection('block_contents')
    .find({}, { projection: { owner: 1 } })
    .toArray();
  const orphans = contents.filter(({ _id }) => !named.has(_id.toHexString()));
  return orphans.map(({ owner }) => `a content of ${owner} is named by no block`);
}

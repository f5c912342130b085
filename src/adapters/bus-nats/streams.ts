// The streams and consumers that the service needs: made when they are missing, brought in line when their settings
// differ, refused when they are somebody else's. A stream is called as its subject, and has that subject alone.

import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { TieoutError } from '../../core/errors.ts';
import type { OutboxTopic } from '../../core/records/outbox.ts';
import type { Log } from '../../ports/log.ts';

const SECOND = 1_000_000_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const MEGABYTE = 1 << 20;

export interface Subjects {
  /** Announcements of runs, and the stream that keeps them. */
  readonly runs: string;
  /** What the outbox publishes, by topic. */
  readonly published: Readonly<Record<OutboxTopic, string>>;
}

export const subjectsOf = (environment: string): Subjects => ({
  runs: `reconciliation-runs-${environment}`,
  published: { run_dead_letters: `reconciliation-runs-deadletter-${environment}` },
});

/** The one consumer of announcements, which all workers share. */
export const WORKERS = 'workers';

type Wanted = Partial<StreamConfig> & Pick<StreamConfig, 'retention'>;

function wantedStreams({ runs, published }: Subjects, replicas: number): ReadonlyMap<string, Wanted> {
  const all = { storage: StorageType.File, discard: DiscardPolicy.Old, num_replicas: replicas };
  return new Map<string, Wanted>([
    [
      runs,
      {
        ...all,
        description: 'Tieout: announcements of runs that wait for a worker',
        // One worker takes each, and it is gone: a doorbell keeps nothing.
        retention: RetentionPolicy.Workqueue,
        // Whatever still waits is announced again every second; what is older tells nothing.
        max_age: DAY,
        max_bytes: 256 * MEGABYTE,
        duplicate_window: 120 * SECOND,
      },
    ],
    [
      published.run_dead_letters,
      {
        ...all,
        description: 'Tieout: messages on the subject of runs that could not be used',
        retention: RetentionPolicy.Limits,
        max_age: 30 * DAY,
        max_bytes: 256 * MEGABYTE,
        // A publication whose mark was lost is repeated once the store is back: so long it is known for the same.
        duplicate_window: HOUR,
      },
    ],
  ]);
}

const WANTED_CONSUMER: Partial<ConsumerConfig> = {
  description: 'Tieout: the workers',
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  // Taken and neither acknowledged nor given back: the process is gone.
  ack_wait: 30 * SECOND,
  // Attempts are the store's alone.
  max_deliver: -1,
  max_ack_pending: 1_000,
  max_waiting: 4_096,
};

/** What the server has no way to change; another stream's owner chose them. */
const FIXED = ['retention', 'storage'] as const;

/** Throws bus_unavailable with a sentence that says what to do; what JetStream throws besides passes through. */
export async function prepareStreams(
  jsm: JetStreamManager,
  { subjects, replicas, log }: { readonly subjects: Subjects; readonly replicas: number; readonly log: Log },
): Promise<void> {
  for (const [name, wanted] of wantedStreams(subjects, replicas)) await prepareStream(jsm, { name, wanted, log });
  await prepareConsumer(jsm, { stream: subjects.runs, log });
}

async function prepareStream(
  jsm: JetStreamManager,
  { name, wanted, log }: { readonly name: string; readonly wanted: Wanted; readonly log: Log },
): Promise<void> {
  const config = await streamConfig(jsm, name);
  if (config === null) return makeStream(jsm, name, wanted);
  const isOurs = config.subjects?.length === 1 && config.subjects[0] === name;
  if (!isOurs || FIXED.some((setting) => config[setting] !== wanted[setting])) {
    throw notOurs(`The stream ${name} was made for something else`, name);
  }
  const differing = differences(config, wanted);
  if (differing.length === 0) return;
  await jsm.streams.update(name, { ...config, ...wanted });
  log.warn({ stream: name, settings: differing }, 'A stream had other settings and has those it needs now.');
}

async function makeStream(jsm: JetStreamManager, name: string, wanted: Wanted): Promise<void> {
  try {
    await jsm.streams.add({ ...wanted, name, subjects: [name] });
  } catch (error) {
    if (apiCode(error) !== SUBJECTS_OVERLAP) throw error;
    const other = await jsm.streams.find(name).catch(() => 'another stream');
    throw notOurs(`The subject ${name} belongs to ${other}`, name);
  }
}

async function prepareConsumer(
  jsm: JetStreamManager,
  { stream, log }: { readonly stream: string; readonly log: Log },
): Promise<void> {
  const config = await consumerConfig(jsm, stream);
  const wanted = { ...WANTED_CONSUMER, durable_name: WORKERS };
  if (config === null) {
    await jsm.consumers.add(stream, wanted);
    return;
  }
  const differing = differences(config, wanted);
  if (differing.length === 0) return;
  log.warn({ stream, consumer: WORKERS, settings: differing }, 'A consumer had other settings and is made anew.');
  // Not every setting can be changed; a work queue keeps what was not acknowledged.
  await jsm.consumers.delete(stream, WORKERS);
  await jsm.consumers.add(stream, wanted);
}

function differences<T extends object>(has: T, wanted: Partial<T>): string[] {
  return Object.entries(wanted)
    .filter(([setting, value]) => has[setting as keyof T] !== value)
    .map(([setting]) => setting);
}

const SUBJECTS_OVERLAP = 10_065;

const notOurs = (what: string, name: string): TieoutError =>
  new TieoutError(
    'bus_unavailable',
    `${what}: set TIEOUT_ENV to a name of this deployment’s own, or take ${name} away from it.`,
  );

export const apiCode = (error: unknown): number | null => (error instanceof JetStreamApiError ? error.code : null);

async function streamConfig(jsm: JetStreamManager, name: string): Promise<StreamConfig | null> {
  try {
    return (await jsm.streams.info(name)).config;
  } catch (error) {
    if (apiCode(error) === JetStreamApiCodes.StreamNotFound) return null;
    throw error;
  }
}

async function consumerConfig(jsm: JetStreamManager, stream: string): Promise<ConsumerConfig | null> {
  try {
    return (await jsm.consumers.info(stream, WORKERS)).config;
  } catch (error) {
    if (apiCode(error) === JetStreamApiCodes.ConsumerNotFound) return null;
    throw error;
  }
}

// The streams and consumers of the service: made if missing, corrected if their settings differ, refused if somebody
// else owns them. A stream has its subject's name, and no subjects but its own. All are checked before any is changed, so
// that a refused start changes nothing.

import { JetStreamApiCodes, JetStreamApiError, type JetStreamManager, type StreamConfig } from '@nats-io/jetstream';
import { TieoutError } from '../../core/errors.ts';
import type { Log } from '../../ports/log.ts';
import type { Subjects } from './subjects.ts';
import {
  differences,
  KEEPERS,
  MARK,
  RESOLVERS,
  WANTED_CONSUMERS,
  type WantedStream,
  WORKERS,
  wantedStreams,
} from './wanted-streams.ts';

/** Settings that the owner chose and the server cannot change. */
const CHOSEN = ['retention', 'storage'] as const;

/** Settings that the server cannot take back. */
const FOR_EVER: readonly string[] = ['sealed', 'mirror', 'persist_mode', 'allow_msg_counter'];

interface Looked {
  readonly name: string;
  readonly wanted: WantedStream;
  /** The present settings; null if there is none. */
  readonly config: StreamConfig | null;
}

/** Throws bus_unavailable with a sentence that says what to do, and the errors of JetStream. */
export async function prepareStreams(
  jsm: JetStreamManager,
  { subjects, replicas, log }: { readonly subjects: Subjects; readonly replicas: number; readonly log: Log },
): Promise<void> {
  /** The consumer of each stream that has one of ours. */
  const consumers = new Map([
    [subjects.runs, WORKERS],
    [subjects.requests, RESOLVERS],
    [subjects.windows, KEEPERS],
  ]);
  const looked: Looked[] = [];
  for (const [name, wanted] of wantedStreams(subjects, replicas)) {
    const config = (await jsm.streams.info(name).catch(nullIfMissing))?.config ?? null;
    if (config === null) await requireFree(jsm, name);
    else requireOurs(config, { name, wanted });
    looked.push({ name, wanted, config });
    // A work queue has room for one consumer of a subject. Dead letters and windows may have other readers.
    const ours = name === subjects.windows ? undefined : consumers.get(name);
    if (ours !== undefined && config !== null) await requireNoOther(jsm, { stream: name, ours });
  }
  for (const stream of looked) await prepareStream(jsm, stream, log);
  for (const [stream, name] of consumers) await prepareConsumer(jsm, { stream, name, log });
}

/** Throws if another stream has the subject. Another process may have made ours meanwhile. */
async function requireFree(jsm: JetStreamManager, name: string): Promise<void> {
  const other = await jsm.streams.find(name).catch(nullIfMissing);
  if (other !== null && other !== name) throw notOurs(`The subject ${name} belongs to the stream ${other}`, other);
}

function requireOurs(config: StreamConfig, { name, wanted }: Pick<Looked, 'name' | 'wanted'>): void {
  const own = wanted.subjects ?? [name];
  const isOfSubject = config.subjects?.includes(name) && config.subjects.every((subject) => own.includes(subject));
  const isOfAnother = Boolean(config.description) && !config.description!.startsWith(MARK);
  const wrong = [
    ...(isOfSubject ? [] : ['subjects']),
    ...(isOfAnother ? ['description'] : []),
    ...CHOSEN.filter((setting) => config[setting] !== wanted[setting]),
  ];
  if (wrong.length > 0)
    throw notOurs(`The stream ${name} was made for something else (see its ${listed(wrong)})`, name);
  const kept = differences(config, wanted).filter((setting) => FOR_EVER.includes(setting));
  if (kept.length > 0) throw notOurs(`The stream ${name} was given ${listed(kept)}, which cannot be undone`, name);
}

async function requireNoOther(
  jsm: JetStreamManager,
  { stream, ours }: { readonly stream: string; readonly ours: string },
): Promise<void> {
  const others = (await jsm.consumers.list(stream).next()).map(({ name }) => name).filter((name) => name !== ours);
  if (others.length > 0) throw notOurs(`The stream ${stream} has a consumer of someone else (${others[0]})`, stream);
}

async function prepareStream(jsm: JetStreamManager, { name, wanted, config }: Looked, log: Log): Promise<void> {
  if (config === null) {
    await jsm.streams.add({ subjects: [name], ...present(wanted), name });
    return;
  }
  const differing = differences(config, wanted);
  if (differing.length === 0) return;
  try {
    await jsm.streams.update(name, { ...config, ...wanted } as StreamConfig);
  } catch (error) {
    if (!(error instanceof JetStreamApiError) || error.code !== CANNOT_UPDATE) throw error;
    const why = error.message.replace(/\.$/, '');
    throw notOurs(`The stream ${name} cannot be given the ${listed(differing)} it needs (${why})`, name);
  }
  log.warn({ stream: name, settings: differing }, 'A stream had other settings and has those it needs now.');
}

async function prepareConsumer(
  jsm: JetStreamManager,
  { stream, name, log }: { readonly stream: string; readonly name: string; readonly log: Log },
): Promise<void> {
  const wanted = WANTED_CONSUMERS[name];
  const config = (await jsm.consumers.info(stream, name).catch(nullIfMissing))?.config;
  if (config !== undefined) {
    const differing = differences(config, wanted);
    if (differing.length === 0) return;
    log.warn({ stream, consumer: name, settings: differing }, 'A consumer had other settings and is made anew.');
    // Some settings cannot be changed, so the consumer is made again; a work queue keeps unacknowledged messages.
    // Another process that starts at the same time may have deleted it.
    await jsm.consumers.delete(stream, name).catch(nullIfMissing);
  }
  await jsm.consumers.add(stream, present(wanted));
}

/** The settings without undefined ones. */
const present = <Settings extends object>(wanted: Settings) =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)) as {
    [Setting in keyof Settings]: Exclude<Settings[Setting], undefined>;
  };

const listed = (names: readonly string[]): string => names.join(', ');

/** The server's error code for stream settings that it does not change. */
const CANNOT_UPDATE = 10_052;

const notOurs = (what: string, stream: string): TieoutError =>
  new TieoutError(
    'bus_unavailable',
    `${what}: set TIEOUT_ENV to a name of this deployment’s own, or remove the stream ${stream}.`,
  );

/** Null, for `catch`, if the stream or consumer is missing. Throws any other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof JetStreamApiError && MISSING.includes(error.code)) return null;
  throw error;
}

const MISSING: readonly number[] = [JetStreamApiCodes.StreamNotFound, JetStreamApiCodes.ConsumerNotFound];

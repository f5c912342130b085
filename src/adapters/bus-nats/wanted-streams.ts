// The settings of the service's streams and consumers that decide whether a message is kept, delivered and
// acknowledged. Settings here are corrected at the start; others (placement, compression, metadata, denials of
// deletion) belong to the operator. undefined: the setting must be absent.

import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  ReplayPolicy,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import type { Subjects } from './subjects.ts';

const SECOND = 1_000_000_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const MEGABYTE = 1 << 20;

type Settings<Config> = { readonly [Setting in keyof Config]?: Config[Setting] | undefined };

export type WantedStream = Settings<StreamConfig> & Pick<StreamConfig, 'description' | 'retention' | 'storage'>;

/** How the description of a stream of ours begins. */
export const MARK = 'Tieout: ';

/** The consumer of announcements, which all workers share. */
export const WORKERS = 'workers';
/** The consumer of requests. */
export const RESOLVERS = 'resolvers';
/** Our consumer of finished windows; others may read them too. */
export const KEEPERS = 'keepers';

const OF_EVERY_STREAM = {
  storage: StorageType.File,
  // Age and bytes are the limits. A limit on the number or size of messages would lose or refuse messages that nobody
  // else has.
  max_msgs: -1,
  max_msgs_per_subject: -1,
  max_msg_size: -1,
  discard: DiscardPolicy.Old,
  discard_new_per_subject: false,
  // Publications must be acknowledged.
  no_ack: false,
  persist_mode: undefined,
  sealed: false,
  // No message may replace another.
  allow_rollup_hdrs: false,
  // Only published messages come in, unchanged, and none goes out by itself.
  mirror: undefined,
  sources: undefined,
  subject_transform: undefined,
  republish: undefined,
  subject_delete_marker_ttl: undefined,
  allow_msg_counter: undefined,
  // Limits on consumers would limit workers, and readers of dead letters.
  consumer_limits: {},
} satisfies Settings<StreamConfig>;

/** Streams by name, which is the subject too; requests may come on a caller's own subject below it. */
export function wantedStreams(
  { runs, requests, published }: Subjects,
  replicas: number,
): ReadonlyMap<string, WantedStream> {
  const all = { ...OF_EVERY_STREAM, num_replicas: replicas };
  /** Messages of the outbox, which keeps them: the oldest are dropped first. */
  const ofOutbox = (megabytes: number, description: string): WantedStream => ({
    ...all,
    description: `${MARK}${description}`,
    retention: RetentionPolicy.Limits,
    max_age: 30 * DAY,
    max_bytes: megabytes * MEGABYTE,
    // A publication whose mark was lost is repeated once the store is back: it is recognised for this long.
    duplicate_window: HOUR,
  });
  return new Map<string, WantedStream>([
    [
      runs,
      {
        ...all,
        description: `${MARK}announcements of runs that wait for a worker`,
        // One worker takes each message, which removes it.
        retention: RetentionPolicy.Workqueue,
        // Waiting work is announced again every second; an older message means nothing.
        max_age: DAY,
        max_bytes: 64 * MEGABYTE,
        duplicate_window: 120 * SECOND,
      },
    ],
    [
      requests,
      {
        ...all,
        // A caller may have a subject of its own, on which the rights of NATS let nobody else publish.
        subjects: [requests, `${requests}.*`],
        description: `${MARK}requests to decide on exceptions`,
        retention: RetentionPolicy.Workqueue,
        // A request exists nowhere else before it is stored, so it has no age limit. A full stream refuses new requests.
        max_age: 0,
        max_bytes: 64 * MEGABYTE,
        discard: DiscardPolicy.New,
        duplicate_window: 120 * SECOND,
      },
    ],
    [published.run_dead_letters, ofOutbox(160, 'messages on the subject of runs that could not be used')],
    [published.resolution_results, ofOutbox(192, 'what decisions and sweeps approved')],
    [published.resolution_outcomes, ofOutbox(96, 'what became of each request')],
    [published.resolution_dead_letters, ofOutbox(64, 'requests that could not be used')],
    [published.verification_checks, ofOutbox(96, 'results of checks')],
    [published.windows_completed, ofOutbox(32, 'finished windows')],
    [published.screening_hits, ofOutbox(64, 'what lists newly say of kept subjects')],
    [published.screening_cases, ofOutbox(48, 'steps of cases')],
    [published.proposals, ofOutbox(16, 'what was proposed, and who decided on it')],
    [published.list_changes, ofOutbox(48, 'what changed in lists')],
    [published.late_files, ofOutbox(16, 'files that have not come')],
    // An older head proves more of the chain: only bytes are limited.
    [published.audit_heads, { ...ofOutbox(64, 'ends of audit chains'), max_age: 0 }],
  ]);
}

const OF_EVERY_CONSUMER = {
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  opt_start_seq: undefined,
  opt_start_time: undefined,
  replay_policy: ReplayPolicy.Instant,
  // A message that is neither acknowledged nor given back by then belongs to a dead process.
  ack_wait: 30 * SECOND,
  backoff: undefined,
  // Only the store counts attempts.
  max_deliver: -1,
  max_ack_pending: 1_000,
  max_waiting: 4_096,
  // The consumer gets every message whole.
  filter_subject: undefined,
  filter_subjects: undefined,
  headers_only: false,
  // A worker asks for one message and waits as long as it wants.
  max_batch: undefined,
  max_bytes: undefined,
  max_expires: undefined,
  // Whoever asks pulls the messages: they are not pushed, slowed, paused, or kept for groups.
  deliver_subject: undefined,
  deliver_group: undefined,
  flow_control: undefined,
  idle_heartbeat: undefined,
  rate_limit_bps: undefined,
  pause_until: undefined,
  priority_groups: undefined,
  priority_policy: undefined,
  // The consumer stays while nobody works and after a restart of the server, with as many copies as its stream.
  inactive_threshold: undefined,
  mem_storage: false,
  num_replicas: 0,
} satisfies Settings<ConsumerConfig>;

/** Settings by the consumer's name. */
export const WANTED_CONSUMERS: Readonly<Record<string, Settings<ConsumerConfig>>> = {
  [WORKERS]: { ...OF_EVERY_CONSUMER, durable_name: WORKERS, description: `${MARK}the workers` },
  [RESOLVERS]: { ...OF_EVERY_CONSUMER, durable_name: RESOLVERS, description: `${MARK}who store requests` },
  [KEEPERS]: { ...OF_EVERY_CONSUMER, durable_name: KEEPERS, description: `${MARK}who keep windows` },
};

/** Settings that differ from the wanted ones. A server leaves out empty and default values. */
export function differences<Config extends object>(has: Config, wanted: Settings<Config>): string[] {
  return Object.entries(wanted)
    .filter(([setting, value]) => settingText(has[setting as keyof Config]) !== settingText(value))
    .map(([setting]) => setting);
}

const LEFT_OUT: ReadonlySet<string | undefined> = new Set([undefined, 'null', 'false', '0', '""', '[]', '{}']);

function settingText(value: unknown): string | null {
  const text = JSON.stringify(value);
  return LEFT_OUT.has(text) || value === 'default' ? null : text;
}

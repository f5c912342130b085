// Messages between the main thread and the thread that does the runs. Runs themselves are in the store, to which each
// thread has its own connection.

import type { ModelSettings } from '../../adapters/language-model/chat-completions.ts';
import type { BusPlace } from '../../compose/open-bus.ts';
import type { CallerSettings } from '../../compose/open-callers.ts';
import type { EngineTerms } from '../../compose/open-engine.ts';
import type { StoreConnection } from '../../compose/open-store.ts';
import type { WorkClaim } from '../../core/records/documents/work.ts';
import type { KeepingTimes } from '../../workflows/upkeep/prune-store.ts';
import type { AlarmSignal } from '../../workflows/work/committed-alarm.ts';
import type { Answers } from './answers.ts';
import type { ThreadLogLine } from './main-log.ts';

/** Settings that every run thread needs. */
export interface RunThreadTerms extends Pick<EngineTerms, 'files' | 'currency' | 'resolving'> {
  readonly bus: BusPlace;
  /** How long a run waits for another worker after its own has died. */
  readonly leaseMs: number;
}

/** Settings of a run thread with a default (USUAL in host.ts). */
export interface RunThreadChoices extends Pick<EngineTerms, 'engine'> {
  readonly keeping: KeepingTimes;
  /** Runs of different sessions that are done at once. One run uses every processor. */
  readonly workers: number;
  /** Compute threads, which the workers share; null: as many as suit the machine. */
  readonly threads: number | null;
  /** How long an attempt may take before its commit; null: as long as it takes. */
  readonly mostRunMs: number | null;
  /** The language model that words summaries, by its settings; null for none. */
  readonly model: ModelSettings | null;
  /** Keys of the audit chain, of which the first seals; may be empty. */
  readonly auditKeys: readonly string[];
  /** Null: none are configured. */
  readonly callers: CallerSettings | null;
  /** Whether there is a loader to tell about runs. */
  readonly tellsLoader: boolean;
  /** A session without a new window for this long is finalised; null: it waits for all. */
  readonly quietMs: number | null;
  /** A session with more rows on a side is cut into windows; null: none is. */
  readonly windowRows: number | null;
}

export interface RunThreadStart extends RunThreadTerms, RunThreadChoices {
  readonly store: StoreConnection;
}

/** Requests from the bus that this process stored or set aside since its start. */
export type RequestCounts = Readonly<{ taken: number; setAside: number }>;

export interface ToRunThread {
  readonly drain: { readonly graceMs: number };
}

export type FromRunThread =
  | Answers
  | { readonly worker: string; readonly inHand: WorkClaim | null }
  | { readonly requests: RequestCounts }
  | ThreadLogLine
  | { readonly alarm: AlarmSignal }
  /** Figures of a session that depart from the partner's last ones. */
  | { readonly drifted: number };

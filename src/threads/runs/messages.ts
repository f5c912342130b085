// Messages between the main thread and the thread that does the runs. Runs themselves are in the store, to which each
// thread has its own connection.

import type { EnginePlace } from '../../adapters/engine-remote/remote-engine.ts';
import type { FileRoot } from '../../adapters/file-urls/find-file.ts';
import type { ModelSettings } from '../../adapters/language-model/chat-completions.ts';
import type { BusPlace } from '../../compose/open-bus.ts';
import type { ResolvingTerms } from '../../compose/open-engine.ts';
import type { StoreConnection } from '../../compose/open-store.ts';
import type { WorkClaim } from '../../core/records/documents/work.ts';
import type { LogFields } from '../../ports/log.ts';
import type { KeepingTimes } from '../../workflows/upkeep/prune-store.ts';
import type { AlarmSignal } from '../../workflows/work/committed-alarm.ts';
import type { Answers } from './answers.ts';

export interface RunThreadStart {
  readonly store: StoreConnection;
  readonly bus: BusPlace;
  readonly files: FileRoot;
  readonly keeping: KeepingTimes;
  /** Runs of different sessions that are done at once. */
  readonly workers: number;
  /** Compute threads; null: by the machine’s processors. */
  readonly threads: number | null;
  /** How long a run waits for another worker after its own has died. */
  readonly leaseMs: number;
  /** How long an attempt may take before its commit; null: as long as it takes. */
  readonly mostRunMs: number | null;
  /** The currency in which patterns learn amounts, and of files that name none. */
  readonly currency: string;
  /** How requests from the bus are decided. */
  readonly resolving: ResolvingTerms;
  /** The language model that words summaries, by its settings; null for none. */
  readonly model: ModelSettings | null;
  /** Keys of the audit chain, of which the first seals; may be empty. */
  readonly auditKeys: readonly string[];
  /** Place of the engine for decisions; null: in this thread. */
  readonly engine: EnginePlace | null;
  readonly tellsLoader: boolean;
  readonly quietMs: number | null;
  /** A session with more rows on a side is cut; null: none is. */
  readonly windowRows: number | null;
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
  | {
      readonly log: {
        readonly level: 'info' | 'warn' | 'error';
        readonly fields: LogFields;
        readonly sentence: string;
      };
    }
  | { readonly alarm: AlarmSignal };

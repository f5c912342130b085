// The callers that are configured. A token is a credential: implementations neither keep nor log it.

import type { Caller } from '../../core/callers/caller.ts';
import type { ReceivedMessage } from '../bus.ts';

export interface Callers {
  /** The caller whose token it is; null: nobody's. Throws callers_unavailable if that cannot be found out now. */
  ofToken(token: string): Caller | null | Promise<Caller | null>;
  /** The caller who proves to have sent a message of the bus; null: nobody. */
  ofMessage(message: Pick<ReceivedMessage, 'subject' | 'content' | 'sender'>): Caller | null;
  /** A caller with tokens of its own, by id, and the SHA-256 of each in hex; null: there is none now. */
  ofId(id: string): { readonly caller: Caller; readonly digests: readonly string[] } | null;
  /** Stands for requests without a token; null: such requests are refused. */
  anonymous(): Caller | null;
}

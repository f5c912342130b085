// Of what service the rows of a session are, as a number: asked only where fees are expected, and of a
// row only when a difference could be one. 0 is a row of which nothing says it.

import type { RowColumns } from '../records/rows/columns.ts';
import { textAt } from '../records/rows/columns.ts';
import { BANK_SERVICES, type BankService, serviceIn } from './bank-service.ts';

const UNKNOWN_SERVICE = 0;
const numberOf = (service: BankService): number => BANK_SERVICES.indexOf(service) + 1;
/** Above any service: the row's own column says it. */
const STATED = 16;

export const serviceOfNumber = (number: number): BankService => BANK_SERVICES[(number % STATED) - 1] ?? 'other';

/** Of a transaction: what either row's column says, the ledger's first, comes before what is known without one. */
export const serviceOfPair = (gl: number, bank: number): number => (gl < STATED && bank > STATED ? bank : gl || bank);

/** The column that says it where rows of a kind have one. */
const CHANNEL = 'channel';

export class RowServices {
  readonly #asked: boolean;
  readonly #ofRun: number;

  /** `asked`: whether anything depends on it. */
  constructor({ asked, service }: { readonly asked: boolean; readonly service: BankService | null }) {
    this.#asked = asked;
    // `other` names no service, and says no more than nothing would.
    this.#ofRun = service === null || service === 'other' ? UNKNOWN_SERVICE : numberOf(service);
  }

  of(columns: RowColumns, row: number): number {
    if (!this.#asked) return UNKNOWN_SERVICE;
    const channel = columns.named?.find(({ name }) => name === CHANNEL);
    const named = channel === undefined ? null : serviceIn(textAt(channel.texts, row));
    if (named !== null) return numberOf(named) + STATED;
    if (this.#ofRun !== UNKNOWN_SERVICE) return this.#ofRun;
    const spoken = serviceIn(textAt(columns.narration, row));
    return spoken === null ? UNKNOWN_SERVICE : numberOf(spoken);
  }
}

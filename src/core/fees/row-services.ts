// The services of a session's rows as numbers; 0 is unknown. They are read only if fees are expected, and only for rows
// whose difference could be a fee.

import type { RowColumns } from '../records/rows/columns.ts';
import { textAt } from '../records/rows/columns.ts';
import { BANK_SERVICES, type BankService, serviceIn } from './bank-service.ts';

const UNKNOWN_SERVICE = 0;
const numberOf = (service: BankService): number => BANK_SERVICES.indexOf(service) + 1;
/** Added to a service that the row's own column names. */
const STATED = 16;

export const serviceOfNumber = (number: number): BankService => BANK_SERVICES[(number % STATED) - 1] ?? 'other';

/** The service of a pair: from the ledger row's column, else from the bank row's column, else from elsewhere. */
export const serviceOfPair = (gl: number, bank: number): number => (gl < STATED && bank > STATED ? bank : gl || bank);

/** Named column with the service. */
const CHANNEL = 'channel';

export class RowServices {
  readonly #asked: boolean;
  readonly #ofRun: number;

  /** `asked`: whether any fee depends on services. */
  constructor({ asked, service }: { readonly asked: boolean; readonly service: BankService | null }) {
    this.#asked = asked;
    // `other` is not a service and counts as unknown.
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

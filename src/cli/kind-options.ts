// Options of `tieout reconcile` for the kind of run, and for the service and flow of a commercial one.

import type { ReadRequest } from '../adapters/files/request/read-request.ts';
import type { BankService } from '../core/fees/bank-service.ts';
import { BANKING_READING } from '../core/kinds/banking.ts';
import { COMMERCIAL, COMMERCIAL_KINDS, type CommercialKind, FLOWS, type Flow } from '../core/kinds/commercial.ts';
import {
  type FieldVocabulary,
  HOLDING_VOCABULARY,
  vocabularyOfEntries,
} from '../core/reading/columns/field-vocabulary.ts';
import type { LocalKind } from '../workflows/runs/reconciliation.ts';
import { usage } from './options.ts';

/** ServiceType of the contract. */
export const SERVICES =
  'card_settlement transfers cash_deposits pos_deposits pos ussd bill_payments atm nip other'.split(' ');

const LOCAL_KINDS: readonly LocalKind[] = ['banking', ...COMMERCIAL_KINDS, 'asset'];

const wrong = (sentence: string) => usage('reconcile', sentence);

/** Throws `usage`. */
export function localKind(text: string | null, command = 'reconcile'): LocalKind {
  const known = LOCAL_KINDS.find((name) => name === (text ?? 'banking'));
  if (known === undefined) throw usage(command, `--kind is ${LOCAL_KINDS.join(', ')}, not "${text}".`);
  return known;
}

/** How files are read for a run of the kind. */
export function readFor(kind: LocalKind, flow: Flow | null): Pick<ReadRequest, 'shape' | 'kind'> {
  const commercial = commercialKind(kind);
  if (commercial !== null) return { kind: COMMERCIAL[commercial].reading(flow) };
  return kind === 'asset' ? { shape: 'holdings' } : { kind: BANKING_READING };
}

/** Fields that a mapping for the kind may name. */
export const vocabularyOf = (kind: LocalKind): FieldVocabulary =>
  kind === 'asset' ? HOLDING_VOCABULARY : vocabularyOfEntries(readFor(kind, null).kind?.fields);

export const commercialKind = (kind: LocalKind): CommercialKind | null =>
  COMMERCIAL_KINDS.find((known) => known === kind) ?? null;

/** The service of the rows; for a commercial run without one, its kind. Throws `usage`. */
export function serviceOf(text: string | null, kind: LocalKind): BankService | null {
  if (text !== null && !SERVICES.includes(text)) throw wrong(`--service is ${SERVICES.join(', ')}, not "${text}".`);
  const own = COMMERCIAL_KINDS.find((known) => known === text);
  if (commercialKind(kind) === null && own !== undefined) throw wrong(`--service ${own} belongs to --kind ${own}.`);
  if (commercialKind(kind) !== null && text !== null && (kind === 'nip') !== (text === 'nip')) {
    throw wrong(`--service ${text} is no service of --kind ${kind}.`);
  }
  return (text ?? commercialKind(kind)) as BankService | null;
}

/** Throws `usage`. */
export function flowOf(text: string | null, kind: LocalKind, command = 'reconcile'): Flow | null {
  if (text === null) return null;
  const flow = FLOWS.find((known) => known === text);
  if (flow === undefined) throw usage(command, `--flow is ${FLOWS.join(' or ')}, not "${text}".`);
  if (commercialKind(kind) === null) throw usage(command, '--flow belongs to --kind nip or --kind atm.');
  return flow;
}

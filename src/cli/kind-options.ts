// Which kind of run `tieout reconcile` is asked for, and the service and flow of a commercial one.

import type { BankService } from '../core/fees/bank-service.ts';
import { COMMERCIAL_KINDS, type CommercialKind, FLOWS, type Flow } from '../core/kinds/commercial.ts';
import type { LocalKind } from '../workflows/runs/reconciliation.ts';
import { usage } from './options.ts';

/** ServiceType of the contract. */
export const SERVICES =
  'card_settlement transfers cash_deposits pos_deposits pos ussd bill_payments atm nip other'.split(' ');

const KINDS: readonly LocalKind[] = ['banking', ...COMMERCIAL_KINDS, 'asset'];

const wrong = (sentence: string) => usage('reconcile', sentence);

/** Throws `usage`. */
export function localKind(text: string | null): LocalKind {
  const known = KINDS.find((name) => name === (text ?? 'banking'));
  if (known === undefined) throw wrong(`--kind is ${KINDS.join(', ')}, not "${text}".`);
  return known;
}

export const commercialKind = (kind: LocalKind): CommercialKind | null =>
  COMMERCIAL_KINDS.find((known) => known === kind) ?? null;

/** What the rows are of; of a commercial run its kind where nothing is named. Throws `usage`. */
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
export function flowOf(text: string | null, kind: LocalKind): Flow | null {
  if (text === null) return null;
  const flow = FLOWS.find((known) => known === text);
  if (flow === undefined) throw wrong(`--flow is ${FLOWS.join(' or ')}, not "${text}".`);
  if (commercialKind(kind) === null) throw wrong('--flow belongs to --kind nip or --kind atm.');
  return flow;
}

// A match by hand as a late group: what a person may put together, and what the difference must be called.

import { counted } from '../classification/wording.ts';
import { TieoutError } from '../errors.ts';
import { comparedIdentifiers } from '../matching/reading/compared-identifiers.ts';
import { exponentOf, formatGrouped } from '../money/money.ts';
import { copiedItem } from '../records/documents/item-rows.ts';
import type { OpenItemColumns } from '../records/documents/open-items.ts';
import { TIER_MANUAL } from '../records/groups/groups.ts';
import type { LateGroup, LateRow, MadeByHand } from '../records/late/late-groups.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import { digestIdAt } from '../records/rows/digest-ids.ts';
import type { Digest } from '../records/rows/identity.ts';
import { dayOfCopy } from '../records/rows/row-day.ts';
import type { SessionKey } from '../records/session-key.ts';
import type { Policy } from './policy.ts';

type OfSides<T> = Readonly<Record<Side, T>>;

/** The name of a difference is wrong or missing: the field to change is difference_as. */
export class DifferenceRefused extends TieoutError {
  constructor(sentence: string) {
    super('usage', sentence);
  }
}

interface HandMatch {
  /** One row at least is this session's. */
  readonly key: SessionKey;
  /** Open rows, those of the record ids among them. */
  readonly open: OfSides<OpenItemColumns>;
  readonly recordIds: OfSides<readonly string[]>;
  readonly byHand: MadeByHand;
  readonly policy: Policy;
  readonly operation: string;
  readonly at: number;
}

const ALL = 100;

/** Throws rows_not_open, which names the rows; DifferenceRefused; usage for rows that are no match. */
export function handMatch(
  { key, open, recordIds, byHand, policy, operation, at }: HandMatch,
  digest: Digest,
): LateGroup {
  const places = { gl: placesOf(open.gl), bank: placesOf(open.bank) };
  const missing = SIDES.flatMap((side) => recordIds[side].filter((id) => !places[side].has(id)));
  if (missing.length > 0) throw notOpen(missing);
  const numbers = (side: Side): number[] => recordIds[side].map((id) => places[side].get(id)!);
  const copies = (side: Side): LateRow[] => {
    const { ingestions, sessions = [] } = open[side];
    const sessionOf = (id: string) => sessions[ingestions.indexOf(id)];
    return numbers(side).map((row) => copiedItem(open[side], row, sessionOf));
  };
  const [gl, bank] = [copies('gl'), copies('bank')];
  const all = [...gl, ...bank];
  if (!all.some(({ session }) => session === key.session))
    throw new TieoutError('usage', `None of the rows is of session ${key.session}: name a session of one of them.`);
  const currencies = [...new Set(all.map(({ currency }) => currency))].sort();
  if (currencies.length > 1)
    throw new TieoutError('usage', `The rows are in ${currencies.join(' and ')}: match rows of one currency.`);
  const differenceMinor = sumOf(gl) - sumOf(bank);
  if (!Number.isSafeInteger(differenceMinor)) throw new TieoutError('usage', 'The rows add up to too much money.');
  requireName(byHand, { minor: differenceMinor, currency: currencies[0]! }, policy);
  const ids = all.map(({ recordId }) => recordId).sort();
  const named = ['late group', key.tenant, key.partner, operation, ids];
  const group = (side: Side) => [Uint32Array.from(numbers(side))];
  const compared = { gl: group('gl'), bank: group('bank'), settled: [false] };
  return {
    groupId: digest(JSON.stringify(named)).slice(0, 32),
    ...{ origin: 'hand', operation, tier: TIER_MANUAL, confidence: ALL, differenceMinor, byHand },
    days: dayOfCopy(bank[0]) - dayOfCopy(gl[0]),
    ...{ feeBasis: null, textScore: null, probability: null },
    keysCompared: comparedIdentifiers({ gl: open.gl.rows, bank: open.bank.rows }, compared)[0]!,
    ...{ gl, bank, createdAt: at },
  };
}

/** The rows that cannot be matched, in the words of the refusal. */
export const notOpen = (recordIds: readonly string[]): TieoutError =>
  new TieoutError(
    'rows_not_open',
    `${counted(recordIds.length, 'row')} of these ${recordIds.length === 1 ? 'is' : 'are'} not open: ` +
      `${recordIds.slice(0, MOST_NAMED).join(', ')}${recordIds.length > MOST_NAMED ? ' and more' : ''}. ` +
      'They are matched, replaced by a later run, or unknown: look at the open items again.',
  );

const MOST_NAMED = 10;

function requireName(
  { differenceAs }: MadeByHand,
  { minor, currency }: { readonly minor: number; readonly currency: string },
  { writeOffLimits }: Policy,
): void {
  if (minor === 0 && differenceAs !== null) throw new DifferenceRefused('must be absent: the two sides agree');
  if (minor === 0) return;
  const words = (of: number) => `${currency} ${formatGrouped(of, exponentOf(currency))}`;
  if (differenceAs === null) throw new DifferenceRefused(`must name the difference, ledger less bank ${words(minor)}`);
  const limit = Object.hasOwn(writeOffLimits, currency) ? writeOffLimits[currency]! : null;
  if (differenceAs !== 'write_off' || (limit !== null && Math.abs(minor) <= limit)) return;
  const why = limit === null ? `no limit is set for ${currency}` : `at most ${words(limit)} may be`;
  throw new DifferenceRefused(`cannot be write_off for ${words(minor)}: by the policy of the partner ${why}`);
}

const sumOf = (rows: readonly LateRow[]): number => rows.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

const placesOf = ({ recordId, rows }: OpenItemColumns): ReadonlyMap<string, number> =>
  new Map(Array.from({ length: rows.count }, (_, row) => [digestIdAt(recordId, row), row]));

// Names that a mapping may give to columns, and the field that each means in a file of entries, in one of a kind of run
// (retrieval references, terminals, ...) and in a list of holdings. The file's reader knows which of them applies; a
// request is checked earlier, against all of them.

import type { Side } from '../../records/rows/columns.ts';
import { HOLDING_ROLES, type HoldingRole, holdingRolesOf } from '../holdings/holding-roles.ts';
import { KIND_FIELDS, type KindField, STATED_FIELDS } from '../kinds/kind-reading.ts';
import { titleMeanings } from '../titles/header-synonyms.ts';
import { FIELD_NAMES, type FieldName } from '../titles/target-fields.ts';
import { PLAIN } from '../titles/title-phrases.ts';
import { plainTitle } from '../words/plain-title.ts';

/** The field that a name means on a side, null if none. */
type Naming<Field> = (name: string, side: Side) => Field | null;

export interface FieldVocabulary {
  readonly names: readonly string[];
  readonly knows: (name: string, side: Side) => boolean;
}

/** Names of fields that are no titles. */
const ALIASES: Readonly<Record<string, FieldName>> = {
  date: 'booking_date',
  'transaction date': 'booking_date',
  'settlement session id': 'settlement_session_id',
  'reference no': 'reference',
  description: 'narration',
  'row id': 'source_id',
  'account number': 'account',
};

const calledBy = <Field extends string>(fields: readonly Field[], plain: string): Field | null =>
  fields.find((field) => field.replaceAll('_', ' ') === plain) ?? null;

/** Names in a file of entries; money in, or deposits, are a bank's credit and a ledger's debit. */
export const fieldOfName: Naming<FieldName> = (name, side) => {
  const plain = plainTitle(name);
  const exact = calledBy(FIELD_NAMES, plain) ?? ALIASES[plain];
  return exact ?? titleMeanings(name, side).find((m) => m.weight >= PLAIN)?.field ?? null;
};

const isNamed = (field: KindField): boolean => !STATED_FIELDS.includes(field);

/** Columns of kinds that a mapping may name. */
export const KIND_NAMES = (Object.keys(KIND_FIELDS) as KindField[]).filter(isNamed);
const KIND_ALIASES: Readonly<Record<string, KindField>> = {
  terminal: 'terminal_id',
  tid: 'terminal_id',
  card: 'masked_card',
  'card number': 'masked_card',
  pan: 'masked_card',
  'bank service': 'channel',
  service: 'channel',
  // A kind keeps the outcome of a row, and its session's id, as the file has them.
  status: 'response_code',
  'settlement session id': 'session_id',
};

/** A column that some kind has of its own. */
function ownFieldOfName(name: string): KindField | null {
  const plain = plainTitle(name);
  return calledBy(KIND_NAMES, plain) ?? KIND_ALIASES[plain] ?? null;
}

/** Columns that only a kind has; null for columns of entries, and for columns that the kind does not look for. */
export const kindFieldOfName =
  (wanted: readonly KindField[]): Naming<KindField> =>
  (name) => {
    const field = ownFieldOfName(name);
    return field !== null && wanted.includes(field) ? field : null;
  };

/** Names that mean something to every kind: the id of a session is also that of its settlement. */
export const commonFieldOfName =
  (wanted: readonly KindField[]): Naming<FieldName> =>
  (name, side) => {
    const own = kindFieldOfName(wanted)(name, side);
    return own === null || own === 'session_id' ? fieldOfName(name, side) : null;
  };

const HOLDING_ALIASES: Readonly<Record<string, HoldingRole>> = {
  'booking date': 'as_of_date',
  narration: 'security_name',
  reference: 'security_id',
  amount: 'market_value',
};

/** Names in a list of holdings. */
export const holdingRoleOfName: Naming<HoldingRole> = (name) => {
  const plain = plainTitle(name);
  const exact = calledBy(HOLDING_ROLES, plain) ?? HOLDING_ALIASES[plain];
  return exact ?? holdingRolesOf(name).find(({ weight }) => weight >= PLAIN_ROLE)?.role ?? null;
};

/** Weight of a title that says the role in full. */
const PLAIN_ROLE = 4;

export const vocabularyOfEntries = (wanted: readonly KindField[] = []): FieldVocabulary => ({
  names: [...FIELD_NAMES, ...wanted.filter(isNamed)],
  knows: (name, side) => kindFieldOfName(wanted)(name, side) !== null || fieldOfName(name, side) !== null,
});

export const HOLDING_VOCABULARY: FieldVocabulary = {
  names: HOLDING_ROLES,
  knows: (name, side) => holdingRoleOfName(name, side) !== null,
};

/** All names of all vocabularies. */
export const EVERY_VOCABULARY: FieldVocabulary = {
  names: [...new Set([...FIELD_NAMES, ...KIND_NAMES, ...HOLDING_ROLES])],
  knows: (name, side) => vocabularyOfEntries(KIND_NAMES).knows(name, side) || HOLDING_VOCABULARY.knows(name, side),
};

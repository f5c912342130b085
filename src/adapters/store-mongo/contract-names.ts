// Clusters, audit rows and patterns are stored under the contract's field names, because other programs read and write
// these collections too. This file maps scopes, ids and days to the contract's names, and reads values that another
// program may have written: a value that is missing, null or of another type is none. Money: stored-money.ts.

import { parseDay } from '../../core/money/calendar.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Scope } from './row-documents.ts';

export interface NamedScope {
  readonly tenant_id: string;
  readonly partner_id: string;
}

export interface NamedSession extends NamedScope {
  readonly session_id: string;
}

export const namedScope = ({ tenant, partner }: Scope): NamedScope => ({ tenant_id: tenant, partner_id: partner });

export const namedSession = (key: SessionKey): NamedSession => ({ ...namedScope(key), session_id: key.session });

/** The stored text of a digest of 16 bytes. */
export const digestText = (id: Uint8Array): string => digestIdAt(id, 0);

const MS_PER_DAY = 86_400_000;

/** A day is stored as its midnight, UTC. */
export const dateOfDay = (day: number | null): Date | null => (day === null ? null : new Date(day * MS_PER_DAY));

/** Null for a value that is no day. */
export function dayOf(value: unknown): number | null {
  const at = instantOf(value);
  return at === null ? null : Math.floor(at / MS_PER_DAY);
}

/** Milliseconds since 1970 for a date or an ISO 8601 text; null for anything else. */
export function instantOf(value: unknown): number | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.getTime();
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null;
  const day = parseDay(value);
  if (day !== null) return day * MS_PER_DAY;
  const at = Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(at) ? null : at;
}

/** The value as a text: ids of other programs may have any type. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array && value.length === DIGEST_ID_BYTES ? digestText(value) : String(value);
}

export const textsOf = (values: unknown): string[] =>
  Array.isArray(values) ? values.map(textOf).filter((text) => text !== null) : [];

export const flagOf = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

/** A whole number from 0; null for anything else. */
export const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

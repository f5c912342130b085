// The conditions of a search: those whose values are given.

import type { SqlValue } from './sqlite.ts';

interface Conditions {
  /** The conditions that stand after `where`. */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Each condition with its values; one with a null among them is left out. */
export function conditionsOf(all: readonly (readonly [sql: string, ...values: SqlValue[]])[]): Conditions {
  const given = all.filter(([, ...values]) => !values.includes(null));
  return { sql: given.map(([sql]) => sql).join(' and '), values: given.flatMap(([, ...values]) => values) };
}

// An identifier is linked when the other side carries it too (matching-definitions.md, "Links and the key of a row").

import { otherSide } from '../../src/core/records/rows/columns.ts';
import type { Reading } from './reading.ts';
import type { Sides } from './ref-row.ts';
import type { Identifier } from './text.ts';

/** A row of the other side carries it; a party's number on one side must be a field on the other. */
export function linkedDirectly(row: Reading, identifier: Identifier, readings: Sides<readonly Reading[]>): boolean {
  const isField = (one: Identifier) => one.kind !== 'embedded';
  return readings[otherSide(row.side)].some((other) =>
    other.identifiers.some(
      (theirs) =>
        theirs.value === identifier.value &&
        (!identifier.weak || isField(theirs)) &&
        (!theirs.weak || isField(identifier)),
    ),
  );
}

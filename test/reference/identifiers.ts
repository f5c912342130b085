// All identifiers of a row, in their order (matching-definitions.md, "Identifiers of a row").

import { knownIn } from './known.ts';
import type { RefRow } from './ref-row.ts';
import { bare, embeddedIdentifiers, fieldIdentifier, type Identifier, tokensIn } from './text.ts';

const MOST_IDENTIFIERS = 8;

/**
 * The identifiers a row carries, in their order, each once (where it stands first), at most 8; `known`: the forms that
 * texts are looked through for.
 */
export function identifiersOf(row: RefRow, known: ReadonlySet<string>): Identifier[] {
  const severalTokens = tokensIn(row.reference).length > 1;
  const all = [
    ...fieldIdentifier(row.reference, 'reference'),
    ...fieldIdentifier(row.settlementSession, 'session'),
    ...(severalTokens ? embeddedIdentifiers(row.reference, bare(row.reference)) : []),
    ...embeddedIdentifiers(row.narration, null),
    ...(severalTokens ? knownIn(row.reference, known) : []),
    ...knownIn(row.narration, known),
  ];
  const once = all.filter((one, at) => all.findIndex((other) => other.value === one.value) === at);
  return once.slice(0, MOST_IDENTIFIERS);
}

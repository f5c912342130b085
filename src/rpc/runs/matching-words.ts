// A request's words for how to match, as the core has them.

import { MatchingMethod as AskedMethod, MatchingMethodSchema } from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { MatchingMethod } from '../../core/matching/method.ts';
import { SEARCH_MODES, type SearchMode } from '../../core/matching/parameters.ts';
import { enumNames } from '../enum-names.ts';

/** The enumeration's names are those of the core; a test holds them equal. */
export const methodOf = (asked: AskedMethod = AskedMethod.LINE_BY_LINE): MatchingMethod =>
  enumNames(MatchingMethodSchema).names.get(asked) as MatchingMethod;

interface Searching {
  readonly searchMode?: string | undefined;
}

const knownMode = ({ searchMode }: Searching): SearchMode | undefined =>
  SEARCH_MODES.find((mode) => mode === searchMode);

/** An unknown word means both: the contract takes any. */
export const searchModeOf = (asked: Searching): SearchMode => knownMode(asked) ?? 'both';

/** The run's warning in that case; an empty word counts as not given. */
export const searchModeWarnings = (asked: Searching): string[] =>
  !asked.searchMode || knownMode(asked) !== undefined
    ? []
    : [`search_mode "${asked.searchMode}" is none of ${SEARCH_MODES.join(', ')}: both was taken.`];

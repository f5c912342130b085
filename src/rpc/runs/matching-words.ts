// Words of a request that say how to match, as the core has them.

import {
  MatchingMethod as AskedMethod,
  SearchMode as AskedMode,
  MatchingMethodSchema,
} from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { MatchingMethod } from '../../core/matching/method.ts';
import type { SearchMode } from '../../core/matching/parameters.ts';
import { enumNames } from '../enum-names.ts';

/** The enumeration's names are the core's; a test holds them equal. */
export const methodOf = (asked: AskedMethod = AskedMethod.LINE_BY_LINE): MatchingMethod =>
  enumNames(MatchingMethodSchema).names.get(asked) as MatchingMethod;

export function searchModeOf({ searchMode }: { readonly searchMode?: AskedMode | undefined }): SearchMode {
  if (searchMode === AskedMode.FORWARD) return 'forward';
  return searchMode === AskedMode.BACKWARD ? 'backward' : 'both';
}

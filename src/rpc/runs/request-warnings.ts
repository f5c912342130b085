// What a request for a run asks for in words that it is not taken by: the run does what it can, and says so.

import type { ReconciliationTemplateCreate } from '../../../gen/tieout/engine/v1/template_pb.ts';
import { searchModeWarnings } from './matching-words.ts';

/** What requests of every kind of run may have. */
export interface AskedOfRun {
  readonly searchMode?: string | undefined;
  readonly template?: ReconciliationTemplateCreate | undefined;
}

/** The same word in request and template is told once. */
export const requestWarnings = ({ template, ...request }: AskedOfRun): string[] => [
  ...new Set([request, ...(template ? [template] : [])].flatMap(searchModeWarnings)),
];

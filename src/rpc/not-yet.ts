// What the request of a built route may ask for and this version does not do. Such a request is taken, and its run fails
// with a sentence that says what to leave out: a run must not do another thing in silence. docs/status.md lists the same
// table.

import type { ReconcileRequest } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import { MatchingMethod, MatchingMethodSchema } from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import type { ErrorCode } from '../core/errors.ts';
import { enumNames } from './enum-names.ts';

interface NotYet {
  readonly fields: readonly string[];
  /** Which values of the fields, as docs/status.md has it. */
  readonly values: string;
  readonly instead: string;
  /** Of the run that fails for it. */
  readonly code: ErrorCode;
}

const methods = enumNames(MatchingMethodSchema).names;

/** What the request itself shows. `says`: the sentence of the run that fails, null when it was not asked for. */
const OF_REQUESTS: readonly (NotYet & { readonly says: (request: ReconcileRequest) => string | null })[] = [
  {
    fields: ['matching_method'],
    values: [...methods]
      .flatMap(([number, name]) => (number === MatchingMethod.LINE_BY_LINE ? [] : [`\`${name}\``]))
      .join(', '),
    instead: 'leave it out: rows are matched `line_by_line`',
    code: 'not_built',
    says: ({ matchingMethod }) =>
      matchingMethod === undefined || matchingMethod === MatchingMethod.LINE_BY_LINE
        ? null
        : `matching_method ${methods.get(matchingMethod)} comes with a later version: leave it out, and rows are ` +
          'matched line_by_line.',
  },
  {
    fields: ['event_dates'],
    values: 'any',
    instead: 'run each as a period of a session of its own',
    code: 'not_built',
    says: ({ eventDates }) =>
      eventDates.length === 0
        ? null
        : 'event_dates come with a later version: leave them out, or run each as a period of a session of its own.',
  },
  {
    fields: ['account'],
    values: 'any',
    instead: 'name the account in the file',
    code: 'not_built',
    says: ({ account }) =>
      account ? 'account comes with a later version: leave it out, and name the account in the file.' : null,
  },
];

/** What shows once the run is done. */
const OF_FILES: NotYet = {
  fields: ['gl_file_url', 'bank_file_url'],
  values: '`http:` and `https:` urls',
  instead: 'put the files below `TIEOUT_FILES_ROOT` and give `file:` urls',
  code: 'file_not_allowed',
};

/** Of POST /v1/reconcile/banking. */
export const NOT_YET: readonly NotYet[] = [...OF_REQUESTS, OF_FILES];

/** A sentence for each thing that the request asks for in vain. */
export const notYet = (request: ReconcileRequest): string[] =>
  OF_REQUESTS.map(({ says }) => says(request)).filter((sentence) => sentence !== null);

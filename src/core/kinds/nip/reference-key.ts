// The reference of a row as a key: upper case, without separators, known prefixes and leading zeros; none if it is a
// placeholder, or a long number that a spreadsheet cut.

import { isScientific } from '../../matching/reading/identifier-shape.ts';
import { namesNothing, valueStart, withoutPrefix } from '../../matching/reading/normalising.ts';

const encoder = new TextEncoder();
const SHORTEST = 3;

/** '' for a text that names nothing. */
export function referenceKey(text: string): string {
  if (text === '') return '';
  const raw = encoder.encode(text);
  if (isScientific(raw, 0, raw.length)) return '';
  const joined = text.toUpperCase().replace(/[^A-Z0-9\u0080-\uffff]/g, '');
  const bytes = encoder.encode(joined);
  const bare = withoutPrefix(bytes, 0, bytes.length);
  if (bytes.length < SHORTEST || namesNothing(bytes, 0, bare, bytes.length)) return '';
  const start = valueStart(bytes, bare, bytes.length);
  return start === 0 ? joined : new TextDecoder().decode(bytes.subarray(start));
}

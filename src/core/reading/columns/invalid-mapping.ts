// Errors of a mapping: one sentence, and the place in the mapping. A --mapping file shows the sentence, a request also
// the place. A mapping's size is limited, because it is kept with its run.

/** Keys and items of lists, from the outside in. */
export type MappingPath = readonly (string | number)[];

/** Makes the error for a sentence. */
export type Invalid = (sentence: string, path?: MappingPath) => Error;

/** The same error, one key further in. */
export const at =
  (invalid: Invalid, step: string | number): Invalid =>
  (sentence, path = []) =>
    invalid(sentence, [step, ...path]);

/** Characters of a key: a field, a mark, a line. */
const MAX_KEY = 256;

export function requireShortKeys(object: Readonly<Record<string, unknown>>, invalid: Invalid): void {
  const isLong = Object.keys(object).some((key) => key.length > MAX_KEY);
  if (isLong) throw invalid(`a key has more than ${MAX_KEY} characters.`);
}

// How a wrong mapping is told: one sentence, and where in the mapping it is wrong. A file of --mapping shows the sentence,
// a request the place besides. What a mapping may hold is bounded, for it is kept with its run.

/** Keys and items of lists, from the outside in. */
export type MappingPath = readonly (string | number)[];

/** Makes the failure of a sentence. */
export type Invalid = (sentence: string, path?: MappingPath) => Error;

/** The failure of something one step further in. */
export const at =
  (invalid: Invalid, step: string | number): Invalid =>
  (sentence, path = []) =>
    invalid(sentence, [step, ...path]);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Characters of a key: a field, a mark, a line. */
const MAX_KEY = 256;

export function requireShortKeys(object: Readonly<Record<string, unknown>>, invalid: Invalid): void {
  const isLong = Object.keys(object).some((key) => key.length > MAX_KEY);
  if (isLong) throw invalid(`a key has more than ${MAX_KEY} characters.`);
}

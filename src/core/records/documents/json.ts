// Values that survive JSON unchanged: parameters, headers and summaries, which a store keeps without reading them. Sums
// that may exceed a double are decimal strings.

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
export type JsonObject = { readonly [name: string]: JsonValue };

/** Whether a value that came from elsewhere is an object, not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Most characters of a key in a sentence. */
const KEY_SHOWN = 40;

/** The first key that is not among the known ones, cut for a sentence; null if there is none. */
export function otherKey(object: object, known: readonly string[]): string | null {
  const other = Object.keys(object).find((key) => !known.includes(key));
  return other === undefined ? null : other.length > KEY_SHOWN ? `${other.slice(0, KEY_SHOWN)}…` : other;
}

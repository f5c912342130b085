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

// Values that can be written as JSON and read back equal: parameters, headers and summaries, which a store keeps
// without looking inside. Sums that exceed a double stand in it as decimal strings.

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };
export type JsonObject = { readonly [name: string]: JsonValue };

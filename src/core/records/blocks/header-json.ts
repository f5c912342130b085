// Block headers as JSON and back. JSON has no bigints, so sums of amounts, the fields named ...Minor, are decimal strings.

const SUM_FIELD = /Minor$/;

export function headerToJson(header: object): string {
  return JSON.stringify(header, (name, value) => (SUM_FIELD.test(name) ? String(value) : value));
}

export function headerFromJson<Header>(text: string): Header {
  return JSON.parse(text, (name, value) => (SUM_FIELD.test(name) ? BigInt(value) : value));
}

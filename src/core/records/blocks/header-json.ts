// Writes block headers as JSON. JSON has no bigints, so fields named ...Minor are decimal strings.

const SUM = /Minor$/;

export function headerToJson(header: object): string {
  return JSON.stringify(header, (name, value) => (SUM.test(name) ? String(value) : value));
}

export function headerFromJson<Header>(text: string): Header {
  return JSON.parse(text, (name, value) => (SUM.test(name) ? BigInt(value) : value));
}

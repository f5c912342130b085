// Block headers as JSON. Their sums are bigints, which JSON has not: what a header names ...Minor is written
// as a decimal string.

const SUM = /Minor$/;

export function headerToJson(header: object): string {
  return JSON.stringify(header, (name, value) => (SUM.test(name) ? String(value) : value));
}

export function headerFromJson<Header>(text: string): Header {
  return JSON.parse(text, (name, value) => (SUM.test(name) ? BigInt(value) : value));
}

// A text of any value for a hash: maps, sets, bytes and bigints too, which JSON does not have.

export const plainJson = (value: unknown): string => JSON.stringify(value, plain);

function plain(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value instanceof Map || value instanceof Set) return [...value];
  return value;
}

// Parts of the filter of a search, from what is given of it.

/** The fields that are not null. */
export const given = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

interface Span {
  /** Milliseconds since 1970; null: open. */
  readonly from: number | null;
  readonly before: number | null;
}

/** The field from a time on, and before another. */
export function within(field: string, { from, before }: Span): Record<string, unknown> {
  if (from === null && before === null) return {};
  return {
    [field]: {
      ...(from !== null && { $gte: new Date(from) }),
      ...(before !== null && { $lt: new Date(before) }),
    },
  };
}

/** Documents behind a place, the newest first; of one time by their id. */
export const behind = (field: string, time: number, id: Readonly<Record<string, string>>): Record<string, unknown> => ({
  $or: [
    { [field]: { $lt: new Date(time) } },
    { [field]: new Date(time), ...Object.fromEntries(Object.entries(id).map(([name, last]) => [name, { $gt: last }])) },
  ],
});

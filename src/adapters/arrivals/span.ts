// Spans of time in the file of feeds: 30s, 5m, 1h.

export const SPAN = /^[1-9]\d{0,5}(s|m|h)$/;
export const SPAN_ACCEPTS = 'a time such as 30s, 5m or 1h';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The milliseconds of a span. */
export const spanOf = (text: string): number => Number(text.slice(0, -1)) * UNITS[text.at(-1)!]!;

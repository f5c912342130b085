// The bytes that separate cells and rows, in any file.

export const LF = 0x0a;
export const CR = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const EQUALS = 0x3d;
export const BACKSLASH = 0x5c;

export type Delimiter = ',' | ';' | '\t' | '|' | '~' | '^';
/** All delimiters of a file, the likeliest first. */
export const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|', '~', '^'];

const CODES: ReadonlySet<number> = new Set(DELIMITERS.map((delimiter) => delimiter.charCodeAt(0)));

export const isLineEnd = (c: number | undefined): boolean => c === LF || c === CR;

/** Whether a byte, or the end of the text, ends a cell at any delimiter. */
export const endsCell = (c: number | undefined): boolean => c === undefined || isLineEnd(c) || CODES.has(c);

// A word as the sounds that its letters stand for: two letters that are one sound in names of many languages count as
// one, and a doubled letter as one.

const PAIRS = ['sh', 'ch', 'kh', 'gh', 'zh', 'th', 'dh', 'ph', 'ts', 'ck'];

/** Sound n has the code n + 1; 0 is no sound. */
export const SOUND_SYMBOLS: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz', ...PAIRS];

const codes = new Map(SOUND_SYMBOLS.map((symbol, at) => [symbol, at + 1]));

/** Other letters than a to z have no code. */
export function soundCodes(text: string): Uint8Array {
  const made: number[] = [];
  for (let at = 0; at < text.length; ) {
    const pair = codes.get(text.slice(at, at + 2));
    const isPair = pair !== undefined && at + 1 < text.length;
    const code = isPair ? pair : codes.get(text[at]);
    if (code !== undefined && code !== made.at(-1)) made.push(code);
    at += isPair ? 2 : 1;
  }
  return Uint8Array.from(made);
}

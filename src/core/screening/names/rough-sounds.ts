// A word as groups of consonants that languages write differently: German tsch and w, French dj, Polish cz, Thai ph and
// silent r and l, Arabic q and gh. Vowels and what is half a vowel (y, h) are left out. Some stand for two things: ch
// is English or German, j French or German, x Spanish or Uzbek; so there is a form for each way to read. Many names
// share such a form, so it is a guess.

type Rules = readonly (readonly [RegExp, string])[];

/** In this order. */
const BEFORE: Rules = [
  [/dsch|dzh|dj/g, 'J'],
  [/t?sch|tch|sh|[cs]z|rz|zh|t[sz]|c(?=[eiy])/g, 's'],
];
const READINGS: readonly Rules[] = [
  [
    [/ch/g, 's'],
    [/j/gi, 's'],
  ],
  [
    [/ch|x/g, 'k'],
    [/j/g, ''],
    [/J/g, 's'],
  ],
];
const AFTER: Rules = [
  [/[xz]/g, 's'],
  [/ph|[pbfvw]/g, 'p'],
  [/[kg]h|[ckgq]/g, 'k'],
  [/[td]h|[td]/g, 't'],
  [/l(?![aeiouy])|[mn]g?/g, 'n'],
  [/r(?![aeiouy])/g, ''],
  [/[^spktnlr]/g, ''],
  [/(.)\1+/g, '$1'],
];

const written = (text: string, rules: Rules): string =>
  rules.reduce((word, [pattern, instead]) => word.replaceAll(pattern, instead), text);

/** One form, or two that differ. */
export function roughForms(text: string): readonly string[] {
  const before = written(text, BEFORE);
  return [...new Set(READINGS.map((rules) => written(written(before, rules), AFTER)))];
}

// Several names in one text: `Blue Mangrove t/a Golden Mangrove Ltd`, `Ade Okandeji (formerly known as Ade Bello)`. What
// stands between them is a phrase of the kept source or letters with slashes.

import table from './tables/company-words.json' with { type: 'json' };

const BETWEEN = new RegExp(
  String.raw`(?<![\s,;(])[\s,;(]+(?:[afn](?:\/k\/|\.k\.)a|d(?:\/b\/|\.b\.)a|[tk]\/a|(?:${table.between.join('|')}))[.:]?[\s,;]+`,
  'iu',
);

/** The whole text, and each of the names in it if they are several. */
export function severalNames(text: string): readonly string[] {
  const names = text.split(BETWEEN).filter((name) => /\p{L}/u.test(name));
  return names.length > 1 ? [text, ...names] : [text];
}

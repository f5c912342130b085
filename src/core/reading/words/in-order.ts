// Words that follow one another, as one linear expression: /first.*then/ searches the whole text after every `first`,
// which takes quadratic time on a text of nothing else.

/** Matches a text in which `then` follows the earliest `first` at any distance. */
export const inOrder = (first: RegExp, then: RegExp): RegExp =>
  new RegExp(`^(?:(?!${first.source})[^])*(?:${first.source})[^]*(?:${then.source})`, first.flags);

export const anyOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags);

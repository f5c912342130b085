// Words that stand one behind the other, as one expression that is linear: /first.*then/ looks to the end of the text
// from every `first` that there is, and a text of nothing else takes the square of its length.

/** Matches a text in which `then` stands anywhere behind the earliest `first`. */
export const inOrder = (first: RegExp, then: RegExp): RegExp =>
  new RegExp(`^(?:(?!${first.source})[^])*(?:${first.source})[^]*(?:${then.source})`, first.flags);

export const anyOf = (...patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'), patterns[0]?.flags);

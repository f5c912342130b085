// Names by the properties of FollowTheMoney, in lists and in queries. Who has none is called by its parts: first and
// family name, and what stands between.

/** In the order in which they are spoken. */
const [GIVEN, BETWEEN, FAMILY] = [
  ['firstName', 'givenName'],
  ['secondName', 'middleName', 'fatherName'],
  ['lastName', 'familyName'],
];

/** Most names that several first and last names make with each other: lists have a name in many spellings. */
const MOST_MADE = 16;

type ValuesOf = (property: string) => readonly string[];

/** The main name first. `of`: the values of a property, none if it is not there. */
export function namesOfProperties(of: ValuesOf): string[] {
  const names = of('name');
  const others = ['alias', 'previousName', 'weakAlias'].flatMap((name) => of(name));
  return [...names, ...(names.some(saysName) ? [] : namesOfParts(of)), ...others];
}

/** All parts together, and where a first or last name has several values, each with each. */
function namesOfParts(of: ValuesOf): string[] {
  const [given, between, family] = [GIVEN, BETWEEN, FAMILY].map((names) => names.flatMap((name) => of(name)));
  const text = (...parts: readonly string[]) => parts.join(' ').replaceAll(/\s+/g, ' ').trim();
  const together = text(...given, ...between, ...family);
  if (together === '') return [];
  const made = Math.max(1, given.length) * Math.max(1, family.length);
  if (made === 1 || made > MOST_MADE) return [together];
  const firsts = given.length === 0 ? [''] : given;
  const lasts = family.length === 0 ? [''] : family;
  return [together, ...firsts.flatMap((first) => lasts.map((last) => text(first, ...between, last)))];
}

/** Whether a text may be a name: it has a letter or a digit. */
export const saysName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

// The schemas of FollowTheMoney that an entity can be matched by, each with what it is a kind of, and which of them may
// be one another. A schema that is none of these is no question: who asks by one is refused, for nothing of a list would
// be compared. What a list calls by another name is anybody's.

/** The parent of each; Thing is all of them. */
const PARENTS: Readonly<Record<string, string>> = {
  ...{ LegalEntity: 'Thing', Person: 'LegalEntity', Organization: 'LegalEntity' },
  ...{ Company: 'Organization', PublicBody: 'Organization', Bank: 'Organization' },
  ...{ Vehicle: 'Thing', Vessel: 'Vehicle', Airplane: 'Vehicle', Security: 'Thing', BankAccount: 'Thing' },
  ...{ CryptoWallet: 'Thing', UserAccount: 'Thing', Address: 'Thing', Position: 'Thing' },
};

export const isKnownSchema = (schema: string): boolean => schema === 'Thing' || Object.hasOwn(PARENTS, schema);

function isA(schema: string, kind: string): boolean {
  for (let one: string | undefined = schema; one !== undefined; one = PARENTS[one]) if (one === kind) return true;
  return false;
}

/** Whether an entity of one schema may be what another asks about: lists call one company by any word for a house. */
export function mayBe(asked: string, listed: string): boolean {
  if (!isKnownSchema(listed)) return true;
  return isA(asked, listed) || isA(listed, asked) || (isA(asked, 'Organization') && isA(listed, 'Organization'));
}

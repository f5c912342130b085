// The FollowTheMoney schemas by which entities are matched, with their parents, and which schemas may mean the same
// entity. A request with another schema is refused, because nothing on a list would be compared. A list's entry with
// another schema is compared with every subject.

/** The parent of each schema; Thing is the root. */
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

/** Whether an entity of one schema may be a subject of another. Lists use several schemas for a company. */
export function mayBe(asked: string, listed: string): boolean {
  if (!isKnownSchema(listed)) return true;
  return isA(asked, listed) || isA(listed, asked) || (isA(asked, 'Organization') && isA(listed, 'Organization'));
}

/** Whether it is somebody who can hold things: a person or an organization. */
export const isHolder = (schema: string): boolean => isA(schema, 'LegalEntity');

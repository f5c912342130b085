// The fields of a case that no query asks for, as one text for every store.

import type { ScreeningCase } from './screening-case.ts';

type CaseContent = Pick<
  ScreeningCase,
  | 'decision'
  | 'changedAt'
  | 'isListed'
  | 'score'
  | 'matchedName'
  | 'isExactIdentifier'
  | 'setAside'
  | 'subject'
  | 'entity'
>;

export function caseContent(one: CaseContent): string {
  const { decision, changedAt, isListed, score, matchedName, isExactIdentifier, setAside, subject, entity } = one;
  const content: CaseContent = {
    ...{ decision, changedAt, isListed, score, matchedName, isExactIdentifier, setAside },
    ...{ subject, entity },
  };
  return JSON.stringify(content);
}

/** A case of an earlier version is one of a hit. */
export const storedContent = (text: string): CaseContent => ({ setAside: [], ...JSON.parse(text) });

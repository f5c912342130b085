// Accounts and parties of ISO 20022 messages, whose elements moved from version to version.

import { elementAt, firstText, textAt } from '../xml/element-texts.ts';
import type { XmlElement } from '../xml/xml-elements.ts';

/** The number of an account in whatever scheme; '' for none. */
export const accountNumber = (account: XmlElement | undefined): string => {
  const id = elementAt(account, 'Id');
  return firstText(
    textAt(id, 'IBAN'),
    textAt(id, 'Othr', 'Id'),
    textAt(id, 'PrtryAcct', 'Id'),
    textAt(id, 'BBAN'),
    textAt(id, 'UPIC'),
  );
};

/** A party's name; since version 8 it stands one element deeper. */
export const partyName = (party: XmlElement | undefined): string =>
  firstText(textAt(party, 'Nm'), textAt(party, 'Pty', 'Nm'), textAt(party, 'Agt', 'FinInstnId', 'Nm'));

/** The code of a financial institution: its BIC, else its number in a clearing system, else its own. */
export const institutionCode = (agent: XmlElement | undefined): string => {
  const id = elementAt(agent, 'FinInstnId');
  return firstText(
    textAt(id, 'BICFI'),
    textAt(id, 'BIC'),
    textAt(id, 'ClrSysMmbId', 'MmbId'),
    textAt(id, 'Othr', 'Id'),
    textAt(id, 'PrtryId', 'Id'),
  );
};

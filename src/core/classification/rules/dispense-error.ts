// A withdrawal that was debited in full, of which the machine paid out a part or nothing.

import { amountOf, currencyOf, type OpenSession } from '../open-session.ts';
import type { Members, PairRule } from '../rule.ts';
import { describeItem, moneyText } from '../wording.ts';

export const dispenseError: PairRule = {
  shape: 'pair',
  type: 'dispense_error',
  partners: (open) => open.dispensePartner,
  grounds: ['debited_and_not_dispensed_in_full'],
  groundFor: () => 'debited_and_not_dispensed_in_full',
  amountDelta: (session, { gl }) => shortBy(session, gl[0]),
  reason: sentence,
};

/** The amount debited less the amount paid out, minor units. */
const shortBy = (session: OpenSession, item: number): number => session.open.gl.shortDispense[item];

function sentence(session: OpenSession, { gl, bank }: Members): string {
  const currency = currencyOf(session, 'gl', gl[0]);
  const debited = Math.abs(amountOf(session, 'gl', gl[0]));
  const short = shortBy(session, gl[0]);
  const paid =
    short >= debited ? 'nothing was dispensed' : `only ${moneyText(debited - short, currency)} was dispensed`;
  return (
    `The ${describeItem(session, 'gl', gl[0])} and the ${describeItem(session, 'bank', bank[0])} are one withdrawal, ` +
    `of which ${paid}: ${moneyText(short, currency)} has to go back to the card holder.`
  );
}

// Month names as they stand in bank files, in the languages whose exports we have met. Names are matched by their
// longest known beginning, without accents, so that "Sept.", "septembre" and "settembre" all are the ninth.

const BEGINNINGS: readonly (readonly [month: number, names: string])[] = [
  [1, 'jan jaen gen ene led sty ian oca tam'],
  [2, 'feb fev fevr uno lut sub hel'],
  [3, 'mar maa mae mrz mrt bre mac'],
  [4, 'apr avr abr dub kwi nis huh'],
  [5, 'may mai mei mag maj kve tou'],
  [6, 'jun juin giu cerv cvn cze iun haz kes'],
  [7, 'jul juil lug cervenec cervence cvc lip iul tem hei'],
  [8, 'aug aou ago srp sie ogo agu agt elo'],
  [9, 'sep set zar wrz szept eyl syy'],
  [10, 'oct okt ott out rij paz eki lok'],
  [11, 'nov lis noi kas marras'],
  [12, 'dec dez dic pro gru des dis ara jou'],
];

const BY_BEGINNING = new Map(BEGINNINGS.flatMap(([month, names]) => names.split(' ').map((n) => [n, month] as const)));

/** Month 1 to 12 of a lower-case name without accents, 0 when it is none. */
export function monthOf(name: string): number {
  for (let length = name.length; length >= 3; length--) {
    const month = BY_BEGINNING.get(name.slice(0, length));
    if (month !== undefined) return month;
  }
  return 0;
}

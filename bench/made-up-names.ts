// Names of people put together of parts, and the same with a typing error, always the same ones in the same order: what the
// benchmark of screening makes its list and its queries of.

const FIRST = (
  'Adaeze Babatunde Chinedu Damilola Emeka Folake Gbenga Halima Ibrahim Jumoke Kelechi Lanre Musa Ngozi Obinna Patience ' +
  'Rasheed Sadiq Temitope Uche Victoria Wale Yetunde Zainab Ahmed Boris Carlos Dmitri Elena Farid Giovanni Hassan Igor ' +
  'Jorge Khalid Ludmila Mehmet Natalia Omar Pavel Quentin Reza Sergei Tariq Ulrich Vladimir Wei Xavier Yusuf Zoran'
).split(' ');
const STEMS = (
  'Ade Oko Nwa Ola Baba Chuku Eze Oba Ife Ayo Petr Ivan Smirn Kuzn Mora Fern Rodri Sant Haid Rahm Karim Najj Yilm Demir ' +
  'Kova Nova Horv Popes Dumi Gruz Tkach Lysen Mbeki Dlam Kama Otien Wanj Diall Toure Kone'
).split(' ');
const ENDS =
  'la wale nkwo dike bola tunde yemi ov ev enko ic escu ez ani oglu sson berg stein mann ski uka chi du ram'.split(' ');

let state = 7;
export function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = (list: readonly string[]): string => list[random(list.length)];
/** A name put together of parts, so that many people share one. */
export const name = (): string => {
  const middle = random(2) === 0 ? ` ${pick(FIRST)}` : '';
  return `${pick(FIRST)}${middle} ${pick(STEMS)}${pick(ENDS)}${random(3) === 0 ? pick(ENDS) : ''}`;
};

/** One letter left out, doubled, changed or swapped with the next, not the first. */
export function mistyped(text: string): string {
  const letters = Array.from(text);
  const places = letters.flatMap((letter, at) => (at > 0 && letter !== ' ' && letters[at - 1] !== ' ' ? [at] : []));
  const at = places[random(places.length)];
  const letter = letters[at];
  switch (random(4)) {
    case 0:
      letters.splice(at, 1);
      break;
    case 1:
      letters.splice(at, 0, letter);
      break;
    case 2:
      letters[at] = String.fromCharCode(97 + random(26));
      break;
    default:
      if (letters[at + 1] !== undefined && letters[at + 1] !== ' ')
        [letters[at], letters[at + 1]] = [letters[at + 1], letter];
  }
  return letters.join('');
}

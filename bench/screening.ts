// `npm run bench -- screening`: the screening engine on a made-up list of 8,000 people (--rows for another number), on one
// thread: queries a second of its processor time (others may be busy), how many of 10,000 names of the list with one typing error are found at 0.7, and how many
// ordinary names that are not in it are hits. Names are put together of parts, so that many people share one.

import type { ListedEntity, ScreeningSubject } from '../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../src/core/screening/entity-index.ts';
import { screen } from '../src/core/screening/screen.ts';
import type { BenchOptions } from './bench.ts';

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
function random(below: number): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}
const pick = (list: readonly string[]): string => list[random(list.length)]!;
const name = (): string => {
  const middle = random(2) === 0 ? ` ${pick(FIRST)}` : '';
  return `${pick(FIRST)}${middle} ${pick(STEMS)}${pick(ENDS)}${random(3) === 0 ? pick(ENDS) : ''}`;
};

/** One letter left out, doubled, changed or swapped with the next, not the first. */
function mistyped(text: string): string {
  const letters = Array.from(text);
  const places = letters.flatMap((letter, at) => (at > 0 && letter !== ' ' && letters[at - 1] !== ' ' ? [at] : []));
  const at = places[random(places.length)]!;
  const letter = letters[at]!;
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
        [letters[at], letters[at + 1]] = [letters[at + 1]!, letter];
  }
  return letters.join('');
}

const person = (text: string): ScreeningSubject => ({
  ...{ schema: 'Person', names: [text], birthDates: [], countries: [], genders: [], identifiers: [] },
});

const VARIANTS = 10_000;

export async function run({ rows }: BenchOptions): Promise<void> {
  const count = rows ?? 8_000;
  const names = Array.from({ length: count }, name);
  const entities = names.map(
    (text, at): ListedEntity => ({
      ...person(text),
      ...{ id: `made-up-${at}`, topics: ['sanction'], programs: [], datasets: [], addresses: [] },
      ...{ firstSeen: null, lastSeen: null, lastChange: null },
    }),
  );
  const indexed = performance.now();
  const lists = [{ name: 'made-up', version: '1', loadedAt: 0, index: indexEntities(entities) }];
  const seconds = (performance.now() - indexed) / 1_000;
  const ask = (text: string) => screen(person(text), { lists, threshold: 0.7, limit: 50 });

  const wrong = Array.from({ length: VARIANTS }, () => {
    const at = random(count);
    return { at, text: mistyped(names[at]!) };
  });
  for (const { text } of wrong.slice(0, 500)) ask(text);
  const begun = process.cpuUsage();
  const found = wrong.filter(({ at, text }) => ask(text).some(({ entity }) => entity.names[0] === names[at])).length;
  const { user, system } = process.cpuUsage(begun);
  const perSecond = VARIANTS / ((user + system) / 1_000_000);

  const known = new Set(names.map((one) => one.split(' ').at(-1)));
  const strangers = Array.from({ length: VARIANTS }, name).filter((one) => !known.has(one.split(' ').at(-1)));
  const alarms = strangers.filter((one) => ask(one).length > 0).length;
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(2)}%`;
  process.stdout.write(
    `${count} entities indexed in ${seconds.toFixed(2)} s; ${Math.round(perSecond)} queries a second of processor time; ` +
      `${share(found, VARIANTS)} of ${VARIANTS} typing errors found at 0.7; ` +
      `${share(alarms, strangers.length)} of ${strangers.length} strangers with a family name of nobody in the list are hits\n`,
  );
}

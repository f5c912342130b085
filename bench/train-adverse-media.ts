// Trains the classifier of adverse news on a corpus that is made up here, and writes src/core/screening/media/weights.ts:
// node bench/train-adverse-media.ts. Sentences are built from patterns; a fifth of the patterns is held out, and what is
// measured is measured on those. The figures that it prints stand in
// docs/verification.md. No word of it is anybody's text.

import { writeFileSync } from 'node:fs';
import { featuresOf, PLACES } from '../src/core/screening/media/features.ts';

const SLOTS: Readonly<Record<string, readonly string[]>> = {
  NAME: ['Ada Obi', 'Musa Bello', 'Ngozi Eze', 'Tunde Ade', 'John Carter', 'Li Chen', 'Ivan Petrov', 'Amina Yusuf'],
  CRIME: [
    ...['fraud', 'money laundering', 'bribery', 'embezzlement', 'tax evasion', 'drug trafficking', 'human trafficking'],
    ...['wire fraud', 'corruption', 'forgery', 'kidnapping', 'armed robbery', 'terrorism financing', 'smuggling'],
    ...[
      'identity theft',
      'insider trading',
      'extortion',
      'a Ponzi scheme',
      'hacking',
      'racketeering',
      'counterfeiting',
    ],
    ...[
      'murder',
      'perjury',
      'illegal arms dealing',
      'cybercrime',
      'kickbacks',
      'misappropriation of funds',
      'obtaining by false pretences',
    ],
  ],
  BODY: [
    'the EFCC',
    'police',
    'prosecutors',
    'the court',
    'investigators',
    'the anti-graft agency',
    'Interpol',
    'the FBI',
    'a federal high court',
    'the tribunal',
  ],
  SUM: [
    'N2.3 billion',
    '$4 million',
    '€700,000',
    '40 million naira',
    'public funds',
    'pension money',
    "investors' savings",
  ],
  PLACE: ['Lagos', 'Abuja', 'London', 'Dubai', 'Kano', 'New York', 'Port Harcourt', 'Accra'],
  FIRM: [
    'a bank',
    'the ministry',
    'his company',
    'an oil firm',
    'the charity',
    'the state government',
    'a contractor',
    'the fund',
  ],
  GOOD: [
    'an award',
    'a scholarship',
    'a new school',
    'a hospital wing',
    'a football match',
    'a book',
    'a research prize',
    'a music festival',
  ],
  TOPIC: [
    'agriculture',
    'education',
    'infrastructure',
    'health care',
    'technology',
    'tourism',
    'housing',
    'trade policy',
    'sport',
    'climate',
  ],
  DEAL: [
    'a merger',
    'a partnership',
    'an investment',
    'a share issue',
    'a new branch',
    'an acquisition',
    'quarterly results',
    'a loan programme',
  ],
};

const ADVERSE = [
  ...[
    'NAME was charged with CRIME in PLACE',
    'BODY arrested NAME over CRIME',
    'NAME convicted of CRIME and sentenced to seven years in prison',
  ],
  ...[
    'NAME pleaded guilty to CRIME involving SUM',
    'BODY accused NAME of diverting SUM from FIRM',
    'NAME is wanted by BODY for CRIME',
  ],
  ...[
    'a warrant was issued for the arrest of NAME over alleged CRIME',
    'NAME indicted for CRIME at FIRM',
    'BODY froze assets of NAME in a CRIME investigation',
  ],
  ...[
    'NAME arraigned before BODY on ten counts of CRIME',
    'NAME jailed for CRIME',
    'victims say NAME stole SUM through CRIME',
  ],
  ...[
    'BODY declared NAME wanted for CRIME',
    'NAME was extradited from PLACE to face CRIME charges',
    'NAME admitted paying bribes to officials of FIRM',
  ],
  ...['BODY sanctioned NAME for CRIME', 'NAME remanded in custody over SUM CRIME', 'a jury found NAME guilty of CRIME'],
  ...[
    'NAME allegedly laundered SUM through shell companies',
    'BODY says NAME ran CRIME ring in PLACE',
    'NAME detained by BODY on suspicion of CRIME',
  ],
  ...[
    'the appeal of NAME against a CRIME conviction was dismissed',
    'NAME forfeited SUM linked to CRIME',
    'NAME faces trial for CRIME',
  ],
  ...['whistleblower links NAME to CRIME at FIRM', 'NAME fined SUM for CRIME', 'leaked papers tie NAME to hidden SUM'],
  ...[
    'NAME blacklisted after CRIME probe',
    'BODY raided the home of NAME in CRIME inquiry',
    'NAME named as suspect in CRIME case',
  ],
];

const HARMLESS = [
  ...[
    'NAME opened GOOD in PLACE',
    'NAME announced DEAL with FIRM',
    'NAME appointed to lead FIRM',
    'NAME spoke about TOPIC in PLACE',
  ],
  ...[
    'NAME received GOOD for work in TOPIC',
    'FIRM led by NAME reported DEAL worth SUM',
    'NAME praised progress in TOPIC',
    'NAME donated SUM to build GOOD',
  ],
  ...[
    'NAME was appointed head of the anti-fraud unit at FIRM',
    'NAME, a lawyer, lectured on the law of CRIME',
    'NAME called for tougher rules against CRIME',
  ],
  ...[
    'NAME was the victim of CRIME in PLACE',
    'NAME was acquitted of CRIME and cleared of all charges',
    'BODY thanked NAME for help in solving a CRIME case',
  ],
  ...[
    'NAME wrote GOOD about the history of CRIME',
    'NAME launched a programme to prevent CRIME in PLACE',
    'NAME and family attended GOOD',
  ],
  ...[
    'NAME joins the board of FIRM',
    'NAME wins election in PLACE on a platform of TOPIC',
    'NAME to invest SUM in TOPIC',
    'NAME celebrates GOOD with staff of FIRM',
  ],
  ...[
    'NAME visited PLACE to discuss TOPIC',
    'NAME trains young people in TOPIC',
    'NAME scored twice in PLACE',
    'NAME retires from FIRM after thirty years',
  ],
  ...[
    'minister NAME briefed reporters on TOPIC',
    'charges against NAME were dropped for lack of evidence',
    'NAME warned customers about CRIME scams',
  ],
  ...['judge NAME adjourned a CRIME trial in PLACE', 'NAME signs DEAL in PLACE', 'NAME graduated in TOPIC'],
];

/** Mulberry32: the same numbers on every machine. */
let state = 20_261_123;
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
const isHeldOut = (at: number): boolean => at % 5 === 4;
const part = <T>(list: readonly T[], held: boolean): T[] => list.filter((_, at) => isHeldOut(at) === held);

interface Example {
  readonly text: string;
  readonly isAdverse: boolean;
}

function made(patterns: readonly string[], isAdverse: boolean, held: boolean, count: number): Example[] {
  const own = part(patterns, held);
  return Array.from({ length: count }, () => ({
    text: pick(own).replaceAll(/[A-Z]{3,}/g, (slot) => (SLOTS[slot] === undefined ? slot : pick(SLOTS[slot]))),
    isAdverse,
  }));
}

const both = (held: boolean, count: number): Example[] => [
  ...made(ADVERSE, true, held, count),
  ...made(HARMLESS, false, held, count),
];

const training = both(false, 6_000);
const holders = new Float64Array(PLACES);
const examples = training.map(({ text, isAdverse }) => ({ features: featuresOf(text), isAdverse }));
for (const { features } of examples) for (const place of features.keys()) holders[place]++;
const rarity = Array.from(
  holders,
  (count) => Math.log((examples.length + 1) / (count + 1)) / Math.log(examples.length + 1),
);

const vectorOf = (features: ReadonlyMap<number, number>): (readonly [number, number])[] => {
  const values = Array.from(features, ([place, count]) => [place, Math.log1p(count) * rarity[place]] as const);
  const norm = Math.sqrt(values.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return values.map(([place, value]) => [place, value / norm] as const);
};

const weights = new Float64Array(PLACES);
let bias = 0;
const vectors = examples.map(({ features, isAdverse }) => ({ vector: vectorOf(features), isAdverse }));
for (let round = 0; round < 30; round++) {
  const rate = 2 / (1 + round);
  for (let step = 0; step < vectors.length; step++) {
    const { vector, isAdverse } = pick(vectors);
    const score = 1 / (1 + Math.exp(-(vector.reduce((sum, [place, value]) => sum + value * weights[place], 0) + bias)));
    const error = (isAdverse ? 1 : 0) - score;
    for (const [place, value] of vector) weights[place] += rate * (error * value - 1e-5 * weights[place]);
    bias += 0.1 * rate * error;
  }
}

const digits = (values: Iterable<number>): string => Array.from(values, (value) => Math.round(value * 100)).join(' ');
writeFileSync(
  new URL('../src/core/screening/media/weights.ts', import.meta.url),
  `// Made by bench/train-adverse-media.ts; a change there is made here by running it. Hundredths, by the place of a feature.

const numbers = (text: string): Float64Array => Float64Array.from(text.split(' '), (one) => Number(one) / 100);

export const BIAS = ${bias.toFixed(4)};

export const WEIGHTS = numbers(
  '${digits(weights)}',
);

export const RARITY = numbers(
  '${digits(rarity)}',
);
`,
);

const { adverseScore } = await import('../src/core/screening/media/classify.ts');
const tried = both(true, 2_000);
const counts = { hit: 0, wrong: 0, missed: 0 };
for (const { text, isAdverse } of tried) {
  const isTaken = adverseScore(text) >= 0.5;
  if (isTaken && isAdverse) counts.hit++;
  else if (isTaken) counts.wrong++;
  else if (isAdverse) counts.missed++;
}
const precision = counts.hit / (counts.hit + counts.wrong);
const recall = counts.hit / (counts.hit + counts.missed);
process.stdout.write(
  `held-out patterns: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} of ${tried.length} made-up sentences\n`,
);

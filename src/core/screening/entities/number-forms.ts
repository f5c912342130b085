// The forms in which a number may be written: with letters or zeros before it, with signs that look like others (O and 0,
// a Cyrillic А), with something behind it (a check digit, a country, a word), or beside another number. Two numbers that
// share a form may be one, and each form is a key.

interface WrittenNumber {
  readonly value: string;
  readonly runs?: readonly string[];
}

export interface NumberForm {
  /** Without the letters and zeros that it begins with. */
  readonly bare: string;
  readonly text: string;
  /** Those letters. */
  readonly before: string;
  /** Whether what stands behind is left out. */
  readonly isCut: boolean;
  /** Whether it is another text than the whole number: its length says less. */
  readonly isPart: boolean;
}

/** The least places of what is left of a number, and of one behind which a single digit is left out. */
const LEAST = { part: 7, beforeDigit: 8 };
/** The least digits of a number in a text, for words look like nothing. */
const [LEAST_DIGITS, LEAST_DIGITS_OF_RUN] = [4, 5];
/** Most places behind which a text is cut: long keys have letters everywhere. */
const MOST_CUTS = 2;

/** Latin letters that look like digits, then Cyrillic and Greek ones that look like Latin letters or digits. */
const LOOK_ALIKE = new Map(
  Array.from(
    (
      'O0 I1 L1 Z2 S5 B8 АA В8 ЕE КK МM НH О0 РP СC ТT УY ХX І1 ЈJ Ѕ5 З3 Ч4 Б6 Ӏ1 ' +
      'ΑA Β8 ΕE Ζ2 ΗH Ι1 ΚK ΜM ΝN Ο0 ΡP ΤT ΥY ΧX'
    ).split(' '),
    ([sign, as]) => [sign, as] as const,
  ),
);
const alike = (text: string): string => text.replaceAll(/[OILZSB\P{ASCII}]/gu, (sign) => LOOK_ALIKE.get(sign) ?? sign);

const BEFORE = /^[\p{L}0]+/u;
export const withoutBefore = (text: string): string => text.replace(BEFORE, '');

const digits = (text: string): number => text.replaceAll(/\P{Nd}/gu, '').length;

function formOf(text: string, { isCut, isPart }: Pick<NumberForm, 'isCut' | 'isPart'>): NumberForm {
  const before = (BEFORE.exec(text)?.[0] ?? '').replaceAll('0', '');
  return { bare: withoutBefore(text), text, before, isCut, isPart };
}

/** Parts of a text that may be numbers by themselves: `A1234567, B7654321`, `A1234567 (expired)`. */
export const runsOf = (text: string): string[] => {
  const runs = text.split(/[^\p{L}\p{N}]+/u);
  return runs.filter((run) => run.length >= LEAST.part && digits(run) >= LEAST_DIGITS_OF_RUN);
};

const COUNTRY_BEHIND = /^\p{L}{3}/u;

/** Where a number may end within a text: before a letter, before a check digit, before both. */
function cutsOf(text: string): string[] {
  const ends = Array.from(text.matchAll(/\p{Nd}(?=\p{L})/gu), ({ index }) => index + 1);
  const cuts = ends.filter((end) => end >= LEAST.part).slice(0, MOST_CUTS);
  const checked = [...cuts.filter((end) => COUNTRY_BEHIND.test(text.slice(end))), text.length]
    .filter((end) => /\p{Nd}$/u.test(text.slice(0, end)))
    .map((end) => end - 1)
    .filter((end) => end >= LEAST.beforeDigit);
  return [...new Set([...cuts, ...checked])].map((end) => text.slice(0, end)).filter(isNumber);
}

const isNumber = (text: string): boolean => digits(text) >= LEAST_DIGITS;

const known = new WeakMap<WrittenNumber, readonly NumberForm[]>();

/** The whole number first. */
export function formsOf(number: WrittenNumber): readonly NumberForm[] {
  let forms = known.get(number);
  if (forms === undefined) known.set(number, (forms = madeOf(number)));
  return forms;
}

function madeOf({ value, runs = [] }: WrittenNumber): NumberForm[] {
  const forms = [formOf(value, { isCut: false, isPart: false })];
  const add = (text: string, kind: Pick<NumberForm, 'isCut' | 'isPart'>) => {
    for (const one of isNumber(text) ? [text, alike(text)] : [text])
      if (!forms.some((form) => form.text === one)) forms.push(formOf(one, kind));
  };
  add(value, { isCut: false, isPart: false });
  for (const run of runs) add(run, { isCut: false, isPart: true });
  for (const unit of [value, ...runs]) for (const cut of cutsOf(unit)) add(cut, { isCut: true, isPart: true });
  return forms;
}

// Texts that are hard for an expression, made of its own parts: for each part that may repeat without end, what stands
// before it and then that part again and again, followed by what it does not take; the same nested, so that every
// beginning begins again; whole matches and all but whole ones in a row; and characters that the expression does not know.

import type { AST } from '@eslint-community/regexpp';
import { RegExpParser } from '@eslint-community/regexpp';

/** Is repeated to the length that is asked for, between a beginning and an end. */
export interface HardText {
  readonly before: string;
  readonly repeated: string;
  readonly after: string;
}

export const textOf = ({ before, repeated, after }: HardText, length: number): string =>
  before + repeated.repeat(Math.max(1, Math.ceil((length - before.length - after.length) / repeated.length))) + after;

/** Beyond so many times a part counts as one without an end. */
const MANY = 20;
/** Of the parts that a class or an alternative can be. */
const SAMPLES = 3;
/** No expression of ours takes it. */
const FOREIGN = '\u{1}';
const OTHERS = [' ', '/', '(', '0', 'a', 'é', '漢', '\u{1F600}', '\u{A0}', '\u{301}', '\n', FOREIGN];
const CANDIDATES = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).sort((a, b) => rank(a) - rank(b)),
  ...[
    '\n',
    '\t',
    '\r',
    'é',
    'É',
    'ß',
    '漢',
    'α',
    'Я',
    '\u{A0}',
    '\u{301}',
    '\u{200B}',
    '\u{1F600}',
    '€',
    '“',
    '–',
    '\0',
  ],
];

function rank(character: string): number {
  return /[A-Za-z]/.test(character) ? 0 : /\d/.test(character) ? 1 : 2;
}

export function hardTexts(source: string, flags: string): HardText[] {
  const pattern = new RegExpParser().parsePattern(source, undefined, undefined, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const texts: HardText[] = [];
  const add = (before: string, repeated: string, after: string) => {
    if (repeated !== '') texts.push({ before, repeated, after });
  };
  for (const alternative of pattern.alternatives) visit(alternative, [''], [''], add, flags);
  for (const whole of samples(pattern.alternatives, flags)) {
    add('', whole, '');
    add('', whole, FOREIGN);
    add('', whole.slice(0, -1), FOREIGN);
    for (const character of new Set(whole)) add('', character, FOREIGN);
  }
  for (const other of OTHERS) add('', other, FOREIGN);
  return [...new Map(texts.map((text) => [JSON.stringify(text), text])).values()];
}

type Add = (before: string, repeated: string, after: string) => void;

/** `before` and `after`: what may stand round the parts of an alternative. */
function visit(
  { elements }: AST.Alternative,
  before: readonly string[],
  after: readonly string[],
  add: Add,
  flags: string,
) {
  elements.forEach((element, i) => {
    const left = joined([before, ...elements.slice(0, i).map((one) => samplesOf(one, flags))]);
    const right = joined([...elements.slice(i + 1).map((one) => samplesOf(one, flags)), after]);
    if (element.type === 'Quantifier' && element.max >= MANY) {
      const part = new RegExp(`^(?:${element.element.raw})$`, flags.replace(/[gyd]/g, ''));
      const ends = [FOREIGN, '\n', ...OTHERS.filter((other) => !part.test(other)).slice(0, 2)];
      for (const one of samplesOf(element.element, flags)) {
        for (const start of left) {
          for (const end of ends) add(start, one, end);
          add('', start + one, FOREIGN);
          add('', start + one, '');
          for (const end of right) add(start, one, end.slice(0, -1) + FOREIGN);
          add('', start, FOREIGN);
        }
      }
    }
    const inner = element.type === 'Quantifier' ? element.element : element;
    if ('alternatives' in inner)
      for (const one of inner.alternatives as AST.Alternative[]) visit(one, left, right, add, flags);
  });
}

const samples = (alternatives: readonly AST.Alternative[], flags: string): string[] =>
  some(alternatives.flatMap(({ elements }) => joined(elements.map((one) => samplesOf(one, flags)))));

const some = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, SAMPLES * 2);

/** One text for each of the ways through the parts, not all their combinations. */
function joined(parts: readonly (readonly string[])[]): string[] {
  const most = Math.max(1, ...parts.map(({ length }) => length));
  return some(
    Array.from({ length: most }, (_, i) => parts.map((part) => part[Math.min(i, part.length - 1)] ?? '').join('')),
  );
}

function samplesOf(element: AST.Element, flags: string): string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^(?:${element.raw})$`, flags.replace(/[gyd]/g, ''));
      const taken = CANDIDATES.filter((candidate) => one.test(candidate));
      // Letters, digits and signs, whichever of them it takes.
      const byRank = [0, 1, 2].flatMap((of) => taken.filter((candidate) => rank(candidate) === of).slice(0, 2));
      return byRank.length > 0 ? byRank : [''];
    }
    case 'Quantifier': {
      const once = element.max === 0 ? [''] : samplesOf(element.element, flags);
      return element.min > 1 ? once.map((text) => text.repeat(Math.min(element.min, MANY))) : once;
    }
    case 'Group':
    case 'CapturingGroup':
      return samples(element.alternatives, flags);
    default:
      return [''];
  }
}

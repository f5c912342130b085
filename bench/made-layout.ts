// Files of layouts that nobody has seen, made from a seed together with their truth: titles in languages that no list
// knows, or none; money in one column, two, with marks, in any order of rows; columns beside it that tempt a reader. No
// reader was looked at for them. The languages, marks and words of `held` files are others than those of `open` ones,
// so that what was found on the open ones can be tried on the held.

import { formatDay } from '../src/core/money/calendar.ts';

export interface MadeRow {
  readonly day: string;
  /** Minor units of two decimals; money in is positive. */
  readonly minor: number;
  readonly currency: string;
}

export interface MadeLayout {
  readonly seed: number;
  readonly text: string;
  /** What was chosen, for a report. */
  readonly what: string;
  /** Plain: titles or a balance say it all, and nothing tempts. */
  readonly kind: 'plain' | 'hard';
  /** Rows in file order. */
  readonly rows: readonly MadeRow[];
  /** Nothing in the file says which way money goes: a reader that says so is right. */
  readonly isSignless: boolean;
}

/** Titles: day, value day, narration, reference, amount, out, in, mark, balance, currency, account, other figures. */
interface Language {
  readonly name: string;
  readonly titles: readonly string[];
  /** Words for money out and money in in a column of marks. */
  readonly marks: readonly (readonly [out: string, in_: string])[];
}

const KNOWN: Language = {
  name: 'english',
  titles: [
    'Date',
    'Value Date',
    'Narration',
    'Reference',
    'Amount',
    'Debit',
    'Credit',
    'DR/CR',
    'Balance',
    'Currency',
    'Account No',
    'Rate',
  ],
  marks: [
    ['DR', 'CR'],
    ['D', 'C'],
    ['Debit', 'Credit'],
  ],
};

const OPEN: readonly Language[] = [
  {
    name: 'finnish',
    titles: [
      'Kirjauspäivä',
      'Arvopäivä',
      'Selite',
      'Viite',
      'Määrä',
      'Pano ulos',
      'Pano sisään',
      'Laji',
      'Jäljellä',
      'Rahayksikkö',
      'Tilin tunnus',
      'Kurssi',
    ],
    marks: [
      ['otto', 'pano'],
      ['O', 'P'],
    ],
  },
  {
    name: 'swahili',
    titles: [
      'Tarehe',
      'Tarehe ya thamani',
      'Maelezo',
      'Kumbukumbu',
      'Kiasi',
      'Kutoa',
      'Kuingia',
      'Aina',
      'Salio',
      'Sarafu',
      'Akaunti',
      'Kiwango',
    ],
    marks: [
      ['toa', 'weka'],
      ['T', 'W'],
    ],
  },
  {
    name: 'vietnamese',
    titles: [
      'Ngày',
      'Ngày hiệu lực',
      'Nội dung',
      'Số bút toán',
      'Số tiền',
      'Ghi nợ',
      'Ghi có',
      'Loại',
      'Số dư',
      'Loại tiền',
      'Số tài khoản',
      'Tỷ giá',
    ],
    marks: [
      ['N', 'Co'],
      ['ra', 'vào'],
    ],
  },
  {
    name: 'nonsense',
    titles: ['Qel', 'Qel vor', 'Wupra', 'Zim', 'Tarn', 'Ulmo', 'Ikka', 'Fe', 'Hurn', 'Vaz', 'Prid', 'Osk'],
    marks: [
      ['x', 'y'],
      ['1', '2'],
      ['A', 'B'],
      ['0', '1'],
    ],
  },
];

const HELD: readonly Language[] = [
  {
    name: 'yoruba',
    titles: [
      'Ọjọ́',
      'Ọjọ́ iye',
      'Àlàyé',
      'Àmì',
      'Iye owó',
      'Owó tó jáde',
      'Owó tó wọlé',
      'Irú',
      'Àjẹkù',
      'Owó ilẹ̀',
      'Àkántì',
      'Òṣùwọ̀n',
    ],
    marks: [
      ['jáde', 'wọlé'],
      ['J', 'W'],
    ],
  },
  {
    name: 'icelandic',
    titles: [
      'Bókunardagur',
      'Vaxtadagur',
      'Skýring',
      'Tilvísun',
      'Upphæð',
      'Úttekið',
      'Innlagt',
      'Tegund',
      'Staða',
      'Mynt',
      'Reikningsnúmer',
      'Gengi',
    ],
    marks: [
      ['úttekt', 'innlögn'],
      ['Ú', 'I'],
    ],
  },
  {
    name: 'georgian',
    titles: [
      'თარიღი',
      'ღირებულების თარიღი',
      'დანიშნულება',
      'ნომერი',
      'თანხა',
      'გასავალი',
      'შემოსავალი',
      'ტიპი',
      'ნაშთი',
      'ვალუტა',
      'ანგარიში',
      'კურსი',
    ],
    marks: [['გ', 'შ']],
  },
  {
    name: 'basque',
    titles: [
      'Eguna',
      'Balio-eguna',
      'Azalpena',
      'Erref',
      'Zenbatekoa',
      'Irteera',
      'Sarrera',
      'Mota',
      'Geratzen dena',
      'Txanpona',
      'Kontua',
      'Trukea',
    ],
    marks: [
      ['irten', 'sartu'],
      ['8', '9'],
    ],
  },
  {
    name: 'letters',
    titles: ['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9', 'K10', 'K11', 'K12'],
    marks: [
      ['q', 'p'],
      ['5', '7'],
      ['-1', '1'],
    ],
  },
];

const [DAY, VALUE_DAY, TEXT, REF, AMOUNT, OUT, IN, MARK, BALANCE, CURRENCY, ACCOUNT, RATE] = Array.from(
  { length: 12 },
  (_, i) => i,
);

const SHAPES = ['signed', 'pair', 'marked', 'one-marked', 'unsigned', 'before-after'] as const;
const DRESSES = [
  'plain',
  'thousands',
  'comma',
  'comma-thousands',
  'excel',
  'apostrophe',
  'code-in-cell',
  'sign-in-cell',
  'code-in-title',
  'sign-in-title',
  'trailing-minus',
  'brackets',
] as const;
const EXTRAS = [
  'rate',
  'kobo',
  'billing',
  'fee',
  'totals',
  'available',
  'counter',
  'branch',
  'phone',
  'cheque',
  'text',
  'tax-share',
] as const;
type Extra = (typeof EXTRAS)[number];
const TEMPTING: readonly Extra[] = ['rate', 'kobo', 'billing', 'fee', 'tax-share'];

class Dice {
  private state: number;
  constructor(seed: number) {
    this.state = (seed * 2_654_435_761) >>> 0;
    for (let i = 0; i < 8; i++) this.next();
  }
  /** 0 to 1, mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  upTo(n: number): number {
    return Math.floor(this.next() * n);
  }
  of<T>(list: readonly T[]): T {
    return list[this.upTo(list.length)]!;
  }
  is(share: number): boolean {
    return this.next() < share;
  }
}

interface Entry {
  readonly day: number;
  readonly valueDay: number;
  readonly minor: number;
  readonly currency: string;
  readonly account: string;
  balance: number;
}

interface Column {
  readonly title: string;
  readonly cells: readonly string[];
}

const NAMES = [
  'OBI',
  'SALISU',
  'TEMI',
  'KWAME',
  'LIMA SA',
  'BALOGUN',
  'ADAEZE',
  'MENSAH',
  'QUISPE',
  'NWOSU',
  'FASHOLA',
  'ROJAS',
];

/** One file. `held`: of the languages and marks that are kept back. */
export function madeLayout(seed: number, held = false): MadeLayout {
  const d = new Dice(seed + (held ? 1_000_000 : 0));
  const isTitled = !d.is(0.15);
  const language = d.is(0.25) ? KNOWN : d.of(held ? HELD : OPEN);
  const shape = d.of(SHAPES);
  const hasBalance = shape === 'before-after' || d.is(0.7);
  const newest = d.is(0.4);
  const dress = d.is(0.4) ? 'plain' : d.of(DRESSES);
  const extras = Array.from({ length: d.upTo(3) }, () => d.of(EXTRAS)).filter((one, i, all) => all.indexOf(one) === i);
  const several = d.is(0.15) ? d.of(['currencies', 'accounts'] as const) : '';
  const isBroken = hasBalance && d.is(0.1);
  const isDayBalanced = hasBalance && shape !== 'before-after' && several === '' && d.is(0.07);
  const isFee = extras.includes('fee');
  // A file of a few rows proves little.
  const isSmall = !isBroken && d.is(0.15);
  const count = isSmall ? 3 + d.upTo(7) : isBroken ? 25 + d.upTo(30) : 10 + d.upTo(35);
  const start = 20_148 + d.upTo(500);
  const hasValueDay = d.is(0.35);
  // ---- entries
  const accounts = several === 'accounts' ? ['0123456789', '0987654321'] : ['0123456789'];
  const currencies = several === 'currencies' ? ['NGN', 'USD'] : ['NGN'];
  const held_ = new Map<string, number>();
  const whole = d.is(0.15);
  const opening = whole ? (500 + d.upTo(900_000)) * 100 : 50_000 + d.upTo(90_000_000);
  let day = start;
  const fees: number[] = [];
  const entries: Entry[] = Array.from({ length: count }, (_, i) => {
    day += d.upTo(10) < 6 ? 1 : d.upTo(3);
    const size = whole ? (1 + d.upTo(5000)) * 100 : 100 + d.upTo(d.of([5_000, 90_000, 4_000_000]));
    const minor = i > 1 && d.is(0.45) ? size : i === 1 ? size : -size;
    const [currency, account] = [d.of(currencies), d.of(accounts)];
    const fee = isFee && d.is(0.5) ? (whole ? (10 + d.upTo(9)) * 100 : 1000 + d.upTo(900)) : 0;
    fees.push(fee);
    const key = `${currency} ${account}`;
    const before = held_.get(key) ?? opening;
    const balance = before + minor - fee;
    held_.set(key, balance);
    return { day, valueDay: day + (d.is(0.3) ? d.upTo(4) - 2 : 0), minor, currency, account, balance };
  });
  const befores = entries.map(({ balance, minor }, i) => balance - minor + fees[i]!);
  const breaks = isBroken ? [8 + d.upTo(count - 10)] : [];
  for (const i of breaks) entries[i]!.balance += 12_345;
  const order = entries.map((_, i) => i);
  if (newest) order.reverse();
  // ---- cells
  const comma = dress === 'comma' || dress === 'comma-thousands';
  const currency0 =
    dress === 'code-in-cell' || dress === 'code-in-title'
      ? d.of(['USD', 'EUR', 'NGN'])
      : dress === 'sign-in-title' || dress === 'sign-in-cell'
        ? d.of(['₦', '€', '£', '$'])
        : '';
  const isInTitle = dress === 'code-in-title' || dress === 'sign-in-title';
  const moneyCode =
    several !== '' || (isInTitle && !isTitled)
      ? ''
      : (({ '₦': 'NGN', '€': 'EUR', '£': 'GBP', $: 'USD' } as Record<string, string>)[currency0] ?? currency0);
  const digits = (minor: number): string => {
    const [a, b] = [Math.floor(Math.abs(minor) / 100), String(Math.abs(minor) % 100).padStart(2, '0')];
    const grouped =
      dress === 'thousands' || dress === 'comma-thousands'
        ? String(a).replace(/\B(?=(\d{3})+$)/g, comma ? '.' : ',')
        : String(a);
    return whole && !comma ? grouped : `${grouped}${comma ? ',' : '.'}${b}`;
  };
  const isExcel = dress === 'excel' || dress === 'apostrophe';
  const wrap = (cell: string): string =>
    cell === '' ? '' : dress === 'excel' ? `="${cell}"` : dress === 'apostrophe' ? `'${cell}` : cell;
  const money = (minor: number | null, plus = ''): string => {
    if (minor === null) return '';
    const body = digits(minor);
    const signed =
      minor < 0
        ? dress === 'trailing-minus'
          ? `${body}-`
          : dress === 'brackets'
            ? `(${body})`
            : `-${body}`
        : `${plus}${body}`;
    const dressed =
      several === '' && dress === 'code-in-cell'
        ? `${currency0} ${signed}`
        : several === '' && dress === 'sign-in-cell'
          ? minor < 0
            ? `-${currency0}${body}`
            : `${plus}${currency0}${body}`
          : signed;
    return wrap(dressed);
  };
  const style = d.of(['iso', 'slash', 'dots', 'month', 'stamp'] as const);
  const dayCell = (n: number): string => {
    const [y, m, dd] = formatDay(n)!.split('-') as [string, string, string];
    if (style === 'slash') return `${dd}/${m}/${y}`;
    if (style === 'dots') return `${dd}.${m}.${y}`;
    if (style === 'month')
      return `${dd}-${['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(m) - 1]}-${y}`;
    return style === 'stamp' ? `${y}-${m}-${dd} ${String(8 + (n % 9)).padStart(2, '0')}:15:00` : `${y}-${m}-${dd}`;
  };
  const t = (i: number): string => language.titles[i]!;
  const moneyTitle = (title: string): string =>
    several === '' && (dress === 'code-in-title' || dress === 'sign-in-title') ? `${title} (${currency0})` : title;
  const of = (make: (e: Entry, i: number) => string): string[] => order.map((i) => make(entries[i]!, i));
  const emptyOr0 = d.is(0.3) ? 0 : null;
  const [outMark, inMark] = d.is(0.3) ? d.of(KNOWN.marks) : d.of(language.marks);
  const isKnownMark = KNOWN.marks.some(([out]) => out === outMark);
  const oneMark = d.of(held ? ['+', 'CR', 'ú'] : ['+', 'Cr', 'Tt']);
  const moneyColumns: Column[] = [];
  const amount = (make: (e: Entry, i: number) => string, title = t(AMOUNT)) =>
    moneyColumns.push({ title: moneyTitle(title), cells: of(make) });
  const creditFirst = d.is(0.4);
  if (shape === 'signed') amount(({ minor }) => money(minor));
  if (shape === 'pair') {
    const out: Column = { title: moneyTitle(t(OUT)), cells: of(({ minor }) => money(minor < 0 ? -minor : emptyOr0)) };
    const into: Column = { title: moneyTitle(t(IN)), cells: of(({ minor }) => money(minor > 0 ? minor : emptyOr0)) };
    moneyColumns.push(...(creditFirst ? [into, out] : [out, into]));
  }
  if (shape === 'marked' || shape === 'before-after') amount(({ minor }) => money(Math.abs(minor)));
  if (shape === 'marked' || (shape === 'before-after' && d.is(0.4)))
    moneyColumns.splice(d.upTo(2), 0, { title: t(MARK), cells: of(({ minor }) => (minor < 0 ? outMark : inMark)) });
  if (shape === 'one-marked')
    amount(({ minor }) =>
      oneMark === '+'
        ? money(Math.abs(minor), minor > 0 ? '+' : '')
        : `${money(Math.abs(minor))}${minor > 0 ? ` ${oneMark}` : ''}`,
    );
  if (shape === 'unsigned') amount(({ minor }) => money(Math.abs(minor)));
  if (shape === 'before-after')
    moneyColumns.push({
      title: moneyTitle(language === KNOWN ? 'Balance Before' : `${t(BALANCE)} a`),
      cells: of((_, i) => money(befores[i]!)),
    });
  if (hasBalance) {
    const title = shape === 'before-after' ? (language === KNOWN ? 'Balance After' : `${t(BALANCE)} b`) : t(BALANCE);
    const shown = (i: number) => !isDayBalanced || i + 1 === count || entries[i + 1]!.day !== entries[i]!.day;
    moneyColumns.push({ title: moneyTitle(title), cells: of(({ balance }, i) => (shown(i) ? money(balance) : '')) });
  }
  const others: Column[] = [];
  const extra = (title: string, make: (e: Entry, i: number) => string) => others.push({ title, cells: of(make) });
  const known = language === KNOWN;
  const rates = entries.map(() => 1400 + d.upTo(200));
  for (const one of extras) {
    if (one === 'rate') extra(t(RATE), (_, i) => wrap(`${rates[i]! / 1000 + 0.5}`.replace('.', comma ? ',' : '.')));
    if (one === 'kobo')
      extra(known ? 'Amount (kobo)' : `${t(AMOUNT)} k`, ({ minor }) =>
        String(shape === 'signed' ? minor : Math.abs(minor)),
      );
    if (one === 'billing')
      extra(known ? 'Transaction Amount (USD)' : `${t(AMOUNT)} ${t(RATE)}`, ({ minor }, i) => {
        const foreign = Math.round(minor / (rates[i]! / 1000));
        return money(shape === 'signed' ? foreign : Math.abs(foreign));
      });
    if (one === 'fee') extra(known ? 'Fee' : `${t(OUT)} ${t(RATE)}`, (_, i) => money(fees[i]! === 0 ? 0 : fees[i]!));
    if (one === 'tax-share')
      extra(known ? 'VAT' : `${t(RATE)} ${t(REF)}`, ({ minor }) => money(Math.round(Math.abs(minor) * 0.075)));
    if (one === 'totals') {
      const [out, into] = [-1, 1].map((way) =>
        entries.reduce((sum, { minor }) => sum + (minor * way > 0 ? Math.abs(minor) : 0), 0),
      );
      extra(known ? 'Total Debit' : `${t(OUT)} ${t(BALANCE)}`, () => money(out!));
      extra(known ? 'Total Credit' : `${t(IN)} ${t(BALANCE)}`, () => money(into!));
      if (d.is(0.5)) extra(known ? 'Opening Balance' : `${t(BALANCE)} 0`, () => money(opening));
    }
    if (one === 'available')
      extra(known ? 'Available Balance' : `${t(BALANCE)} ${t(IN)}`, ({ balance }) => money(balance + 5_000_000));
    if (one === 'counter') extra(known ? 'S/N' : `${t(REF)} n`, (_, i) => String((newest ? count - i : i) + 1));
    if (one === 'branch')
      extra(known ? 'Branch Code' : `${t(ACCOUNT)} ${t(TEXT)}`, (_, i) => ['102', '045', '311'][i % 3]!);
    if (one === 'phone')
      extra(known ? 'Phone' : `${t(REF)} ${t(TEXT)}`, (_, i) => `0803${1_000_000 + ((i * 7919) % 999_999)}`);
    if (one === 'cheque')
      extra(known ? 'Cheque No' : `${t(REF)} ${t(RATE)}`, (_, i) => (i % 3 === 0 ? String(100_200 + i * 7) : ''));
    if (one === 'text') extra(known ? 'Remarks' : `${t(TEXT)} 2`, (_, i) => `${NAMES[(i * 5) % 12]} ${i % 4}`);
  }
  const days: Column[] = [{ title: t(DAY), cells: of(({ day: n }) => dayCell(n)) }];
  if (hasValueDay) days.splice(d.upTo(2), 0, { title: t(VALUE_DAY), cells: of(({ valueDay }) => dayCell(valueDay)) });
  const texts: Column[] = [
    { title: t(TEXT), cells: of((_, i) => `${NAMES[(i * 7) % 12]} ${['A', 'B', 'C'][i % 3]}${i}`) },
  ];
  if (d.is(0.5)) texts.push({ title: t(REF), cells: of((_, i) => `R${7_000_000 + ((i * 104_729) % 999_983)}X`) });
  if (several === 'currencies') texts.push({ title: t(CURRENCY), cells: of(({ currency }) => currency) });
  if (several === 'accounts') texts.push({ title: t(ACCOUNT), cells: of(({ account }) => wrap(account)) });
  const place = d.of(['usual', 'mixed', 'money first'] as const);
  const columns =
    place === 'usual'
      ? [
          ...days,
          ...texts,
          ...others.filter((_, i) => i % 2 === 0),
          ...moneyColumns,
          ...others.filter((_, i) => i % 2 === 1),
        ]
      : place === 'mixed'
        ? [...days, ...others, ...texts, ...moneyColumns]
        : [...moneyColumns, ...days, ...others, ...texts];
  // ---- text
  const delimiter = comma ? d.of([';', '\t'] as const) : d.of([',', ';', '\t', '|'] as const);
  const quote = (cell: string): string =>
    cell.includes(delimiter) || cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const line = (cells: readonly string[]): string => cells.map(quote).join(delimiter);
  const preamble = d.is(0.2) && isTitled ? ['Mfano Bank', `0123456789${delimiter}`, ''] : [];
  const body = order.map((_, r) => line(columns.map(({ cells }) => cells[r]!)));
  const text = `${[...preamble, ...(isTitled ? [line(columns.map(({ title }) => title))] : []), ...body].join('\n')}\n`;
  // ---- truth
  const isKnownTitled = isTitled && known;
  const hasProof = hasBalance && several === '' && !isFee;
  const isOpenSign =
    shape === 'unsigned' ||
    (shape === 'marked' && !(isKnownMark && isKnownTitled) && !hasProof) ||
    (shape === 'one-marked' && !hasProof);
  // With no known title, nothing says which of two columns of days by which the rows are sorted is the booking day.
  const isSorted = entries.every(({ valueDay }, i) => i === 0 || valueDay >= entries[i - 1]!.valueDay);
  const isDayOpen = hasValueDay && !isKnownTitled && isSorted;
  const isTempted =
    extras.some((one) => TEMPTING.includes(one)) || several !== '' || isBroken || isDayBalanced || isExcel;
  const kind = !isTempted && !isSmall && !isDayOpen && !isOpenSign && (isKnownTitled || hasProof) ? 'plain' : 'hard';
  return {
    seed,
    text,
    kind,
    what: [
      isTitled ? language.name : 'untitled',
      shape,
      hasBalance ? 'balance' : 'no balance',
      newest ? 'newest' : 'oldest',
      dress,
      ...(several ? [several] : []),
      ...(isBroken ? ['broken'] : []),
      ...(isDayBalanced ? ['day balances'] : []),
      ...(hasValueDay ? ['value day'] : []),
      ...extras,
    ].join(', '),
    rows: order.map((i) => ({
      day: formatDay(entries[i]!.day)!,
      minor: entries[i]!.minor,
      currency: moneyCode || entries[i]!.currency,
    })),
    isSignless: shape === 'unsigned' && !hasBalance,
  };
}

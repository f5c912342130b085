// Holdings as docs/decisions/holdings-definitions.md has them, slowly and obviously: lists searched from one end to the
// other, fractions as integers. Written from the page and not from the kernel.

export interface RefHolding {
  readonly id: number;
  readonly account: string;
  readonly isin: string;
  readonly cusip: string;
  readonly sedol: string;
  readonly local_code: string;
  readonly name: string;
  readonly isCash: boolean;
  readonly currency: string;
  readonly day: number | null;
  readonly units: string;
  readonly price: string;
  readonly price_factor: string;
  readonly market_value: string;
  readonly accrued: string;
  readonly fx_rate: string;
  readonly unsettled: string;
}

interface RefResult {
  readonly gl: readonly number[];
  readonly bank: readonly number[];
  /** `agrees`, or the break. */
  readonly found: string;
}

const KINDS = ['isin', 'cusip', 'sedol', 'local_code', 'name'] as const;
type Kind = (typeof KINDS)[number];
type Names = Record<Kind, string>;

const plain = (text: string): string => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '');

function namesOf(row: RefHolding): Names {
  const names = Object.fromEntries(KINDS.map((kind) => [kind, plain(row[kind])])) as Names;
  if (names.cusip === '' && /^(US|CA)/.test(names.isin)) names.cusip = names.isin.slice(2, 11);
  if (names.sedol === '' && /^(GB|IE)00/.test(names.isin)) names.sedol = names.isin.slice(4, 11);
  return names;
}

/** [kind, name] of the key; null for none. */
function keyOf(names: Names, all: readonly Names[]): readonly [Kind, string] | null {
  const kind = KINDS.find((one) => names[one] !== '');
  return kind === undefined ? null : followed([kind, names[kind]], all);
}

function followed(key: readonly [Kind, string], all: readonly Names[]): readonly [Kind, string] {
  const [kind, name] = key;
  const isPublic = (one: Names) => [one.isin, one.cusip, one.sedol].includes(name);
  const beside = all.filter((one) => one[kind] === name || (kind === 'local_code' && isPublic(one)));
  for (const better of KINDS.slice(0, KINDS.indexOf(kind))) {
    // Rows whose best identifier is of this kind.
    const best = beside.filter((one) => KINDS.find((k) => one[k] !== '') === better).map((one) => one[better]);
    const different = [...new Set(best)];
    if (different.length === 1) return followed([better, different[0]], all);
    if (different.length > 1) return key;
  }
  return key;
}

/** Units of 10^-12; null for an empty text. */
function scaled(text: string): bigint | null {
  if (text === '') return null;
  const [whole = '', decimals = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 10n ** 12n + BigInt(decimals.padEnd(12, '0'));
  return text.startsWith('-') ? -value : value;
}

const abs = (x: bigint): bigint => (x < 0n ? -x : x);

/** x / 10^24 rounded half away from zero. */
function rounded(x: bigint): bigint {
  const unit = 10n ** 24n;
  const whole = abs(x) / unit + (abs(x) % unit >= unit / 2n ? 1n : 0n);
  return x < 0n ? -whole : whole;
}

interface RefPosition {
  readonly rows: readonly RefHolding[];
  readonly account: string;
  readonly key: string | null;
  readonly currency: string;
  readonly names: Names;
  readonly isCash: boolean;
  readonly day: number | null;
  readonly units: bigint | null;
  readonly unsettled: bigint;
  readonly price: bigint | null;
  readonly factor: bigint | null;
  readonly worth: bigint | null;
  readonly accrued: bigint | null;
  readonly rate: bigint | null;
}

const ONE = 10n ** 12n;

function worthOf(row: RefHolding): bigint | null {
  const [value, units, price] = [scaled(row.market_value), scaled(row.units), scaled(row.price)];
  if (value !== null) return value;
  if (row.isCash) return units;
  return units === null || price === null ? null : rounded(units * price * (scaled(row.price_factor) ?? ONE));
}

function sumAll(values: readonly (bigint | null)[]): bigint | null {
  return values.some((value) => value === null) ? null : values.reduce<bigint>((sum, value) => sum + value!, 0n);
}

function shared(values: readonly (bigint | null)[]): bigint | null {
  return values.every((value) => value === values[0]) ? values[0] : null;
}

function positionOf(rows: readonly RefHolding[], key: string | null): RefPosition {
  const first = rows[0];
  const all = rows.map(namesOf);
  const names = Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      all
        .map((one) => one[kind])
        .filter((name) => name !== '')
        .toSorted()[0] ?? '',
    ]),
  ) as Names;
  const days = rows.flatMap(({ day }) => (day === null ? [] : [day]));
  const accrued = rows.map((row) => scaled(row.accrued)).filter((value) => value !== null);
  // A price is the same where it is the same with its factor beside it.
  const isOnePrice = rows.every((row) => row.price === first.price && row.price_factor === first.price_factor);
  return {
    rows,
    account: first.account,
    key,
    currency: first.currency,
    names,
    isCash: first.isCash,
    day: days.length === 0 ? null : Math.max(...days),
    units: sumAll(rows.map((row) => scaled(row.units))),
    unsettled: rows.reduce((sum, row) => sum + (scaled(row.unsettled) ?? 0n), 0n),
    price: isOnePrice ? scaled(first.price) : null,
    factor: isOnePrice ? scaled(first.price_factor) : null,
    worth: sumAll(rows.map(worthOf)),
    accrued: accrued.length === 0 ? null : accrued.reduce((sum, value) => sum + value, 0n),
    rate: shared(rows.map((row) => scaled(row.fx_rate))),
  };
}

function positionsOf(rows: readonly RefHolding[], all: readonly Names[]): RefPosition[] {
  const left = rows.map((row) => {
    const key = row.isCash ? 'cash' : (keyOf(namesOf(row), all)?.join(':') ?? null);
    return { row, key };
  });
  const positions: RefPosition[] = [];
  while (left.length > 0) {
    const { row, key } = left[0];
    const isOf = (other: (typeof left)[number]): boolean =>
      other.row === row ||
      (key !== null && other.key === key && other.row.account === row.account && other.row.currency === row.currency);
    positions.push(
      positionOf(
        left.filter(isOf).map((one) => one.row),
        key,
      ),
    );
    const rest = left.filter((one) => !isOf(one));
    left.splice(0, left.length, ...rest);
  }
  return positions;
}

export interface RefTerms {
  /** Hundredths, and a whole per cent of the books' value: the wider counts. */
  readonly cents: number;
  readonly percent: number;
  readonly method: 'line_by_line' | 'bulk' | 'lump_sum' | 'line_by_line_and_lump_sum';
}

const allowedOf = ({ cents, percent }: RefTerms, worth: bigint | null): bigint => {
  const [fixed, share] = [BigInt(cents) * 10n ** 10n, (abs(worth ?? 0n) * BigInt(percent)) / 100n];
  return fixed > share ? fixed : share;
};

/** `centsOf`: a row's amount in hundredths. */
export function referenceHoldings(
  gl: readonly RefHolding[],
  bank: readonly RefHolding[],
  terms: RefTerms,
  centsOf: (row: RefHolding) => number,
): RefResult[] {
  const results = positionByPosition(gl, bank, terms);
  if (terms.method === 'line_by_line' || terms.method === 'bulk') return results;
  const wanted = results.filter(({ found }) => terms.method === 'lump_sum' || found !== 'agrees');
  const rowsOf = ({ gl: ours, bank: theirs }: RefResult) => [
    ...ours.map((id) => gl.find((row) => row.id === id)!),
    ...theirs.map((id) => bank.find((row) => row.id === id)!),
  ];
  const placeOf = ({ account, currency }: RefHolding) => `${account}|${currency}`;
  const totals: RefResult[] = [];
  const taken = new Set<RefResult>();
  for (const place of new Set(wanted.flatMap(rowsOf).map(placeOf))) {
    const here = wanted.filter((one) => rowsOf(one).some((row) => placeOf(row) === place));
    if (here.flatMap(rowsOf).some((row) => placeOf(row) !== place)) continue;
    const ids = (side: 'gl' | 'bank') => here.flatMap((one) => one[side]);
    if (ids('gl').length === 0 || ids('bank').length === 0) continue;
    const sum = (side: 'gl' | 'bank', rows: readonly RefHolding[]) =>
      rows.filter(({ id }) => ids(side).includes(id)).reduce((all, row) => all + centsOf(row), 0);
    const [ours, theirs] = [sum('gl', gl), sum('bank', bank)];
    const apart = BigInt(Math.abs(ours - theirs)) * 10n ** 10n;
    if (apart > allowedOf(terms, BigInt(ours) * 10n ** 10n)) continue;
    totals.push({ gl: ids('gl'), bank: ids('bank'), found: 'agrees' });
    for (const one of here) taken.add(one);
  }
  return [...results.filter((one) => !taken.has(one)), ...totals];
}

function positionByPosition(gl: readonly RefHolding[], bank: readonly RefHolding[], terms: RefTerms): RefResult[] {
  const all = [...gl, ...bank].map(namesOf);
  let [books, custodian] = [positionsOf(gl, all), positionsOf(bank, all)];
  const results: RefResult[] = [];
  const steps: readonly {
    readonly by: string;
    readonly keys: (position: RefPosition) => readonly string[];
  }[] = [
    { by: 'key', keys: (p) => (p.key === null ? [] : [JSON.stringify([p.account, p.key, p.currency])]) },
    { by: 'currency', keys: (p) => (p.key === null || p.isCash ? [] : [JSON.stringify([p.account, p.key])]) },
    {
      by: 'identifier',
      keys: (p) =>
        p.isCash
          ? []
          : (['cusip', 'sedol', 'local_code'] as const)
              .filter((kind) => p.names[kind] !== '' && p.key !== `${kind}:${p.names[kind]}`)
              .map((kind) => JSON.stringify([p.account, kind, p.names[kind]])),
    },
    {
      by: 'identifier',
      keys: (p) =>
        p.isCash || p.names.name === '' || p.units === null || p.units === 0n
          ? []
          : [JSON.stringify([p.account, p.names.name, String(p.units)])],
    },
  ];
  for (const { by, keys } of steps) {
    const meets = (a: RefPosition, b: RefPosition): boolean => keys(a).some((key) => keys(b).includes(key));
    const isOnly = (p: RefPosition, own: readonly RefPosition[], other: readonly RefPosition[]): boolean => {
      const partners = other.filter((q) => meets(p, q));
      return partners.length === 1 && own.filter((q) => q !== p).every((q) => !sharesMet(p, q, other));
    };
    // Two positions of one side that share a key which the other side has stand in each other's way.
    const sharesMet = (p: RefPosition, q: RefPosition, other: readonly RefPosition[]): boolean =>
      keys(p).some((key) => keys(q).includes(key) && other.some((one) => keys(one).includes(key)));
    const pairs = books.flatMap((book) => {
      const partners = custodian.filter((one) => meets(book, one));
      const [partner] = partners;
      if (partner === undefined || !isOnly(book, books, custodian) || !isOnly(partner, custodian, books)) return [];
      return [[book, partner] as const];
    });
    for (const [book, partner] of pairs) {
      const found = differenceOf(book, partner, { by, allowed: allowedOf(terms, book.worth) });
      results.push({ gl: book.rows.map(({ id }) => id), bank: partner.rows.map(({ id }) => id), found });
    }
    books = books.filter((book) => !pairs.some(([one]) => one === book));
    custodian = custodian.filter((other) => !pairs.some(([, one]) => one === other));
  }
  for (const { rows } of books) results.push({ gl: rows.map(({ id }) => id), bank: [], found: 'missing_in_custodian' });
  for (const { rows } of custodian) results.push({ gl: [], bank: rows.map(({ id }) => id), found: 'missing_in_book' });
  return results;
}

function differenceOf(
  book: RefPosition,
  custodian: RefPosition,
  { by, allowed }: { readonly by: string; readonly allowed: bigint },
): string {
  if (by === 'identifier') return 'identifier_mismatch';
  if (book.day !== null && custodian.day !== null && book.day !== custodian.day) return 'as_of_mismatch';
  if (by === 'currency') return 'currency_mismatch';
  const bothKnown = (a: bigint | null, b: bigint | null): boolean => a !== null && b !== null;
  const beyond = (a: bigint, b: bigint, parts: bigint): boolean => {
    const larger = abs(a) > abs(b) ? abs(a) : abs(b);
    return abs(a - b) * parts > larger;
  };
  const hundredth = allowed > 10n ** 10n ? allowed : 10n ** 10n;
  // By how much a price or rate changes the value: the value by the share that it differs by.
  const matters = (a: bigint, b: bigint): boolean => {
    if (!beyond(a, b, 10_000n)) return false;
    const values = [book.worth, custodian.worth].filter((worth) => worth !== null).map(abs);
    if (allowed === 0n || values.length === 0) return true;
    const value = values.toSorted((x, y) => (x < y ? -1 : 1)).at(-1)!;
    const larger = abs(a) > abs(b) ? abs(a) : abs(b);
    return value * abs(a - b) > allowed * larger;
  };
  if (book.isCash) {
    return bothKnown(book.worth, custodian.worth) && abs(book.worth! - custodian.worth!) > hundredth
      ? 'cash_break'
      : 'agrees';
  }
  const withFactors = book.factor !== null && custodian.factor !== null;
  const price = (p: RefPosition): bigint | null => (p.price === null || !withFactors ? p.price : p.price * p.factor!);
  if (bothKnown(book.units, custodian.units) && book.units !== custodian.units) {
    const apart = book.units! - custodian.units!;
    const [ours, theirs] = [book.unsettled, custodian.unsettled];
    const explained = [ours, -ours, theirs, -theirs, ours - theirs].includes(apart);
    if (explained && (ours !== 0n || theirs !== 0n)) return 'pending_trade';
    if (isSplitRatio(book.units!, custodian.units!) && bothKnown(price(book), price(custodian))) {
      if (!beyond(book.units! * price(book)!, custodian.units! * price(custodian)!, 200n)) return 'corporate_action';
    }
    return 'quantity_break';
  }
  if (bothKnown(price(book), price(custodian)) && matters(price(book)!, price(custodian)!)) return 'price_break';
  if (bothKnown(book.rate, custodian.rate) && matters(book.rate!, custodian.rate!)) return 'fx_break';
  if (bothKnown(book.accrued, custodian.accrued) && abs(book.accrued! - custodian.accrued!) > hundredth) {
    return 'accrued_interest_break';
  }
  if (bothKnown(book.worth, custodian.worth)) {
    const isFar = abs(book.worth! - custodian.worth!) > hundredth && beyond(book.worth!, custodian.worth!, 10_000n);
    if (isFar) return 'market_value_break';
  }
  return 'agrees';
}

/** Tries every ratio there may be. */
function isSplitRatio(a: bigint, b: bigint): boolean {
  if (a === 0n || b === 0n || a < 0n !== b < 0n || a === b) return false;
  for (let n = 1n; n <= 1_000n; n++) if (a * n === b || b * n === a) return true;
  for (let n = 1n; n <= 21n; n++) for (let m = 1n; m <= 21n; m++) if (a * n === b * m) return true;
  return false;
}

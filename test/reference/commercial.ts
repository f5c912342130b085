// Instant transfers and cards matched slowly and obviously: every row is looked at for every other,
// one step after the other. Rows are plain objects; what it answers are groups by the rows' names.

import { certainCounts } from './assignment.ts';

export interface CommercialRow {
  readonly name: string;
  readonly side: 'gl' | 'bank';
  readonly day: number;
  readonly second: number;
  /** Signed minor units. */
  readonly amount: number;
  readonly reference: string;
  /** Thirty digits, twelve, or none. */
  readonly session: string;
  readonly beneficiary: string;
  readonly reversal: boolean;
  readonly rrn: string;
  readonly stan: string;
  readonly terminal: string;
  readonly card: string;
}

export interface Answer {
  /** `a+b=c tier n`, names in order. */
  readonly groups: readonly string[];
  readonly netted: readonly string[];
}

interface Step {
  readonly tier: number;
  readonly same: (gl: CommercialRow, bank: CommercialRow) => boolean;
  readonly days: number;
}

interface Group {
  readonly gl: CommercialRow[];
  readonly bank: CommercialRow[];
  readonly tier: number;
}

class Slow {
  readonly free = new Set<CommercialRow>();
  readonly groups: Group[] = [];
  readonly netted: string[] = [];
  readonly rows: readonly CommercialRow[];

  constructor(rows: readonly CommercialRow[]) {
    this.rows = rows;
    for (const row of rows) this.free.add(row);
  }

  open(side: CommercialRow['side']): CommercialRow[] {
    return this.rows.filter((row) => row.side === side && this.free.has(row)).sort(inTime);
  }

  take(group: Group): void {
    this.groups.push(group);
    for (const row of [...group.gl, ...group.bank]) this.free.delete(row);
  }

  pairs({ tier, same, days }: Step): void {
    for (const gl of this.open('gl')) {
      const bank = this.open('bank').find(
        (row) => row.amount === gl.amount && Math.abs(row.day - gl.day) <= days && same(gl, row),
      );
      if (bank !== undefined) this.take({ gl: [gl], bank: [bank], tier });
    }
  }

  net(
    side: CommercialRow['side'],
    keyOf: (row: CommercialRow) => string,
    days: number,
    areTwo: (a: CommercialRow, b: CommercialRow) => boolean = () => false,
  ): void {
    for (const plus of this.open(side).filter((row) => row.amount > 0 && keyOf(row) !== '')) {
      const minus = this.open(side).find(
        (row) =>
          row.amount === -plus.amount &&
          keyOf(row) === keyOf(plus) &&
          Math.abs(row.day - plus.day) <= days &&
          !areTwo(plus, row),
      );
      if (minus === undefined) continue;
      this.netted.push([plus.name, minus.name].sort().join('~'));
      this.free.delete(plus);
      this.free.delete(minus);
    }
  }

  answer(): Answer {
    const names = (rows: readonly CommercialRow[]) =>
      rows
        .map(({ name }) => name)
        .sort()
        .join('+');
    return {
      groups: this.groups.map(({ gl, bank, tier }) => `${names(gl)}=${names(bank)} tier ${tier}`).sort(),
      netted: [...this.netted].sort(),
    };
  }
}

function inTime(a: CommercialRow, b: CommercialRow): number {
  return (
    a.day - b.day ||
    a.second - b.second ||
    Math.abs(a.amount) - Math.abs(b.amount) ||
    a.amount - b.amount ||
    byText(a.reference, b.reference) ||
    byText(a.session, b.session) ||
    byText(narration(a), narration(b)) ||
    byText(a.beneficiary, b.beneficiary) ||
    byText(a.card, b.card) ||
    byText(a.rrn, b.rrn) ||
    byText(a.stan, b.stan) ||
    byText(a.terminal, b.terminal) ||
    byText(a.name, b.name)
  );
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** What a row says. */
export const narration = ({ reversal }: CommercialRow): string => (reversal ? 'TRF RVSL' : 'TRF');

const REVERSAL_DAYS = 7;
const given = (text: string) => text !== '';
const differ = (a: string, b: string) => given(a) && given(b) && a !== b;
const tail = ({ session }: CommercialRow) => session.slice(-12);
const whole = ({ session }: CommercialRow) => session.length === 30;

/** The fee and the VAT on it of a transfer of 2026. */
function feesOf(amount: number): { fee: number; vat: number } {
  const naira = Math.abs(amount) / 100;
  const fee = naira <= 5_000 ? 1_000 : naira <= 50_000 ? 2_500 : 5_000;
  return { fee, vat: Math.round(fee * 0.075) };
}

export function slowTransfers(rows: readonly CommercialRow[], days: number): Answer {
  const slow = new Slow(rows);
  const rightAccount = (gl: CommercialRow, bank: CommercialRow) => !differ(gl.beneficiary, bank.beneficiary);
  const alone = (row: CommercialRow) =>
    rows.filter((other) => other.side === row.side && other.reference === row.reference).length === 1;
  const sameReference = (gl: CommercialRow, bank: CommercialRow) =>
    given(gl.reference) && gl.reference === bank.reference && rightAccount(gl, bank);
  slow.pairs({ tier: 1, days, same: (gl, bank) => sameReference(gl, bank) && alone(gl) && alone(bank) });
  slow.pairs({ tier: 2, days, same: (gl, bank) => whole(gl) && gl.session === bank.session && rightAccount(gl, bank) });
  const cut = (gl: CommercialRow, bank: CommercialRow) =>
    given(gl.session) && tail(gl) === tail(bank) && !(whole(gl) && whole(bank)) && rightAccount(gl, bank);
  slow.pairs({ tier: 2, days, same: cut });
  slow.pairs({ tier: 2, days, same: sameReference });
  const keys = [(row: CommercialRow) => (whole(row) ? row.session : ''), tail, (row: CommercialRow) => row.reference];
  const maybeOne = (gl: CommercialRow, bank: CommercialRow, key: (row: CommercialRow) => string) =>
    rightAccount(gl, bank) && !(key === tail && whole(gl) && whole(bank));
  const groups = slow.groups.length;
  for (const key of keys) withFeeInside(slow, { key, days, maybeOne });
  const areTwo = (one: CommercialRow, other: CommercialRow) =>
    whole(one) && whole(other) && one.session !== other.session;
  for (const side of ['gl', 'bank'] as const) for (const key of keys) slow.net(side, key, REVERSAL_DAYS, areTwo);
  addFees(slow, slow.groups.slice(0, groups));
  for (const key of keys) withFeeInside(slow, { key, days, maybeOne });
  return slow.answer();
}

/**
 * Rows beside the largest transfer of their session, else of their reference, that are its fee and VAT: all of them
 * together, else one that is both, else the first that is the one and the first that is the other.
 */
function addFees(slow: Slow, found: readonly Group[]): void {
  for (const side of ['gl', 'bank'] as const) {
    const beside = new Map<Group, CommercialRow[]>();
    const principalOf = (row: CommercialRow): Group | undefined => {
      const largest = (isOf: (own: CommercialRow) => boolean) =>
        found
          .filter((group) => isOf(group[side][0]))
          .reduce<Group | undefined>((a, b) => (a === undefined || size(b) > size(a) ? b : a), undefined);
      const bySession = whole(row) ? largest((own) => own.session === row.session) : undefined;
      return bySession ?? (given(row.reference) ? largest((own) => own.reference === row.reference) : undefined);
    };
    for (const row of slow.open(side)) {
      const principal = principalOf(row);
      if (principal === undefined) continue;
      const own = principal[side][0].amount;
      if (Math.sign(own) !== Math.sign(row.amount) || Math.abs(row.amount) >= Math.abs(own)) continue;
      beside.set(principal, [...(beside.get(principal) ?? []), row]);
    }
    for (const [principal, lines] of beside) {
      const { fee, vat } = feesOf(principal[side][0].amount);
      const of = (amount: number) => lines.filter((line) => Math.abs(line.amount) === amount).slice(0, 1);
      const isAll = lines.reduce((sum, line) => sum + Math.abs(line.amount), 0) === fee + vat;
      const both = of(fee + vat);
      const paid = isAll ? lines : both.length > 0 ? both : [...of(fee), ...of(vat)];
      principal[side].push(...paid);
      for (const row of paid) slow.free.delete(row);
    }
  }
}

const size = (group: Group): number => Math.abs(group.gl[0].amount);

function withFeeInside(
  slow: Slow,
  {
    key,
    days,
    maybeOne,
  }: {
    readonly key: (row: CommercialRow) => string;
    readonly days: number;
    readonly maybeOne: (gl: CommercialRow, bank: CommercialRow, key: (row: CommercialRow) => string) => boolean;
  },
): void {
  const [ledger, statement] = [slow.open('gl'), slow.open('bank')];
  for (const gl of ledger) {
    const isAlike = (row: CommercialRow) => key(row) === key(gl) && Math.sign(row.amount) === Math.sign(gl.amount);
    const own = ledger.filter((row) => given(key(gl)) && isAlike(row));
    const other = statement.filter(isAlike);
    if (own.length !== 1 || other.length !== 1) continue;
    const bank = other[0];
    const isNear = Math.abs(bank.day - gl.day) <= days;
    const { fee, vat } = feesOf(bank.amount);
    const more = Math.abs(gl.amount) - Math.abs(bank.amount);
    const isSame = gl.amount === bank.amount;
    const isFee = Math.sign(gl.amount) === Math.sign(bank.amount) && (more === fee || more === fee + vat);
    if (isNear && maybeOne(gl, bank, key) && (isSame || isFee)) slow.take({ gl: [gl], bank: [bank], tier: 2 });
  }
}

/** `rate`: a share of money in that the switch may keep, or show on a line of its own. */
export function slowCards(rows: readonly CommercialRow[], days: number, rate = 0): Answer {
  const slow = new Slow(rows);
  slow.pairs({
    tier: 1,
    days,
    same: (gl, bank) => given(gl.rrn) && gl.rrn === bank.rrn && !differ(gl.terminal, bank.terminal),
  });
  const sameTerminal = (gl: CommercialRow, bank: CommercialRow) => given(gl.terminal) && gl.terminal === bank.terminal;
  slow.pairs({
    tier: 2,
    days: 1,
    same: (gl, bank) => given(gl.stan) && gl.stan === bank.stan && sameTerminal(gl, bank) && !differ(gl.rrn, bank.rrn),
  });
  nearestInTime(
    slow,
    (gl, bank) =>
      given(gl.card) &&
      gl.card === bank.card &&
      gl.amount === bank.amount &&
      sameTerminal(gl, bank) &&
      !differ(gl.rrn, bank.rrn) &&
      !differ(gl.stan, bank.stan) &&
      apart(gl, bank) <= 600,
  );
  const exact = [...slow.groups];
  netBesideCharge(slow, days, rate);
  withRateInside(slow, days, rate);
  const trace = ({ stan, terminal }: CommercialRow) => (given(stan) && given(terminal) ? `${stan} ${terminal}` : '');
  for (const side of ['gl', 'bank'] as const) {
    slow.net(
      side,
      ({ rrn }) => rrn,
      REVERSAL_DAYS,
      (a, b) => differ(a.terminal, b.terminal),
    );
    slow.net(side, trace, 1, (a, b) => differ(a.rrn, b.rrn));
  }
  withRateInside(slow, days, rate);
  partlyTakenBack(slow, days);
  addCharges(slow, exact, { days, rate });
  return slow.answer();
}

const chargeOf = (amount: number, rate: number): number => (amount > 0 ? Math.round(amount * rate) : 0);

/** Whether a row is a line of the charge of a transaction of its side and of the other's row. */
function isBeside(
  row: CommercialRow,
  { own, other, days }: { readonly own: CommercialRow; readonly other: CommercialRow; readonly days: number },
): boolean {
  const isCharge = row !== own && row.amount < 0 && -row.amount < Math.abs(own.amount) && !row.reversal;
  return isCharge && !differ(own.terminal, row.terminal) && Math.abs(row.day - other.day) <= days;
}

const sumOf = (rows: readonly CommercialRow[]): number => rows.reduce((all, { amount }) => all + amount, 0);
const references = ({ rows }: Slow): Set<string> => new Set(rows.map(({ rrn }) => rrn).filter(given));

/** One side in full with the charge on lines of its own, the other net of it. */
function netBesideCharge(slow: Slow, days: number, rate: number): void {
  for (const rrn of references(slow)) {
    const of = { gl: slow.open('gl'), bank: slow.open('bank') };
    const [gl, bank] = [of.gl.filter((row) => row.rrn === rrn), of.bank.filter((row) => row.rrn === rrn)];
    if (Math.min(gl.length, bank.length) !== 1 || gl.length + bank.length === 2) continue;
    const largest = (rows: readonly CommercialRow[]) =>
      rows.reduce((a, b) => (Math.abs(b.amount) > Math.abs(a.amount) ? b : a));
    const [x, y] = [largest(gl), largest(bank)];
    if (Math.abs(x.day - y.day) > days || differ(x.terminal, y.terminal) || x.amount > 0 !== y.amount > 0) continue;
    const [many, own, other] = gl.length > 1 ? [gl, x, y] : [bank, y, x];
    const lines = many.filter((row) => row !== own);
    const charge = chargeOf(Math.max(x.amount, y.amount), rate);
    if (charge === 0 || !lines.every((row) => isBeside(row, { own, other, days }))) continue;
    if (sumOf(lines) === -charge && sumOf(gl) === sumOf(bank)) slow.take({ gl, bank, tier: 2 });
  }
}

function withRateInside(slow: Slow, days: number, rate: number): void {
  const [ledger, statement] = [slow.open('gl'), slow.open('bank')];
  for (const gl of ledger) {
    const isAlike = (row: CommercialRow) => row.rrn === gl.rrn && Math.sign(row.amount) === Math.sign(gl.amount);
    const [own, other] = [ledger.filter(isAlike), statement.filter(isAlike)];
    if (!given(gl.rrn) || own.length !== 1 || other.length !== 1) continue;
    const bank = other[0];
    const charge = chargeOf(Math.max(gl.amount, bank.amount), rate);
    const isNear = Math.abs(bank.day - gl.day) <= days && !differ(gl.terminal, bank.terminal);
    if (isNear && charge > 0 && Math.abs(gl.amount - bank.amount) === charge)
      slow.take({ gl: [gl], bank: [bank], tier: 2 });
  }
}

/** Lines beside the largest transaction of their retrieval reference that come to its charge, or one of them that is it. */
function addCharges(
  slow: Slow,
  exact: readonly Group[],
  { days, rate }: { readonly days: number; readonly rate: number },
): void {
  for (const rrn of references(slow)) {
    const own = exact.filter(({ gl, bank }) => (gl[0].rrn || bank[0].rrn) === rrn);
    const most = Math.max(...own.map(size));
    const [group, rival] = own.filter((one) => size(one) === most);
    const charge = group === undefined || rival !== undefined ? 0 : chargeOf(group.gl[0].amount, rate);
    if (group === undefined || charge === 0) continue;
    const found = (['gl', 'bank'] as const).map((side) => {
      const pair = { own: group[side][0], other: group[side === 'gl' ? 'bank' : 'gl'][0], days };
      const lines = slow.open(side).filter((row) => row.rrn === rrn && isBeside(row, pair));
      return sumOf(lines) === -charge ? lines : lines.filter((row) => row.amount === -charge).slice(0, 1);
    });
    const [gl, bank] = found as [CommercialRow[], CommercialRow[]];
    slow.groups.splice(slow.groups.indexOf(group), 1);
    const tier = sumOf(gl) === sumOf(bank) ? group.tier : 2;
    slow.take({ gl: [...group.gl, ...gl], bank: [...group.bank, ...bank], tier });
  }
}

/** All open rows of a retrieval reference, one of them a reversal, where both sides come to the same. */
function partlyTakenBack(slow: Slow, days: number): void {
  for (const rrn of new Set(slow.rows.map((row) => row.rrn).filter(given))) {
    const [gl, bank] = (['gl', 'bank'] as const).map((side) => slow.open(side).filter((row) => row.rrn === rrn)) as [
      CommercialRow[],
      CommercialRow[],
    ];
    const sum = (of: readonly CommercialRow[]) => of.reduce((all, { amount }) => all + amount, 0);
    const fits = (one: CommercialRow) =>
      bank.every((other) => Math.abs(other.day - one.day) <= days && !differ(one.terminal, other.terminal));
    const isPart = gl.length > 0 && bank.length > 0 && gl.length + bank.length > 2 && gl.every(fits);
    if (isPart && [...gl, ...bank].some(({ reversal }) => reversal) && sum(gl) !== 0 && sum(gl) === sum(bank))
      slow.take({ gl, bank, tier: 2 });
  }
}

const apart = (gl: CommercialRow, bank: CommercialRow): number =>
  Math.abs((bank.day - gl.day) * 86_400 + bank.second - gl.second);

/** Of all ways to pair rows that may be a pair: most rows, then the least squares of seconds; what all of the best have. */
function nearestInTime(slow: Slow, isPair: (gl: CommercialRow, bank: CommercialRow) => boolean): void {
  const [gl, bank] = [kindsOf(slow.open('gl')), kindsOf(slow.open('bank'))];
  const certain = certainCounts({
    left: gl.map((rows) => rows.length),
    right: bank.map((rows) => rows.length),
    worth: (i, j) => {
      const [x, y] = [gl[i][0], bank[j][0]];
      return isPair(x, y) ? [1n, -BigInt(apart(x, y) ** 2), 0n, 0n] : null;
    },
  });
  certain.forEach((counts, i) => {
    counts.forEach((count, j) => {
      for (let k = 0; k < count; k++) slow.take({ gl: [gl[i].shift()!], bank: [bank[j].shift()!], tier: 3 });
    });
  });
}

/** Rows that say the same, together. */
function kindsOf(rows: readonly CommercialRow[]): CommercialRow[][] {
  const kinds = new Map<string, CommercialRow[]>();
  for (const row of rows) {
    const { name: _, ...said } = row;
    const content = JSON.stringify(said);
    kinds.set(content, [...(kinds.get(content) ?? []), row]);
  }
  return [...kinds.values()];
}

// What a partner's bank calls its charges is learned from what named callers confirm, on both stores: known in the next
// run, named in its summary, kept as its terms, taken back by reopening.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { journalEntries } from '../../../src/core/summary/statement/journal-entries.ts';
import { identifiedJournals } from '../../../src/core/summary/statement/journal-ids.ts';
import type { Store } from '../../../src/ports/store.ts';
import type { ResolveOrder } from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { KINDS } from '../../../src/workflows/kinds/kinds.ts';
import { stateSession } from '../../../src/workflows/statements/state-session.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { clustersOf, type Partner, partner, rowOf, SCOPE } from './month.ts';

/** The lines of the month's rows of the bank. */
const LINES = { INT: 2, CAMF: 3, MUSA: 4, TRANSFER: 5 } as const;
type Word = keyof typeof LINES;
const WORDS = Object.keys(LINES) as Word[];

const KEY = { ...SCOPE, name: 'charge_words' } as const;

function learning(open?: () => Promise<Store>): void {
  let lagos: Partner;
  beforeEach(async () => {
    lagos = await partner(open);
  });
  afterEach(() => lagos.dispose());

  /** A month with what the bank calls interest, a fee, and a payment to somebody. */
  const month = async (name: string, n: number) => {
    const day = (d: number) => `2026-0${n}-${String(d).padStart(2, '0')}`;
    const bank = [
      `${day(28)},,INT.RUN DR 01/0${n}-28/0${n},-1${n}20.55`,
      `${day(27)},,CAMF-0${n}/2026,-${n}3.75`,
      `${day(9)},,MUSA GARBA ${n}77120${n},-45${n}00.00`,
      `${day(5)},,TRANSFER 00${n}512${n},-7${n}5.00`,
    ];
    const gl = [rowOf('gl', n).replace('2026-03', `2026-0${n}`), `${day(11)},PV9${n}1,Rent of the office,-25${n}00.00`];
    await lagos.session(name, { gl, bank });
  };
  const clusterOf = async (session: string, word: Word) =>
    (await clustersOf(lagos)).find(({ reason }) => reason.includes(`(${session}-bank.csv line ${LINES[word]})`))!;
  const types = async (session: string) =>
    Object.fromEntries(
      await Promise.all(WORDS.map(async (word) => [word, (await clusterOf(session, word)).type] as const)),
    );
  const confirm = async (word: Word, more: Partial<ResolveOrder>, session = 'march') => {
    const { clusterId, type } = await clusterOf(session, word);
    return lagos.resolve('approved', { type, clusterIds: [clusterId], caller: 'ada', ...more });
  };
  const latest = () => lagos.store.partnerTerms.latest(KEY);
  const versionOf = async (session: string) => {
    const { summary } = (await lagos.store.summaries.latest({ ...SCOPE, session }))!;
    const { chargeWords } = (summary as unknown as { scope: { parameters: { chargeWords?: { version: number } } } })
      .scope.parameters;
    return chargeWords?.version ?? null;
  };

  test('what a named caller confirms is known in the next run, and its version in the summary', async () => {
    await month('march', 3);
    const before = await types('march');
    expect([before['INT'], before['CAMF']]).not.toContain('possible_interest_or_tax');
    expect(await confirm('INT', { confirmedAs: 'interest_or_tax' })).toHaveLength(1);
    expect(await confirm('CAMF', { confirmedAs: 'charge' })).toHaveLength(1);
    expect(await latest()).toMatchObject({ version: 2, setBy: 'ada' });
    await month('april', 4);
    expect(await types('april')).toMatchObject({ INT: 'possible_interest_or_tax', CAMF: 'possible_bank_fee' });
    expect((await clusterOf('april', 'CAMF')).reason).toContain(
      'says CAMF, words that were confirmed for this partner',
    );
    expect([await versionOf('march'), await versionOf('april')]).toEqual([null, 2]);
    // Approving the class confirms it once more, and adds its exception.
    await confirm('CAMF', {}, 'april');
    expect((await latest())!.version).toBe(3);
  });

  test('approvals by nobody, of some branches, and of other classes without a word teach nothing', async () => {
    await month('march', 3);
    const { clusterId, type } = await clusterOf('march', 'CAMF');
    await lagos.resolve('approved', { type, clusterIds: [clusterId], confirmedAs: 'charge' });
    await confirm('INT', { confirmedAs: 'charge', branches: ['ikeja'] });
    await confirm('MUSA', {});
    // Words that only say how money moved are no name.
    await confirm('TRANSFER', { confirmedAs: 'charge' });
    expect(await latest()).toBeNull();
  });

  test('a rerun keeps what was decided of a row whose class has changed, and its journal is a charge at once', async () => {
    await month('march', 3);
    const journals = async () => {
      const deps = { store: lagos.store, compute: lagos.deps.compute, digest: sha256, kinds: KINDS };
      const { stated } = (await stateSession(deps, { ...SCOPE, session: 'march' }, null))!;
      const all = identifiedJournals(stated, [...journalEntries(stated, null)]);
      const shown = all.map(({ id, entry: { amount, purpose, exception } }) => [
        amount,
        purpose,
        exception?.status,
        id,
      ]);
      return shown.sort(([a], [b]) => Number(a) - Number(b));
    };
    const before = await journals();
    await confirm('CAMF', { confirmedAs: 'charge' });
    await confirm('INT', { confirmedAs: 'interest_or_tax' });
    await lagos.resolve('rejected', {
      type: 'not_found_bank',
      clusterIds: [(await clusterOf('march', 'MUSA')).clusterId],
    });
    const decided = await journals();
    expect(decided.map((one) => one.slice(1, 3))).toEqual([
      ['bank_charges', 'approved'],
      ['payment_to_identify', 'pending'],
      ['interest_paid', 'approved'],
      ['payment_to_identify', 'rejected'],
    ]);
    // The same entries, whatever they are for.
    expect(decided.map((one) => one[3])).toEqual(before.map((one) => one[3]));
    const listed = await clustersOf(lagos);
    for (const _ of [1, 2]) {
      await month('march', 3);
      await lagos.session('march', { gl: [rowOf('gl', 3)], bank: [rowOf('bank', 1)] });
    }
    await month('march', 3);
    expect(await journals()).toEqual(decided);
    const ids = (all: typeof listed) =>
      all.filter(({ decisionStatus }) => decisionStatus !== 'pending').map(({ clusterId }) => clusterId);
    expect(ids(await clustersOf(lagos))).toEqual(ids(listed));
    // One exception for each row: nothing is asked twice.
    const rows = (await clustersOf(lagos)).flatMap(({ members }) => members.map(({ recordId }) => recordId));
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('a line of a month later is known by amount, day and first words; a standing order is not', async () => {
    const booked = async (name: string, [day, n]: readonly [day: string, n: number], branch: string) =>
      lagos.session(name, {
        gl: [
          rowOf('gl', n).replace('2026-03', day.slice(0, 7)),
          `${day.slice(0, 7)}-11,PV9${n}1,Rent of the office,-25${n}00.00`,
        ],
        bank: [`${day},,CAMF ${branch},-5000.00`, `${day},,SO MUSA RENT ${n}77120,-5000.00`],
      });
    const clusterAt = async (session: string, line: number) =>
      (await clustersOf(lagos)).find(({ reason }) => reason.includes(`(${session}-bank.csv line ${line})`))!;
    await booked('march', ['2026-03-31', 3], 'IKEJA');
    const { clusterId, type } = await clusterAt('march', 2);
    expect(type).toBe('not_found_bank');
    await lagos.resolve('approved', { type, clusterIds: [clusterId], confirmedAs: 'charge', caller: 'ada' });
    const seen = [{ cluster: clusterId, currency: 'NGN', amount: -500_000, day: 20_543 }];
    expect(await latest()).toMatchObject({ version: 1, terms: { names: [{ name: 'CAMF IKEJA', seen }] } });
    await booked('april', ['2026-04-30', 4], 'LEKKI');
    expect(await clusterAt('april', 2)).toMatchObject({
      type: 'possible_bank_fee',
      reason: expect.stringContaining('like the charge CAMF IKEJA of 2026-03-31 that was confirmed for this partner'),
    });
    expect((await clusterAt('april', 3)).type).toBe('not_found_bank');
    expect(await versionOf('april')).toBe(1);
    // What the run went by is kept with it: the statement is made of the same classes.
    const deps = { store: lagos.store, compute: lagos.deps.compute, digest: sha256, kinds: KINDS };
    const { stated } = (await stateSession(deps, { ...SCOPE, session: 'april' }, null))!;
    expect(stated.parameters.chargeWords?.seen).toEqual([
      { name: 'CAMF IKEJA', kind: 'charge', currency: 'NGN', amount: -500_000, day: 20_543 },
    ]);
    const purposes = [...journalEntries(stated, null)].map(({ purpose }) => purpose).sort();
    expect(purposes).toEqual(['bank_charges', 'payment_to_identify']);
    await lagos.resolve('reopened', { type: 'not_found_bank', clusterIds: [clusterId] });
    await booked('may', ['2026-05-31', 5], 'LEKKI');
    expect((await clusterAt('may', 2)).type).toBe('not_found_bank');
  });

  test('a lesson is taken back by reopening what taught it; runs keep the version that they went by', async () => {
    await month('march', 3);
    await confirm('MUSA', { confirmedAs: 'charge' });
    await month('april', 4);
    expect((await types('april'))['MUSA']).toBe('possible_bank_fee');
    const { clusterId, type } = await clusterOf('march', 'MUSA');
    await lagos.resolve('reopened', { type, clusterIds: [clusterId] });
    expect(await latest()).toMatchObject({ version: 2, terms: { names: [] } });
    await month('may', 5);
    expect((await types('may'))['MUSA']).not.toBe('possible_bank_fee');
    expect([await versionOf('april'), await versionOf('may')]).toEqual([1, null]);
    expect(await lagos.store.partnerTerms.ofVersion(KEY, 1)).toMatchObject({ terms: { names: [{ kind: 'charge' }] } });
  });
}

describe('on the embedded store', () => learning());
withMongodb('on MongoDB', (database) => learning(() => database.openPrepared()));

// Random histories of two people: months that are run again, proposals that are accepted, declined and withdrawn, matches
// by hand, partings, constraints that are undone, signatures and reopenings, with calls and work that die in the middle.
// After each step rows, exceptions, proofs, the chain, signatures and proposals must agree.

import { expect, test } from 'vitest';
import { TieoutError } from '../../../src/core/errors.ts';
import { proposalOf } from '../../../src/core/people/proposal.ts';
import { SIDES } from '../../../src/core/records/rows/columns.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import { summaryFromJson } from '../../../src/core/summary/summary-json.ts';
import type { Store } from '../../../src/ports/store.ts';
import { auditOf } from '../../../src/workflows/decisions/publish-decision.ts';
import { verifyAudit } from '../../../src/workflows/decisions/verify-audit.ts';
import { matchByHand } from '../../../src/workflows/people/match-by-hand.ts';
import { reopenSession, signOffOfSession, signSession } from '../../../src/workflows/people/sign-session.ts';
import { takeApart } from '../../../src/workflows/people/take-apart.ts';
import { undoConstraint } from '../../../src/workflows/people/undo-constraint.ts';
import { acceptProposal, declineProposal, withdrawProposal } from '../../../src/workflows/proposals/decide-proposal.ts';
import type { Ordered } from '../../../src/workflows/proposals/look-at-order.ts';
import { type ProposingDependencies, propose } from '../../../src/workflows/proposals/propose.ts';
import { reportMatches } from '../../../src/workflows/reports/report-matches.ts';
import { randomOf } from '../../adapters/store-embedded/random.ts';
import { withMongodb } from '../../adapters/store-mongo/temporary-database.ts';
import { orderOf, type Partner, partner, rowOf, SCOPE } from '../decisions/month.ts';
import { CHAIN, followUp } from '../decisions/resolving.ts';

const STEPS = 12;
const SESSIONS = ['a', 'b'] as const;
const ALL = { after: null, limit: 500 };
const NOBODY = { by: null, branches: null };
const PEOPLE = ['ada', 'bisi', 'chi'] as const;

/** A refusal of what no longer fits; anything else is a defect. */
const REFUSALS: ReadonlySet<string> = new Set([
  ...['session_signed_off', 'rows_not_open', 'match_not_apart', 'proposal_moved', 'proposal_state', 'sign_off_state'],
  ...['forbidden', 'not_found', 'usage', 'session_busy', 'decision_taken'],
]);

class Died extends Error {}

/** The store of a process that dies at its `n`th call: the call is made or not, and nothing after it. Holds lapse. */
function dyingAt(store: Store, n: number, isMade: boolean): Store {
  let left = n;
  const lapsing = new Set(['release', 'renew']);
  // Of a hold that nobody has begun to renew the store alone would know.
  const holding = new Set(['begin', 'take', 'decide']);
  const port = (of: object): object =>
    new Proxy(of, {
      get(target, name) {
        const own = Reflect.get(target, name);
        if (typeof own !== 'function' || lapsing.has(String(name)))
          return typeof own === 'function' ? own.bind(target) : own;
        return async (...args: unknown[]) => {
          left--;
          if (left > 0) return own.apply(target, args);
          if (left === 0 && isMade && !holding.has(String(name))) await own.apply(target, args);
          throw new Died();
        };
      },
    });
  return new Proxy(store, {
    get: (target, name) => {
      const own = Reflect.get(target, name);
      return typeof own === 'object' && own !== null ? port(own) : own;
    },
  });
}

class History {
  readonly #random: () => number;
  readonly #lagos: Partner;
  readonly #statements = new Map<string, string>();
  /** Of signed sessions: statuses of their exceptions when they were signed. */
  readonly #signed = new Map<string, string>();
  #count = 0;
  readonly said: string[] = [];

  constructor(seed: number, lagos: Partner) {
    this.#random = randomOf(seed);
    this.#lagos = lagos;
  }

  async begin(): Promise<void> {
    for (const [i, session] of SESSIONS.entries()) {
      const numbers = Array.from({ length: 5 }, (_, n) => 5 * i + n);
      await this.#lagos.session(session, {
        gl: [...numbers.map((n) => rowOf('gl', n)), `2026-03-04,FT77000${i}1,Same on both,${500 + i}.00`],
        bank: [...numbers.map((n) => rowOf('bank', n)), `2026-03-04,FT77000${i}1,Same on both,${500 + i}.00`],
      });
    }
  }

  async step(): Promise<void> {
    const steps = [this.#propose, this.#propose, this.#propose, this.#review, this.#review, this.#review];
    const alone = [
      this.#match,
      this.#part,
      this.#undo,
      this.#sign,
      this.#sign,
      this.#reopen,
      this.#decide,
      this.#again,
    ];
    const dies = this.#below(3) === 0;
    const whole = this.#lagos.deps as unknown as ProposingDependencies;
    const deps = dies ? { ...whole, store: dyingAt(whole.store, 1 + this.#below(30), this.#below(2) === 0) } : whole;
    try {
      await this.#one([...steps, ...alone]).call(this, deps);
    } catch (error) {
      if (error instanceof Died) this.said.push('it died');
      else if (error instanceof TieoutError && REFUSALS.has(error.code)) this.said.push(`refused: ${error.code}`);
      else throw error;
    }
    await this.#follow(whole);
  }

  /** What the queue does: each piece of work may die once, and is done again. */
  async #follow(whole: ProposingDependencies): Promise<void> {
    for (let round = 0; ; round++) {
      const left = await whole.store.decisions.underWay(SCOPE.tenant, 20);
      if (left.length === 0) return;
      expect(round, `never done: ${JSON.stringify(left)}`).toBeLessThan(40);
      for (const { operationId } of left) {
        const dies = round < 3 && this.#below(3) === 0;
        const store = dies ? dyingAt(whole.store, 1 + this.#below(40), this.#below(2) === 0) : whole.store;
        await followUp({ ...whole, ...CHAIN, store }, operationId).catch((error: unknown) => {
          const isExpected = error instanceof Died || (error instanceof TieoutError && error.code === 'session_busy');
          if (!isExpected) throw error;
        });
      }
    }
  }

  async wrong(): Promise<string[]> {
    const { store, deps } = this.#lagos;
    const wrong: string[] = [];
    const rows = new Map<string, string>();
    for (const session of SESSIONS) {
      const key = { ...SCOPE, session };
      const reported = await reportMatches(deps, key, { filter: { tier: null, minConfidence: null }, page: ALL });
      if (reported.outcome !== 'page') return [`the matches of ${session} are ${reported.outcome}`];
      for (const { groupId, gl, bank } of reported.page.items) {
        for (const { recordId } of [...gl, ...bank]) {
          const other = rows.get(recordId);
          if (other !== undefined && other !== groupId) wrong.push(`row ${recordId} is in ${other} and ${groupId}`);
          rows.set(recordId, groupId);
        }
      }
      const { facts } = summaryFromJson((await store.summaries.latest(key))!.summary);
      for (const side of SIDES) {
        const { items } = await store.openItems.page(key, { side, ...ALL });
        if (items.rows.count !== facts[side].openRows)
          wrong.push(`${session} has ${items.rows.count} open rows of ${side}, its summary ${facts[side].openRows}`);
        for (let i = 0; i < items.rows.count; i++)
          if (rows.has(digestIdAt(items.recordId, i))) wrong.push(`an open row of ${session} is matched`);
      }
      for (const { unexplained } of facts.proofs) if (unexplained !== 0n) wrong.push(`a proof leaves ${unexplained}`);
      const { signOff } = await signOffOfSession(store, key);
      if (signOff.state !== 'reviewed') this.#signed.delete(session);
      else if (!this.#signed.has(session)) this.#signed.set(session, await this.#statuses(session));
      // A later period may clear a row: then its exception is shown no more.
      const then = new Set(JSON.parse(this.#signed.get(session) ?? '[]').map(String));
      const now: unknown[] = this.#signed.has(session) ? JSON.parse(await this.#statuses(session)) : [];
      if (now.some((one) => !then.has(String(one))))
        wrong.push(`exceptions of ${session}, which is signed, have moved`);
    }
    const { firstBreak, waiting } = await verifyAudit(
      { store, digest: deps.digest, ...CHAIN },
      { ...SCOPE, head: null },
    );
    if (firstBreak !== null) wrong.push(`the audit is broken: ${firstBreak.reason}`);
    if (waiting > 0) wrong.push(`${waiting} rows of the audit are in no chain`);
    for (const one of (await store.acts.things(SCOPE.tenant, { kind: 'proposal', ...ALL })).things)
      wrong.push(...(await this.#wrongOf(proposalOf(one.first, one.last, one.partner))));
    return wrong;
  }

  async #statuses(session: string): Promise<string> {
    const { clusters } = await this.#lagos.store.clusters.page({ ...SCOPE, session }, ALL);
    return JSON.stringify(clusters.map(({ clusterId, decisionStatus }) => [clusterId, decisionStatus]));
  }

  /** A proposal is open or ended; what was carried out is done, once, with both names. */
  async #wrongOf({ id, by, status, last }: ReturnType<typeof proposalOf>): Promise<string[]> {
    const { store } = this.#lagos;
    if (status === 'accepted') return [`proposal ${id} is neither carried out nor open`];
    const acts = await store.acts.of(SCOPE, { kind: 'proposal', thing: id });
    const wrong: string[] = [];
    for (const act of acts) {
      const known = await store.decisions.get(act.operation);
      if (known === null || !known.isFinished) wrong.push(`${act.verb} of proposal ${id} has no finished operation`);
      if (act.verb !== 'carried_out') continue;
      const before = acts.find(({ version }) => version === act.version - 1)!;
      const done = act.content['done'] as { readonly decided: number } | null;
      let decided = 0;
      for await (const { metadata, before: was, after } of auditOf({ store }, known!.operation)) {
        if (was !== after) decided++;
        const eyes = { proposal_id: id, proposed_by: by, accepted_by: before.by };
        if (JSON.stringify(metadata['four_eyes']) !== JSON.stringify(eyes))
          wrong.push(`the audit of ${id} lacks a name`);
        if (before.by === by) wrong.push(`${by} accepted their own proposal`);
      }
      if (done !== null && (done.decided !== decided || decided === 0))
        wrong.push(`proposal ${id} decided ${decided}, and says ${done.decided}`);
    }
    // What an acceptance began and was returned from has done nothing.
    for (const { verb, content } of acts) {
      if (verb !== 'accepted' || last.operation === content['carriesOut']) continue;
      const ended = acts.some(({ operation }) => operation === content['carriesOut']);
      if (!ended && (await store.decisions.get(String(content['carriesOut']))) !== null)
        wrong.push(`proposal ${id} was returned, and its act was done`);
    }
    return wrong;
  }

  async #propose(deps: ProposingDependencies): Promise<void> {
    const by = this.#one(PEOPLE);
    const ordered = await this.#order(by);
    if (ordered === null) return;
    this.said.push(`${by} proposes ${ordered.kind}`);
    await propose(deps, SCOPE, { ordered, note: null, by });
  }

  async #order(by: string): Promise<Ordered | null> {
    const { store } = this.#lagos;
    switch (this.#one(['decision', 'decision', 'match', 'parting', 'undo'] as const)) {
      case 'decision': {
        const { clusters } = await store.clusters.page(SCOPE, ALL);
        if (clusters.length === 0) return null;
        const { type } = this.#one(clusters);
        const ids = clusters.filter((one) => one.type === type).map(({ clusterId }) => clusterId);
        const clusterIds = this.#one([null, [this.#one(ids), this.#one(ids)]]);
        const decision = this.#one(['approved', 'rejected', 'reopened'] as const);
        return { kind: 'decision', order: { ...orderOf(decision, { type, clusterIds }), caller: by } };
      }
      case 'match':
        return { kind: 'match', order: await this.#pair(by) };
      case 'parting': {
        const order = await this.#parting(by);
        return order && { kind: 'parting', order };
      }
      case 'undo': {
        const [first] = await store.acts.last(SCOPE, { kind: 'apart', verbs: ['set_apart'] });
        return first === undefined
          ? null
          : { kind: 'undo', order: { scope: SCOPE, id: first.thing, note: 'why not', by, branches: null } };
      }
    }
  }

  async #pair(by: string) {
    const session = this.#one(SESSIONS);
    const ids = async (side: 'gl' | 'bank', of: string) => {
      const { items } = await this.#lagos.store.openItems.page({ ...SCOPE, session: of }, { side, ...ALL });
      return Array.from({ length: items.rows.count }, (_, i) => digestIdAt(items.recordId, i));
    };
    const [gl, bank] = [await ids('gl', session), await ids('bank', this.#one(SESSIONS))];
    const some = (of: string[]) => [of.length === 0 ? '0'.repeat(32) : this.#one(of)];
    return {
      ...{ key: { ...SCOPE, session }, recordIds: { gl: some(gl), bank: some(bank) }, branches: null },
      byHand: { by, note: 'it fits', differenceAs: 'fee' as const },
    };
  }

  async #parting(by: string) {
    const key = { ...SCOPE, session: this.#one(SESSIONS) };
    const asked = { filter: { tier: null, minConfidence: null }, page: ALL };
    const reported = await reportMatches(this.#lagos.deps, key, asked);
    if (reported.outcome !== 'page' || reported.page.items.length === 0) return null;
    return { key, groupId: this.#one(reported.page.items).groupId, note: 'wrong', by, branches: null };
  }

  async #review(deps: ProposingDependencies): Promise<void> {
    const asked = { kind: 'proposal', verbs: ['proposed', 'returned'], ...ALL } as const;
    const { things } = await this.#lagos.store.acts.things(SCOPE.tenant, asked);
    if (things.length === 0) return;
    const { first } = this.#one(things);
    const [name, does] = this.#one([
      ['accepts', acceptProposal],
      ['accepts', acceptProposal],
      ['declines', declineProposal],
      ['withdraws', withdrawProposal],
    ] as const);
    const by = name === 'withdraws' ? first.by : this.#one(PEOPLE);
    this.said.push(`${by} ${name}`);
    await does(deps, SCOPE, { id: first.thing, by, note: 'so', branches: null });
  }

  async #match(deps: ProposingDependencies): Promise<void> {
    this.said.push('a match by hand');
    await matchByHand(deps, await this.#pair('ada'));
  }

  async #part(deps: ProposingDependencies): Promise<void> {
    const order = await this.#parting('ada');
    if (order === null) return;
    this.said.push('a parting');
    await takeApart(deps, order);
  }

  async #undo(deps: ProposingDependencies): Promise<void> {
    const [first] = await this.#lagos.store.acts.last(SCOPE, { kind: 'apart', verbs: ['set_apart'] });
    if (first === undefined) return;
    this.said.push('an undoing');
    await undoConstraint(deps, { ...NOBODY, scope: SCOPE, id: first.thing, note: 'why not' });
  }

  async #decide(): Promise<void> {
    const { clusters } = await this.#lagos.store.clusters.page(SCOPE, ALL);
    if (clusters.length === 0) return;
    const { type, clusterId } = this.#one(clusters);
    this.said.push('a decision');
    await this.#lagos.resolve(this.#one(['approved', 'reopened'] as const), {
      type,
      clusterIds: [clusterId],
      caller: 'chi',
    });
  }

  async #sign(deps: ProposingDependencies): Promise<void> {
    const { store } = this.#lagos;
    const key = { ...SCOPE, session: this.#one(SESSIONS) };
    const { state, signatures } = (await signOffOfSession(store, key)).signOff;
    const as = state === 'prepared' && this.#below(3) > 0 ? 'reviewed' : 'prepared';
    const digest = as === 'reviewed' ? signatures[0]!.digest : await this.#keep(key.session);
    this.said.push(`${as} ${key.session}`);
    const now = async () => this.#keep(key.session);
    await signSession(deps, { key, as, by: this.#one(PEOPLE), digest, note: null, branches: null, now });
  }

  /** What stands for a statement of now: whatever of a session a statement tells. */
  async #keep(session: string): Promise<string> {
    const { store, deps } = this.#lagos;
    const key = { ...SCOPE, session };
    const position = (await store.summaries.latest(key))!.recalculationCount;
    const text = JSON.stringify([position, await this.#statuses(session)]);
    const digest = deps.digest(text);
    if (this.#statements.get(digest) !== text)
      await store.keptStatements.keep(key, { digest, contentType: 'application/json', position, keptAt: 1, text });
    this.#statements.set(digest, text);
    return digest;
  }

  async #reopen(deps: ProposingDependencies): Promise<void> {
    const key = { ...SCOPE, session: this.#one(SESSIONS) };
    this.said.push(`reopen ${key.session}`);
    await reopenSession(deps, { key, reason: 'once more', by: 'chi', branches: null });
  }

  async #again(): Promise<void> {
    const session = this.#one(SESSIONS);
    const i = SESSIONS.indexOf(session);
    const numbers = Array.from(
      { length: 5 + this.#below(2) },
      (_, n) => 5 * i + n + (n === 5 ? 100 + ++this.#count : 0),
    );
    this.said.push(`run ${session}`);
    await this.#lagos.session(session, {
      gl: [...numbers.map((n) => rowOf('gl', n)), `2026-03-04,FT77000${i}1,Same on both,${500 + i}.00`],
      bank: [...numbers.map((n) => rowOf('bank', n)), `2026-03-04,FT77000${i}1,Same on both,${500 + i}.00`],
    });
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #one<T>(of: readonly T[]): T {
    return of[this.#below(of.length)]!;
  }
}

async function agree(seed: number, open?: () => Promise<Store>): Promise<void> {
  const lagos = await partner(open);
  const history = new History(seed, lagos);
  try {
    await history.begin();
    for (let n = 0; n < STEPS; n++) {
      await history.step();
      expect(await history.wrong(), `seed ${seed}: ${history.said.join('; ')}`).toEqual([]);
    }
  } finally {
    await lagos.dispose();
  }
}

const SEEDS = Array.from({ length: Number(process.env['HISTORIES'] ?? 8) }, (_, n) => n + 1);

test.for(SEEDS)('all agrees after each step of history %i', (seed) => agree(seed));

withMongodb('on MongoDB', (database) => {
  test.for([101])('the same of history %i', (seed) => agree(seed, () => database.openPrepared()));
});

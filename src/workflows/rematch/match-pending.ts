// The matching half of a banking rematch: pending orphans of one branch against every open row of the partner, by the
// matcher of runs. It only reads. Orphans whose runs had different parameters are matched once for each set of
// parameters.

import { TieoutError } from '../../core/errors.ts';
import { NOT_FOUND_TYPES } from '../../core/exceptions/decision.ts';
import { knownRecords } from '../../core/exceptions/known-records.ts';
import { BANKING_KIND } from '../../core/kinds/banking.ts';
import { MATCHING_METHODS } from '../../core/matching/method.ts';
import { membersOf } from '../../core/matching/outcome/match-groups.ts';
import { CONFIDENCE, type MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { DEFAULT_PARAMETERS, type MatchParameters } from '../../core/matching/parameters.ts';
import { planSession } from '../../core/matching/plan.ts';
import { comparedIdentifiers } from '../../core/matching/reading/compared-identifiers.ts';
import { REFERENCE_ALONE } from '../../core/matching/tiers/pair-list.ts';
import { exponentOf, scaledInteger } from '../../core/money/money.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { RematchTerms } from '../../core/records/documents/decisions.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { FEE_CHARGE, FEE_RATE } from '../../core/records/groups/fee-basis.ts';
import { weighedAt } from '../../core/records/groups/groups.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Compute } from '../../ports/compute.ts';
import type { ProposedMatch } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { accountsAcross } from '../partners/accounts-across.ts';
import { matchableSides } from './matchable-rows.ts';
import type { MatchScope } from './matches-of-sweep.ts';
import { withoutStrangers } from './meeting-accounts.ts';
import { withoutRecords } from './open-sides.ts';

interface MatchDependencies {
  readonly store: Store;
  readonly compute: Compute;
  readonly digest: Digest;
}

type Sides = Readonly<Record<Side, OpenItemColumns>>;

export async function matchPending(deps: MatchDependencies, asked: MatchScope): Promise<ProposedMatch[]> {
  const { tenant, partner, domain, branchId, days, terms } = asked;
  const scope = { tenant, partner, domain: domain as Domain, types: NOT_FOUND_TYPES };
  const pending = await deps.store.decisions.pending(scope);
  const own = pending.filter((cluster) => (cluster.branchId ?? '') === (branchId ?? ''));
  const known = knownRecords(own, { oneBranch: false });
  const others = new Set(
    pending
      .filter((cluster) => !own.includes(cluster))
      .flatMap(({ glRecordIds, bankRecordIds }) => [...glRecordIds, ...bankRecordIds]),
  );
  const isOwn = (recordId: string) => known.byRecord.has(recordId);
  const matchable = withoutRecords(
    await matchableSides(deps, { tenant, partner, ...days }, { kind: BANKING_KIND.name, isWanted: isOwn }),
    others,
  );
  const open = await withoutStrangers(deps.store, asked, matchable);
  const rows = { gl: open.gl.rows, bank: open.bank.rows };
  const named = [...(open.gl.sessions ?? []), ...(open.bank.sessions ?? [])].flatMap((one) => one ?? []);
  const accounts = await accountsAcross(deps.store, { tenant, partner }, { ...rows, sessions: named });
  const plan = planSession(rows.gl, rows.bank, accounts);
  const matches: ProposedMatch[] = [];
  for (const { parameters, sessions } of await waysOf(deps, asked, [...new Set(own.map(({ session }) => session))])) {
    const inCurrencies = withTolerance(parameters, terms, open);
    const outcome = await deps.compute.match({ ...rows, plan, parameters: inCurrencies });
    for (const match of proposals(deps.digest, open, outcome)) {
      const clusters = [...match.glRecordIds, ...match.bankRecordIds].flatMap((id) => known.byRecord.get(id) ?? []);
      if (clusters.some(({ session }) => sessions.has(session))) {
        matches.push({ ...match, clusterIds: [...new Set(clusters.map(({ clusterId }) => clusterId))].sort() });
      }
    }
  }
  return matches;
}

interface WayOfMatching {
  readonly parameters: MatchParameters;
  /** Sessions whose orphans are matched with these parameters. */
  readonly sessions: ReadonlySet<string>;
}

/** A parameter that the call leaves out is taken from each orphan's own run, else 0. */
async function waysOf(
  { store }: MatchDependencies,
  { tenant, partner, terms }: MatchScope,
  sessions: readonly string[],
): Promise<WayOfMatching[]> {
  const isSaid = Object.values(terms).every((value) => value !== null);
  const ways = new Map<string, { parameters: MatchParameters; sessions: Set<string> }>();
  for (const session of sessions) {
    const latest = isSaid ? null : await store.summaries.latest({ tenant, partner, session });
    const ofRun =
      latest === null
        ? DEFAULT_PARAMETERS
        : { ...DEFAULT_PARAMETERS, ...summaryFromJson(latest.summary).scope.parameters };
    const parameters: MatchParameters = {
      ...ofRun,
      // The run netted reversals already, and its events do not limit later rows.
      netReversals: false,
      events: [],
      method: MATCHING_METHODS.find((method) => method === terms.method) ?? ofRun.method,
      daysForward: terms.daysForward ?? ofRun.daysForward,
      daysBack: terms.daysBack ?? ofRun.daysBack,
    };
    const name = JSON.stringify(parameters);
    const way = ways.get(name) ?? { parameters, sessions: new Set<string>() };
    way.sessions.add(session);
    ways.set(name, way);
  }
  return [...ways.values()];
}

function withTolerance(parameters: MatchParameters, { tolerance }: RematchTerms, { gl, bank }: Sides): MatchParameters {
  if (tolerance === null) return parameters;
  const currencies = [...new Set([...gl.rows.currencies, ...bank.rows.currencies])];
  const inMinor = (code: string) => ({
    chargeMin: parameters.currencies[code]?.chargeMin ?? 0,
    chargeMax: parameters.currencies[code]?.chargeMax ?? 0,
    tolerance: minorOf(tolerance, code),
  });
  return { ...parameters, currencies: Object.fromEntries(currencies.map((code) => [code, inMinor(code)])) };
}

/** Throws usage for an amount that is none: it would silently mean no tolerance. */
function minorOf(tolerance: string, currency: string): number {
  const minor = scaledInteger(tolerance, exponentOf(currency));
  if (minor !== null) return minor;
  throw new TieoutError('usage', `The tolerance "${tolerance}" is no amount of ${currency} that matching could use.`);
}

/** The groups of an outcome, by record id. */
function proposals(digest: Digest, open: Sides, { groups }: MatchOutcome): Omit<ProposedMatch, 'clusterIds'>[] {
  const numbers = Array.from({ length: groups.count }, (_, g) => g);
  const rows = { gl: numbers.map((g) => membersOf(groups.gl, g)), bank: numbers.map((g) => membersOf(groups.bank, g)) };
  const settled = numbers.map((g) => groups.textScore[g] === REFERENCE_ALONE);
  const keys = comparedIdentifiers({ gl: open.gl.rows, bank: open.bank.rows }, { ...rows, settled });
  return numbers.map((g) => {
    const ids = (side: Side) => Array.from(rows[side][g], (row) => digestIdAt(open[side].recordId, row)).sort();
    const [glRecordIds, bankRecordIds] = [ids('gl'), ids('bank')];
    const tier = groups.tier[g];
    const ledger = open.gl.rows;
    return {
      groupId: digest(JSON.stringify(['proposed', glRecordIds, bankRecordIds])).slice(0, 32),
      tier,
      confidence: CONFIDENCE[tier],
      differenceMinor: groups.difference[g],
      currency: ledger.currencies[ledger.currency[rows.gl[g][0]]],
      days: groups.days[g],
      feeBasis: groups.feeBasis[g] === FEE_CHARGE ? 'charge' : groups.feeBasis[g] === FEE_RATE ? 'rate' : null,
      textScore: groups.textScore[g] < 0 ? null : groups.textScore[g],
      probability: weighedAt(groups.weighed, g).probability || null,
      keysCompared: keys[g],
      glRecordIds,
      bankRecordIds,
    };
  });
}

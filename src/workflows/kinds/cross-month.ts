// The kind of run that matches across months. It reads no files and commits nothing to its session. It makes late
// groups, and every later run of their sessions leaves their rows out. A second run finds nothing new.

import { TieoutError } from '../../core/errors.ts';
import { ruleWarnings } from '../../core/fees/rule-warnings.ts';
import { parametersFromDecimals } from '../../core/matching/parameters-from-decimals.ts';
import type { Run } from '../../core/records/documents/run.ts';
import { TIER_REVERSAL } from '../../core/records/groups/groups.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import {
  makeGroups,
  matchOpen,
  renewSummaries,
  showProposals,
  voidExceptions,
} from '../cross-month/match-across-months.ts';
import { openAcrossMonths } from '../cross-month/open-across-months.ts';
import { orderWarningsOf } from '../runs/order-warnings.ts';
import { type KindOfRun, kindOfRun, type RunAtWork, type RunDependencies } from '../stored-runs/kind-of-run.ts';
import type { StoreDependencies } from '../stored-runs/store-run.ts';
import { holdingRows } from '../upkeep/row-lease.ts';
import { CROSS_MONTH, type CrossMonthCommand, crossMonthCommandOf, VERSIONS } from './cross-month-command.ts';

/** `kinds`: the kinds of runs that sessions name, for their summaries. */
export function crossMonthKind(kinds: readonly KindOfRun[]): KindOfRun {
  const refuse = () => {
    throw new TieoutError('internal', 'A cross-month run is no run that a session names.');
  };
  return kindOfRun<CrossMonthCommand>({
    kind: CROSS_MONTH,
    versions: VERSIONS,
    decode: crossMonthCommandOf,
    carryOut: (deps, work, command) => carryOut(deps, work, { command, kinds }),
    isCommitted,
    // Only runs that a session names are finished by others or made anew.
    finish: refuse,
    anew: refuse,
  });
}

/**
 * Whether the run has confirmed groups. The next holder of the row lease would confirm proposed ones, so this is asked
 * under the lease.
 */
async function isCommitted({ store, clock }: StoreDependencies, { key, runId }: Run): Promise<boolean> {
  const ofRun = { leaseMs: ASKING_MS, check: () => {} };
  const asked = { key, ofRun, runId, finish: async () => {}, clock };
  const made = await holdingRows(store, asked, () => store.lateGroups.ofOperation(key, runId));
  return made.length > 0;
}

/** How long the row lease is held for that question. */
const ASKING_MS = 30_000;

async function carryOut(
  deps: RunDependencies,
  { run, hold, wanted: asked, stages, tell, finish }: RunAtWork,
  { command, kinds }: { readonly command: CrossMonthCommand; readonly kinds: readonly KindOfRun[] },
): Promise<void> {
  const { key } = command;
  requireDoable(command);
  const session = await deps.store.sessions.get(key);
  if (session === null || session.runId === null) {
    const sentence = `Session ${key.session} has no reconciled bank items: reconcile its month first.`;
    throw new TieoutError('session_unknown', sentence);
  }
  requireService(command, session.kind);
  const operation = run.runId;
  // Once it has confirmed groups the run is finished, even if it was cancelled.
  const hasConfirmed = (await deps.store.lateGroups.ofOperation(key, operation)).length > 0;
  const wanted = hasConfirmed ? async () => hold.check() : asked;
  const { periodStart, periodEnd, monthsBack, bothSides } = command;
  const parametersFor = (currencies: readonly string[]) => parametersFromDecimals(command.parameters, currencies);
  const of = { key, operation, periodStart, periodEnd, monthsBack, bothSides, parametersFor };
  await holdingRows(deps.store, { key, ofRun: hold, runId: operation, finish, clock: deps.clock }, async (rows) => {
    const { under } = rows;
    const open = await stages.time(
      'ingress',
      () => openAcrossMonths(deps, of),
      ({ free: { gl, bank } }) => gl + bank,
    );
    stages.skip('records_create', 'A cross-month run reads no files.');
    await wanted();
    const progress = (done: number, total: number) => stages.progress('reconciliation', done, total);
    const { groups, proposals } = await stages.time('reconciliation', () => matchOpen(deps, open, { ...of, progress }));
    if (command.parameters.netReversals) stages.done('gl_reversal', groups.filter(isNetted).length);
    else stages.skip('gl_reversal', 'Reversals are not netted in this run.');
    await wanted();
    rows.check();
    const making = () => makeGroups(deps, groups, { key, operation, under });
    const made = await stages.time('matched_records', making, ({ length }) => length);
    stages.skip('chargeback', 'A cross-month run has no chargebacks of its own.');
    rows.check();
    const voiding = () => voidExceptions(deps, made, { key, clusters: open.clusters, under });
    await stages.time('exceptions', voiding, (voided) => voided);
    const proposed = await showProposals(deps, proposals, { key, under });
    const proposedFrom = proposals.length > 0 ? periodStart : null;
    const renewing = () => renewSummaries(deps, made, { key, operation, kinds, rows, proposedFrom });
    const { warnings } = await stages.time('summary', renewing, ({ renewed }) => renewed);
    const said = [...orderWarningsOf(run), ...ruleWarnings(command.parameters.rules), ...proposed, ...warnings];
    await tell({ rejectedRows: 0, warnings: said });
  });
}

/** Throws usage if the run cannot be done as asked. */
function requireDoable({ monthsBack }: CrossMonthCommand): void {
  if (monthsBack < 1 || monthsBack > MOST_MONTHS) {
    const sentence = `months_back is ${monthsBack}: it must be from 1 to ${MOST_MONTHS}, the months before the period.`;
    throw new TieoutError('usage', sentence);
  }
}

const isNetted = ({ tier }: LateGroup): boolean => tier === TIER_REVERSAL;

/** Ten years. */
const MOST_MONTHS = 120;

/** The template's service nip selects NIP, any other the session's own domain. Throws usage. */
function requireService({ key, parameters: { fees } }: CrossMonthCommand, kind: string | null): void {
  if (fees.service !== 'nip' || kind === 'nip') return;
  const sentence = `The template is of the service nip and session ${key.session} is not: name the service of the session.`;
  throw new TieoutError('usage', sentence);
}

// A trial of other terms on a session, as messages.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import type {
  PreviewExceptionSchema,
  PreviewMatchSchema,
  PreviewSessionRequest,
} from '../../../gen/tieout/people/v1/preview_pb.ts';
import { ClusterTypeSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { clusterAt, reasonOf } from '../../core/classification/cluster-set.ts';
import { MIN_REVERSAL_DAYS } from '../../core/limits.ts';
import { membersOf } from '../../core/matching/outcome/match-groups.ts';
import { CONFIDENCE } from '../../core/matching/outcome/outcome.ts';
import type { DecimalParameters } from '../../core/matching/parameters-from-decimals.ts';
import { PERCENT_DECIMALS, RATE_DECIMALS } from '../../core/money/rates.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { recordIds } from '../../core/records/rows/identity.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import {
  type PreviewDependencies,
  previewSession,
  type SessionPreview,
} from '../../workflows/preview/preview-session.ts';
import type { TriedTerms } from '../../workflows/preview/tried-terms.ts';
import { reportRow } from '../../workflows/reports/report-row.ts';
import { decimalText, shareText } from '../decimal-text.ts';
import { enumNumber } from '../enum-names.ts';
import { sessionOf } from '../reporting/asked-session.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import { rowMessage } from '../reporting/reporting-messages.ts';
import { accountsOf } from '../runs/banking-command.ts';
import { methodOf } from '../runs/matching-words.ts';
import { templateParameters } from '../runs/template.ts';
import type { ServiceHandlers } from '../services.ts';

export function previewHandlers(
  deps: PreviewDependencies,
): Required<Pick<ServiceHandlers<typeof PeopleService>, 'previewSession'>> {
  return {
    async previewSession(request, { signal }) {
      const key = sessionOf(request);
      const { apartGroupIds, withoutConstraintIds: withoutConstraints, samples = 0 } = request;
      const order = { key, terms: triedTerms(request), apartGroupIds, withoutConstraints };
      const found = await previewSession(deps, order, { signal });
      return { sessionId: key.session, ...previewMessage(found, samples) };
    },
  };
}

/** What the request says otherwise than the last run. Throws mapping_invalid. */
export function triedTerms(request: PreviewSessionRequest): TriedTerms {
  const { maxDaysForwardSearch: forward, maxDaysBackwardSearch: back, glMapping: gl, bankMapping: bank } = request;
  const parameters: Partial<Omit<DecimalParameters, 'amounts'>> = {
    ...(forward !== undefined && {
      daysForward: forward,
      reversalDaysForward: Math.max(forward, MIN_REVERSAL_DAYS),
    }),
    ...(back !== undefined && { daysBack: back, reversalDaysBack: Math.max(back, MIN_REVERSAL_DAYS) }),
    ...(request.matchingMethod !== undefined && { method: methodOf(request.matchingMethod) }),
    ...(request.amountTolerancePercent !== undefined && {
      tolerancePercent: shareText(request.amountTolerancePercent, PERCENT_DECIMALS),
    }),
    ...(request.mscRate !== undefined && { mscRate: shareText(request.mscRate, RATE_DECIMALS) }),
    ...(request.excludeDebitsFromRate !== undefined && { excludeDebitsFromRate: request.excludeDebitsFromRate }),
    ...(request.template && templateParameters(request.template)),
  };
  const amounts = {
    ...(request.amountTolerance !== undefined && { tolerance: decimalText(request.amountTolerance) }),
    ...(request.chargeMin !== undefined && { chargeMin: decimalText(request.chargeMin) }),
    ...(request.chargeMax !== undefined && { chargeMax: decimalText(request.chargeMax) }),
  };
  return {
    ...{ parameters, amounts, mappings: { ...(gl && { gl }), ...(bank && { bank }) } },
    ...(request.accountMap !== undefined && { accounts: accountsOf(request, {}) }),
  };
}

function previewMessage({ runId, before, after, comparison }: SessionPreview, samples: number) {
  const { matches, reversals, exceptions, classes } = comparison;
  const matchesOf = (of: Shown, some: readonly number[]) => some.slice(0, samples).map((g) => matchSample(of, g));
  const exceptionsOf = (of: Shown, some: readonly number[]) =>
    some.slice(0, samples).map((c) => exceptionSample(of, c));
  return {
    ...{ runId, before: figuresOf(before.facts), after: figuresOf(after.facts) },
    matches: { stay: matches.stay, come: matches.come.length, go: matches.go.length },
    ...{ movedMatches: matches.moved, reversals },
    exceptions: { stay: exceptions.stay, come: exceptions.come.length, go: exceptions.go.length },
    classes: classes.map(({ type, ...counts }) => ({ clusterType: enumNumber(ClusterTypeSchema)(type), ...counts })),
    comingMatches: matchesOf(after, matches.come),
    goingMatches: matchesOf(before, matches.go),
    comingExceptions: exceptionsOf(after, exceptions.come),
    goingExceptions: exceptionsOf(before, exceptions.go),
    warnings: [...after.warnings],
  };
}

const figuresOf = ({ gl, bank, matchRate, byTier, clusterCount }: SummaryFacts) => ({
  ...{ glMatchedRows: gl.matchedRows, bankMatchedRows: bank.matchedRows },
  ...{ glOpenRows: gl.openRows, bankOpenRows: bank.openRows },
  ...{ matchRate: matchRate.count, byTier: { ...byTier }, exceptions: clusterCount },
});

type Shown = SessionPreview['before'];

function matchSample(of: Shown, g: number): MessageInitShape<typeof PreviewMatchSchema> {
  const { groups } = of.outcome;
  const rows = (side: Side) => Array.from(membersOf(groups[side], g));
  const tier = groups.tier[g]!;
  const { currency, currencies } = of.prepared.columns.gl;
  const unit = currencies[currency[rows('gl')[0]!]!] ?? '';
  return {
    ...{ tier, confidence: (CONFIDENCE[tier] ?? 0) / 100, difference: moneyNumber(groups.difference[g]!, unit) },
    ...{ gl: rowsShown(of, 'gl', rows('gl')), bank: rowsShown(of, 'bank', rows('bank')) },
  };
}

function exceptionSample(of: Shown, c: number): MessageInitShape<typeof PreviewExceptionSchema> {
  const { openSession, clusters } = of;
  const { type, rule, glRows, bankRows } = clusterAt(openSession, clusters, c);
  return {
    ...{ clusterType: enumNumber(ClusterTypeSchema)(type), rule, reason: reasonOf(openSession, clusters, c) },
    ...{ gl: rowsShown(of, 'gl', glRows), bank: rowsShown(of, 'bank', bankRows) },
  };
}

function rowsShown({ prepared }: Shown, side: Side, rows: readonly number[]) {
  const { scope, columns, plainCounter } = prepared;
  const ids = recordIds(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, rows);
  return rows.map((row, i) => rowMessage(reportRow(side, { rows: columns[side], row, recordId: ids[i]! })));
}

// A ReconcileRequest as the run command that is stored: decimals stay texts until the currencies are known, dates
// become day numbers, and what this version does not do yet is noted, so that the run ends with a sentence that says
// so.

import type { ReconcileRequest } from '../../gen/tieout/engine/v1/reconcile_pb.ts';
import {
  OnExistingAction,
  ReconciliationCustomerTypeSchema,
  SearchMode,
} from '../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { MIN_REVERSAL_DAYS } from '../core/limits.ts';
import { PERCENT_DECIMALS, RATE_DECIMALS, searchWindow } from '../core/matching/parameters.ts';
import { scaledInteger } from '../core/money/money.ts';
import { type BankingRunCommand, mappingOf, type OnExisting } from '../workflows/kinds/banking-command.ts';
import { enumNames } from './enum-names.ts';
import { notYet } from './not-yet.ts';

export interface CommandSettings {
  /** Day number of a valid date string, null for an empty one. */
  readonly dayOf: (text: string) => number | null;
  readonly defaultCurrency: string;
  readonly rejectedShare: number;
}

/** Takes a request that was validated and has its defaults. */
export function bankingCommand(request: ReconcileRequest, settings: CommandSettings): BankingRunCommand {
  const { daysForward, daysBack } = searchWindow(searchModeOf(request), {
    forward: request.maxDaysForwardSearch ?? 0,
    back: request.maxDaysBackwardSearch ?? 0,
  });
  const { glMapping: gl, bankMapping: bank } = request;
  const mappings = { ...(gl && { gl }), ...(bank && { bank }) };
  return {
    key: { tenant: request.tenantId ?? '', partner: request.partnerId ?? '', session: request.sessionId ?? '' },
    branchId: request.branchId ?? null,
    fileUrls: { gl: request.glFileUrl, bank: request.bankFileUrl },
    onExisting: ON_EXISTING[request.onExistingAction ?? OnExistingAction.OVERWRITE] ?? 'overwrite',
    classifying: request.exceptionAnalysisEnabled ?? true,
    mappings,
    mapping: mappingOf(mappings),
    parameters: {
      daysForward,
      daysBack,
      reversalDaysForward: Math.max(daysForward, MIN_REVERSAL_DAYS),
      reversalDaysBack: Math.max(daysBack, MIN_REVERSAL_DAYS),
      netReversals: true,
      // Null: refused below.
      tolerancePercent: scaledInteger(decimalText(request.amountTolerancePercent), PERCENT_DECIMALS) ?? 0,
      mscRate: scaledInteger(decimalText(request.mscRate), RATE_DECIMALS) ?? 0, // null: refused below
      excludeDebitsFromRate: request.excludeDebitsFromRate ?? true,
      amounts: {
        tolerance: decimalText(request.amountTolerance),
        chargeMin: decimalText(request.chargeMin),
        chargeMax: decimalText(request.chargeMax),
      },
    },
    periodStart: settings.dayOf(request.periodStartDate ?? ''),
    periodEnd: settings.dayOf(request.periodEndDate ?? ''),
    defaultCurrency: request.currency || settings.defaultCurrency,
    rejectedShare: settings.rejectedShare,
    taskIds: taskIdsOf(request),
    noted: {
      customerType: enumNames(ReconciliationCustomerTypeSchema).names.get(request.customerType ?? 0) ?? null,
      isScheduled: request.isScheduled ?? null,
      notYet: notYet(request),
      unusable: unusable(request),
    },
  };
}

const ON_EXISTING: Readonly<Record<number, OnExisting>> = {
  [OnExistingAction.OVERWRITE]: 'overwrite',
  [OnExistingAction.SKIP]: 'skip',
  [OnExistingAction.APPEND]: 'append',
};

function searchModeOf({ searchMode }: ReconcileRequest): 'forward' | 'backward' | 'both' {
  if (searchMode === SearchMode.FORWARD) return 'forward';
  return searchMode === SearchMode.BACKWARD ? 'backward' : 'both';
}

/** The decimal that a JSON number was written as; never in scientific notation. */
function decimalText(value: number | undefined): string {
  const text = String(value ?? 0);
  return text.includes('e') ? (value ?? 0).toFixed(RATE_DECIMALS) : text;
}

function taskIdsOf(request: ReconcileRequest): BankingRunCommand['taskIds'] {
  const named = {
    ingress: request.ingressTaskId,
    records_create: request.recordsCreateTaskId,
    reconciliation: request.reconciliationTaskId,
    gl_reversal: request.glReversalTaskId,
    matched_records: request.matchedRecordsTaskId,
    chargeback: request.chargebackTaskId,
    summary: request.summaryTaskId,
  };
  return Object.fromEntries(Object.entries(named).filter(([, id]) => id !== undefined));
}

/** What no run could reckon with. */
function unusable({ mscRate = 0, amountTolerancePercent, chargeMin = 0, chargeMax = 0 }: ReconcileRequest): string[] {
  const isTooLarge = (value: number | undefined, decimals: number) =>
    scaledInteger(decimalText(value), decimals) === null;
  return [
    ...(mscRate >= 1 ? ['msc_rate is a share of the amount, 0.0025 for 0.25%: it must be below 1.'] : []),
    ...(isTooLarge(amountTolerancePercent, PERCENT_DECIMALS)
      ? ['amount_tolerance_percent is too large for any amount.']
      : tooFine('amount_tolerance_percent', amountTolerancePercent, PERCENT_DECIMALS)),
    ...(mscRate < 1 ? tooFine('msc_rate', mscRate, RATE_DECIMALS) : []),
    ...(chargeMax > 0 && chargeMin > chargeMax
      ? [`charge_min ${chargeMin} is above charge_max ${chargeMax}: no charge lies between them.`]
      : []),
  ];
}

/** What binary fractions and a caller's arithmetic with them may add to a decimal: 0.1 x 3 is 0.30000000000000004. */
const NOISE = 1e-14;

/** Rounding would match by another figure than was asked for, or by none. */
function tooFine(name: string, value = 0, decimals: number): string[] {
  const kept = Number(value.toFixed(decimals));
  return Math.abs(value - kept) <= value * NOISE ? [] : [`${name} takes up to ${decimals} decimals, not ${value}.`];
}

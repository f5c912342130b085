// A ReconcileRequest as the stored run command: every field decoded, decimals as texts until the currencies are known,
// dates as day numbers. The kind of run says whether it supports what they ask for.

import type { ReconcileRequest } from '../../../gen/tieout/engine/v1/reconcile_pb.ts';
import {
  OnExistingAction,
  ReconciliationCustomerTypeSchema,
  type ServiceType,
} from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { MIN_REVERSAL_DAYS } from '../../core/limits.ts';
import { searchWindow } from '../../core/matching/parameters.ts';
import type { DecimalParameters } from '../../core/matching/parameters-from-decimals.ts';
import { PERCENT_DECIMALS, RATE_DECIMALS } from '../../core/money/rates.ts';
import { accountMapOf, type GivenAccounts } from '../../core/records/account-map.ts';
import { type BankingRunCommand, mappingOf, type OnExisting } from '../../workflows/kinds/banking-command.ts';
import { decimalText, shareText } from '../decimal-text.ts';
import { enumNames } from '../enum-names.ts';
import { methodOf, searchModeOf } from './matching-words.ts';
import { serviceOf, templateParameters } from './template.ts';

export interface CommandSettings {
  /** Day number of a valid date string, null for an empty one. */
  readonly dayOf: (text: string) => number | null;
  readonly defaultCurrency: string;
  readonly rejectedShare: number;
  /** The partner's map of accounts; left out where the run has none. */
  readonly accounts?: GivenAccounts | null;
}

/** Fields of a banking run alone. */
type OfBanking = 'openingGlFileUrl' | 'openingBankFileUrl' | 'accountMap';

/** Fields of every message that starts a run of files (CommercialReconcileRequest has all but those). */
type RunRequest = Omit<ReconcileRequest, '$typeName' | '$unknown' | OfBanking> &
  Partial<Pick<ReconcileRequest, OfBanking>>;

/** Takes a validated request with its defaults. */
export function bankingCommand(request: RunRequest, settings: CommandSettings): BankingRunCommand {
  const { glMapping: gl, bankMapping: bank } = request;
  const mappings = { ...(gl && { gl }), ...(bank && { bank }) };
  return {
    key: { tenant: request.tenantId ?? '', partner: request.partnerId ?? '', session: request.sessionId ?? '' },
    branchId: request.branchId ?? null,
    fileUrls: { gl: request.glFileUrl, bank: request.bankFileUrl },
    openingUrls: { gl: request.openingGlFileUrl ?? [], bank: request.openingBankFileUrl ?? [] },
    onExisting: ON_EXISTING[request.onExistingAction ?? OnExistingAction.OVERWRITE] ?? 'overwrite',
    classifying: request.exceptionAnalysisEnabled ?? true,
    mappings,
    mapping: mappingOf(mappings),
    parameters: runParameters(request, settings),
    periodStart: settings.dayOf(request.periodStartDate ?? ''),
    periodEnd: settings.dayOf(request.periodEndDate ?? ''),
    defaultCurrency: request.currency || settings.defaultCurrency,
    defaultAccount: request.account ?? '',
    rejectedShare: settings.rejectedShare,
    accounts: accountsOf(request, settings),
    taskIds: taskIdsOf(request),
    isScheduled: request.isScheduled ?? null,
    carried: {
      customerType: enumNames(ReconciliationCustomerTypeSchema).names.get(request.customerType ?? 0) ?? null,
      reconciliationType: request.reconciliationType ?? null,
      custodianId: request.custodianId ?? null,
      custodianName: request.custodianName ?? null,
    },
  };
}

/** The request's map, else the partner's; one without entries is none. Throws mapping_invalid. */
export function accountsOf(
  { accountMap }: Pick<Partial<ReconcileRequest>, 'accountMap'>,
  { accounts = null }: Pick<CommandSettings, 'accounts'>,
): GivenAccounts | null {
  if (accountMap === undefined) return accounts;
  const map = accountMapOf(accountMap, (sentence) => new TieoutError('mapping_invalid', sentence));
  return map.length === 0 ? null : { map, version: null };
}

const ON_EXISTING: Readonly<Record<number, OnExisting>> = {
  [OnExistingAction.OVERWRITE]: 'overwrite',
  [OnExistingAction.SKIP]: 'skip',
  [OnExistingAction.APPEND]: 'append',
};

/** How to match, by the request and its template; `service`: of a commercial run. */
function runParameters(
  request: RunRequest & { readonly service?: ServiceType | undefined },
  { dayOf }: Pick<CommandSettings, 'dayOf'>,
): DecimalParameters {
  const { daysForward, daysBack } = searchWindow(searchModeOf(request), {
    forward: request.maxDaysForwardSearch ?? 0,
    back: request.maxDaysBackwardSearch ?? 0,
  });
  return {
    method: methodOf(request.matchingMethod),
    events: request.eventDates.map(({ startDate = '', endDate = '' }) => ({
      start: dayOf(startDate)!,
      end: dayOf(endDate)!,
    })),
    daysForward,
    daysBack,
    reversalDaysForward: Math.max(daysForward, MIN_REVERSAL_DAYS),
    reversalDaysBack: Math.max(daysBack, MIN_REVERSAL_DAYS),
    netReversals: true,
    tolerancePercent: shareText(request.amountTolerancePercent, PERCENT_DECIMALS),
    mscRate: shareText(request.mscRate, RATE_DECIMALS),
    excludeDebitsFromRate: request.excludeDebitsFromRate ?? true,
    amounts: {
      tolerance: decimalText(request.amountTolerance),
      chargeMin: decimalText(request.chargeMin),
      chargeMax: decimalText(request.chargeMax),
    },
    fees: { display: null, service: serviceOf(request.service) },
    rules: [],
    ...(request.template && templateParameters(request.template)),
  };
}

function taskIdsOf(request: RunRequest): BankingRunCommand['taskIds'] {
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

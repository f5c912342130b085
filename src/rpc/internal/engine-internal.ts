// The internal routes of the engine, for exception resolution in another process. They use the same engine that
// resolution has in one process; this file only converts names, units and urls.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EngineInternalService } from '../../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import {
  type BankingIngestRequest,
  BankingIngestRequestSchema,
} from '../../../gen/tieout/engine/v1/internal_ingest_pb.ts';
import { NipMatchRequestSchema, type ProposedMatchSchema } from '../../../gen/tieout/engine/v1/internal_match_pb.ts';
import type {
  SummaryRegenerateRequest,
  SummaryRegenerateResponseSchema,
} from '../../../gen/tieout/engine/v1/summary_regenerate_pb.ts';
import { adHocNamed } from '../../core/exceptions/ad-hoc-id.ts';
import { FilesRefused } from '../../core/exceptions/file-refused.ts';
import { leaseIn } from '../../core/exceptions/lease-header.ts';
import { BANKING_READING } from '../../core/kinds/banking.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import type { StoredSummary } from '../../core/summary/summary-json.ts';
import type { Days, ProposedMatch } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import { mappingOf } from '../../workflows/kinds/banking-command.ts';
import type { EngineHere } from '../../workflows/rematch/engine-here.ts';
import { type RowsDependencies, underLease } from '../../workflows/rematch/partner-rows.ts';
import {
  type RenewDependencies,
  regenerateSummary,
  type Vertical,
} from '../../workflows/summaries/regenerate-summary.ts';
import { filesRefusal } from '../files-refused.ts';
import { dateOrNone } from '../plain-values.ts';
import { rematchTerms } from '../rematch-terms.ts';
import { moneyNumber, moneyOrNone } from '../reporting/json-money.ts';
import { keysMessage } from '../reporting/reporting-messages.ts';
import { readingOfSides } from '../runs/given-mappings.ts';
import type { CallContext, ServiceHandlers } from '../services.ts';
import { matchedRows } from './matched-rows.ts';

interface InternalDependencies extends RowsDependencies, Omit<RenewDependencies, 'store'> {
  readonly engine: EngineHere;
  readonly newId: () => string;
  /** Day number of a valid date string, null for an empty one. */
  readonly dayOf: (text: string) => number | null;
}

export function engineInternalService(
  deps: InternalDependencies,
): Required<ServiceHandlers<typeof EngineInternalService>> {
  const { engine } = deps;
  const adHoc = (key: SessionKey): SessionKey => ({ ...key, session: adHocNamed(key.session, deps.digest) });
  const daysOf = ({
    startDate = '',
    endDate = '',
  }: {
    startDate?: string | undefined;
    endDate?: string | undefined;
  }): Days => ({
    fromDay: deps.dayOf(startDate) ?? 0,
    toDay: deps.dayOf(endDate) ?? 0,
  });
  const regenerated = async (vertical: Vertical, request: SummaryRegenerateRequest) => {
    const key = { tenant: request.tenantId ?? '', partner: request.partnerId ?? '', session: request.sessionId ?? '' };
    return summaryMessage(
      key.partner,
      await regenerateSummary(deps, { vertical, key, cause: `asked ${deps.newId()}` }),
    );
  };
  return {
    async matchBanking(request, context) {
      const matches = await engine.matchBanking(
        {
          ...{ tenant: request.tenantId ?? '', partner: request.partnerId ?? '', branchId: request.branchId || null },
          ...{ domain: request.domain ?? 'mfb', type: request.clusterType ?? '', days: daysOf(request) },
          terms: rematchTerms(request),
          clusterIds: request.clusterIds?.values ?? null,
        },
        // It only reads and needs none; chunks of one taking of the lease are one sweep.
        leaseIn(context.lease),
      );
      return { matches: matches.map((match) => ({ ...matchMessage(match), clusterType: request.clusterType ?? '' })) };
    },

    async matchNip(request, context) {
      const { tenantId: tenant = '', partnerId: partner = '', ingestionSessionId: session = '' } = request;
      const key = adHoc({ tenant, partner, session });
      const madeBy = leaseIn(context.lease)?.operationId ?? key.session;
      const work = (under: Fenced) =>
        engine.matchNip(
          {
            ...{ key, madeBy, branchId: request.branchId || null, days: daysOf(request) },
            ...{ domain: request.domain ?? '', type: request.clusterType ?? '' },
            urls: { gl: request.glFileUrl, bank: request.bankFileUrl },
          },
          under,
        );
      const matched = await refusing(NipMatchRequestSchema, () => held(context, { tenant, partner }, work));
      return {
        glResolvedRowUids: [...matched.glRowUids],
        bankResolvedRowUids: [...matched.bankRowUids],
        enrichmentByRowUid: Object.fromEntries(
          Object.entries(matched.enrichment).map(
            ([uid, { amountMinor, currency, reference, settlementSession, ...of }]) => [
              uid,
              {
                ...of,
                referenceNo: reference ?? undefined,
                settlementSessionId: settlementSession ?? undefined,
                amount: moneyNumber(amountMinor, currency),
              },
            ],
          ),
        ),
        matchedCba: matchedRows('gl', matched.matches, request.clusterType ?? ''),
        matchedNip: matchedRows('bank', matched.matches, request.clusterType ?? ''),
      };
    },

    async ingestBankingDocument(request, context) {
      const { tenantId: tenant = '', partnerId: partner = '', sessionId: session = '' } = request;
      const mapping = mappingIn(request);
      const work = (under: Fenced) =>
        engine.takeIn(
          {
            ...{ key: adHoc({ tenant, partner, session }), branchId: request.branchId || null, days: daysOf(request) },
            ...{ urls: { gl: request.glFileUrl, bank: request.bankFileUrl }, mapping },
          },
          under,
        );
      const rows = await refusing(BankingIngestRequestSchema, () => held(context, { tenant, partner }, work));
      return {
        success: true,
        rowsAdded: rows.added,
        rowsKnown: rows.known,
        rowsOutside: rows.outside,
        notes: [...rows.notes],
      };
    },

    regenerateBankingSummary: (request) => regenerated('banking', request),
    regenerateNipSummary: (request) => regenerated('nip', request),
  };

  function held<T>(
    { lease }: CallContext,
    scope: { tenant: string; partner: string },
    work: (under: Fenced) => Promise<T>,
  ) {
    return underLease(deps, scope, { lease: leaseIn(lease), work });
  }
}

/** Turns unreadable files into problems of the request. */
async function refusing<T>(input: Parameters<typeof filesRefusal>[0], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FilesRefused ? filesRefusal(input, error.failures) : error;
  }
}

/** A mapping as in an ingestion. Throws mapping_invalid. */
function mappingIn(request: BankingIngestRequest) {
  const { gl, bank } = readingOfSides(request, { fields: BANKING_READING.fields });
  return mappingOf({ ...(gl && { gl }), ...(bank && { bank }) });
}

function matchMessage(match: ProposedMatch): MessageInitShape<typeof ProposedMatchSchema> {
  const difference = moneyNumber(match.differenceMinor, match.currency);
  return {
    ...{ groupId: match.groupId, tier: match.tier, confidence: match.confidence / 100, difference },
    currency: match.currency,
    ...{
      glRecordIds: [...match.glRecordIds],
      bankRecordIds: [...match.bankRecordIds],
      clusterIds: [...match.clusterIds],
    },
    explanation: {
      keysCompared: keysMessage(match.keysCompared),
      amountDifference: difference,
      dateDifferenceDays: match.days,
      feeBasis: match.feeBasis ?? undefined,
      textScore: match.textScore === null ? undefined : match.textScore / 10_000,
      probability: match.probability === null ? undefined : match.probability / 10_000,
      evidence: [],
    },
  };
}

function summaryMessage(
  partnerId: string,
  { facts, scope }: StoredSummary,
): MessageInitShape<typeof SummaryRegenerateResponseSchema> {
  const account = (side: Side) => onlyAccount(facts, side);
  const [ledger, statement] = [account('gl'), account('bank')];
  const balances = (side: 'gl' | 'bank') => {
    const { openingBalance, closingBalance } = facts[side];
    return [moneyOrNone(openingBalance, facts.currency), moneyOrNone(closingBalance, facts.currency)] as const;
  };
  const [gl, bank] = [balances('gl'), balances('bank')];
  return {
    summaryText: scope.narrative,
    aiSummary: scope.aiNarrative ?? undefined,
    mscRate: scope.parameters.mscRate / 1e9,
    ...{ glOpeningBalance: gl[0], glClosingBalance: gl[1] },
    ...{ statementOpeningBalance: bank[0], statementClosingBalance: bank[1] },
    ...{ glAccountNumber: asNumber(ledger), statementAccountNumber: asNumber(statement) },
    isScheduled: scope.isScheduled ?? undefined,
    partnerId,
    periodStartDate: dateOrNone(scope.periodStart ?? facts.period?.start ?? null),
    periodEndDate: dateOrNone(scope.periodEnd ?? facts.period?.end ?? null),
    glAccount: ledger ?? undefined,
    statementAccount: statement ?? undefined,
  };
}

/** Null if a side has several accounts, or none by name. */
function onlyAccount({ balances }: SummaryFacts, side: Side): string | null {
  const names = [...new Set(balances.filter((balance) => balance.side === side).map(({ account }) => account))];
  return names.length === 1 && names[0] !== '' ? names[0] : null;
}

/** The contract's integer, if the account is one: leading zeros, and digits beyond JSON's numbers, would be lost. */
const asNumber = (account: string | null): bigint | undefined =>
  account !== null && /^(?:0|[1-9]\d*)$/.test(account) && Number.isSafeInteger(Number(account))
    ? BigInt(account)
    : undefined;

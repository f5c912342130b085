// The engine of another process, by the routes below /v1/internal over HTTP. It works on the same store, under the row
// lease that the caller holds and sends along. Anything but the answer of such a route (no answer, a late one, another
// status, a web page) is a failure: nothing counts as done without an answer that says so.

import { ERROR_KINDS, type ErrorCode } from '../../core/error-kinds.ts';
import { TieoutError, toErrorRecord } from '../../core/errors.ts';
import { type FileFailure, FilesRefused } from '../../core/exceptions/file-refused.ts';
import { LEASE_HEADER, leaseText } from '../../core/exceptions/lease-header.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, scaledInteger } from '../../core/money/money.ts';
import type { Days, DocumentToIngest, Engine, ProposedMatch } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';

export interface EnginePlace {
  /** ENGINE_BASE_URL; a path in it comes before that of the routes. */
  readonly baseUrl: string;
  /** TIEOUT_SERVICE_TOKEN, which both processes have; null: the engine asks for none. */
  readonly token: string | null;
  readonly timeoutMs: number;
}

type Answer = Readonly<Record<string, unknown>>;

export function remoteEngine({ baseUrl, token, timeoutMs }: EnginePlace): Engine {
  // The lookbehind keeps the search for slashes at the end linear.
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const { host: server } = new URL(base);
  const failed = (why: string) =>
    new TieoutError('engine_unavailable', `The engine (ENGINE_BASE_URL) ${why}.`, { server });

  /** `under`: the row lease; null for a call that needs none. Throws engine_unavailable, or FilesRefused. */
  const post = async (
    path: string,
    body: object,
    under: Fenced | null,
    operationId: string | null = null,
  ): Promise<Answer> => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(under !== null && { [LEASE_HEADER]: leaseText({ ...under, operationId }) }),
    };
    let status: number;
    let text: string;
    try {
      // A redirect could lead to anybody, who would get the token.
      const sent = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' } as const;
      const answer = await fetch(`${base}/v1/internal/${path}`, { ...sent, signal: AbortSignal.timeout(timeoutMs) });
      ({ status } = answer);
      text = await answer.text();
    } catch (error) {
      throw failed((error as Error).name === 'TimeoutError' ? 'does not answer in time' : 'cannot be reached');
    }
    const answered = objectIn(text);
    if (status === 200 && answered !== null) return answered;
    const refused = status === 422 ? filesRefused(answered) : [];
    if (refused.length > 0) throw new FilesRefused(refused);
    throw failed(status === 200 ? `answers no JSON object to ${path}` : `answers ${status} to ${path}`);
  };
  const documentOf = ({ key, branchId, urls, days }: DocumentToIngest) => ({
    ...{ tenant_id: key.tenant, partner_id: key.partner, branch_id: branchId ?? '', ...datesOf(days) },
    ...{ gl_file_url: urls.gl, bank_file_url: urls.bank },
  });

  return {
    async ingestDocument(document, under) {
      const body = { ...documentOf(document), session_id: document.key.session };
      const { success, notes = [] } = await post('ingest/banking-document', body, under);
      if (success !== true) throw failed('does not say that it ingested the document');
      return Array.isArray(notes) ? notes.filter((note) => typeof note === 'string') : [];
    },
    async matchBanking({ tenant, partner, branchId, domain, type, days, terms, clusterIds }, under) {
      const body = {
        ...{ tenant_id: tenant, partner_id: partner, branch_id: branchId ?? '', domain, cluster_type: type },
        ...datesOf(days),
        ...{ matching_method: terms.method, cluster_ids: clusterIds },
        amount_tolerance: terms.tolerance === null ? null : Number(terms.tolerance),
        ...{ recon_time_search_forward: terms.daysForward, recon_time_search_backward: terms.daysBack },
      };
      const { matches } = await post('match/banking', body, under);
      if (!Array.isArray(matches)) throw failed('answers no matches');
      try {
        return matches.map(matchIn);
      } catch {
        throw failed('answers matches that are none');
      }
    },
    async matchNip(asked, under) {
      const { domain, type, key } = asked;
      const body = { ...documentOf(asked), domain, cluster_type: type, ingestion_session_id: key.session };
      const answer = await post('match/nip', body, under, asked.madeBy);
      const { gl_resolved_row_uids: gl, bank_resolved_row_uids: bank } = answer;
      if (!Array.isArray(gl) || !Array.isArray(bank)) throw failed('does not say what it matched');
      return { glRowUids: gl, bankRowUids: bank };
    },
    async regenerateSummary(vertical, { key }) {
      const body = { tenant_id: key.tenant, partner_id: key.partner, session_id: key.session };
      const { summary_text: text } = await post(`summary/regenerate/${vertical}`, body, null);
      if (typeof text !== 'string') throw failed('answers no summary');
    },
  };
}

const datesOf = ({ fromDay, toDay }: Days) => ({ start_date: formatDay(fromDay), end_date: formatDay(toDay) });

function objectIn(text: string): Answer | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answer) : null;
  } catch {
    return null;
  }
}

/** The files that the engine could not read, by side and place in the request; empty for any other refusal. */
function filesRefused(answered: Answer | null): FileFailure[] {
  const problems = Array.isArray(answered?.['detail']) ? (answered['detail'] as Answer[]) : [];
  const failures = problems.map(({ type, loc, msg }) => {
    // ['body', 'gl_file_url', 0]
    const [, field, index] = Array.isArray(loc) ? loc : [];
    const side = field === 'gl_file_url' ? 'gl' : field === 'bank_file_url' ? 'bank' : null;
    if (side === null || typeof index !== 'number' || typeof msg !== 'string') return null;
    const code = typeof type === 'string' && Object.hasOwn(ERROR_KINDS, type) ? (type as ErrorCode) : 'file_unreadable';
    return { side, index, failure: toErrorRecord(new TieoutError(code, msg)) } as const;
  });
  return failures.every((failure) => failure !== null) ? failures : [];
}

/** Throws TypeError if a field is not what the route answers. */
function matchIn(value: unknown): ProposedMatch {
  const match = value as Answer & { readonly explanation: Answer };
  const { explanation } = match;
  const currency = text(match['currency']);
  const tenThousandths = (value: unknown): number | null => (value == null ? null : Math.round(number(value) * 10_000));
  const basis = explanation['fee_basis'];
  return {
    groupId: text(match['group_id']),
    tier: number(match['tier']),
    confidence: Math.round(number(match['confidence']) * 100),
    differenceMinor: minorOf(number(match['difference']), currency),
    currency,
    days: number(explanation['date_difference_days'] ?? 0),
    feeBasis: basis === 'charge' || basis === 'rate' ? basis : null,
    textScore: tenThousandths(explanation['text_score']),
    probability: tenThousandths(explanation['probability']),
    keysCompared: list(explanation['keys_compared'] ?? []).map((key) => {
      const { identifier, gl = null, bank = null } = key as Record<string, string | null>;
      return { identifier: text(identifier), gl, bank } as ProposedMatch['keysCompared'][number];
    }),
    glRecordIds: list(match['gl_record_ids']).map(text),
    bankRecordIds: list(match['bank_record_ids']).map(text),
    clusterIds: list(match['cluster_ids']).map(text),
  };
}

function minorOf(units: number, currency: string): number {
  const exponent = exponentOf(currency);
  const minor = scaledInteger(units.toFixed(exponent), exponent);
  if (minor === null) throw new TypeError('no amount');
  return minor;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('no text');
  return value;
}

function number(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('no number');
  return value;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('no list');
  return value;
}

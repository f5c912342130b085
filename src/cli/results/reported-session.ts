// Reads a session from the reporting routes: its summary, its open items and clusters page by page, and three matches
// as examples. The shapes are those of proto/tieout/reporting/v1 on REST, with money as a number of currency units.

import type { ClusterType } from '../../core/records/documents/cluster-type.ts';
import type { ClosingBasis, ProofKind, ProofSide } from '../../core/summary/proof/proof.ts';
import type { Query, ServiceClient } from '../service/service-client.ts';

export interface ReportedRow {
  readonly record_id: string;
  readonly side: 'gl' | 'bank';
  readonly date: string;
  readonly value_date: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly settlement_session_id: string | null;
  readonly narration: string | null;
  readonly file: string;
  readonly line: number;
}

interface ReportedOpenItem extends ReportedRow {
  readonly cluster_id: string | null;
}

interface ReportedCluster {
  readonly cluster_id: string;
  readonly cluster_type: string;
  readonly looks_like: readonly { readonly kind: string; readonly sentence: string }[];
}

interface ReportedMatch {
  readonly group_id: string;
  readonly tier: number;
  readonly gl: readonly ReportedRow[];
  readonly bank: readonly ReportedRow[];
  readonly explanation: {
    readonly keys_compared: readonly {
      readonly identifier: string;
      readonly gl: string | null;
      readonly bank: string | null;
    }[];
    readonly amount_difference: number;
    readonly date_difference_days: number;
    readonly fee_basis: string | null;
    readonly text_score: number | null;
    readonly probability: number | null;
    readonly evidence: readonly { readonly part: string; readonly bits: number; readonly words: string }[];
    readonly runner_up: { readonly record_id: string; readonly gap: number } | null;
  };
}

interface ReportedSide {
  readonly rows: number;
  readonly rejected_rows: number;
  readonly opening_balance: number | null;
  readonly closing_balance: number | null;
  readonly open_rows: number;
  readonly open_amount: number;
}

export interface ReportedSummary {
  readonly gl: ReportedSide;
  readonly bank: ReportedSide;
  readonly by_tier: Readonly<Record<string, number>>;
  readonly clusters: Readonly<Record<string, number>>;
  readonly ageing: readonly {
    readonly from_days: number;
    readonly to_days: number | null;
    readonly gl_rows: number;
    readonly bank_rows: number;
  }[];
  readonly session_id: string;
  readonly period: { readonly start_date: string; readonly end_date: string; readonly named: boolean } | null;
  readonly proofs: readonly ReportedProof[];
  readonly match_rate: { readonly count: number; readonly value: number };
  readonly summary_text: string;
  readonly currency: string;
}

interface ReportedSideOfProof {
  readonly opening: number | null;
  readonly closing: number | null;
  readonly closing_basis: ClosingBasis | null;
  readonly movement: number;
  readonly last_day: string | null;
}

export interface ReportedProof {
  readonly account: string | null;
  readonly currency: string;
  readonly bank: ReportedSideOfProof;
  readonly book: ReportedSideOfProof;
  readonly adjusted_bank: number | null;
  readonly adjusted_book: number | null;
  readonly difference: number;
  readonly explained: number;
  readonly lines: readonly {
    readonly kind: ProofKind;
    readonly side: ProofSide | null;
    readonly cluster_type: ClusterType | null;
    readonly rows: number;
    readonly amount: number;
  }[];
}

export interface ReportedExample {
  readonly match: ReportedMatch;
  /** The second-best bank row, if a score decided the pair. */
  readonly runnerUp: ReportedRow | null;
}

export interface ReportedSession {
  readonly summary: ReportedSummary;
  readonly openItems: readonly ReportedOpenItem[];
  readonly clusters: readonly ReportedCluster[];
  readonly examples: readonly ReportedExample[];
}

/** Most matches of a tier to try as an example; then the first is taken. */
const MOST_TRIED = 200;

/** `scope`: tenant_id and partner_id. Throws TieoutError. */
export async function readSession(
  client: ServiceClient,
  { session, scope }: { readonly session: string; readonly scope: Query },
): Promise<ReportedSession> {
  const path = `/v1/sessions/${session}`;
  const [summary, openItems, clusters, ...tiers] = await Promise.all([
    client.get<ReportedSummary>(`${path}/summary`, scope),
    client.list<ReportedOpenItem>(`${path}/open-items`, scope),
    client.list<ReportedCluster>(`${path}/clusters`, scope),
    ...Object.keys(SHOWING).map((tier) => firstMatches(client, { path, scope, tier })),
  ]);
  const bankRows = [...openItems.filter(({ side }) => side === 'bank'), ...tiers.flat().flatMap(({ bank }) => bank)];
  const rowById = new Map(bankRows.map((row) => [row.record_id, row]));
  const examples = Object.values(SHOWING).flatMap((shows, i): ReportedExample[] => {
    const match = tiers[i].find((one) => shows(one, rowById)) ?? tiers[i][0];
    const second = match?.explanation.runner_up?.record_id;
    return match === undefined ? [] : [{ match, runnerUp: rowById.get(second ?? '') ?? null }];
  });
  return { summary, openItems, clusters, examples };
}

async function firstMatches(
  client: ServiceClient,
  { path, scope, tier }: { readonly path: string; readonly scope: Query; readonly tier: string },
): Promise<readonly ReportedMatch[]> {
  const query = { ...scope, tier, page_size: String(MOST_TRIED) };
  return (await client.get<{ items: readonly ReportedMatch[] }>(`${path}/matches`, query)).items;
}

type Shows = (match: ReportedMatch, rows: ReadonlyMap<string, ReportedRow>) => boolean;

/** A reference that the bank has only in its narration, a fee that it deducted, and a match with a runner-up. */
const SHOWING: Readonly<Record<string, Shows>> = {
  1: ({ explanation }) => explanation.keys_compared.some(({ gl, bank }) => gl === 'reference' && bank === 'narration'),
  2: ({ explanation }) => explanation.fee_basis !== null,
  3: ({ explanation }, rows) => explanation.runner_up !== null && rows.has(explanation.runner_up.record_id),
};

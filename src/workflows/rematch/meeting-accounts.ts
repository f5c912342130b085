// Rows of a rematch whose account the other side does not have. If no account label stands on both sides, matching
// takes the accounts for the same. That is right for a session and its files, but open rows of several sessions are
// only a part of them. An account that its own session has under one label on both sides is no other account: a
// document of another account does not match it.

import { normalised } from '../../core/records/rows/accounts.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { type OpenSides, withoutRows } from './open-sides.ts';

type StoreOfAccounts = Pick<Store, 'ingestions' | 'rowBlocks'>;

/**
 * The rows without those of accounts that the other side lacks here, but has by the same label in the rows' session.
 */
export async function withoutStrangers(
  store: StoreOfAccounts,
  { tenant, partner }: PartnerScope,
  open: OpenSides,
): Promise<OpenSides> {
  const labels = { gl: labelsOf(open, 'gl'), bank: labelsOf(open, 'bank') };
  const alone = { gl: labelsAlone(open, 'gl', labels.bank), bank: labelsAlone(open, 'bank', labels.gl) };
  const drop = { gl: new Uint8Array(open.gl.rows.count), bank: new Uint8Array(open.bank.rows.count) };
  const onBoth = new Map<string, ReadonlySet<string>>();
  for (const side of SIDES) {
    const { rows, ingestion, sessions = [] } = open[side];
    for (let row = 0; row < rows.count; row++) {
      const label = alone[side][rows.account[row]] ?? '';
      const session = sessions[ingestion[row]] ?? '';
      if (label === '' || session === '') continue;
      if (!onBoth.has(session)) onBoth.set(session, await labelsOnBoth(store, { tenant, partner, session }));
      if (onBoth.get(session)!.has(label)) drop[side][row] = 1;
    }
  }
  return withoutRows(open, drop);
}

function labelsOf(open: OpenSides, side: Side): ReadonlySet<string> {
  const { count, account, accounts } = open[side].rows;
  const used = new Set<number>();
  for (let row = 0; row < count; row++) used.add(account[row]);
  return new Set([...used].map((label) => normalised(accounts[label] ?? '')));
}

/**
 * For each account of a side its label if the other side lacks it, else ''. A side with rows that name no account may
 * have any.
 */
function labelsAlone(open: OpenSides, side: Side, others: ReadonlySet<string>): readonly string[] {
  if (others.has('') || others.size === 0) return [];
  return open[side].rows.accounts.map(normalised).map((label) => (others.has(label) ? '' : label));
}

/** Account labels that the session has on both sides. */
async function labelsOnBoth(
  store: StoreOfAccounts,
  key: PartnerScope & { readonly session: string },
): Promise<ReadonlySet<string>> {
  const labels = { gl: new Set<string>(), bank: new Set<string>() };
  for (const { ingestionId, side } of await store.ingestions.live(key)) {
    for (const { header } of await store.rowBlocks.headers(ingestionId)) {
      for (const label of header.accounts) labels[side].add(normalised(label));
    }
  }
  return new Set([...labels.gl].filter((label) => labels.bank.has(label)));
}

// Rows of a rematch whose account is not among those of the other side. Matching takes the accounts of both sides for
// the same where no label stands on both, which is right for a session and its files; what several sessions left open
// is only a part of them. An account that its own session has by one label on both sides is no other one's, whatever
// else is open: a document of another account is no answer to it.

import type { PartnerScope } from '../../core/records/documents/late-groups.ts';
import { normalised } from '../../core/records/rows/accounts.ts';
import { otherSide, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Store } from '../../ports/store.ts';
import { type OpenSides, withoutRecords } from './open-sides.ts';

type StoreOfAccounts = Pick<Store, 'ingestions' | 'rowBlocks'>;

/** Without rows of an account that the other side lacks here, and has by the same label in the rows' session. */
export async function withoutStrangers(
  store: StoreOfAccounts,
  { tenant, partner }: PartnerScope,
  open: OpenSides,
): Promise<OpenSides> {
  const labels = { gl: labelsOf(open, 'gl'), bank: labelsOf(open, 'bank') };
  const alone = SIDES.flatMap((side) => rowsAlone(open, side, labels[otherSide(side)]));
  const onBoth = new Map<string, ReadonlySet<string>>();
  for (const session of new Set(alone.map((row) => row.session))) {
    onBoth.set(session, await labelsOnBoth(store, { tenant, partner, session }));
  }
  const strangers = alone.filter(({ session, label }) => onBoth.get(session)!.has(label));
  return withoutRecords(open, new Set(strangers.map(({ recordId }) => recordId)));
}

function labelsOf(open: OpenSides, side: Side): ReadonlySet<string> {
  const { count, account, accounts } = open[side].rows;
  const used = new Set<number>();
  for (let row = 0; row < count; row++) used.add(account[row]!);
  return new Set([...used].map((label) => normalised(accounts[label] ?? '')));
}

/** Of a side. Others that name no account may be of any. */
function rowsAlone(open: OpenSides, side: Side, others: ReadonlySet<string>) {
  if (others.has('') || others.size === 0) return [];
  const { rows, recordId, ingestion, sessions = [] } = open[side];
  return Array.from({ length: rows.count }, (_, row) => ({
    label: normalised(rows.accounts[rows.account[row]!] ?? ''),
    recordId: digestIdAt(recordId, row),
    session: sessions[ingestion[row]!] ?? '',
  })).filter(({ label, session }) => label !== '' && session !== '' && !others.has(label));
}

/** Labels that the session has on either side. */
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

// The account of a document that names none: the partner's only account on the document's side, or, if no session has
// rows of that side, on the other one. A document that is sent again keeps the account that it had. If there are
// several accounts, none is guessed: the document's rows meet only rows without an account, and a sentence says why.

import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { mayMeet } from '../../core/records/documents/session.ts';
import { normalised } from '../../core/records/rows/accounts.ts';
import { otherSide, type RowColumns, type Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';

type StoreOfAccounts = Pick<Store, 'sessions' | 'ingestions' | 'rowBlocks'>;

/** Labels of accounts by their normalised form, of several the first in order; '' for rows that name none. */
type Labels = Map<string, string>;
type LabelsOfSides = Readonly<Record<Side, Labels>>;

export interface DocumentAccount {
  /** The account of rows that name none; '' if it is unknown. */
  readonly label: string;
  /** The partner's accounts if there are several, in order; '' among them if rows name none. */
  readonly several: readonly string[];
}

export const namesNoAccount = ({ accounts, account, count }: RowColumns): boolean =>
  count > 0 && account.subarray(0, count).every((label) => accounts[label] === '');

/** For documents of a kind (core/kinds). */
export async function accountOfDocument(
  store: StoreOfAccounts,
  key: SessionKey,
  kind: string,
): Promise<Readonly<Record<Side, DocumentAccount>>> {
  const own = await labelsOf(store, [key]);
  const sessions = (await store.sessions.list(key)).filter((one) => mayMeet(one, kind) && !isAdHoc(one.key.session));
  const ofPartner = await labelsOf(
    store,
    sessions.map((one) => one.key),
  );
  const of = (side: Side): DocumentAccount => {
    const [first, ...more] = own[side].values();
    if (first !== undefined && more.length === 0) return { label: first, several: [] };
    const known = ofPartner[side].size > 0 ? ofPartner[side] : ofPartner[otherSide(side)];
    const labels = [...known.values()].sort();
    return labels.length === 1 ? { label: labels[0], several: [] } : { label: '', several: labels };
  };
  return { gl: of('gl'), bank: of('bank') };
}

async function labelsOf(
  { ingestions, rowBlocks }: Omit<StoreOfAccounts, 'sessions'>,
  keys: readonly SessionKey[],
): Promise<LabelsOfSides> {
  const found = { gl: new Map<string, string>(), bank: new Map<string, string>() };
  for (const key of keys) {
    for (const { ingestionId, side } of await ingestions.live(key)) {
      for (const { header } of await rowBlocks.headers(ingestionId)) {
        for (const label of header.accounts) {
          const known = found[side].get(normalised(label));
          if (known === undefined || label < known) found[side].set(normalised(label), label);
        }
      }
    }
  }
  return found;
}

/** More names than these are counted. */
const MOST_NAMED = 5;

/** Why rows of the document may match nothing. */
export function accountUnknown(file: string, several: readonly string[]): string {
  const named = several.filter((label) => label !== '');
  const some = named.slice(0, MOST_NAMED).join(', ');
  const rest = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : '';
  const none = named.length < several.length ? ', and rows without one' : '';
  return `${file} names no account, and the partner has rows of ${some}${rest}${none}: name the account in a column of the file, or its rows meet only rows without an account.`;
}

// `tieout proposals`: what one caller proposed and another one accepts.

import { printable } from '../../core/words/printable.ts';
import { usage } from '../options.ts';
import { tableLines } from '../results/table.ts';
import { styleOf } from '../terminal.ts';
import { type ActCommand, type Answer, inQuery, needed } from './act-command.ts';

const STATUSES = ['open', 'accepted', 'carried_out', 'declined', 'withdrawn'];
const DECIDING = ['accept', 'decline', 'withdraw'];

export const PROPOSALS: ActCommand = {
  name: 'proposals',
  ways: [
    'proposals list',
    'proposals show PROPOSAL',
    'proposals accept PROPOSAL [--note TEXT]',
    'proposals decline PROPOSAL --note TEXT',
    'proposals withdraw PROPOSAL [--note TEXT]',
  ],
  meaning: `Lists what callers proposed, the newest first, shows what one names and what of it has moved since, or decides
on it. Another caller than who proposed it accepts or declines it, with the role review; only who proposed it withdraws
it. That needs a service that knows its callers.`,
  options: [
    { name: 'status', value: 'STATUS', standard: null, meaning: `list: only those that are ${STATUSES.join(', ')}` },
    { name: 'by', value: 'CALLER', standard: null, meaning: 'list: only those that this caller made' },
    { name: 'mine', value: null, standard: null, meaning: 'list: only those that wait for the caller' },
    { name: 'limit', value: 'N', standard: '20', meaning: 'list: the newest N, 1,000 at most' },
    { name: 'note', value: 'TEXT', standard: null, meaning: 'why; decline needs it' },
  ],
  question(values, scope) {
    const [what, id, ...more] = values.positionals;
    if (what === 'list' && id === undefined) {
      const [status, limit] = [values.text('status'), values.text('limit') ?? '20'];
      if (status !== null && !STATUSES.includes(status))
        throw usage('proposals', `--status is ${STATUSES.join(', ')}, not "${status}".`);
      if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1_000)
        throw usage('proposals', `--limit is a number from 1 to 1000, not "${limit}".`);
      const by = values.text('by');
      const asked = {
        ...{ ...scope, page_size: limit, waiting_for_me: String(values.flag('mine')) },
        ...(status !== null && { status }),
        ...(by !== null && { proposed_by: by }),
      };
      return { method: 'GET', path: `/v1/proposals${inQuery(asked)}` };
    }
    const isDeciding = DECIDING.includes(what ?? '');
    if (!id || more.length > 0 || (what !== 'show' && !isDeciding))
      throw usage('proposals', 'Say tieout proposals list, or show, accept, decline or withdraw PROPOSAL.');
    const path = `/v1/proposals/${encodeURIComponent(id)}`;
    if (what === 'show') return { method: 'GET', path: `${path}${inQuery(scope)}` };
    const note = what === 'decline' ? needed(values, 'proposals', 'note') : (values.text('note') ?? undefined);
    return { method: 'POST', path: `${path}/${what}`, body: { ...scope, note } };
  },
  text({ items, total, proposal, clusters, moved }: Answer) {
    if (items !== undefined) return listed(items, total);
    const said = `Proposal ${proposal.proposal_id} is ${statusWords(proposal.status)}.`;
    if (clusters === undefined) return [said];
    return [
      said,
      `${whoWords(proposal)} proposed a ${proposal.kind} on ${timeOf(proposal)}${proposal.note === null ? '' : `: ${printable(proposal.note)}`}`,
      ...(proposal.amounts.length === 0 ? [] : [`Money: ${moneyWords(proposal)}`]),
      ...(proposal.returned === null ? [] : [`It was returned: ${printable(proposal.returned)}`]),
      ...clusters.map(
        (one: Answer) =>
          `  ${one.cluster_id}  ${one.cluster_type}  ${printable(one.session_id)}  ${one.currency} ${one.amount}`,
      ),
      ...moved.map((one: Answer) => `Moved since: ${printable(`${one.id} ${one.how}`)}`),
    ];
  },
};

const statusWords = (status: string): string =>
  status === 'accepted' ? 'accepted, and is being carried out' : status.replace('_', ' ');

const whoWords = ({ proposed_by: by }: Answer): string => (by === null ? 'A pattern' : printable(by));

const timeOf = ({ proposed_at: at }: Answer): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

const moneyWords = ({ amounts }: Answer): string =>
  amounts.map(({ currency, amount }: Answer) => `${currency} ${amount}`).join(', ');

function listed(items: readonly Answer[], total: number): string[] {
  if (items.length === 0) return ['No proposal is like that.'];
  const rows = items.map((one) =>
    [
      ...[one.proposal_id, one.kind, one.status.replace('_', ' '), whoWords(one), timeOf(one), one.decided_by ?? ''],
      ...[moneyWords(one), [one.returned, one.note].filter((text) => text !== null).join('; ')],
    ].map((cell: string) => printable(cell)),
  );
  const columns = [
    ...[{ title: 'proposal' }, { title: 'kind' }, { title: 'status' }, { title: 'by' }, { title: 'at' }],
    { title: 'decided by' },
    ...([
      { title: 'money', align: 'right' },
      { title: 'note', wraps: true },
    ] as const),
  ];
  const more = total > items.length ? [`${total - items.length} more are older.`] : [];
  return [...tableLines({ columns, rows }, styleOf(process.stdout, process.env)), ...more];
}

// `tieout arrivals`: the feeds whose files come by themselves, what is late or wrong with them, and what came.

import { printable } from '../../core/words/printable.ts';
import { usage } from '../options.ts';
import { type ActCommand, type Answer, inQuery } from '../people/act-command.ts';
import { tableLines } from '../results/table.ts';
import { styleOf } from '../terminal.ts';

export const ARRIVALS: ActCommand = {
  name: 'arrivals',
  ways: ['arrivals'],
  meaning: `Shows the feeds of TIEOUT_FEEDS with what is late or wrong, and the files that came, the last first, each with the run
that reads it. Nothing is taken by this command: a running service looks for files.`,
  isOfTenant: true,
  options: [
    { name: 'partner', value: 'ID', standard: 'all', meaning: 'only feeds of this partner' },
    { name: 'feed', value: 'ID', standard: 'all', meaning: 'only this feed' },
    { name: 'limit', value: 'N', standard: '20', meaning: 'the last N files, 1,000 at most' },
  ],
  question(values, { tenant_id }) {
    if (values.positionals.length > 0) throw usage('arrivals', 'tieout arrivals takes options alone.');
    const limit = values.text('limit') ?? '20';
    if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > 1_000)
      throw usage('arrivals', `--limit is a number from 1 to 1000, not "${limit}".`);
    const [partner, feed] = [values.text('partner'), values.text('feed')];
    const asked = { tenant_id, limit, ...(partner && { partner_id: partner }), ...(feed && { feed_id: feed }) };
    return { method: 'GET', path: `/v1/arrivals${inQuery(asked)}` };
  },
  text({ feeds, items }: Answer) {
    return [...(feeds.length === 0 ? ['No feed is like that.'] : feeds.flatMap(feedLines)), ...listed(items)];
  },
};

function feedLines({ feed_id, partner_id, gl_from, bank_from, troubles, late }: Answer): string[] {
  const from = [gl_from === null ? [] : `ledger from ${gl_from}`, bank_from === null ? [] : `bank from ${bank_from}`];
  return [
    `${feed_id} of ${partner_id}: ${from.flat().join(', ')}`,
    ...troubles.map((trouble: string) => `  ${trouble}`),
    ...[...Map.groupBy(late as readonly Answer[], ({ side }) => side)].map(
      ([side, days]) => `  ${lateWords(side, days)}`,
    ),
  ].map((line) => printable(line));
}

const sideWord = (side: string): string => (side === 'gl' ? 'ledger' : 'bank');

/** `days`: oldest first. */
function lateWords(side: string, [{ day }, ...later]: readonly Answer[]): string {
  if (later.length === 0) return `The ${sideWord(side)}’s file of ${day} has not come.`;
  return `The ${sideWord(side)}’s files of ${day} and ${later.length} later ${later.length === 1 ? 'day' : 'days'} have not come.`;
}

function listed(items: readonly Answer[]): string[] {
  if (items.length === 0) return ['No file came.'];
  const rows = items.map((one) =>
    [
      ...[one.feed_id, one.day, sideWord(one.side), one.name, String(one.size)],
      ...[one.taken_at.slice(0, 16).replace('T', ' '), one.run_id ?? (one.size === 0 ? 'nothing to read' : 'waits')],
    ].map((cell: string) => printable(cell)),
  );
  const columns = [
    ...([{ title: 'feed' }, { title: 'day' }, { title: 'side' }, { title: 'file' }] as const),
    ...([{ title: 'bytes', align: 'right' }, { title: 'taken (UTC)' }, { title: 'run' }] as const),
  ];
  return tableLines({ columns, rows }, styleOf(process.stdout, process.env));
}

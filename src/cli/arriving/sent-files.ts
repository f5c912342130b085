// `tieout files`: files that a tenant sends to a service, which runs then name as sent:NAME.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { TieoutError } from '../../core/errors.ts';
import { printable } from '../../core/words/printable.ts';
import { type OptionValues, usage } from '../options.ts';
import type { ActCommand, Answer } from '../people/act-command.ts';
import { tableLines } from '../results/table.ts';
import type { Question, SentBody } from '../service/service-answer.ts';
import { styleOf } from '../terminal.ts';

export const FILES: ActCommand = {
  name: 'files',
  ways: ['files put FILE [--name NAME]', 'files list', 'files delete NAME', 'files delete --all'],
  meaning: `Sends a file to the service under a name, which requests of the tenant then give as sent:NAME; lists what was sent,
or removes it. FILE may be - for standard input. What arrives is held against the SHA-256 of the file. A file that a
waiting or working run names is neither replaced nor removed.`,
  isOfTenant: true,
  options: [
    { name: 'name', value: 'NAME', standard: 'that of FILE', meaning: 'put: the name under which it is kept' },
    { name: 'all', value: null, standard: null, meaning: 'delete: every file of the tenant' },
  ],
  question(values, { tenant_id: tenant }) {
    const at = (name: string) => `/v1/tenants/${encodeURIComponent(tenant)}/files/${encodeURIComponent(name)}`;
    const list = { method: 'GET', path: `/v1/tenants/${encodeURIComponent(tenant)}/files` } as const;
    const [what, given, ...more] = values.positionals;
    if (more.length > 0) throw wrong();
    if (what === 'list' && given === undefined) return list;
    if (what === 'delete' && (given !== undefined) !== values.flag('all')) {
      if (given !== undefined) return { method: 'DELETE', path: at(given) };
      return async (ask) => {
        const { items } = await ask(list);
        for (const { name } of items) await ask({ method: 'DELETE', path: at(name) });
        return list;
      };
    }
    if (what !== 'put' || !given) throw wrong();
    return putting(given, values, at);
  },
  text({ items, bytes, most_bytes: most, ...one }: Answer) {
    if (items !== undefined) return listed(items, { bytes, most });
    if (one.url === undefined) return [`${printable(one.name)} is removed.`];
    return [
      `${printable(one.name)} is kept: ${one.size} bytes, SHA-256 ${one.digest}.`,
      one.problem === null
        ? `Runs name it ${one.url}; it is read as ${one.format}.`
        : `It cannot be read: ${one.problem}`,
    ];
  },
};

const wrong = () => usage('files', 'Say tieout files put FILE, files list, files delete NAME or files delete --all.');

function putting(path: string, values: OptionValues, at: (name: string) => string): () => Promise<Question> {
  const isPiped = path === '-';
  const name = values.text('name') ?? (isPiped ? null : basename(path));
  if (!name) throw usage('files', 'Give --name: what comes by standard input has none.');
  return async () => ({
    method: 'PUT',
    path: at(name),
    file: isPiped ? piped() : await sentBody(path),
    mostMs: MOST_MS,
  });
}

/** The service bounds it itself, by TIEOUT_FILES_SECONDS. */
const MOST_MS = 86_400_000;

const piped = (): SentBody => ({ bytes: Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>, digest: null });

/** Read twice: for its digest, and to be sent. Throws file_unreadable. */
async function sentBody(path: string): Promise<SentBody> {
  const unreadable = (why: string) => new TieoutError('file_unreadable', why, { file: path });
  try {
    if (!(await stat(path)).isFile()) throw unreadable('this is no regular file; standard input is -.');
    const hash = createHash('sha256');
    for await (const piece of createReadStream(path)) hash.update(piece);
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    return { bytes, digest: hash.digest('hex') };
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    throw unreadable(
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file.' : 'it cannot be read.',
    );
  }
}

function listed(items: readonly Answer[], { bytes, most }: Readonly<Record<'bytes' | 'most', number>>): string[] {
  if (items.length === 0) return ['No file is kept.'];
  const rows = items.map((one) =>
    [
      one.name,
      String(one.size),
      one.format ?? '?',
      `${one.sent_at.slice(0, 16).replace('T', ' ')}`,
      one.problem ?? '',
    ].map((cell: string) => printable(cell)),
  );
  const columns = [
    ...([{ title: 'name' }, { title: 'bytes', align: 'right' }, { title: 'format' }, { title: 'sent (UTC)' }] as const),
    { title: 'problem', wraps: true },
  ] as const;
  return [
    ...tableLines({ columns, rows }, styleOf(process.stdout, process.env)),
    `${bytes} bytes of ${most} that are kept for the tenant.`,
  ];
}

// Keeps a file that a caller sends. It is received whole, held against the digest that the caller announced, and looked
// into; then it takes its name, under a lease of its tenant, whose files have a limit together. The same content again
// changes nothing. Another content replaces the file, unless a run that waits or works names it: such a run reads what
// was there when it was ordered.

import { TieoutError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/records/documents/json.ts';
import { type SentFile, type SentFileKey, sentName } from '../../core/records/files/sent-file.ts';
import type { ReceivedFile, SentFiles } from '../../ports/coming/sent-files.ts';
import type { MappingCompute } from '../../ports/compute.ts';
import type { Leases } from '../../ports/leases.ts';
import type { Runs } from '../../ports/runs.ts';
import { whenLeased } from '../upkeep/hold.ts';

export interface SentFileDependencies {
  readonly sent: SentFiles;
  readonly store: { readonly leases: Leases; readonly runs: Pick<Runs, 'unfinished'> };
  readonly compute: Pick<MappingCompute, 'tellFile'>;
  /** Most bytes of all files of a tenant together. */
  readonly mostTenantBytes: number;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

interface SendingFile {
  readonly key: SentFileKey;
  readonly pieces: AsyncIterable<Uint8Array>;
  /** SHA-256 in hex that the caller announced; null: none. */
  readonly digest: string | null;
  readonly sentBy: string | null;
}

/** Throws digest_differs, file_not_understood for an empty file, file_in_use, files_full, files_unavailable. */
export async function keepSentFile(deps: SentFileDependencies, sending: SendingFile): Promise<SentFile> {
  const room = await roomFor(deps, sending.key);
  const received = await deps.sent.receive(withinRoom(deps, sending.pieces, room));
  try {
    return await keepAnnounced(deps, sending, received);
  } finally {
    await received.discard();
  }
}

async function keepAnnounced(
  deps: SentFileDependencies,
  { key, digest, sentBy }: SendingFile,
  received: ReceivedFile,
): Promise<SentFile> {
  if (digest !== null && digest !== received.digest) {
    throw new TieoutError(
      'digest_differs',
      `What arrived has the SHA-256 ${received.digest}, not the announced one: nothing was kept; send the file again.`,
    );
  }
  if (received.size === 0) throw new TieoutError('file_not_understood', 'The file is empty: nothing was kept.');
  return keepReceived(deps, { key, received, sentBy });
}

/** Gives a file that was received whole its name. Throws file_in_use, files_full, files_unavailable. */
export async function keepReceived(
  deps: SentFileDependencies,
  { key, received, sentBy }: Pick<SendingFile, 'key' | 'sentBy'> & { readonly received: ReceivedFile },
): Promise<SentFile> {
  const told = await deps.compute.tellFile({ path: received.path, name: key.name });
  return alone(deps, key.tenant, async () => {
    const before = await deps.sent.get(key);
    if (before?.digest === received.digest) {
      await deps.sent.touch(key);
      return before;
    }
    if (before !== null) await requireUnread(deps, key);
    // Others may have been kept while it came.
    if (received.size > (await roomFor(deps, key))) throw filesFull(deps);
    const { size, digest: of } = received;
    const file = { ...key, digest: of, size, ...told, sentAt: deps.clock(), sentBy };
    await deps.sent.keep(file, received);
    return file;
  });
}

/** Throws not_found or file_in_use. */
export async function removeSentFile(
  deps: Pick<SentFileDependencies, 'sent' | 'store'>,
  key: SentFileKey,
): Promise<void> {
  await alone(deps, key.tenant, async () => {
    const unknown = new TieoutError('not_found', 'No such file was sent.');
    if ((await deps.sent.get(key)) === null) throw unknown;
    await requireUnread(deps, key);
    if (!(await deps.sent.remove(key))) throw unknown;
  });
}

/** Removes files of a tenant that are found while none of its files is kept, unless a run reads them; answers them. */
export async function removeUnread(
  deps: Pick<SentFileDependencies, 'sent' | 'store'>,
  tenant: string,
  find: () => Promise<readonly SentFile[]>,
): Promise<readonly SentFile[]> {
  return alone(deps, tenant, async () => {
    const gone: SentFile[] = [];
    for (const file of await find()) {
      if ((await readerOf(deps, file)) === undefined && (await deps.sent.remove(file))) gone.push(file);
    }
    return gone;
  });
}

const LEASE_MS = 30_000;
const MOST_WAIT_MS = 30_000;

/** Files of a tenant are kept one after the other, so that two together stay below its limit. */
function alone<T>({ store }: Pick<SentFileDependencies, 'store'>, tenant: string, work: () => Promise<T>): Promise<T> {
  const name = JSON.stringify(['sent files', tenant]);
  const late = () => new TieoutError('files_unavailable', 'Other files of the tenant are being kept: send it again.');
  return whenLeased(store.leases, { name, leaseMs: LEASE_MS, mostWaitMs: MOST_WAIT_MS, late }, work);
}

/** Bytes that the tenant's other files leave. */
async function roomFor(
  { sent, mostTenantBytes }: SentFileDependencies,
  { tenant, name }: SentFileKey,
): Promise<number> {
  return mostTenantBytes - sumOf((await sent.list(tenant)).filter((file) => file.name !== name));
}

/** Refused as soon as there is no room, so that a tenant at its limit does not fill the folder of all. */
async function* withinRoom(
  deps: SentFileDependencies,
  pieces: AsyncIterable<Uint8Array>,
  room: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > room) throw filesFull(deps);
    yield piece;
  }
}

const filesFull = ({ mostTenantBytes }: SentFileDependencies): TieoutError =>
  new TieoutError(
    'files_full',
    `With this one the files of the tenant would be more than the ${mostTenantBytes} bytes that are kept for it ` +
      '(TIEOUT_FILES_TENANT_MEGABYTES): remove those that are not needed, and send it again.',
  );

/** The bytes of all files together. */
export const sumOf = (files: readonly Pick<SentFile, 'size'>[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);

/** A run that waits or works and names the file. */
async function readerOf({ store }: Pick<SentFileDependencies, 'store'>, { tenant, name }: SentFileKey) {
  const runs = await store.runs.unfinished();
  return runs.find(({ key, parameters }) => key.tenant === tenant && isNamed(parameters, name));
}

async function requireUnread(deps: Pick<SentFileDependencies, 'store'>, file: SentFileKey): Promise<void> {
  const reader = await readerOf(deps, file);
  const { name } = file;
  if (reader === undefined) return;
  throw new TieoutError(
    'file_in_use',
    `Run ${reader.runId} of session ${reader.key.session} reads ${name}: wait for its end, or use another name.`,
  );
}

function isNamed(value: JsonValue, name: string): boolean {
  const names = new Set<string>();
  addNames(value, names);
  return names.has(name);
}

/** Adds the names of sent files in a value as it is stored. */
export function addNames(value: JsonValue, names: Set<string>): void {
  if (typeof value === 'string') {
    const name = sentName(value);
    if (name !== null) names.add(name);
  } else if (value !== null && typeof value === 'object') {
    for (const inner of Object.values(value)) addNames(inner, names);
  }
}

// An SFTP server of the tests' own, on a folder: lists, reads and renames files for one user.

import { createHash, generateKeyPairSync } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import ssh2, { type Connection, type SFTPWrapper } from 'ssh2';

const { STATUS_CODE } = ssh2.utils.sftp;

export interface SftpServer {
  readonly port: number;
  /** As ssh-keygen shows it. */
  readonly fingerprint: string;
  /** Names of the operations that were asked for. */
  readonly asked: string[];
  /** Renaming waits until it is resolved. */
  holdRenames(): () => void;
  close(): Promise<void>;
}

export const USER = 'tieout';
export const PASSWORD = 'an-sftp-password';

/** A host key in a form that the library reads, and its fingerprint. */
export function hostKey(): { readonly key: string; readonly fingerprint: string } {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const digest = createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '');
  return { key: privateKey, fingerprint: `SHA256:${digest}` };
}

export async function startSftpServer(
  folder: string,
  { key, fingerprint }: ReturnType<typeof hostKey> = hostKey(),
  port = 0,
): Promise<SftpServer> {
  const asked: string[] = [];
  const clients = new Set<Connection>();
  let held: Promise<void> = Promise.resolve();
  const server = new ssh2.Server({ hostKeys: [key] }, (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client)).on('error', () => undefined);
    client.on('authentication', (context) => {
      const isKnown = context.method === 'password' && context.username === USER && context.password === PASSWORD;
      if (isKnown) context.accept();
      else context.reject(['password']);
    });
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => serve(acceptSftp(), { folder, asked, held: () => held })),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint,
    asked,
    holdRenames() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: async () => {
      for (const client of clients) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

interface Serving {
  readonly folder: string;
  readonly asked: string[];
  readonly held: () => Promise<void>;
}

function serve(sftp: SFTPWrapper, { folder, asked, held }: Serving): void {
  const handles = new Map<number, { readonly file?: FileHandle; names?: string[]; readonly path: string }>();
  const place = (path: string) => join(folder, normalize(`/${path}`));
  let next = 0;
  const keep = (one: { readonly file?: FileHandle; names?: string[]; readonly path: string }): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE(next);
    handles.set(next++, one);
    return handle;
  };
  const found = (handle: Buffer) => handles.get(handle.readUInt32BE(0))!;
  const attributes = async (path: string) => {
    const { mode, size, mtimeMs } = await stat(path);
    const seconds = Math.floor(mtimeMs / 1_000);
    return { mode, uid: 0, gid: 0, size, atime: seconds, mtime: seconds };
  };
  const tried = (id: number, what: string, work: () => Promise<unknown>): void => {
    asked.push(what);
    work().catch((error: NodeJS.ErrnoException) =>
      sftp.status(id, error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE),
    );
  };
  sftp.on('REALPATH', (id, path) => sftp.name(id, [{ filename: normalize(path), longname: '', attrs: {} as never }]));
  const answerStat = (id: number, path: string) =>
    tried(id, 'stat', async () => sftp.attrs(id, await attributes(place(path))));
  sftp.on('STAT', answerStat).on('LSTAT', answerStat);
  sftp.on('FSTAT', (id, handle) => tried(id, 'stat', async () => sftp.attrs(id, await attributes(found(handle).path))));
  sftp.on('OPENDIR', (id, path) =>
    tried(id, 'list', async () => sftp.handle(id, keep({ path: place(path), names: await readdir(place(path)) }))),
  );
  sftp.on('READDIR', (id, handle) =>
    tried(id, 'list', async () => {
      const { path, names = [] } = found(handle);
      if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF);
      const entries = names.splice(0).map(async (filename) => {
        const attrs = await attributes(join(path, filename));
        const kind = (attrs.mode & 0o170000) === 0o040000 ? 'd' : '-';
        return { filename, longname: `${kind}rw-r--r-- 1 u g ${attrs.size} Jan 1 00:00 ${filename}`, attrs };
      });
      return sftp.name(id, await Promise.all(entries));
    }),
  );
  sftp.on('OPEN', (id, path) =>
    tried(id, 'open', async () => sftp.handle(id, keep({ path: place(path), file: await open(place(path), 'r') }))),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    tried(id, 'read', async () => {
      const { bytesRead, buffer } = await found(handle).file!.read(Buffer.alloc(length), 0, length, offset);
      return bytesRead === 0 ? sftp.status(id, STATUS_CODE.EOF) : sftp.data(id, buffer.subarray(0, bytesRead));
    }),
  );
  sftp.on('CLOSE', (id, handle) =>
    tried(id, 'close', async () => {
      await found(handle).file?.close();
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
  sftp.on('MKDIR', (id, path) =>
    tried(id, 'mkdir', async () => {
      await mkdir(place(path));
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
  sftp.on('RENAME', (id, from, to) =>
    tried(id, 'rename', async () => {
      await held();
      await rename(place(from), place(to));
      sftp.status(id, STATUS_CODE.OK);
    }),
  );
}

// Files in a folder of an SFTP server. The server must show one of the keys that the file of feeds names: a stranger in
// its place is given neither user nor password. Each look has its own connection.

import { createHash } from 'node:crypto';
import SftpClient from 'ssh2-sftp-client';
import { TieoutError } from '../../core/errors.ts';
import type { ComingFile, FileSource, OpenSource } from '../../ports/coming/file-source.ts';
import { stillWritten } from './folder-source.ts';
import type { SftpPlace } from './place.ts';
import { secretText } from './secret.ts';

/** Longest wait for the server to begin. */
const READY_MS = 20_000;
/** Longest time without a byte of a file. */
const STALL_MS = 60_000;

export const sftpSource = (place: SftpPlace): FileSource => ({
  async open(): Promise<OpenSource> {
    const client = await connected(place);
    const base = place.folder.endsWith('/') ? place.folder.slice(0, -1) : place.folder;
    const pathOf = (...names: readonly string[]) => [base, ...names].join('/');
    const seenNow = async (name: string) => {
      const { size, modifyTime } = await client.stat(pathOf(name));
      return seenOf({ size, modifyTime });
    };
    const asked = async <T>(work: () => Promise<T>): Promise<T> => {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new Error('nothing for a minute')), STALL_MS);
      try {
        return await Promise.race([work(), late.promise]);
      } catch (error) {
        throw error instanceof TieoutError ? error : away(place, `answers: ${plain(error)}`);
      } finally {
        clearTimeout(timer);
      }
    };
    return {
      list: () =>
        asked(async () => {
          const files: ComingFile[] = [];
          for (const { type, name, size, modifyTime } of await client.list(place.folder)) {
            if (type !== '-') continue;
            files.push({ name, seen: seenOf({ size, modifyTime }), isWhole: false, day: null, changedAt: modifyTime });
          }
          return files.sort((a, b) => (a.name < b.name ? -1 : 1));
        }),
      async *read({ name, seen }) {
        const pieces = client.createReadStream(pathOf(name));
        const stalled = setTimeout(() => pieces.destroy(new Error('it sent nothing for a minute')), STALL_MS);
        try {
          for await (const piece of pieces as AsyncIterable<Uint8Array>) {
            stalled.refresh();
            yield piece;
          }
        } catch (error) {
          throw away(place, `broke off while ${name} was read: ${plain(error)}`);
        } finally {
          clearTimeout(stalled);
        }
        if ((await asked(() => seenNow(name))) !== seen) throw stillWritten(name);
      },
      putAway: ({ name, seen }) =>
        asked(async () => {
          if (place.done === null || !(await client.exists(pathOf(name)))) return;
          // A file that replaced it meanwhile was not taken.
          if ((await seenNow(name)) !== seen) return;
          if (!(await client.exists(pathOf(place.done)))) await client.mkdir(pathOf(place.done));
          let to = pathOf(place.done, name);
          // Nothing that was put away is replaced.
          for (let n = 2; await client.exists(to); n++) to = pathOf(place.done, `${name}.${n}`);
          await client.rename(pathOf(name), to);
        }),
      close: () => asked(async () => void (await client.end())),
    };
  },
});

const seenOf = ({ size, modifyTime }: { readonly size: number; readonly modifyTime: number }): string =>
  `${size} bytes of ${modifyTime}`;

async function connected(place: SftpPlace): Promise<SftpClient> {
  const { host, port, user, password, key, passphrase, hostKeys } = place;
  const client = new SftpClient();
  let shown: string | null = null;
  const secrets = {
    ...(password !== null && { password: await secretText(password) }),
    ...(key !== null && { privateKey: await secretText(key) }),
    ...(passphrase !== null && { passphrase: await secretText(passphrase) }),
  };
  try {
    await client.connect({
      ...{ host, port, username: user, ...secrets, readyTimeout: READY_MS },
      ...{ keepaliveInterval: 15_000, keepaliveCountMax: 3 },
      hostVerifier: (offered: Buffer) => {
        shown = fingerprint(offered);
        return hostKeys.includes(shown);
      },
    });
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (shown !== null && !hostKeys.includes(shown)) {
      throw away(
        place,
        `shows the host key ${shown}, which is none of host_keys: nothing was asked of it; ask its owner before you add the key`,
      );
    }
    throw away(place, `cannot be used: ${plain(error)}`);
  }
}

const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`;

const away = ({ host, port }: SftpPlace, what: string): TieoutError =>
  new TieoutError('files_unavailable', `The SFTP server ${host}:${port} ${what}.`);

/** The reason in the library's words, on one line and short. */
const plain = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').replace(/\.$/, '').slice(0, 200);

// Finds files by URL: `http:` and `https:` files are fetched (fetch-file.ts), `sent:` files were sent by callers of the
// request's tenant (sent-files.ts), `file:` files lie under one root. A relative URL is relative to the root. Dots,
// links and percent signs are resolved first; then the file must lie inside the root, or inside the tenant's own folder
// if each tenant has one.

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TieoutError } from '../../core/errors.ts';
import { sentName } from '../../core/records/files/sent-file.ts';
import type { Files, FoundFile } from '../../ports/files.ts';
import { shown } from './fetch-failures.ts';
import { fetchFile, type RemoteFiles } from './fetch-file.ts';
import { filePlace, keptIn } from './sent-place.ts';

export interface FileRoot {
  /** TIEOUT_FILES_ROOT; null if no file may be read. */
  readonly root: string | null;
  /** TIEOUT_FILES_PER_TENANT: a tenant reads only below the folder with its id. */
  readonly perTenant: boolean;
  /** Null if files are not fetched from other hosts. */
  readonly remote?: RemoteFiles | null;
  /** Folder of sent files; null if none are taken. */
  readonly sent?: string | null;
}

export function filesUnder({ root, perTenant, remote = null, sent = null }: FileRoot): Files {
  return {
    async find(url, { tenant }) {
      if (/^https?:/i.test(url)) {
        if (remote !== null) return fetchFile(url, remote);
        throw notAllowed(
          url,
          'files are not fetched over the network here; give a file: url, or set TIEOUT_FILES_HOSTS.',
        );
      }
      const name = sentName(url);
      if (name !== null) return findSent(sent, { tenant, name, url });
      const place = placeOf(url, root);
      if (place.root === null) throw notAllowed(url, 'no folder of files is configured; set TIEOUT_FILES_ROOT.');
      const allowed = perTenant ? tenantFolder(place.root, { tenant, url }) : place.root;
      const outside = perTenant ? 'the file lies outside the tenant’s own folder.' : 'the file lies outside the root.';
      // The name is checked first: a file outside is not even looked for.
      const real = await realRoot(allowed, { root: place.root, url });
      if (!isInside(allowed, place.path) && !isInside(real, place.path)) throw notAllowed(url, outside);
      const path = await existing(place.path, url);
      if (!isInside(real, path)) throw notAllowed(url, outside);
      await requireFile(path, url);
      // Messages name the file as the user did, not as the target of a link.
      const above = isInside(place.root, place.path)
        ? place.root
        : await realRoot(place.root, { root: place.root, url });
      return { path, name: relative(above, place.path).split(sep).join('/') };
    },
  };
}

/** A file that the tenant sent; another tenant's is looked for nowhere. */
async function findSent(
  root: string | null,
  { tenant, name, url }: { readonly tenant: string | null; readonly name: string; readonly url: string },
): Promise<FoundFile> {
  if (root === null) throw notAllowed(url, 'no folder of sent files is configured; set TIEOUT_FILES_SENT.');
  if (tenant === null) throw notAllowed(url, 'this request names no tenant, and files are sent by one.');
  const place = filePlace(root, { tenant, name });
  const file = await keptIn(place);
  if (file === null) throw unreadable(url, 'no such file was sent.');
  const path = join(place, file.digest);
  await requireFile(path, url);
  return { path, name };
}

const notAllowed = (url: string, why: string) => new TieoutError('file_not_allowed', why, { file: shown(url) });
const unreadable = (url: string, why: string) => new TieoutError('file_unreadable', why, { file: shown(url) });

/** The path of a URL before links are followed. Dots are resolved by the rules of URLs, percent signs are decoded. */
function placeOf(url: string, root: string | null): { readonly root: string | null; readonly path: string } {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== 'file') throw notAllowed(url, 'this is no file: url, such as file:2026-03/gl.csv.');
  // A query or fragment would be dropped silently, and another file be read.
  if (/[?#]/.test(url)) {
    throw notAllowed(url, 'a file: url has no query and no fragment; in a name, write ? as %3F and # as %23.');
  }
  if (root === null) return { root, path: '' };
  const absolute = resolve(root);
  try {
    return { root: absolute, path: fileURLToPath(new URL(url, `${pathToFileURL(absolute).href}/`)) };
  } catch {
    throw notAllowed(url, 'this file: url names no path of this machine.');
  }
}

/** The tenant's folder. Its id must be a plain folder name, which cannot lead elsewhere. */
function tenantFolder(root: string, { tenant, url }: { tenant: string | null; url: string }): string {
  if (tenant === null)
    throw notAllowed(
      url,
      'this request names no tenant, and with TIEOUT_FILES_PER_TENANT each has a folder of its own.',
    );
  const plain = /^[^/\\\0]+$/.test(tenant) && tenant !== '.' && tenant !== '..';
  if (!plain) throw notAllowed(url, 'the tenant’s id cannot be the name of a folder.');
  return join(root, tenant);
}

/**
 * The folder that may be read, with links followed. A missing root is unavailable; a missing tenant folder has no
 * files.
 */
async function realRoot(folder: string, { root, url }: { root: string; url: string }): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    if (folder !== root) await realRoot(root, { root, url });
    if (folder !== root) throw unreadable(url, 'there is no such file.');
    throw new TieoutError('files_unavailable', 'the folder that files are read from is away.', { file: shown(url) });
  }
}

function isInside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** The path with links followed. */
async function existing(path: string, url: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EACCES' || code === 'EPERM')
      throw unreadable(url, 'the file may not be read; check its permissions.');
    if (code === 'ELOOP') throw unreadable(url, 'the link leads to itself.');
    throw unreadable(url, 'there is no such file.');
  }
}

async function requireFile(path: string, url: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw unreadable(url, 'there is no such file.');
  if (found.isDirectory()) throw unreadable(url, 'this is a folder; name the files in it.');
  // A pipe or device would never end.
  if (!found.isFile()) throw unreadable(url, 'this is no regular file.');
}

// A database of one's own on the server that a connection string names, for what is tried and leaves nothing behind. It
// takes no right but readWrite: MongoDB makes a database with its first collection and removes it with its last.

import type { Db } from 'mongodb';
import { clientFor, connect } from './connect.ts';
import { startFailure } from './start-failures.ts';

/**
 * A connection string with the same server, user and options, and another database. Throws usage when it is no connection string.
 */
export function withDatabase(uri: string, database: string): string {
  const { credentials, srvHost } = clientFor(uri).options;
  const [, servers, query] = /^([^/]+\/\/[^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/s.exec(uri)!;
  const options = query ? [query] : [];
  // A user is looked up in the database that is named unless it is said otherwise; a name that is looked up (srv) says
  // it.
  if (credentials?.source && !srvHost && !/(^|&)authSource=/i.test(query ?? '')) {
    options.push(`authSource=${encodeURIComponent(credentials.source)}`);
  }
  return `${servers}/${database}${options.length === 0 ? '' : `?${options.join('&')}`}`;
}

/** Removes every collection of the database that the string names. Throws store_unavailable. */
export async function removeDatabase(uri: string): Promise<void> {
  const { client, db, hosts } = await connect({ uri, monitorCommands: false });
  try {
    while (await removeCollections(db));
  } catch (error) {
    throw startFailure(error, hosts);
  } finally {
    await client.close().catch(() => {});
  }
}

/** False when there were none: a write of a process that was killed may make one anew. */
async function removeCollections(db: Db): Promise<boolean> {
  const collections = await db.collections();
  for (const collection of collections) await collection.drop();
  return collections.length > 0;
}

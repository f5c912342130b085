// A temporary database on the server of a connection string, for trials that leave nothing behind. It needs only the
// right readWrite: MongoDB makes a database with its first collection and removes it with its last.

import type { Db } from 'mongodb';
import { clientFor, connect } from './connect.ts';
import { startFailure } from './start-failures.ts';

/** The connection string with another database. Throws usage if it is invalid. */
export function withDatabase(uri: string, database: string): string {
  const { credentials, srvHost } = clientFor(uri).options;
  const [, servers, query] = /^([^/]+\/\/[^/?]+)(?:\/[^?]*)?(?:\?(.*))?$/s.exec(uri)!;
  const options = query ? [query] : [];
  // Without authSource the server looks for the user in the named database. An srv record states authSource itself.
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

/** False if there were none. A late write of a killed process may make a collection again. */
async function removeCollections(db: Db): Promise<boolean> {
  const collections = await db.collections();
  for (const collection of collections) await collection.drop();
  return collections.length > 0;
}

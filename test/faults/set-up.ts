// What the fault suite needs before it begins: the servers' binaries, a folder for everything, and a guard. Processes
// of this suite are many and are killed with -9, and so may be the suite: the guard is a shell that waits for the
// suite's end, whatever it is, and then kills what is left (Linux; elsewhere each process ends with the one that
// started it) and removes the folder.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findMongod } from '../servers/mongod.ts';
import { findNatsServer } from '../servers/nats-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    faults: FaultsContext;
  }
}

interface FaultsContext {
  /** Binaries, or the commands after which there would be some. */
  readonly servers: { readonly mongod: string; readonly natsServer: string } | { readonly missing: string };
  /** Everything is kept below it. */
  readonly folder: string;
  /** Whatever a test starts has it in its environment under MARK. */
  readonly mark: string;
}

export const MARK = 'FAULTS_MARK';

/** Reads until the suite is gone; looks again, for something may be starting at that moment. */
const GUARD = `
cat >/dev/null
looks=0
while [ $looks -lt 50 ]; do
  found=
  for file in /proc/[0-9]*/environ; do
    if tr '\\0' '\\n' <"$file" 2>/dev/null | grep -qx "${MARK}=$1"; then
      process=\${file#/proc/}
      kill -9 "\${process%/environ}" 2>/dev/null
      found=yes
    fi
  done 2>/dev/null
  [ -z "$found" ] && break
  sleep 0.1
  looks=$((looks + 1))
done
rm -rf "$2"
`;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tieout-faults-'));
  const mark = randomUUID();
  const guard = spawn('/bin/sh', ['-c', GUARD, 'tieout-faults-guard', mark, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  project.provide('faults', { servers: await findServers(), folder, mark });
  return () => dismiss(guard);
}

/** Throws where a server is missing and CI=true. */
async function findServers(): Promise<FaultsContext['servers']> {
  const [mongod, natsServer] = [await findMongod(), await findNatsServer()];
  if ('path' in mongod && 'path' in natsServer) return { mongod: mongod.path, natsServer: natsServer.path };
  const missing = [mongod, natsServer].flatMap((found) => ('missing' in found ? [found.missing] : [])).join('; and ');
  if (process.env['CI'] === 'true') throw new Error(`The fault suite needs servers: ${missing}`);
  return { missing };
}

async function dismiss(guard: ChildProcess): Promise<void> {
  if (guard.exitCode !== null) return;
  guard.ref();
  const ended = once(guard, 'exit');
  guard.stdin!.end();
  await ended;
}

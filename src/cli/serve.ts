// `tieout serve`: runs the service until it is told to end. It prints one line with the address when ready and logs to
// standard error. SIGTERM and SIGINT make it finish its work and exit with 0.

import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import { serviceLog } from './demo/service-log.ts';

const HELP = `Usage: tieout serve [--host H] [--port P] [--data DIR] [--roles ROLES]

Serves REST, Connect, gRPC-Web and gRPC on one port, and works off accepted runs in the same process.

  --host H     where to listen (TIEOUT_HOST, 127.0.0.1)
  --port P     its port, 0 for a free one (TIEOUT_PORT, 8080)
  --data DIR   folder of the store (TIEOUT_DATA_DIR, .tieout)
  --roles R    what this process does: api, worker, verification, with commas between (TIEOUT_ROLES, all of them)

The environment's variables are in docs/configuration.md. Once ready it prints one line with the address.
`;

export async function serve(argv: string[]): Promise<number> {
  const { values } = parsed(argv);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const config = readConfiguration(process.env, {
    ...(values.host !== undefined && { TIEOUT_HOST: values.host }),
    ...(values.port !== undefined && { TIEOUT_PORT: values.port }),
    ...(values.data !== undefined && { TIEOUT_DATA_DIR: values.data }),
    ...(values.roles !== undefined && { TIEOUT_ROLES: values.roles }),
  });
  requireFolder(config);
  // Loading everything takes half of the start, so errors in the configuration are reported before.
  const { startService } = await import('../app.ts');
  const logger = serviceLog(config.TIEOUT_LOG_LEVEL);
  const ended = signalled();
  const starting = startService(config, logger).catch((error) => {
    throw listenFailure(error, config) ?? error;
  });
  const service = await Promise.race([starting, ended.then(() => null)]);
  if (service === null) {
    // Nothing was accepted yet, and the data on disk survives an end at any moment.
    logger.info({ signal: await ended }, 'The service ends before it was ready.');
    process.exit(0);
  }
  process.stdout.write(`Tieout serves at ${service.address}\n`);
  const signal = await ended;
  logger.info({ signal }, 'The service ends: no new request is taken.');
  await service.close();
  return 0;
}

/** A service that does runs needs its folder of files: started before its disk is mounted, it would fail every run. */
function requireFolder({ TIEOUT_FILES_ROOT: folder, TIEOUT_ROLES: roles }: Configuration): void {
  if (folder === null || !roles.includes('worker') || existsSync(`${folder}/.`)) return;
  throw new TieoutError(
    'usage',
    `TIEOUT_FILES_ROOT names ${folder}, which is no folder that this process can see: correct it, or mount it before the start.`,
  );
}

function parsed(argv: string[]) {
  try {
    return parseArgs({
      args: argv,
      options: {
        host: { type: 'string' },
        port: { type: 'string' },
        data: { type: 'string' },
        roles: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new TieoutError('usage', `${(error as Error).message.split('.')[0]}. See tieout serve --help.`);
  }
}

const LISTEN_FAILURES: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process listens there already; choose another port with --port, 0 for a free one.',
  EADDRNOTAVAIL: 'it is no address of this machine; choose one with --host.',
  ENOTFOUND: 'there is no such host; choose one with --host.',
  EACCES: 'this user may not listen there; choose a port from 1024 on with --port.',
};

/** Undefined if something else failed. */
function listenFailure(error: NodeJS.ErrnoException, { TIEOUT_HOST: host, TIEOUT_PORT: port }: Configuration) {
  const isOfListening = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  const why = isOfListening ? LISTEN_FAILURES[error.code ?? ''] : undefined;
  return why && new TieoutError('address_unusable', `The service cannot listen at ${host}, port ${port}: ${why}`);
}

/** Resolves with the first signal that asks the process to end. */
function signalled(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve(signal));
  });
}

// The same partner whose decisions ask the engine of another service, over HTTP and by its internal routes.

import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { remoteEngine } from '../../../src/adapters/engine-remote/remote-engine.ts';
import { engineInternalService } from '../../../src/rpc/internal/engine-internal.ts';
import { dayIn } from '../../../src/rpc/validation/day-of.ts';
import { resolveExceptions } from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { start } from '../../rest/running.ts';
import { orderOf, type Partner } from './month.ts';
import { resolving } from './resolving.ts';

const TOKEN = 'a-token-of-both-services';

/** Asks whoever listens at `baseUrl`. */
export function askingAt(lagos: Partner, baseUrl: string, timeoutMs = 20_000): Partner {
  const deps = { ...lagos.deps, engine: remoteEngine({ baseUrl, token: TOKEN, timeoutMs }) };
  return { ...lagos, deps, resolve: (decision, more = {}) => resolveExceptions(deps, orderOf(decision, more)) };
}

/** With a second server, which ends with it. */
export async function elsewhere(lagos: Partner): Promise<Partner> {
  const here = resolving(lagos.store, lagos.root);
  const engineInternal = engineInternalService({
    ...{ ...here, store: lagos.store, digest: sha256, dayOf: dayIn('Africa/Lagos'), languageModel: null },
    loaderSummary: null,
  });
  const server = await start({ token: TOKEN, handlers: { engineInternal } });
  const partner = askingAt(lagos, `${server.address}/`);
  return {
    ...partner,
    async dispose() {
      await server.close();
      await lagos.dispose();
    },
  };
}

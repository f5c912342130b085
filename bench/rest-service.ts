// The service as it is served, with token and log, over a handler that does nothing: what REST, Connect and gRPC cost
// by themselves. The log goes to standard error as that of `tieout serve` does.

import { pino } from 'pino';
import { RunStatus } from '../gen/tieout/engine/v1/run_pb.ts';
import { startServer } from '../src/rest/server.ts';
import { answerTo, TOKEN } from './rest-request.ts';

const server = await startServer({
  host: '127.0.0.1',
  port: 0,
  token: TOKEN,
  handlers: {
    engine: {
      reconcileBanking: ({ sessionId = '' }) => ({ status: RunStatus.ACCEPTED, sessionId, ...answerTo(sessionId) }),
    },
  },
  probes: [],
  logger: pino({ level: 'info' }, pino.destination({ fd: 2, sync: true })),
});
process.once('SIGTERM', () => void server.close());
console.log(server.address);

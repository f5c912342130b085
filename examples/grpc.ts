// A month over gRPC, with the generated clients: `npx node examples/grpc.ts ADDRESS` against a service with
// TIEOUT_FILES_ROOT=examples.

import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { EngineService } from '../gen/tieout/engine/v1/engine_service_pb.ts';
import { RunStatus } from '../gen/tieout/engine/v1/run_pb.ts';
import { ReportingService } from '../gen/tieout/reporting/v1/reporting_service_pb.ts';

const [baseUrl = 'http://127.0.0.1:8080'] = process.argv.slice(2);
const transport = createGrpcTransport({ baseUrl });
const engine = createClient(EngineService, transport);
const reporting = createClient(ReportingService, transport);

const session = { sessionId: 'over-grpc', tenantId: 'example-mfb', partnerId: 'example-bank' };
const files = { glFileUrl: ['file:gl.csv'], bankFileUrl: ['file:bank.csv'] };
const fees = { mscRate: 0.005, chargeMin: 10, chargeMax: 60 };
const days = { maxDaysForwardSearch: 3, maxDaysBackwardSearch: 3 };
await engine.reconcileBanking({ ...session, ...files, ...fees, ...days });

let run = await engine.getPipelineStatus(session);
while (run.status === RunStatus.ACCEPTED || run.status === RunStatus.RUNNING) {
  await pause(100);
  run = await engine.getPipelineStatus(session);
}
if (run.error) throw new Error(run.error.message);

const { answer } = await reporting.getSummary(session);
if (answer.case !== 'latest') throw new Error('One summary was asked for, not all of them.');
const { gl, bank, byTier, proof } = answer.value;
console.log(`${gl?.rows} and ${bank?.rows} rows: ${gl?.openRows} and ${bank?.openRows} are open,`);
console.log(`${byTier[1]} pairs are of tier 1, the balances differ by ${proof?.difference}`);

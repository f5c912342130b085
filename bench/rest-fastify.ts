// Plain Fastify as a peer: it parses the same body and answers with as many bytes of JSON. No rule is checked, no token
// is looked at and nothing is logged.

import fastify from 'fastify';
import { answerTo, REST_PATH } from './rest-request.ts';

const app = fastify();
app.post(REST_PATH, (request, reply) => {
  const { session_id } = request.body as { session_id: string };
  const { runId, pipelineStatusUrl } = answerTo(session_id);
  reply.code(202).send({ status: 'accepted', run_id: runId, session_id, pipeline_status_url: pipelineStatusUrl });
});
process.once('SIGTERM', () => void app.close());
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));

// docs/errors.md, made from the table of src/core/error-kinds.ts; a test holds them equal in both directions.

import { ERROR_KINDS } from '../../src/core/error-kinds.ts';
import { MAX_PROBLEMS } from '../../src/core/limits.ts';

export function errorsPage(): string {
  const rows = Object.entries(ERROR_KINDS).map(
    ([code, { meaning, http, retryable }]) => `| \`${code}\` | ${meaning} | ${http} | ${retryable ? 'yes' : ''} |`,
  );
  return `# Errors

Made from the table in \`src/core/error-kinds.ts\`; a test holds them equal. The same table answers every protocol. The command line prints one sentence on standard error and exits with 1, or 2 for \`usage\`.

| code | meaning | HTTP | repeat? |
|---|---|---|---|
${rows.join('\n')}

## Bodies on REST
Beside its \`detail\` every body has \`code\`, \`help\` (the place of the code on the service's page \`/errors\`) and \`request_id\`.

- 422: \`{"detail":[{"type","loc":["body",...],"msg"}]}\`, every problem at once, to the first ${MAX_PROBLEMS}. \`loc\` begins with \`body\`, \`query\` or \`path\` and ends at the field to change. \`type\` is the id of a rule (\`string.min_len\`), \`missing\`, or the type that was expected (\`string_type\`). No value is repeated.
- 500: \`{"detail":"Internal Server Error"}\`. The reason is in the log under the request's id. A code other than \`internal\` is no defect: \`POST /v1/exceptions/resolve\` answers so if the store fails, because the decision may have been made.
- Any other: \`{"detail":"..."}\`. 503 and 429 have \`Retry-After\`, and 503 names no server: the log has its address, under \`server\`.
- \`/readyz\` answers its 503 with its own body: \`{"status","checks","reasons"}\`, with \`Retry-After\` too.

What is no HTTP, comes too slowly, or has a request line and headers of more than 16 KiB is answered like any other failure, with an id of its own, and the connection is closed. Every answer has \`x-request-id\`.

## gRPC and Connect
The status of a failure follows from its HTTP status: ${rpcStatuses()}.

Every failure has a \`google.rpc.ErrorInfo\` detail: \`reason\` is the code, \`domain\` is tieout, \`metadata.help\` leads to the page. An invalid request is \`invalid_argument\` with a \`buf.validate.Violations\` detail: every broken rule at once, to the first ${MAX_PROBLEMS}, and the first one in the sentence. Two refusals have the sentence alone:

- A body that cannot be read: other bytes than the message's, malformed JSON, or in Connect's JSON a value of another type (\`"sessionId":5\`). Reading ends at the first such place.
- A \`page_token\` that the list did not give out, or of a run that another one has replaced.
`;
}

/** Each RPC status with the HTTP statuses that it stands for. */
function rpcStatuses(): string {
  const httpOf: Record<string, Set<number>> = {};
  for (const { http, rpc } of Object.values(ERROR_KINDS)) (httpOf[rpc] ??= new Set()).add(http);
  const words = Object.entries(httpOf).map(([rpc, http]) => `\`${rpc}\` for ${[...http].sort().join(', ')}`);
  return words.join('; ');
}

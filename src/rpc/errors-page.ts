// docs/errors.md, made from the table of src/core/errors.ts; a test holds them equal in both directions.

import { ERROR_KINDS } from '../core/errors.ts';

export function errorsPage(): string {
  const rows = Object.entries(ERROR_KINDS).map(
    ([code, { meaning, http, rpc, retryable }]) =>
      `| \`${code}\` | ${meaning} | ${http} | ${rpc} | ${retryable ? 'yes' : 'no'} |`,
  );
  return `# Errors

This page is made from the table in \`src/core/errors.ts\`; a test holds them equal. The same table answers REST, Connect, gRPC-Web and gRPC; the command line prints the sentence and exits with 1, or 2 for \`usage\`.

| code | meaning | HTTP | gRPC and Connect | may succeed when repeated |
|---|---|---|---|---|
${rows.join('\n')}

## Bodies on REST
- 422: \`{"detail":[{"type","loc":["body",...],"msg"}]}\`, every problem at once, at most 1,000. \`loc\` begins with \`body\`, \`query\` or \`path\` and ends at the field to change. \`type\` is the id of a rule (\`string.min_len\`), \`missing\`, or the type that was expected (\`string_type\`). No value is repeated.
- 500: \`{"detail":"Internal Server Error","request_id":"..."}\`. The reason is in the log under that id.
- Any other: \`{"detail":"..."}\`. 503 has \`Retry-After\` and names no server: the log has its address, under \`server\`.

On gRPC and Connect an invalid request is \`invalid_argument\` with a \`buf.validate.Violations\` detail. Every answer has \`x-request-id\`.
`;
}

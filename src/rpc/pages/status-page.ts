// docs/status.md: what of the contract this version does, read from the descriptors; a test holds the page equal.

import { METHODS } from '../services.ts';
import { methodTraits } from '../traits.ts';

/** `pathOf` answers verb and path of a method, as REST has them. */
export function statusPage(pathOf: (method: (typeof METHODS)[number]) => string): string {
  const table = (isBuilt: boolean) =>
    METHODS.filter((method) => methodTraits(method).notBuilt !== isBuilt)
      .map(
        (method) =>
          `| \`${pathOf(method)}\` | \`${method.parent.typeName}/${method.name}\` | ${methodTraits(method).summary} |`,
      )
      .join('\n');
  return `# Status

What of the contract this version does. The page is made from the protos, where a method that is not built has the option \`not_built\`; a test holds them equal, and another holds that exactly those answer so.

## Built

| REST | RPC | what it does |
|---|---|---|
${table(true)}

\`/v1/exceptions/resolutions\` and \`/v1/exceptions/patterns\` list nothing before there are decisions, which come with \`POST /v1/exceptions/resolve\`.

## Not built yet
These validate their request as they will later, then answer 501 / unimplemented.

| REST | RPC | what it will do |
|---|---|---|
${table(false)}
`;
}

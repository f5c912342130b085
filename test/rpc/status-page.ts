// docs/status.md: which parts of the contract this version does, read from the descriptors; a test holds the page
// equal.

import { METHODS } from '../../src/rpc/services.ts';
import { callerRole, methodTraits } from '../../src/rpc/traits.ts';

/** `pathOf` answers verb and path of a method, as REST has them. */
export function statusPage(pathOf: (method: (typeof METHODS)[number]) => string): string {
  const table = (isBuilt: boolean) =>
    METHODS.filter((method) => methodTraits(method).notBuilt !== isBuilt)
      .map(
        (method) =>
          `| \`${pathOf(method)}\` | \`${method.parent.typeName}/${method.name}\` | ${callerRole(method) ?? ''} | ${methodTraits(method).summary} |`,
      )
      .join('\n');
  const later = table(false);
  return `# Status

Every route of the contract, and what of it is built. Role: what its caller needs ([security.md](security.md)). The page is made from the protos, where a method that is not built has the option \`not_built\`; tests hold the page equal to the protos, and the service to the page.

## Built

| REST | RPC | role | what it does |
|---|---|---|---|
${table(true)}

## Not built yet
These validate their request as they will later, then answer 501 / unimplemented.

${later === '' ? 'None.' : `| REST | RPC | role | what it will do |\n|---|---|---|---|\n${later}`}
`;
}

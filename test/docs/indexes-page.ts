// docs/indexes.md, made from the indexes and shard keys of the code.

import { SHARD_KEYS } from '../../src/adapters/store-mongo/documents.ts';
import { INDEXES, type IndexDeclaration } from '../../src/adapters/store-mongo/indexes.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'))
    .join('\n');

const indexWords = ({ name, key, unique, sparse, partialFilterExpression }: IndexDeclaration): string => {
  const kinds = [unique && ', unique', sparse && ', sparse', partialFilterExpression && ', partial'];
  return `${name} (\`${Object.keys(key).join(' ')}\`${kinds.filter(Boolean).join('')})`;
};

const indexTable = (): string =>
  table(
    ['collection', 'indexes: name, fields, kind'],
    Object.entries(INDEXES)
      .filter(([, indexes]) => indexes.length > 0)
      .map(([collection, indexes]) => [`\`${collection}\``, indexes.map(indexWords).join('; ')]),
  );

const shardCommands = (): string =>
  Object.entries(SHARD_KEYS)
    .flatMap(([collection, key]) => {
      const fields = key?.map((field) => `${field}: 1`).join(', ');
      return fields === undefined ? [] : [`sh.shardCollection('tieout.${collection}', { ${fields} })`];
    })
    .join('\n');

const unsharded = (): string =>
  Object.entries(SHARD_KEYS)
    .flatMap(([collection, key]) => (key === null ? [`\`${collection}\``] : []))
    .join(', ');

export const indexesPage = (): string => `# Collections of MongoDB

Made from the code (\`test/docs/indexes-page.ts\`); a test holds them equal. What each collection grows with: [operations.md](operations.md#what-grows-and-how-it-is-pruned).

## Indexes
They are made at every start, sparse and partial ones too. An index of another form under the same name stops the start, with the command that drops it. Indexes of your own do no harm. Every query uses one of these or the one on \`_id\`: a test explains each. What each serves: \`src/adapters/store-mongo/indexes.ts\`.

${indexTable()}

## Forms of values
Six collections have the contract's names and forms, and other programs may read and add to them ([decisions/stored-names.md](decisions/stored-names.md)). Amounts there are decimals in currency units, dates are dates, ids the texts that the API shows. Elsewhere ids of records are 16 bytes (\`HexData(0, '…')\`), days are day numbers since 1970-01-01, and amounts are minor units with their sign.

| collection | holds |
|---|---|
| \`banking_clusters\` | exceptions of the domain \`mfb\` |
| \`commercial_clusters\` | exceptions of \`nip\` and of \`atm\` (every other service, named in \`service\`) |
| \`asset_clusters\` | breaks of holdings |
| \`exception_resolution\` | the audit: one document for each decided cluster, only inserted |
| \`audit_chain\` | the chain over the audit |
| \`resolution_intelligence\` | patterns that approvals taught |

## Shard keys
Collections that grow with rows are sharded by tenant and partner:

\`\`\`js
${shardCommands()}
\`\`\`

Not sharded: ${unsharded()}. These have a document for each run, session, file, layout, partner or message, and stay on the database's primary shard.

Every query of a sharded collection goes to one shard, but \`audit verify\`; a test holds that. All of one partner lies on one shard: give the largest partners shards of their own by zones; do not add fields to the key.

Before schema 7 the four collections of the contract's names were sharded by \`tenant\` and \`partner\`. Before that upgrade, stop the service, dump each of them, drop it and restore it unsharded. Start one process, which brings them up to date. Then shard them by the keys above.
`;

// The tables of docs/operations.md, made from the code.

import { SHARD_KEYS } from '../../src/adapters/store-mongo/documents.ts';
import { INDEXES, type IndexDeclaration } from '../../src/adapters/store-mongo/indexes.ts';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'))
    .join('\n');

const optionsOf = ({ unique, sparse, partialFilterExpression }: IndexDeclaration): string =>
  [
    ...(unique ? ['unique'] : []),
    ...(sparse ? ['sparse'] : []),
    ...(partialFilterExpression ? [`only where \`${JSON.stringify(partialFilterExpression)}\``] : []),
  ].join(', ');

export const indexTable = (): string =>
  table(
    ['collection', 'index', 'key', 'options', 'serves'],
    Object.entries(INDEXES).flatMap(([collection, indexes]) =>
      indexes.map((index) => [
        collection,
        index.name,
        `\`${Object.keys(index.key).join(', ')}\``,
        optionsOf(index),
        index.serves,
      ]),
    ),
  );

export const shardCommands = (): string =>
  Object.entries(SHARD_KEYS)
    .flatMap(([collection, key]) => {
      const fields = key?.map((field) => `${field}: 1`).join(', ');
      return fields === undefined ? [] : [`sh.shardCollection('tieout.${collection}', { ${fields} })`];
    })
    .join('\n');

export const unsharded = (): string =>
  Object.entries(SHARD_KEYS)
    .flatMap(([collection, key]) => (key === null ? [`\`${collection}\``] : []))
    .join(', ');

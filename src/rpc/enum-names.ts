// Values of enumerations as in REST and in the options of the protos: without the enumeration's prefix, in lower case
// (SERVICE_TYPE_NIP is nip). The value 0, UNSPECIFIED, has no name.

import type { DescEnum, EnumShape } from '@bufbuild/protobuf';
import { once } from './once.ts';

interface EnumNames {
  readonly numbers: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
}

export const enumNames: (desc: DescEnum) => EnumNames = once((desc) => {
  const start = desc.sharedPrefix?.length ?? 0;
  const pairs = desc.values
    .filter(({ number }) => number !== 0)
    .map(({ name, number }) => [name.toLowerCase().slice(start), number] as const);
  return { numbers: new Map(pairs), names: new Map(pairs.map(([name, number]) => [number, name])) };
});

/** The value that a name of ours stands for, typed as messages have it. */
export const enumNumber =
  <Desc extends DescEnum>(desc: Desc) =>
  (name: string): EnumShape<Desc> =>
    enumNames(desc).numbers.get(name) as EnumShape<Desc>;

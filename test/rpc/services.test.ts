// Which services a process serves follows from its roles and from the role that each service names.

import { create, createFileRegistry, setExtension } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, ServiceOptionsSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { ServiceTraitsSchema, service as serviceOption } from '../../gen/tieout/options/v1/options_pb.ts';
import { SERVICES, servicesOf } from '../../src/rpc/services.ts';

/** A service of another role, as a later version has one. */
function made(role: string) {
  const options = create(ServiceOptionsSchema);
  setExtension(options, serviceOption, create(ServiceTraitsSchema, { role }));
  const file = create(FileDescriptorProtoSchema, {
    ...{ name: 'made.proto', package: 'made', syntax: 'proto3' },
    service: [{ name: 'Made', options }],
  });
  return createFileRegistry(file, () => undefined).getService('made.Made')!;
}

test('the contract is served by the role api', () => {
  expect(servicesOf(['api'])).toEqual(Object.values(SERVICES));
  expect(servicesOf(['worker', 'verification'])).toEqual([]);
});

test('a service that names another role is served by that one', () => {
  const verifying = made('verification');
  const all = { ...SERVICES, verifying };
  expect(servicesOf(['verification'], all)).toEqual([verifying]);
  expect(servicesOf(['api'], all)).toEqual(Object.values(SERVICES));
  expect(servicesOf(['api', 'worker', 'verification'], all)).toEqual(Object.values(all));
});

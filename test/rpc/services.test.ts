// Which services a process serves follows from its roles and from the role that each service names.

import { create, createFileRegistry, type DescService, setExtension } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema, ServiceOptionsSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { ServiceTraitsSchema, service as serviceOption } from '../../gen/tieout/options/v1/options_pb.ts';
import { methodsOf, SERVICES, servicesOf } from '../../src/rpc/services.ts';

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

const OF_VERIFICATION: readonly DescService[] = [SERVICES.verification, SERVICES.cases];
const ofApi = Object.values(SERVICES).filter((service) => !OF_VERIFICATION.includes(service));

test('the contract is served by the role api, but for verification', () => {
  expect(servicesOf(['api'])).toEqual(ofApi);
  expect(servicesOf(['worker'])).toEqual([]);
  expect(servicesOf(['worker', 'verification'])).toEqual(OF_VERIFICATION);
});

test('home and health are served wherever anything is', () => {
  const { getHome, getHealth } = SERVICES.engine.method;
  expect(methodsOf([])).toEqual([]);
  expect(methodsOf([SERVICES.verification])).toEqual([getHome, getHealth, ...SERVICES.verification.methods]);
  expect(methodsOf(ofApi)).toEqual(ofApi.flatMap(({ methods }) => methods));
});

test('a service that names another role is served by that one', () => {
  const another = made('watch');
  const all = { ...SERVICES, another };
  expect(servicesOf(['watch'], all)).toEqual([another]);
  expect(servicesOf(['api', 'verification'], all)).toEqual(Object.values(SERVICES));
  expect(servicesOf(['api', 'watch', 'verification'], all)).toEqual(Object.values(all));
});

// The options of proto/tieout/options/v1 as code reads them: a descriptor without one has the traits of an empty
// message, so that no reader asks whether an option is there.

import {
  create,
  type DescField,
  type DescMessage,
  type DescMethod,
  type DescService,
  getOption,
  hasOption,
} from '@bufbuild/protobuf';
import {
  type FieldTraits,
  FieldTraitsSchema,
  field as fieldOption,
  type MessageTraits,
  MessageTraitsSchema,
  type MethodTraits,
  MethodTraitsSchema,
  message as messageOption,
  method as methodOption,
  type ServiceTraits,
  ServiceTraitsSchema,
  service as serviceOption,
} from '../../gen/tieout/options/v1/options_pb.ts';

export const fieldTraits = (desc: DescField): FieldTraits =>
  hasOption(desc, fieldOption) ? getOption(desc, fieldOption) : create(FieldTraitsSchema);

export const messageTraits = (desc: DescMessage): MessageTraits =>
  hasOption(desc, messageOption) ? getOption(desc, messageOption) : create(MessageTraitsSchema);

export const methodTraits = (desc: DescMethod): MethodTraits =>
  hasOption(desc, methodOption) ? getOption(desc, methodOption) : create(MethodTraitsSchema);

export const serviceTraits = (desc: DescService): ServiceTraits =>
  hasOption(desc, serviceOption) ? getOption(desc, serviceOption) : create(ServiceTraitsSchema);

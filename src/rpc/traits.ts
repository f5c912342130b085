// The options of proto/tieout/options/v1: a descriptor without one has the traits of an empty message, so that readers
// need not check.

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

/** Reading an option parses it anew, and requests need the same ones again and again. */
function once<D extends object, T>(read: (desc: D) => T): (desc: D) => T {
  const known = new Map<D, T>();
  return (desc) => {
    const before = known.get(desc);
    if (before !== undefined) return before;
    const traits = read(desc);
    known.set(desc, traits);
    return traits;
  };
}

export const fieldTraits: (desc: DescField) => FieldTraits = once((desc) =>
  hasOption(desc, fieldOption) ? getOption(desc, fieldOption) : create(FieldTraitsSchema),
);

export const messageTraits: (desc: DescMessage) => MessageTraits = once((desc) =>
  hasOption(desc, messageOption) ? getOption(desc, messageOption) : create(MessageTraitsSchema),
);

export const methodTraits: (desc: DescMethod) => MethodTraits = once((desc) =>
  hasOption(desc, methodOption) ? getOption(desc, methodOption) : create(MethodTraitsSchema),
);

export const serviceTraits: (desc: DescService) => ServiceTraits = once((desc) =>
  hasOption(desc, serviceOption) ? getOption(desc, serviceOption) : create(ServiceTraitsSchema),
);

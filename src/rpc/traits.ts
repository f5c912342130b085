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
  Credential,
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
import type { CallerRole } from '../core/callers/caller.ts';
import { roleNamed } from './callers/roles.ts';
import { once } from './once.ts';

/** The message that a field holds, or holds a list or map of. */
export const messageWithin = (field: DescField): DescMessage | undefined =>
  field.fieldKind === 'scalar' || field.fieldKind === 'enum' ? undefined : field.message;

// Reading an option parses it each time.

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

/** The role that a caller needs for a method; null: none. */
export const callerRole = (desc: DescMethod): CallerRole | null => {
  const { credential, callerRole: own } = methodTraits(desc);
  return credential === Credential.NONE ? null : roleNamed(own || serviceTraits(desc.parent).callerRole);
};

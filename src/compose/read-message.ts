// Reads a message of the contract from a JSON file, with the checks of a request; every problem is reported in words.

import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { decode } from '../rest/decode.ts';
import { isCovered, problemOf } from '../rpc/validation/problems.ts';
import { createValidate } from '../rpc/validation/validate.ts';

const validate = createValidate({ timeZone: 'UTC' });

export function readMessage<Desc extends DescMessage>(
  desc: Desc,
  json: unknown,
): { readonly message: MessageShape<Desc>; readonly problems: readonly string[] } {
  const { message, problems } = decode(desc, json);
  // To the rules a value is missing that could not be decoded: that is one problem, not two.
  const broken = validate(desc, message).map(problemOf);
  const found = [...problems, ...broken.filter((problem) => !isCovered(problem, problems))];
  const sentences = new Set(found.map(({ path, msg }) => (path.length === 0 ? msg : `${path.join('.')}: ${msg}`)));
  return { message: message as MessageShape<Desc>, problems: [...sentences] };
}

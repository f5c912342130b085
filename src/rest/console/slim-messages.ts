// Descriptors of messages without their options: rules of fields, routes and summaries are the service's business, which
// checks every call itself. A browser needs none of them, and not the files that define them.

import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import {
  type DescriptorProto,
  type EnumDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';

/** How variables of files that define options begin: file_buf_validate_validate is buf/validate/validate.proto. */
const OF_OPTIONS = ['file_buf_validate_', 'file_google_api_', 'file_tieout_options_'];

const isOfOptions = (variable: string): boolean => OF_OPTIONS.some((beginning) => variable.startsWith(beginning));

const BEFORE = 'fileDesc("';

/** A module of gen/ as JavaScript, in the form that protoc-gen-es writes. */
export function withoutOptions(code: string): string {
  const begin = code.indexOf(BEFORE) + BEFORE.length;
  if (begin < BEFORE.length) return code;
  const end = code.indexOf('"', begin);
  const file = fromBinary(FileDescriptorProtoSchema, base64Decode(code.slice(begin, end)));
  strip(file);
  const packed = base64Encode(toBinary(FileDescriptorProtoSchema, file), 'std_raw');
  return withoutImports(code.slice(0, begin)) + packed + withoutFiles(code.slice(end));
}

const withoutImports = (code: string): string =>
  code
    .split('\n')
    .filter((line) => !isOfOptions(line.replace('import { ', '')))
    .join('\n');

/** `", [a, b]);` and what follows: the files that a descriptor stands on. */
function withoutFiles(code: string): string {
  const [open, close] = [code.indexOf('['), code.indexOf(']')];
  // A descriptor without a list stands on no file.
  if (!/^",\s*$/.test(code.slice(0, Math.max(0, open)))) return code;
  const files = code.slice(open + 1, close).split(',');
  return `${code.slice(0, open + 1)}${files.filter((one) => !isOfOptions(one.trim())).join(',')}${code.slice(close)}`;
}

function strip(file: FileDescriptorProto): void {
  delete file.options;
  for (const message of file.messageType) stripMessage(message);
  for (const values of file.enumType) stripEnum(values);
  for (const service of file.service) {
    delete service.options;
    for (const method of service.method) delete method.options;
  }
}

function stripMessage(message: DescriptorProto): void {
  // An entry of a map is told by this option alone.
  if (message.options?.mapEntry !== true) delete message.options;
  for (const field of message.field) delete field.options;
  for (const one of message.oneofDecl) delete one.options;
  for (const values of message.enumType) stripEnum(values);
  for (const inner of message.nestedType) stripMessage(inner);
}

function stripEnum(values: EnumDescriptorProto): void {
  delete values.options;
  for (const value of values.value) delete value.options;
}

// What stands in gen/ and third_party/ is what the protos make and what the packages hold; the protos are as buf wants
// them and break nothing that the committed image promises.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromBinary, getExtension, hasExtension, isMessage } from '@bufbuild/protobuf';
import {
  type FieldDescriptorProto,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { file_buf_validate_validate, predefined } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { describe, expect, test } from 'vitest';
import { buf, root } from './contract.ts';

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => [file.slice(folder.length), await readFile(file, 'utf8')]));
  return Object.fromEntries(texts.sort(([a], [b]) => (a! < b! ? -1 : 1)));
}

describe('gen/', () => {
  test('is what `buf generate` makes, byte for byte', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tieout-gen-'));
    try {
      await buf('generate', '-o', folder);
      const made = await filesIn(join(folder, 'gen'));
      const committed = await filesIn(join(root, 'gen'));
      expect(Object.keys(committed)).toEqual(Object.keys(made));
      expect(Object.keys(made).filter((file) => committed[file] !== made[file])).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('proto/', () => {
  test('is formatted and without a lint finding', async () => {
    expect(await buf('format', '--diff')).toBe('');
    expect(await buf('lint')).toBe('');
  });

  test('breaks nothing of the committed image', async () => {
    expect(await buf('breaking', 'proto', '--against', 'proto/image.binpb')).toBe('');
  });
});

describe('third_party/buf/validate', () => {
  test('declares what the validator itself goes by', async () => {
    const image = Buffer.from(await buf('build', 'third_party', '--exclude-source-info', '-o', '-'), 'latin1');
    const { file } = fromBinary(FileDescriptorSetSchema, image);
    const printed = file.find(({ name }) => name === 'buf/validate/validate.proto');
    expect(printed && outline(printed)).toEqual(outline(file_buf_validate_validate.proto));
  });
});

/** Names, numbers, types and rules of a file: what two descriptors of it must share. */
function outline(file: FileDescriptorProto): unknown {
  expect(isMessage(file, FileDescriptorProtoSchema)).toBe(true);
  const fieldOutline = (field: FieldDescriptorProto) => [
    [field.name, field.number, field.type, field.label, field.typeName, field.defaultValue],
    Object.hasOwn(field, 'oneofIndex') ? field.oneofIndex : null,
    field.options?.deprecated,
    field.options && hasExtension(field.options, predefined)
      ? getExtension(field.options, predefined).cel.map(({ id, message, expression }) => [id, message, expression])
      : [],
  ];
  return {
    package: file.package,
    extensions: file.extension.map(fieldOutline),
    messages: file.messageType.map((message) => [
      message.name,
      message.field.map(fieldOutline),
      message.oneofDecl.map(({ name }) => name),
      message.extensionRange.map(({ start, end }) => [start, end]),
      message.reservedRange.map(({ start, end }) => [start, end]),
      message.reservedName,
    ]),
    enums: file.enumType.map(({ name, value, reservedName }) => [
      name,
      value.map((one) => [one.name, one.number]),
      reservedName,
    ]),
  };
}

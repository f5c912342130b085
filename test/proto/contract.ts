// The contract as its tests see it: every service, message and enumeration of gen/, and one validator as a service
// would make it. Nothing is listed twice: what a message is for follows from the services that use it.

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createRegistry,
  type DescEnum,
  type DescField,
  type DescMessage,
  type DescMethod,
  getOption,
  hasOption,
} from '@bufbuild/protobuf';
import { createValidator } from '@bufbuild/protovalidate';
import { http } from '../../gen/google/api/annotations_pb.ts';
import { EngineInternalService } from '../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { method as methodOption } from '../../gen/tieout/options/v1/options_pb.ts';
import { calendar_date, date, not_blank, partial_date, printable } from '../../gen/tieout/options/v1/rules_pb.ts';
import { ReportingService } from '../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ResolutionService } from '../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { VerificationService } from '../../gen/tieout/verification/v1/verification_service_pb.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export const services = [
  EngineService,
  EngineInternalService,
  ResolutionService,
  ReportingService,
  VerificationService,
];

export const methods: readonly DescMethod[] = services.flatMap((service) => service.methods);
/** Those that REST has too: a stream has no path. */
export const routed = methods.filter(({ methodKind }) => methodKind === 'unary');

const patterns = new Map<string, RegExp>();

/** The patterns are the contract's own, so that JavaScript's expressions may replace the slower RE2. */
function matchesPattern(pattern: string, against: string): boolean {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known.test(against);
}

export const validator = createValidator({
  registry: createRegistry(date, calendar_date, partial_date, printable, not_blank),
  regexMatch: matchesPattern,
});

export function httpOf(method: DescMethod): { readonly verb: string; readonly path: string } {
  const { pattern } = getOption(method, http);
  if (pattern.case === undefined || pattern.case === 'custom') throw new Error(`${method} has no path`);
  return { verb: pattern.case.toUpperCase(), path: pattern.value };
}

export function successOf(method: DescMethod): number {
  const status = hasOption(method, methodOption) ? getOption(method, methodOption).successStatus : 0;
  return status === 0 ? 200 : status;
}

export function messageOf(field: DescField): DescMessage | undefined {
  return field.fieldKind === 'message' || field.fieldKind === 'list' || field.fieldKind === 'map'
    ? field.message
    : undefined;
}

export function enumOf(field: DescField): DescEnum | undefined {
  return field.fieldKind === 'scalar' || field.fieldKind === 'message' ? undefined : field.enum;
}

/** A message and every message of the contract inside it. */
export function withInner(message: DescMessage, seen = new Set<DescMessage>()): ReadonlySet<DescMessage> {
  if (seen.has(message) || !message.typeName.startsWith('tieout.')) return seen;
  seen.add(message);
  for (const field of message.fields) {
    const inner = messageOf(field);
    if (inner) withInner(inner, seen);
  }
  return seen;
}

const all = (messages: readonly DescMessage[]) => [...new Set(messages.flatMap((one) => [...withInner(one)]))];

export const requestMessages = all(methods.map(({ input }) => input));
export const responseMessages = all(methods.map(({ output }) => output));
export const messages = [...new Set([...requestMessages, ...responseMessages])];
export const enums = [...new Set(messages.flatMap(({ fields }) => fields.flatMap((field) => enumOf(field) ?? [])))];

/** Values of an enumeration as REST has them. */
export function restNames(desc: DescEnum): readonly string[] {
  const prefix = desc.sharedPrefix ?? '';
  return desc.values.filter(({ number }) => number !== 0).map(({ name }) => name.toLowerCase().slice(prefix.length));
}

/** Runs buf at the root; answers what it printed. Throws with that when buf is not content. */
export async function buf(...args: readonly string[]): Promise<string> {
  const bin = `${root}node_modules/.bin`;
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  const options = { cwd: root, env, encoding: 'latin1', maxBuffer: 16 << 20 } as const;
  const { stdout } = await promisify(execFile)(`${bin}/buf`, [...args], options).catch((error) => {
    throw new Error(`buf ${args.join(' ')}:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

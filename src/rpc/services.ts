// The services of the contract, each once: REST routes, RPC methods, reflection, the OpenAPI description and
// docs/status.md all follow from this list and the descriptors behind it.

import type {
  DescMessage,
  DescMethod,
  DescMethodClientStreaming,
  DescMethodServerStreaming,
  DescMethodUnary,
  DescService,
  Message,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import type { Logger } from 'pino';
import { EngineInternalService } from '../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import { EngineService } from '../../gen/tieout/engine/v1/engine_service_pb.ts';
import { OperatorService } from '../../gen/tieout/engine/v1/operator_service_pb.ts';
import { WatchService } from '../../gen/tieout/engine/v1/watch_service_pb.ts';
import { FilesService } from '../../gen/tieout/files/v1/files_service_pb.ts';
import { PartnersService } from '../../gen/tieout/partners/v1/partners_service_pb.ts';
import { PeopleService } from '../../gen/tieout/people/v1/people_service_pb.ts';
import { ReportingService } from '../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { ResolutionService } from '../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { CaseService } from '../../gen/tieout/verification/v1/case_service_pb.ts';
import { VerificationService } from '../../gen/tieout/verification/v1/verification_service_pb.ts';
import type { Caller } from '../core/callers/caller.ts';
import { methodTraits, serviceTraits } from './traits.ts';
import type { OddItems, Problem } from './validation/problems.ts';

export const SERVICES = {
  engine: EngineService,
  engineInternal: EngineInternalService,
  operators: OperatorService,
  watching: WatchService,
  resolution: ResolutionService,
  reporting: ReportingService,
  partners: PartnersService,
  files: FilesService,
  people: PeopleService,
  verification: VerificationService,
  cases: CaseService,
} as const;

export type ServiceName = keyof typeof SERVICES;

/** Services that a process with these roles serves, as their protos say. */
export function servicesOf(
  roles: readonly string[],
  services: Readonly<Record<string, DescService>> = SERVICES,
): readonly DescService[] {
  return Object.values(services).filter((service) => roles.includes(serviceTraits(service).role || 'api'));
}

/** Methods served beside those of the services: home and health, wherever anything is served. */
export function methodsOf(services: readonly DescService[]): readonly DescMethod[] {
  if (services.length === 0) return [];
  return METHODS.filter((method) => services.includes(method.parent) || methodTraits(method).everyRole);
}

/** Facts of a call beside its message. */
export interface CallContext {
  readonly requestId: string;
  readonly log: Logger;
  /** The form of the answer; only for json a handler may write it itself. */
  readonly form: 'json' | 'rpc';
  /** The header x-tieout-lease, null if there is none. */
  readonly lease: string | null;
  /** An id for what the call makes, the same for each call with its Idempotency-Key; null without a key. */
  readonly onceId: string | null;
  /** Aborted when the caller leaves before it is answered: long work that changes nothing ends then. */
  readonly signal: AbortSignal;
  /** Says something of the answer beside it: a header of REST, trailing metadata of RPC. */
  readonly tell: (fact: string, value: string) => void;
  /** Whether callers are configured or not, somebody calls: ANYBODY where nobody knows who. */
  readonly caller: Caller;
  /** What is wrong with items that are answered each by itself; they are empty messages. */
  readonly odd: OddItems;
}

/** An answer of REST that is written already: JSON in UTF-8, or a document. */
export class WrittenAnswer {
  readonly content: Uint8Array;
  /** A media type: `text/csv; charset=utf-8`. */
  readonly type: string;

  constructor(content: Uint8Array, type: string) {
    this.content = content;
    this.type = type;
  }
}

/** An answer of many messages, as they come. It ends when the caller leaves, and fails with TieoutErrors alone. */
export class AnswerStream {
  readonly messages: AsyncIterable<Message>;

  constructor(messages: AsyncIterable<Message>) {
    this.messages = messages;
  }
}

type Answer<O extends DescMessage> = MessageInitShape<O> | WrittenAnswer;

/** A message of a stream, with its defaults. */
export interface Streamed<M> {
  readonly message: M;
  /** What is wrong with it first; null: nothing. */
  readonly problem: Problem | null;
}

/** Takes a valid message with its defaults, or a stream of them; answers one, or a stream. Fails with a TieoutError. */
type Handler<M extends DescMethod> =
  M extends DescMethodUnary<infer I, infer O>
    ? (message: MessageShape<I>, context: CallContext) => Promise<Answer<O>> | Answer<O>
    : M extends DescMethodClientStreaming<infer I, infer O>
      ? (messages: AsyncIterable<Streamed<MessageShape<I>>>, context: CallContext) => Promise<Answer<O>>
      : M extends DescMethodServerStreaming<infer I, infer O>
        ? (message: MessageShape<I>, context: CallContext) => AsyncIterable<MessageInitShape<O>>
        : never;

export type ServiceHandlers<S extends DescService> = { readonly [P in keyof S['method']]?: Handler<S['method'][P]> };

/** Handlers by service and method; missing ones answer 501 / unimplemented. */
export type Handlers = { readonly [N in ServiceName]?: ServiceHandlers<(typeof SERVICES)[N]> };

/** Every method of the contract, in the order of the protos. */
export const METHODS: readonly DescMethod[] = Object.values(SERVICES).flatMap(({ methods }) => [...methods]);

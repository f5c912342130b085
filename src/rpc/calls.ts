// Calls of every protocol: a request is validated, gets its defaults and goes to its handler. A failure becomes a
// TieoutError here and nowhere else. REST, Connect and gRPC call these functions and only write the outcome in their own
// form. A method without a handler reports invalid requests before it says that it is not built.

import { create, type DescMethod, getOption, type Message } from '@bufbuild/protobuf';
import type { Violation } from '@bufbuild/protovalidate';
import { http } from '../../gen/google/api/annotations_pb.ts';
import type { CallerRole } from '../core/callers/caller.ts';
import { ERROR_KINDS } from '../core/error-kinds.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_PROBLEMS } from '../core/limits.ts';
import { keepToScope } from './callers/scope.ts';
import { ignoredText, type Path } from './ignored-fields.ts';
import { type KeptCalls, onceForKey } from './once-for-key.ts';
import {
  AnswerStream,
  type CallContext,
  type Handlers,
  METHODS,
  SERVICES,
  type ServiceName,
  type Streamed,
  WrittenAnswer,
} from './services.ts';
import { callerRole, methodTraits } from './traits.ts';
import { setOddApart } from './validation/answered-alone.ts';
import { CODE_CHECKS } from './validation/code-checks.ts';
import { applyDefaults } from './validation/defaults.ts';
import {
  cutOff,
  InvalidRequest,
  isCovered,
  NONE_ODD,
  type OddItems,
  type Problem,
  problemOf,
} from './validation/problems.ts';
import type { Validate } from './validation/validate.ts';

export interface CallRequest extends Omit<CallContext, 'form' | 'odd'> {
  /** Empty where the method takes a stream. */
  readonly message: Message;
  /** The messages of a method that takes a stream. */
  readonly messages?: AsyncIterable<Message>;
  /** `rpc` when not given. */
  readonly form?: CallContext['form'];
  /** Problems that reading JSON or parameters found. */
  readonly problems?: readonly Problem[];
  /** Problems that it found in items that are answered each by itself. */
  readonly odd?: OddItems;
  /** Fields that nobody reads. */
  readonly ignored?: readonly Path[];
  /** Whether such fields are refused. */
  readonly isStrict?: boolean;
  /** The caller's own key for the call. */
  readonly key?: string | null;
}

/**
 * Answers the method's output message, for json the handler's written answer, or a stream whose first message is there.
 * Throws only TieoutErrors, InvalidRequest among them.
 */
export type Call = (request: CallRequest) => Promise<Message | WrittenAnswer | AnswerStream>;

type AnyHandler = (message: Message, context: CallContext) => Promise<Message | WrittenAnswer>;
type StreamingHandler = (message: Message, context: CallContext) => AsyncIterable<Message>;

interface CallsOptions {
  /** Methods that are served here. */
  readonly methods?: readonly DescMethod[];
  readonly handlers: Handlers;
  readonly validate: Validate;
  /** Null: answers are kept for no key. */
  readonly kept?: KeptCalls | null;
}

export function createCalls({
  methods = METHODS,
  handlers,
  validate,
  kept = null,
}: CallsOptions): ReadonlyMap<DescMethod, Call> {
  return new Map(
    Object.entries(SERVICES).flatMap(([name, service]) => {
      const own = (handlers[name as ServiceName] ?? {}) as Readonly<Record<string, AnyHandler | undefined>>;
      return service.methods
        .filter((method) => methods.includes(method))
        .map((method) => {
          const handler = own[method.localName];
          return [method, callOf(method, handler, { validate, kept })] as const;
        });
    }),
  );
}

function callOf(method: DescMethod, handler: AnyHandler | undefined, how: CallTerms): Call {
  if (method.methodKind === 'client_streaming') return createStreamCall(method, handler, how.validate);
  if (method.methodKind === 'server_streaming')
    return createAnswerStreamCall(method, handler as StreamingHandler | undefined, how.validate);
  return createCall(method, handler, how);
}

type CallTerms = Pick<Required<CallsOptions>, 'validate' | 'kept'>;

function createCall(method: DescMethod, handler: AnyHandler | undefined, { validate, kept }: CallTerms): Call {
  const keeps = kept !== null && changesSomething(method) ? kept : null;
  return async (request) => {
    const { message, key = null, log } = request;
    try {
      const context = contextIn(request, admit(method, request, validate));
      if (!handler) throw new TieoutError('not_built', `${method.name} is not built yet`);
      if (keeps !== null && key !== null) {
        return await onceForKey(keeps, { method, message, key, context }, async (ofKey) => {
          applyDefaults(method.input, message);
          return (await handler(message, ofKey)) as Message;
        });
      }
      applyDefaults(method.input, message);
      const answer = await handler(message, context);
      return answer instanceof WrittenAnswer ? answer : create(method.output, answer);
    } catch (error) {
      throw asTieoutError(error, { method, log });
    }
  };
}

const contextIn = (request: CallRequest, odd: OddItems): CallContext => {
  const { requestId, log, form = 'rpc', lease, onceId, signal, tell, caller } = request;
  return { requestId, log, form, lease, onceId, signal, tell, caller, odd };
};

/** Throws InvalidRequest, or not_found for another tenant's things. Answers what is wrong with single items. */
function admit(
  { input }: DescMethod,
  { message, problems = [], odd: known = NONE_ODD, ignored = [], isStrict = false, tell, caller }: CallRequest,
  validate: Validate,
): OddItems {
  // Reading stopped at so many problems: the rest of the message proves nothing.
  if (problems.length > MAX_PROBLEMS) throw new InvalidRequest(problems);
  if (ignored.length > 0) tell('tieout-ignored-fields', ignoredText(ignored));
  const odd = setOddApart(input.fields, message, { known, validate });
  refuseInvalid([...problems, ...(isStrict ? ignored.map(unread) : [])], validate(input, message));
  keepToScope(caller, input, message);
  return odd;
}

/** A failure before the first message is one of the call; a later one ends the stream. */
function createAnswerStreamCall(method: DescMethod, handler: StreamingHandler | undefined, validate: Validate): Call {
  return async (request) => {
    const { message, log } = request;
    const failed = (error: unknown) => asTieoutError(error, { method, log });
    try {
      const odd = admit(method, request, validate);
      if (!handler) throw new TieoutError('not_built', `${method.name} is not built yet`);
      applyDefaults(method.input, message);
      const answers = handler(message, contextIn(request, odd))[Symbol.asyncIterator]();
      const first = await answers.next();
      return new AnswerStream(rest(first, answers));
    } catch (error) {
      throw failed(error);
    }

    async function* rest(first: IteratorResult<Message>, answers: AsyncIterator<Message>): AsyncGenerator<Message> {
      try {
        for (let next = first; next.done !== true; next = await answers.next()) yield create(method.output, next.value);
      } catch (error) {
        throw failed(error);
      } finally {
        await answers.return?.();
      }
    }
  };
}

/**
 * A message that is not valid does not end the stream: the handler says what becomes of it. Of a stream that is one file
 * the first message is a request like any other, and the others have nothing but content.
 */
function createStreamCall(method: DescMethod, handler: AnyHandler | undefined, validate: Validate): Call {
  const isOneFile = methodTraits(method).oneFile;
  return async ({ messages, problems = [], form = 'rpc', ...of }) => {
    const { log, caller } = of;
    async function* admitted(): AsyncGenerator<Streamed<Message>> {
      for await (const message of messages ?? []) {
        keepToScope(caller, method.input, message);
        applyDefaults(method.input, message);
        const [violation] = validate(method.input, message);
        yield { message, problem: violation === undefined ? null : problemOf(violation) };
      }
    }
    async function* pieces(): AsyncGenerator<Streamed<Message>> {
      let isFirst = true;
      for await (const message of whole(messages ?? [])) {
        if (isFirst) {
          refuseInvalid(problems, validate(method.input, message));
          keepToScope(caller, method.input, message);
          applyDefaults(method.input, message);
        }
        isFirst = false;
        yield { message, problem: null };
      }
    }
    try {
      if (!handler) {
        if (isOneFile) await pieces().next();
        throw new TieoutError('not_built', `${method.name} is not built yet`);
      }
      const context = { ...of, form, odd: NONE_ODD };
      const answer = await handler((isOneFile ? pieces() : admitted()) as never, context);
      return answer instanceof WrittenAnswer ? answer : create(method.output, answer);
    } catch (error) {
      throw asTieoutError(error, { method, log });
    }
  };
}

/** A stream that breaks off fails in words of the transport. */
async function* whole(messages: AsyncIterable<Message> | readonly Message[]): AsyncGenerator<Message> {
  try {
    yield* messages;
  } catch (error) {
    throw error instanceof TieoutError ? error : cutOff();
  }
}

const CHANGING: ReadonlySet<CallerRole | null> = new Set<CallerRole>(['submit', 'decide', 'review', 'operate']);

/** Whether a method is a POST that changes something. Checks of identities have a request_id of their own. */
const changesSomething = (method: DescMethod): boolean =>
  getOption(method, http).pattern.case === 'post' && CHANGING.has(callerRole(method));

const unread = (path: Path): Problem => ({ type: 'field_unknown', path, msg: 'is read by nobody' });

function refuseInvalid(known: readonly Problem[], violations: readonly Violation[]): void {
  if (known.length === 0 && violations.length === 0) return;
  if (violations.length > MAX_PROBLEMS) throw new InvalidRequest([...known, ...violations.map(problemOf)], violations);
  const broken = violations.map(problemOf).filter((problem) => !isCovered(problem, known));
  const all = [...known, ...broken];
  const isTold = (problem: Problem) => !(problem.type in CODE_CHECKS && hasOthersBeside(problem, all));
  throw new InvalidRequest(
    all.filter(isTold),
    violations.filter((one) => isTold(problemOf(one))),
  );
}

/** A check of several fields in code is ignored while one of them is wrong by itself. */
function hasOthersBeside(problem: Problem, all: readonly Problem[]): boolean {
  const message = { type: '', path: problem.path.slice(0, -1), msg: '' };
  return all.some((other) => !(other.type in CODE_CHECKS) && isCovered(other, [message]));
}

/** Failures that are not the caller's are logged. A defect is logged with its stack and answered without one. */
function asTieoutError(error: unknown, { method, log }: { method: DescMethod; log: CallContext['log'] }): TieoutError {
  if (error instanceof TieoutError && error.code !== 'internal') {
    const { code, server } = error;
    const { http } = ERROR_KINDS[code];
    const fields = { code, method: method.name, ...(server !== undefined && { server }) };
    if (http >= 500 && http !== 501) log.warn(fields, error.sentence);
    return error;
  }
  log.error({ err: error, method: method.name }, 'a call failed for a reason that nobody expected');
  return new TieoutError('internal', 'Internal Server Error');
}

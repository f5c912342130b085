// Problems of a request: all at once, each with the path of its field in the contract's names. Some are found while
// JSON or parameters are read (only REST), others by validation; the latter keep the validator's own form for the
// details of an RPC error.

import type { DescMessage } from '@bufbuild/protobuf';
import { Violation } from '@bufbuild/protovalidate';
import { TieoutError } from '../../core/errors.ts';
import { MAX_PROBLEMS } from '../../core/limits.ts';
import { messageTraits } from '../traits.ts';

/** Names of fields and keys of maps, and indices of lists; empty for the whole request. */
export type ProblemPath = readonly (string | number)[];

export interface Problem {
  /** A rule's id (`string.min_len`), `missing`, or the type that was expected (`string_type`). */
  readonly type: string;
  readonly path: ProblemPath;
  /** The rule in words; it never repeats the value. */
  readonly msg: string;
}

/** The first problem of each item that is answered by itself (answered_alone), by its place or key, path within it. */
export type OddItems = ReadonlyMap<string | number, Problem>;

export const NONE_ODD: OddItems = new Map();

/** A request that breaks rules of the contract: 422, or invalid_argument with violations as details. */
export class InvalidRequest extends TieoutError {
  readonly problems: readonly Problem[];
  readonly violations: readonly Violation[];

  constructor(problems: readonly Problem[], violations: readonly Violation[] = []) {
    super('invalid_request', sentenceOf(problems));
    this.problems = problems.length > MAX_PROBLEMS ? [...problems.slice(0, MAX_PROBLEMS), MORE] : problems;
    this.violations =
      violations.length > MAX_PROBLEMS ? [...violations.slice(0, MAX_PROBLEMS), moreViolations()] : violations;
  }
}

/** A problem of the whole request. */
const MORE: Problem = {
  type: 'too_many_problems',
  path: [],
  msg: `has more problems than these ${MAX_PROBLEMS}`,
};

const moreViolations = (): Violation => new Violation(MORE.msg, MORE.type, [], [], false);

/** The sender went away, or sent less than it announced. */
export const cutOff = (): InvalidRequest =>
  new InvalidRequest([{ type: 'cut_off', path: [], msg: 'the body ended before it was whole' }]);

function sentenceOf(problems: readonly Problem[]): string {
  const [first] = problems;
  if (!first) return 'The request is not valid.';
  const others = Math.min(problems.length, MAX_PROBLEMS) - 1;
  const more = others > 0 ? ` (and ${problems.length > MAX_PROBLEMS ? 'at least ' : ''}${others} more)` : '';
  return `${first.path.join('.') || 'the request'}: ${first.msg}${more}`;
}

/** A violation as a problem. The member of a message that REST writes without its field is left out of the path. */
export function problemOf({ field: path, ruleId, message }: Violation): Problem {
  const steps = path.flatMap((step): (string | number)[] => {
    switch (step.kind) {
      case 'list_sub':
        return [step.index];
      case 'map_sub':
        return [String(step.key)];
      case 'field':
        // Within a free-form object only its own keys and items are steps.
        if (step.parent.file.name === 'google/protobuf/struct') return [];
        return messageTraits(step.parent).unwrapped ? [] : [step.name];
      default:
        return [];
    }
  });
  return ruleId === 'required'
    ? { type: 'missing', path: steps, msg: 'is required' }
    : { type: ruleId, path: steps, msg: message };
}

/** The validator's form for problems of a message's own fields and their items; none for other problems. */
export function violationsOf(input: DescMessage, problems: readonly Problem[]): Violation[] {
  return problems.flatMap(({ type, path: [name, index, ...deeper], msg }) => {
    const field = input.fields.find((one) => one.name === name);
    if (field === undefined || typeof index === 'string' || deeper.length > 0) return [];
    return [new Violation(msg, type, index === undefined ? [field] : [field, { kind: 'list_sub', index }], [], false)];
  });
}

/** Whether the problem is at or below one of these paths: an unreadable value breaks no other rule. */
export function isCovered({ path }: Problem, known: readonly Problem[]): boolean {
  return known.some((one) => one.path.length <= path.length && one.path.every((step, depth) => step === path[depth]));
}

// One validator for all protocols: the rules of the protos by protovalidate, and rules that descriptors can only name
// (dates in order, checks in code). Fields that are too large are reported first and not looked into
// (sizes/cut-sizes.ts); all other problems are found at once. Clearly valid messages (clearly-valid.ts) are not checked
// twice.

import { createRegistry, type DescField, type DescMessage, type JsonObject, type Message } from '@bufbuild/protobuf';
import { createValidator, Violation } from '@bufbuild/protovalidate';
import { calendar_date, date, not_blank, partial_date, printable } from '../../../gen/tieout/options/v1/rules_pb.ts';
import { MAX_PROBLEMS } from '../../core/limits.ts';
import { cutSizes } from '../sizes/cut-sizes.ts';
import { fieldTraits, messageTraits, messageWithin } from '../traits.ts';
import { createIsClear } from './clearly-valid.ts';
import { CODE_CHECKS } from './code-checks.ts';
import { dayIn } from './day-of.ts';
import { OBJECT_CHECKS, pathWithin } from './object-checks.ts';
import { isCovered, problemOf } from './problems.ts';
import { rulePattern } from './rule-pattern.ts';

/** Removes fields of the message that are too large. */
export type Validate = (desc: DescMessage, message: Message) => readonly Violation[];

type Path = Violation['field'];

interface ValidateOptions {
  /** IANA name, Africa/Lagos: the time zone for the day of an instant. */
  readonly timeZone: string;
}

/**
 * Rules of a message are compiled when one of it is first in doubt: compiling all took a third of a service's start. A
 * test checks that each can be compiled (test/proto/rules.test.ts).
 */
export function createValidate({ timeZone }: ValidateOptions): Validate {
  const validator = createValidator({
    registry: createRegistry(date, calendar_date, partial_date, printable, not_blank),
    regexMatch: matchesPattern,
  });
  const dayOf = dayIn(timeZone);
  const isClear = createIsClear({ dayOf });
  const violationsOf: Validate = (desc, message) => {
    const result = validator.validate(desc, message);
    if (result.kind === 'error') throw result.error;
    const standard = (result.violations ?? []).map((one) => atItsField(desc, one));
    return hasOwnChecks(desc) ? [...standard, ...ownViolations({ desc, message, dayOf, path: [] })] : standard;
  };
  return (desc, message) => {
    if (isClear(desc, message)) return NONE;
    const tooLarge = cutSizes(desc, message);
    if (tooLarge.length > MAX_PROBLEMS) return tooLarge;
    if (tooLarge.length === 0) return violationsOf(desc, message);
    const taken = tooLarge.map(problemOf);
    return [...tooLarge, ...violationsOf(desc, message).filter((one) => !isCovered(problemOf(one), taken))];
  };
}

const NONE: readonly Violation[] = [];

const matchesPattern = (pattern: string, against: string): boolean => rulePattern(pattern).test(against);

/** A problem between fields belongs to the field to change, with whose name the rule's id begins. */
function atItsField(desc: DescMessage, violation: Violation): Violation {
  if (violation.rule.length > 0) return violation; // A field's own rule.
  const name = violation.ruleId.slice(0, violation.ruleId.indexOf('.'));
  const field = innermost(desc, violation.field).fields.find((one) => one.name === name);
  return field
    ? new Violation(violation.message, violation.ruleId, [...violation.field, field], violation.rule, false)
    : violation;
}

function innermost(desc: DescMessage, path: Path): DescMessage {
  const last = path.findLast((step): step is DescField => step.kind === 'field');
  return (last && messageWithin(last)) ?? desc;
}

const checked = new Map<DescMessage, boolean>();

/** Whether the message, or one inside it, has dates in order, checks in code or objects with one. */
function hasOwnChecks(desc: DescMessage): boolean {
  const known = checked.get(desc);
  if (known !== undefined) return known;
  checked.set(desc, false); // A message inside itself adds nothing.
  const { orderedDates, codeChecks } = messageTraits(desc);
  const inner = desc.fields.map(messageWithin).filter((one) => one !== undefined);
  const isOwn = orderedDates.length + codeChecks.length > 0 || desc.fields.some((one) => fieldTraits(one).objectCheck);
  const found = isOwn || inner.some(hasOwnChecks);
  checked.set(desc, found);
  return found;
}

interface Place {
  readonly desc: DescMessage;
  readonly message: Message;
  readonly path: Path;
  readonly dayOf: (text: string) => number | null;
}

function ownViolations({ desc, message, path, dayOf }: Place): Violation[] {
  const values = message as unknown as Readonly<Record<string, unknown>>;
  const fieldNamed = (name: string) => desc.fields.find((field) => field.name === name)!;
  const dayAt = (name: string) => {
    const text = values[fieldNamed(name).localName];
    return typeof text === 'string' ? dayOf(text) : null;
  };
  const { orderedDates, codeChecks } = messageTraits(desc);
  const found: Violation[] = [];
  for (const { start, end } of orderedDates) {
    const [from, to] = [dayAt(start), dayAt(end)];
    if (from === null || to === null || from <= to) continue;
    found.push(new Violation(`must not be before ${start}`, 'dates.order', [...path, fieldNamed(end)], [], false));
  }
  for (const { id, field, message: text } of codeChecks) {
    const isInOrder = CODE_CHECKS[id];
    if (!isInOrder)
      throw new Error(`${desc} names the check ${id}, which src/rpc/validation/code-checks.ts does not have`);
    if (!isInOrder(message)) found.push(new Violation(text, id, [...path, fieldNamed(field)], [], false));
  }
  for (const field of desc.fields) {
    found.push(...objectViolations(field, values[field.localName], path));
    const inner = messageWithin(field);
    if (!inner || !hasOwnChecks(inner)) continue;
    for (const [step, value] of messagesIn(field, values[field.localName])) {
      found.push(...ownViolations({ desc: inner, message: value, path: [...path, ...step], dayOf }));
    }
  }
  return found;
}

function objectViolations(field: DescField, value: unknown, path: Path): Violation[] {
  const { objectCheck: id } = fieldTraits(field);
  if (id === '' || value === undefined) return [];
  const check = OBJECT_CHECKS[id];
  if (!check)
    throw new Error(`${field} names the check ${id}, which src/rpc/validation/object-checks.ts does not have`);
  const problem = check(value as JsonObject);
  return problem === null
    ? []
    : [new Violation(problem.words, id, [...path, ...pathWithin(field, problem)], [], false)];
}

function messagesIn(field: DescField, value: unknown): [Path, Message][] {
  if (value === undefined) return [];
  if (field.fieldKind === 'list') {
    return (value as Message[]).map((item, index) => [[field, { kind: 'list_sub', index }], item]);
  }
  if (field.fieldKind === 'map') {
    const entries = Object.entries(value as Record<string, Message>);
    return entries.map(([key, item]) => [[field, { kind: 'map_sub', key }], item]);
  }
  return [[[field], value as Message]];
}

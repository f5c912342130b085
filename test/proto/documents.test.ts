// The protos against the routes, request shapes and answers of the conformance suite, which were written from the two
// documents: the same paths, fields, types, requiredness, values and defaults. Skipped where the suite does not lie
// beside the project.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type DescField,
  type DescMessage,
  type DescMethod,
  getOption,
  hasOption,
  ScalarType,
} from '@bufbuild/protobuf';
import { describe, expect, test } from 'vitest';
import {
  field as fieldOption,
  message as messageOption,
  method as methodOption,
  service as serviceOption,
} from '../../gen/tieout/options/v1/options_pb.ts';
import { enumOf, httpOf, messageOf, methods, restNames, root, routed, services, successOf } from './contract.ts';
import { boundsOf } from './field-rules.ts';

interface Shape {
  readonly kind: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly values?: readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly minItems?: number;
  readonly items?: Shape;
  readonly of?: readonly Shape[];
  readonly shape?: Shapes;
}
type Shapes = Readonly<Record<string, Shape>>;

interface Route {
  readonly internal: boolean;
  readonly method: string;
  readonly path: string;
  readonly success: number;
  readonly body?: Shapes | string;
  readonly query?: Shapes;
  readonly answer?: Shapes;
}

const suite = join(root, '../shared/conformance/routes.mjs');
const { routes }: { routes: readonly Route[] } = existsSync(suite)
  ? await import(pathToFileURL(suite).href)
  : { routes: [] };
const described = routes;
const methodOf = ({ method, path }: Route): DescMethod => {
  const found = routed.find((one) => httpOf(one).verb === method && httpOf(one).path === path);
  if (!found) throw new Error(`no method for ${method} ${path}`);
  return found;
};

/** Beside the contract: design/resolution.md, "Patterns". */
const OURS = [
  'POST /v1/reconcile/inspect-file 200',
  'GET /v1/exceptions/patterns/{pattern_id}/preview 200',
  'GET /v1/exceptions/patterns/{pattern_id}/backtest 200',
  'POST /v1/exceptions/patterns/{pattern_id}/undo-sweep 200',
  'POST /v1/exceptions/patterns/{pattern_id}/resume 200',
  'POST /v1/exceptions/resolve/preview 200',
  'GET /v1/sessions 200',
  'GET /v1/scopes 200',
  'GET /v1/search 200',
  'GET /v1/sessions/{session_id}/statement 200',
  'GET /v1/sessions/{session_id}/report 200',
  'POST /v1/sessions/{session_id}/statement 200',
  'GET /v1/sessions/{session_id}/decisions.xlsx 200',
  'GET /v1/sessions/{session_id}/open-items.xlsx 200',
  'GET /v1/sessions/{session_id}/journals 200',
  'POST /v1/sessions/{session_id}/journals/export 200',
  'GET /v1/journals/{journal_id} 200',
  'POST /v1/journals/posted 200',
  'POST /v1/journals/taken-back 200',
  'GET /v1/sessions/{session_id}/matched-elsewhere 200',
  'GET /v1/open-items 200',
  'GET /v1/quality 200',
  'GET /v1/exceptions/operations 200',
  'POST /v1/exceptions/operations/{operation_id}/undo 200',
  'GET /v1/exceptions/query 200',
  'GET /v1/exceptions/query/ids 200',
  'GET /v1/exceptions/query/groups 200',
  'GET /v1/sessions/{session_id}/rows 200',
  'GET /v1/sessions/{session_id}/left-out-rows 200',
  // design/verification.md, "Common" and below its table.
  'GET /v1/checks/{check_id} 200',
  'GET /v1/checks 200',
  'GET /v1/subjects 200',
  'POST /v1/screening_batches 202',
  'GET /v1/subjects/{subject_ref} 200',
  'DELETE /v1/subjects/{subject_ref} 200',
  'POST /v1/webhooks/verifier 200',
];

describe.skipIf(described.length === 0)('the conformance suite (skipped where ../shared/conformance is absent)', () => {
  test('has the routes, success statuses and internal marks of the protos, and no others', () => {
    const declared = services.flatMap((service) => {
      const internal = getOption(service, serviceOption).internal ? ' internal' : '';
      return service.methods
        .filter((one) => routed.includes(one))
        .map((one) => `${httpOf(one).verb} ${httpOf(one).path} ${successOf(one)}${internal}`);
    });
    const wanted = described.map(
      ({ method, path, success, internal }) => `${method} ${path} ${success}${internal ? ' internal' : ''}`,
    );
    expect(declared.sort()).toEqual([...wanted, ...OURS].sort());
  });

  test('exempts the same routes from the service token', () => {
    const open = methods.filter((one) => getOption(one, methodOption).credential === 1);
    const ofCallers = methods.filter((one) => getOption(one, methodOption).credential === 3);
    expect(ofCallers.map((one) => httpOf(one).path)).toEqual(['/v1/exceptions/resolve']);
    expect(open.map((one) => httpOf(one).path).sort()).toEqual([
      ...['/v1/', '/v1/health'],
      // Signed instead.
      '/v1/webhooks/verifier',
    ]);
  });

  test.each(described.filter(({ body }) => typeof body === 'object').map((route) => [route.path, route] as const))(
    'has the request fields of %s',
    (_, route) => {
      expect(differences(methodOf(route).input, route.body as Shapes)).toEqual([]);
    },
  );

  test.each(described.filter(({ query }) => query).map((route) => [route.path, route] as const))(
    'has the query fields of %s',
    (_, route) => {
      expect(differences(methodOf(route).input, route.query!)).toEqual([]);
    },
  );

  test.each(described.filter(({ answer }) => answer).map((route) => [route.path, route] as const))(
    'has the answer of %s',
    (_, route) => {
      expect(answerDifferences(methodOf(route).output, route.answer!)).toEqual([]);
    },
  );
});

/** How a request message differs from a request shape; fields of ours beside the shape's are none. */
function differences(message: DescMessage, shapes: Shapes, at = message.name): string[] {
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const field = message.fields.find((one) => one.name === name);
    const place = `${at}.${name}`;
    if (!field) return [`${place} is missing`];
    const { required, minItems, lowest } = boundsOf(field);
    const found: string[] = [];
    const differs = (what: string, ours: unknown, theirs: unknown) => {
      if (JSON.stringify(ours) !== JSON.stringify(theirs)) found.push(`${place}: ${what} ${ours}, not ${theirs}`);
    };
    const must = required || minItems !== undefined;
    if (shape.required !== undefined) differs('required', must, shape.required);
    if (shape.minimum !== undefined) differs('minimum', lowest, shape.minimum);
    if (shape.minItems) differs('fewest items', minItems, shape.minItems);
    if (shape.values) differs('values', enumOf(field) && sorted(restNames(enumOf(field)!)), sorted(shape.values));
    if (shape.default !== undefined) differs('default', defaultOf(field), shape.default);
    differs('type', kindsOf(field), kindOfShape(shape));
    const inner = shape.shape ?? shape.items?.shape;
    return inner && messageOf(field) ? [...found, ...differences(messageOf(field)!, inner, place)] : found;
  });
}

// The cluster type's union is larger than the suite's list: holdings breaks are in it too.
const sorted = (values: readonly string[]) =>
  values.filter((value) => !/_break$|^(missing_in|identifier_|as_of_|pending_|corporate_)/.test(value)).sort();

function defaultOf(field: DescField): unknown {
  if (field.fieldKind === 'list') return [];
  const text = hasOption(field, fieldOption) ? getOption(field, fieldOption).defaultValue : '';
  const isText = field.fieldKind === 'enum' || (field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING);
  return isText || text === '' ? text : JSON.parse(text);
}

/** The JSON form of a field, in the suite's words. */
function kindsOf(field: DescField): string {
  if (field.fieldKind === 'map') return 'object';
  if (hasOption(field, fieldOption) && getOption(field, fieldOption).oneOrMany) return 'string or array of string';
  if (field.fieldKind === 'list') return `array of ${field.listKind === 'message' ? 'object' : 'string'}`;
  if (field.fieldKind === 'message') return isUnwrapped(field.message) ? kindsOf(field.message.fields[0]) : 'object';
  if (field.fieldKind === 'enum') return 'enum';
  if (field.scalar === ScalarType.STRING) return boundsOf(field).date ?? 'string';
  return (
    { [ScalarType.BOOL]: 'boolean', [ScalarType.INT32]: 'integer', [ScalarType.DOUBLE]: 'number' }[field.scalar as 5] ??
    'unknown'
  );
}

const isUnwrapped = (message: DescMessage) =>
  hasOption(message, messageOption) && getOption(message, messageOption).unwrapped;

function kindOfShape({ kind, items, of }: Shape): string {
  if (of) return of.map(kindOfShape).join(' or ');
  if (kind === 'array') return `array of ${items ? kindOfShape(items) : 'anything'}`;
  return { fileUrl: 'string', calendarDate: 'calendar_date' }[kind] ?? kind;
}

/** How a response message differs from an answer's shape: fields, and which of them may be null. */
function answerDifferences(message: DescMessage, shapes: Shapes, at = message.name): string[] {
  const { fields } = isUnwrapped(message) ? messageOf(message.fields[0])! : message;
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const field = fields.find((one) => one.name === name);
    const place = `${at}.${name}`;
    if (!field) return [`${place} is missing`];
    const inner = messageOf(field);
    const shaped = shape.shape ?? shape.items?.shape;
    const mayBeNull =
      field.fieldKind !== 'list' && field.fieldKind !== 'map' && field.presence === 1 && !boundsOf(field).required;
    const wrong =
      mayBeNull && !inner && shape.required !== false && shape.kind !== 'anything' ? [`${place} may be null`] : [];
    if (shape.values && enumOf(field)) {
      const missing = shape.values.filter((value) => !restNames(enumOf(field)!).includes(value));
      wrong.push(...missing.map((value) => `${place} lacks ${value}`));
    }
    return inner && shaped ? [...wrong, ...answerDifferences(inner, shaped, place)] : wrong;
  });
}

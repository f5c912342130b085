// docs/security.md says what the protos and the code say: the roles, what is open, the refusals, and an example that is
// read as it stands.

import { readFileSync } from 'node:fs';
import { getOption } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { http } from '../../gen/google/api/annotations_pb.ts';
import { Credential } from '../../gen/tieout/options/v1/options_pb.ts';
import { readCallers } from '../../src/adapters/callers/read-callers.ts';
import { VARIABLES } from '../../src/config.ts';
import { CALLER_ROLES } from '../../src/core/callers/caller.ts';
import { ERROR_KINDS } from '../../src/core/error-kinds.ts';
import { METHODS } from '../../src/rpc/services.ts';
import { methodTraits } from '../../src/rpc/traits.ts';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const section = (title: string) => page.split(`## ${title}\n`)[1]!.split('\n## ')[0]!;

test('the roles are those of the code', () => {
  const named = Array.from(section('Roles').matchAll(/^\| `(\w+)` \| [^|]+\|$/gm), ([, role]) => role);
  expect(named).toEqual([...CALLER_ROLES]);
});

test('every route that asks for no token is named as open', () => {
  const open = METHODS.filter((method) => {
    const { credential } = methodTraits(method);
    return credential === Credential.NONE || credential === Credential.CONFIGURED_CALLER;
  });
  for (const method of open) expect(section('Open by default')).toContain(`${getOption(method, http).pattern.value}\``);
});

test('refusals have the status and code of the table', () => {
  const rows = Array.from(page.matchAll(/^\| (\d{3}), `(\w+)` \|/gm), ([, status, code]) => [code, Number(status)]);
  expect(rows).toHaveLength(4);
  for (const [code, status] of rows)
    expect([code, ERROR_KINDS[code as keyof typeof ERROR_KINDS].http]).toEqual([code, status]);
});

test('the example is a file of callers, each field is explained, and each variable is one', () => {
  const [, example] = /```yaml\n([\s\S]+?)```/.exec(page)!;
  expect(readCallers(example!, 'callers.yaml').map(({ id }) => id)).toEqual([
    ...['core-banking', 'operations-team', 'anonymous'],
  ]);
  const fields = [
    'id',
    'name',
    'tokens',
    'bus_keys',
    'bus_subject',
    'tenants',
    'partners',
    'branches',
    'roles',
    'quota',
  ];
  for (const field of fields) expect(section('Closing it: callers')).toMatch(new RegExp(`^\\| .*\`${field}\``, 'm'));
  const named = Array.from(page.matchAll(/`(TIEOUT_\w+)`/g), ([, name]) => name!);
  expect(named.filter((name) => !(name in VARIABLES))).toEqual([]);
});

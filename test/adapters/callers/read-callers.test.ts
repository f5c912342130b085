// The file of callers: what it gives, and for what is wrong in it the line.

import { expect, test } from 'vitest';
import { readCallers } from '../../../src/adapters/callers/read-callers.ts';
import { CALLER_ROLES, NO_QUOTA } from '../../../src/core/callers/caller.ts';

const DIGEST = 'a'.repeat(64);
const KEY = `${'A'.repeat(43)}=`;

test('every role can be given', () => {
  const text = `callers: [{ id: one, tenants: all, roles: [${CALLER_ROLES.join(', ')}] }]`;
  expect(readCallers(text, 'callers.yaml')[0]!.roles).toEqual([...CALLER_ROLES]);
});

test('a caller has what stands there, as text, and nothing else', () => {
  const [one, two] = readCallers(
    `# who may call
callers:
  - id: core-banking
    name: Core banking
    tokens: [${DIGEST.toUpperCase()}]
    bus_keys: [${KEY}]
    bus_subject: true
    tenants: [001, 1e3]   # ids, never numbers
    partners: [yes]
    branches: all
    roles: [submit, read]
    quota: { runs_waiting: 5, calls_a_minute: 600, bytes_a_minute: 1000000 }
  - { "id": "anonymous", "tenants": "all", "roles": ["decide"] }
`,
    'callers.yaml',
  );
  expect(one).toEqual({
    ...{ id: 'core-banking', name: 'Core banking', tokens: [DIGEST], busKeys: [KEY], ownsSubject: true },
    ...{ tenants: ['001', '1e3'], partners: ['yes'], branches: null, roles: ['read', 'submit'] },
    quota: { runsWaiting: 5, callsPerMinute: 600, bytesPerMinute: 1_000_000 },
  });
  expect(two).toEqual({
    ...{ id: 'anonymous', name: 'anonymous', tokens: [], busKeys: [], ownsSubject: false },
    ...{ tenants: null, partners: null, branches: null, roles: ['decide'], quota: NO_QUOTA },
  });
});

const caller = (more: string) => `callers:\n  - id: one\n    tenants: all\n    roles: [read]\n${more}`;

test.each([
  ['', 1, 'here must stand an object'],
  ['callers: []', 1, 'callers must be a list with at least one item'],
  ['callers: one', 1, 'callers must be a list'],
  ['calers:\n  - id: x', 1, 'calers is unknown here'],
  ['callers:\n  - id: one\n    roles: [read]\n', 2, 'the caller has no tenants'],
  ['callers:\n  - id: One\n    tenants: all\n    roles: [read]', 2, 'id must be up to 64 of a-z'],
  ['callers:\n  - id: service\n    tenants: all\n    roles: [read]', 2, 'stands for something else'],
  ['callers:\n  - id: one\n    tenants: all\n    roles: [reed]', 4, 'roles must be some of read, submit'],
  ['callers:\n  - id: one\n    tenants: all\n    roles: []', 4, 'roles must be a list'],
  ['callers:\n  - id: one\n    tenants: *\n    roles: [read]', 3, 'neither YAML nor JSON'],
  ['callers:\n  - id: one\n    tenants: &a [x]\n    partners: *a\n    roles: [read]', 4, 'partners must be a list'],
  [caller('    tokens: [secret-in-the-clear]'), 5, 'tokens must be SHA-256'],
  [caller(`    tokens: [${DIGEST}, ${DIGEST}]`), 5, 'given twice'],
  [
    caller(`    tokens: [${DIGEST}]\n  - id: two\n    tenants: all\n    roles: [read]\n    tokens: [${DIGEST}]`),
    9,
    'twice',
  ],
  [caller('  - id: one\n    tenants: all\n    roles: [read]'), 5, 'the id one is given twice'],
  [caller('    quota: { calls_a_minute: 1.5 }'), 5, 'calls_a_minute must be a whole number'],
  [caller('    quota: { calls: 5 }'), 5, 'calls is unknown here'],
  [caller('    token: x'), 5, 'token is unknown here'],
  [caller('    name:'), 5, 'name must be a text'],
  [caller('    bus_subject: yes'), 5, 'bus_subject must be true or false'],
  ['{"callers": [{"id": "one",\n "tenants": "all",\n "roles": ["read"]\n', 4, 'neither YAML nor JSON'],
])('%j is refused with the line', (text, line, says) => {
  expect(() => readCallers(text, 'callers.yaml')).toThrow(
    expect.objectContaining({ code: 'usage', file: 'callers.yaml', line }),
  );
  expect(() => readCallers(text, 'callers.yaml')).toThrow(says);
  // What is refused is not repeated: it may be a token in the clear.
  if (text.includes('secret')) expect(() => readCallers(text, 'callers.yaml')).not.toThrow('secret');
});

test('a token that stands for somebody else is refused with its line', () => {
  const taken = new Map([[DIGEST, 'TIEOUT_SERVICE_TOKEN']]);
  expect(() => readCallers(caller(`    tokens: [${DIGEST}]`), 'callers.yaml', taken)).toThrow(
    expect.objectContaining({ line: 5, message: expect.stringContaining('that of TIEOUT_SERVICE_TOKEN') }),
  );
});

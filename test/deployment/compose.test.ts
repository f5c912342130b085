// docker-compose.yml against the Compose specification's schema, and against what it names: variables of the
// configuration, ports, hosts, files. Nothing of it is run here; test/deployment/image.test.ts runs what the image
// runs.

import { existsSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { readConfiguration, VARIABLES } from '../../src/config.ts';
import { composeFile, composeWith, root, textOf, wantedVariables } from './compose-file.ts';
import { instructions } from './dockerfile.ts';

const SECRETS = {
  MONGO_PASSWORD: 'a-password-of-mongo',
  MONGO_ROOT_PASSWORD: 'a-password-of-root',
  NATS_PASSWORD: 'a-password-of-nats',
  TIEOUT_SERVICE_TOKEN: 'a-token-of-the-service',
};
const compose = composeWith(SECRETS);
const { api, worker, mongo, nats } = compose.services;
const services = Object.entries(compose.services);
const ours = [
  ['api', api],
  ['worker', worker],
] as const;

const dockerfile = instructions();
const ofImage = (name: string): string => dockerfile.findLast((one) => one.name === name)!.text;
/** What a container of a service finds in its environment. */
const environmentOf = (service: typeof api): Record<string, string> => ({
  ...Object.fromEntries(
    dockerfile.flatMap(({ name, text }) => (name === 'ENV' ? text.split(' ').map((one) => one.split('=')) : [])),
  ),
  ...service.environment,
});

describe('the schema of the Compose specification', () => {
  const { $schema: _, ...schema } = JSON.parse(textOf('third_party/compose-spec/compose-spec.json'));
  const isValid = new Ajv({ strict: false, allErrors: true }).compile(schema);

  test('holds the file', () => {
    isValid(composeFile());
    expect(isValid.errors).toBeNull();
    isValid(compose);
    expect(isValid.errors).toBeNull();
  });

  test('refuses what Compose would', () => {
    for (const wrong of [{ comand: ['serve'] }, { ports: 8080 }, { healthcheck: { test: {} } }]) {
      expect(isValid({ services: { api: { ...api, ...wrong } } })).toBe(false);
    }
  });
});

describe('secrets', () => {
  test('have no values to start with', () => {
    expect(wantedVariables()).toEqual(Object.keys(SECRETS).sort());
    for (const name of Object.keys(SECRETS)) {
      expect(() => composeWith({ ...SECRETS, [name]: '' })).toThrow(`${name}: set it as docs/deployment.md says`);
    }
    expect(textOf('.gitignore').split('\n')).toContain('.env');
  });

  test('are made by the line of docs/deployment.md', () => {
    const line = /^for name in (.+); do .*openssl rand -hex.*> \.env$/m.exec(textOf('docs/deployment.md'))![1];
    expect(line.split(' ').sort()).toEqual(Object.keys(SECRETS).sort());
  });

  test('are where they are needed and nowhere else', () => {
    const known = services.map(([name, service]) => {
      const text = JSON.stringify(service);
      return [name, Object.entries(SECRETS).flatMap(([secret, value]) => (text.includes(value) ? [secret] : []))];
    });
    expect(Object.fromEntries(known)).toEqual({
      api: ['MONGO_PASSWORD', 'NATS_PASSWORD', 'TIEOUT_SERVICE_TOKEN'],
      worker: ['MONGO_PASSWORD', 'NATS_PASSWORD', 'TIEOUT_SERVICE_TOKEN'],
      mongo: ['MONGO_PASSWORD', 'MONGO_ROOT_PASSWORD'],
      nats: ['NATS_PASSWORD'],
    });
  });
});

describe.each(ours)('%s', (name, service) => {
  test('has variables that the configuration knows, with values that it takes', () => {
    const environment = environmentOf(service);
    const [, ...options] = service.command;
    expect(service.command).toEqual(['serve', '--roles', name]);
    const ofNode = ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX', 'MALLOC_TRIM_THRESHOLD_'];
    const unknown = Object.keys(environment).filter((one) => !(one in VARIABLES) && !ofNode.includes(one));
    expect(unknown).toEqual([]);
    expect(readConfiguration(environment, { TIEOUT_ROLES: options[1] })).toMatchObject({
      TIEOUT_HOST: '0.0.0.0',
      TIEOUT_ROLES: [name],
      TIEOUT_SERVICE_TOKEN: SECRETS.TIEOUT_SERVICE_TOKEN,
    });
  });

  test('waits for servers that are there, under the names and ports that they have', () => {
    const { MONGODB_URI, NATS_URL } = service.environment;
    expect(Object.keys(service.depends_on!).sort()).toEqual(['mongo', 'nats']);
    const uri = new URL(MONGODB_URI!);
    const set = uri.searchParams.get('replicaSet');
    expect([uri.host, uri.pathname]).toEqual(['mongo:27017', `/${mongo.environment['MONGO_INITDB_DATABASE']}`]);
    expect(mongo.command.join(' ')).toContain(` --replSet ${set} `);
    expect(textOf('deploy/mongo-health.js')).toContain(`{ _id: '${set}', members: [{ _id: 0, host: '${uri.host}' }] }`);
    expect(textOf('deploy/mongo-user.js')).toContain(`user: '${uri.username}'`);
    const url = new URL(NATS_URL!);
    const conf = textOf('deploy/nats-server.conf');
    expect(url.hostname).toBe('nats');
    expect(conf).toContain(`port: ${url.port}\n`);
    expect(conf).toContain(`user: ${url.username}\n`);
  });

  test('is reached on the port that it listens on', () => {
    const { TIEOUT_PORT } = environmentOf(service);
    expect(ofImage('EXPOSE')).toBe(TIEOUT_PORT);
    expect(service.ports ?? []).toEqual(name === 'api' ? [`127.0.0.1:8080:${TIEOUT_PORT}`] : []);
    expect(ofImage('HEALTHCHECK')).toMatch(/"src\/main\.ts", "health"\]$/);
  });
});

test('one answers and two do runs, of the image that the one builds', () => {
  expect([api.build, api.deploy?.replicas ?? 1, worker.deploy?.replicas]).toEqual(['.', 1, 2]);
  expect([worker.image, worker.build, worker['pull_policy']]).toEqual([api.image, undefined, 'never']);
});

test.each(services)('%s writes to its volume and /tmp alone, and has no rights that it does not need', (_, service) => {
  expect(service).toMatchObject({
    init: true,
    read_only: true,
    restart: 'unless-stopped',
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
  expect(service['tmpfs']).toContain('/tmp');
  const isOurs = 'build' in service || service['pull_policy'] === 'never';
  expect(service.healthcheck !== undefined).toBe(!isOurs);
});

test('only the service is reached from outside', () => {
  expect(services.flatMap(([name, { ports }]) => (ports ? [name] : []))).toEqual(['api']);
  expect(compose.networks['back']).toEqual({ internal: true });
  for (const [name, { networks }] of services) expect(networks).toEqual(name === 'api' ? ['front', 'back'] : ['back']);
});

test('what may be set is in docs/deployment.md, with what it is when not given', () => {
  const given = Array.from(textOf('docker-compose.yml').matchAll(/\$\{(\w+):-([^}]*)\}/g));
  const rows = Array.from(textOf('docs/deployment.md').matchAll(/^\| `(\w+)` \| (\S+) \| /gm));
  const pairs = (found: readonly RegExpExecArray[]) => found.map(([, name, value]) => `${name}=${value}`).sort();
  expect(pairs(given)).toEqual(pairs(rows));
});

test('what is mounted is there', () => {
  const sources = services.flatMap(([, { volumes }]) => volumes.map((one) => one.split(':')[0]));
  const files = sources.filter((source) => source.startsWith('.'));
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
  const named = sources.filter((source) => !source.startsWith('.'));
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort());
  const mounted = nats.volumes.map((one) => one.split(':')[1]);
  expect(nats.command.filter((word) => word.startsWith('/')).sort()).toEqual(mounted.sort());
});

// The file of callers (../yaml/yaml-reader.ts says how it is written).

import { isScalar, type Node } from 'yaml';
import { CALLER_ROLES, type Caller, type CallerRole, NO_QUOTA, type Quota } from '../../core/callers/caller.ts';
import { parseYaml, type YamlReader } from '../yaml/yaml-reader.ts';

/** A caller of the file, with what proves that a request is its own. */
export interface ListedCaller extends Caller {
  readonly id: string;
  /** SHA-256 of each of its tokens, hex in lower case. */
  readonly tokens: readonly string[];
  /** Ed25519 public keys that verify its messages on the bus, base64 of the 32 bytes. */
  readonly busKeys: readonly string[];
  /** Whether the rights of NATS let nobody else publish on its subject. */
  readonly ownsSubject: boolean;
}

const ID = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const DIGEST = /^[0-9a-f]{64}$/i;
const KEY = /^[A-Za-z0-9+/]{43}=$/;
const YES_NO = /^(true|false)$/;
const ROLE = /^(read|submit|decide|review|operate|verify)$/;
const ALL = 'all';
/** Ids that stand for something else in the audit. */
const TAKEN: ReadonlySet<string> = new Set(['service', 'push']);
const FIELDS = [
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
] as const;
const QUOTAS = {
  runs_waiting: 'runsWaiting',
  calls_a_minute: 'callsPerMinute',
  bytes_a_minute: 'bytesPerMinute',
} as const;

type Field = (typeof FIELDS)[number];

/**
 * Throws usage with the file's name and the line of the first mistake. `taken`: digests of tokens that stand for somebody
 * else, each with whose it is.
 */
export function readCallers(
  text: string,
  file: string,
  taken: ReadonlyMap<string, string> = new Map(),
): readonly ListedCaller[] {
  const { root, reader } = parseYaml(text, file);
  return new CallersReader(reader, taken).read(root);
}

class CallersReader {
  readonly #yaml: YamlReader;
  readonly #ids = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #taken: ReadonlyMap<string, string>;

  constructor(yaml: YamlReader, taken: ReadonlyMap<string, string>) {
    this.#yaml = yaml;
    this.#taken = taken;
  }

  read(root: Node | null): ListedCaller[] {
    const whole = this.#yaml.members(root, 0, ['callers']);
    const list = this.#yaml.list(whole.get('callers') ?? null, 0, 'callers');
    return list.items.map((item) => this.#caller(item as Node, list));
  }

  #caller(node: Node, near: Node): ListedCaller {
    const fields = this.#yaml.members<Field>(node, near, FIELDS);
    const at = node ?? near;
    const given = (field: Field): Node => fields.get(field) ?? this.#yaml.fail(at, `the caller has no ${field}.`);
    const names = (field: Field): Caller['tenants'] => {
      const value = fields.get(field);
      if (value === undefined || (isScalar(value) && value.value === ALL)) return null;
      return this.#yaml.texts(value, field, /\S/, `a list of ids, or ${ALL}`);
    };
    const id = this.#yaml.text(given('id'), 'id', ID, 'up to 64 of a-z, 0-9, dash and underscore');
    if (TAKEN.has(id)) this.#yaml.fail(at, `the id ${id} stands for something else: choose another.`);
    if (this.#ids.has(id)) this.#yaml.fail(at, `the id ${id} is given twice.`);
    this.#ids.add(id);
    given('tenants');
    const secrets = (field: 'tokens' | 'bus_keys', pattern: RegExp, what: string): readonly string[] => {
      const value = fields.get(field);
      return value === undefined
        ? []
        : this.#yaml.texts(value, field, pattern, what).map((text) => this.#own(text, value));
    };
    return {
      id,
      name: fields.has('name') ? this.#yaml.text(given('name'), 'name', /\S/, 'a text') : id,
      tokens: secrets('tokens', DIGEST, 'SHA-256 of tokens, 64 hexadecimal digits each').map((hex) =>
        hex.toLowerCase(),
      ),
      busKeys: secrets('bus_keys', KEY, 'Ed25519 public keys, 32 bytes in base64 each'),
      ownsSubject:
        fields.has('bus_subject') &&
        this.#yaml.text(given('bus_subject'), 'bus_subject', YES_NO, 'true or false') === 'true',
      tenants: names('tenants'),
      partners: names('partners'),
      branches: names('branches'),
      roles: this.#roles(given('roles')),
      quota: fields.has('quota') ? this.#quota(given('quota')) : NO_QUOTA,
    };
  }

  /** A token or key of one caller is nobody else's. */
  #own(text: string, near: Node): string {
    const secret = text.toLowerCase();
    const whose = this.#taken.get(secret);
    if (whose !== undefined) this.#yaml.fail(near, `a token is that of ${whose}: give the caller one of its own.`);
    if (this.#secrets.has(secret)) this.#yaml.fail(near, 'a token or key is given twice.');
    this.#secrets.add(secret);
    return text;
  }

  #roles(node: Node): readonly CallerRole[] {
    const known = `some of ${CALLER_ROLES.join(', ')}`;
    const roles = this.#yaml.texts(node, 'roles', ROLE, known);
    return CALLER_ROLES.filter((role) => roles.includes(role));
  }

  #quota(node: Node): Quota {
    const fields = this.#yaml.members(node, 0, Object.keys(QUOTAS));
    const bounds = [...fields].map(([field, value]) => {
      const text = this.#yaml.text(value, field, /^[1-9]\d{0,14}$/, 'a whole number from 1');
      return [QUOTAS[field as keyof typeof QUOTAS], Number(text)];
    });
    return { ...NO_QUOTA, ...Object.fromEntries(bounds) };
  }
}

// Places of the file of feeds: a folder, a folder of an SFTP server, or an interface that answers rows.

import { isMap, type Node } from 'yaml';
import type { YamlReader } from '../yaml/yaml-reader.ts';
import type { Place, RowsPlace, Secret } from './place.ts';
import { PROVIDERS } from './providers.ts';
import { SPAN, SPAN_ACCEPTS, spanOf } from './span.ts';

/** Every file of a source that names its files itself. */
export const ALL_NAMES = '*';

type Fields = ReadonlyMap<string, Node>;

const ANY = /^[^\p{Cc}]{1,4096}$/u;
const NAME = /^[^/\\\p{Cc}]{1,255}$/u;
const VARIABLE = /^[A-Za-z_]\w{0,255}$/;
const PORT = /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/;
const HOST_KEY = /^SHA256:[A-Za-z0-9+/]{43}=?$/;
const HOST_KEY_ACCEPTS = 'a list of fingerprints, SHA256: and 43 characters, as ssh-keygen -lf shows them';

/** Throws usage. */
export function readPlace(yaml: YamlReader, node: Node, fields: Fields): Place {
  const kinds = (['folder', 'sftp', 'rows'] as const).filter((kind) => fields.has(kind));
  if (kinds.length !== 1) return yaml.fail(node, 'the side needs one of folder, sftp and rows.');
  const [kind] = kinds;
  const at = fields.get(kind!)!;
  if (kind === 'rows') return readRows(yaml, at, fields);
  const done = doneOf(yaml, fields.get('done'));
  if (kind === 'folder') return { kind: 'folder', folder: yaml.text(at, 'folder', ANY, 'the path of a folder'), done };
  return readSftp(yaml, at, done);
}

/** The folder within for files that were taken. */
function doneOf(yaml: YamlReader, node: Node | undefined): string | null {
  if (node === undefined) return null;
  return yaml.text(node, 'done', NAME, 'the name of a folder within, without a slash');
}

const SFTP_FIELDS = ['host', 'port', 'user', 'password', 'key', 'passphrase', 'host_keys', 'folder'] as const;

function readSftp(yaml: YamlReader, node: Node, done: string | null): Place {
  const fields = yaml.members(node, node, SFTP_FIELDS);
  const given = (field: (typeof SFTP_FIELDS)[number]): Node =>
    fields.get(field) ?? yaml.fail(node, `sftp has no ${field}.`);
  const secret = (field: 'password' | 'key' | 'passphrase'): Secret | null =>
    fields.has(field) ? secretOf(yaml, given(field), field) : null;
  const [password, key] = [secret('password'), secret('key')];
  if (password === null && key === null) yaml.fail(node, 'sftp needs a password or a key.');
  return {
    ...{ kind: 'sftp', password, key, passphrase: secret('passphrase'), done },
    host: yaml.text(given('host'), 'host', /^[\w.:-]{1,255}$/, 'a host name or an address'),
    port: fields.has('port') ? Number(yaml.text(given('port'), 'port', PORT, 'a port, 1 to 65535')) : 22,
    user: yaml.text(given('user'), 'user', ANY, 'a text'),
    hostKeys: yaml
      .texts(given('host_keys'), 'host_keys', HOST_KEY, HOST_KEY_ACCEPTS)
      .map((one) => one.replace(/=$/, '')),
    folder: yaml.text(given('folder'), 'folder', ANY, 'the path of a folder'),
  };
}

function secretOf(yaml: YamlReader, node: Node, field: string): Secret {
  const accepts = `${field} must say where it stands: {env: VARIABLE} or {file: PATH}.`;
  if (!isMap(node)) return yaml.fail(node, accepts);
  const fields = yaml.members(node, node, ['env', 'file']);
  const [env, file] = [fields.get('env'), fields.get('file')];
  if (env !== undefined && file === undefined)
    return { env: yaml.text(env, 'env', VARIABLE, 'the name of a variable') };
  if (file !== undefined && env === undefined) return { file: yaml.text(file, 'file', ANY, 'the path of a file') };
  return yaml.fail(node, accepts);
}

const ROWS_FIELDS = [
  ...([
    'provider',
    'account_id',
    'url',
    'day_form',
    'headers',
    'rows',
    'next',
    'fields',
    'minor_units',
    'decimals',
    'again_every',
    'again_for',
  ] as const),
];
type RowsField = (typeof ROWS_FIELDS)[number];
const PATH = /^[\w-]{1,64}(\.[\w-]{1,64}){0,5}$/;
const PATH_ACCEPTS = 'a name, or names with dots';

function readRows(yaml: YamlReader, node: Node, ofSide: Fields): Place {
  const done = ofSide.get('done');
  if (done !== undefined) yaml.fail(done, 'rows are not put away.');
  const fields = yaml.members<RowsField>(node, node, ROWS_FIELDS);
  const provider = fields.get('provider');
  const known = Object.keys(PROVIDERS);
  const name = provider && yaml.text(provider, 'provider', ANY, 'a name');
  if (name !== undefined && !known.includes(name)) yaml.fail(provider!, `provider must be ${known.join(' or ')}.`);
  const base: Partial<RowsPlace> = name === undefined ? {} : PROVIDERS[name]!;
  const text = <F extends RowsField>(field: F, pattern: RegExp, accepts: string): string | undefined => {
    const at = fields.get(field);
    return at && yaml.text(at, field, pattern, accepts);
  };
  const url = text('url', /^https?:\/\/[^\s]{1,2000}$/, 'an address of http: or https:') ?? base.url;
  if (url === undefined) return yaml.fail(node, 'rows needs a provider or a url.');
  const account = text('account_id', /^[\w.-]{1,128}$/, 'up to 128 letters, digits, dots and dashes');
  if (url.includes('{account_id}') && account === undefined) yaml.fail(node, 'rows has no account_id.');
  if (!/\{start\}/.test(url) || !/\{end\}/.test(url))
    yaml.fail(node, 'the url must have {start} and {end} for the days.');
  const headers = fields.get('headers');
  const names = fields.get('fields');
  const minor = fields.get('minor_units');
  const path = (field: 'rows' | 'next') => text(field, PATH, PATH_ACCEPTS);
  return {
    kind: 'rows',
    url: url.replaceAll('{account_id}', account ?? ''),
    dayForm:
      text('day_form', /^(yyyy-mm-dd|dd-mm-yyyy|yyyymmdd)$/, 'yyyy-mm-dd, dd-mm-yyyy or yyyymmdd') ??
      base.dayForm ??
      'yyyy-mm-dd',
    headers: headers === undefined ? [] : readHeaders(yaml, headers),
    rows: path('rows') ?? base.rows ?? yaml.fail(node, 'rows must say in which member of an answer the rows are.'),
    next: path('next') ?? base.next ?? null,
    fields:
      names === undefined
        ? (base.fields ?? null)
        : Object.fromEntries(
            yaml
              .named(names, 'fields')
              .map(({ name: title, value }) => [title, yaml.text(value, title, PATH, PATH_ACCEPTS)]),
          ),
    minor:
      minor === undefined
        ? (base.minor ?? [])
        : yaml.texts(minor, 'minor_units', PATH, `a list of members, each ${PATH_ACCEPTS}`),
    decimals: Number(text('decimals', /^[0-4]$/, '0 to 4') ?? base.decimals ?? 2),
    again: againOf(
      text('again_every', SPAN, SPAN_ACCEPTS),
      text('again_for', SPAN_OR_NONE, `${SPAN_ACCEPTS}, or none`),
    ),
  };
}

const SPAN_OR_NONE = new RegExp(`${SPAN.source}|^none$`);

const againOf = (every = '1h', during = '24h'): RowsPlace['again'] =>
  during === 'none' ? null : { everyMs: spanOf(every), forMs: spanOf(during) };

function readHeaders(yaml: YamlReader, node: Node): RowsPlace['headers'] {
  return yaml.named(node, 'headers').map(({ name, key, value }) => {
    if (!/^[A-Za-z0-9-]{1,100}$/.test(name)) yaml.fail(key, 'the name of a header has letters, digits and dashes.');
    if (isMap(value)) return { name, value: secretOf(yaml, value, name) };
    return { name, value: yaml.text(value, name, /^[\x20-\x7e]{1,1000}$/, 'a text, {env: VARIABLE} or {file: PATH}') };
  });
}

// The service's configuration: every variable of the environment it asks for, declared once with what it accepts, what
// it is when not given and what it means. docs/configuration.md is made from this table, and a wrong value stops the
// start with the variable's name and what it accepts. The result is frozen.

import { TieoutError } from './core/errors.ts';
import { isIsoCurrency } from './core/money/currency-code.ts';

interface Variable<T> {
  readonly accepts: string;
  readonly meaning: string;
  /** As text, for the documentation; null when there is none. */
  readonly standard: string | null;
  /** The value of a given text, undefined when it is not acceptable. */
  readonly parse: (text: string) => T | undefined;
}

const text = (accepts: string, pattern: RegExp) => ({
  accepts,
  parse: (given: string) => (pattern.test(given) ? given : undefined),
});
const flag = {
  accepts: '0 or 1',
  parse: (given: string) => (given === '1' ? true : given === '0' ? false : undefined),
};
const whole = (least: number, most: number) => ({
  accepts: `a whole number from ${least} to ${most}`,
  parse: (given: string) =>
    /^\d+$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
});

const path = (accepts: string) => text(accepts, /./);

/** What a process does of the service: several share one store and one bus. */
const ROLES = ['api', 'worker', 'verification'] as const;
type Role = (typeof ROLES)[number];

function rolesOf(given: string): readonly Role[] | undefined {
  const named = given.split(',').map((name) => name.trim());
  const known = ROLES.filter((role) => named.includes(role));
  return known.length === new Set(named).size ? known : undefined;
}

/** Domains of resolve: mfb, and services of a commercial bank as spec/1 names them. */
const RESOLVABLE = [
  ...['mfb', 'nip', 'atm', 'card_settlement', 'transfers', 'cash_deposits', 'pos_deposits', 'pos', 'ussd'],
  ...['bill_payments', 'other'],
];

function resolvedDomainsOf(given: string): readonly string[] | undefined {
  const named = given.split(',').map((name) => name.trim());
  return named.every((name) => RESOLVABLE.includes(name)) ? [...new Set(named)] : undefined;
}

const shareOf = (given: string): number | undefined =>
  /^(0(\.\d+)?|1(\.0+)?)$/.test(given) ? Number(given) : undefined;

/** Lists by their names, no two alike. */
export function listsOf(given: string): readonly { readonly name: string; readonly url: string }[] | undefined {
  const found = given.split(',').map((one) => /^\s*([a-z0-9_-]{1,60})=(\S+)\s*$/i.exec(one));
  const lists = found.flatMap((one) => (one === null ? [] : [{ name: one[1]!, url: one[2]! }]));
  const names = new Set(lists.map(({ name }) => name));
  return lists.length === found.length && names.size === lists.length ? lists : undefined;
}

/** One server of NATS or several, with or without user and password. */
function natsUrlsOf(given: string): string | undefined {
  const isServer = (one: string): boolean => {
    const url = URL.parse(one.trim());
    if (url === null || !['nats:', 'tls:'].includes(url.protocol)) return false;
    const isWhole = url.hostname !== '' && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
    return isWhole && [url.username, url.password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  };
  return given.split(',').every(isServer) ? given : undefined;
}

/** An endpoint that a path can be put behind. */
function endpointOf(given: string): string | undefined {
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return undefined;
  return [url.username, url.password, url.search, url.hash].every((part) => part === '') ? given : undefined;
}

/** A host by its name or address, those of a domain, or any. */
const FILES_HOST = /^(\*|\*\.[a-z0-9.-]+|[a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** Whether the time zone is one that this Node knows. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const VARIABLES = {
  TIEOUT_HOST: {
    ...text('a host name or an address', /^[\w.:-]+$/),
    standard: '127.0.0.1',
    meaning: 'where the service listens; other than loopback only with a service token',
  },
  TIEOUT_PORT: { ...whole(0, 65_535), standard: '8080', meaning: 'its port; 0 takes a free one' },
  TIEOUT_TLS_CERT: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'certificate of the service, with those between it and its authority; with it the port speaks TLS alone',
  },
  TIEOUT_TLS_KEY: { ...path('a file in PEM'), standard: null, meaning: 'key of TIEOUT_TLS_CERT' },
  TIEOUT_TLS_CLIENT_CA: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'with it only clients with a certificate of this authority are let in',
  },
  TIEOUT_DATA_DIR: {
    ...text('a folder', /./),
    standard: '.tieout',
    meaning: 'folder of the embedded store; one process holds it, and with MONGODB_URI none',
  },
  TIEOUT_ENV: {
    // NATS takes 255 characters for the name of a stream, which this is the end of.
    ...text('[a-z0-9-]+, 200 characters at most', /^[a-z0-9-]{1,200}$/),
    standard: 'dev',
    meaning: 'name of the deployment, part of every subject on the bus; a MongoDB database belongs to one',
  },
  TIEOUT_ROLES: {
    accepts: 'api, worker and verification, or some of them, separated by commas',
    parse: rolesOf,
    standard: 'api,worker,verification',
    meaning: 'what this process does: answer requests, do runs, verify identities',
  },
  MONGODB_URI: {
    ...text('mongodb://USER:PASSWORD@HOST:PORT/DATABASE?replicaSet=NAME, or less of it', /^mongodb(\+srv)?:\/\/./),
    standard: null,
    meaning:
      'the MongoDB server that keeps everything, database tieout unless it names one; without it the embedded store',
  },
  NATS_URL: {
    accepts: 'nats://HOST:PORT or tls://HOST:PORT, with USER:PASSWORD@ or TOKEN@ before the host; several with commas',
    parse: natsUrlsOf,
    standard: null,
    meaning: 'the NATS server with JetStream that carries announcements and publications; without it a bus in memory',
  },
  NATS_CREDS: {
    ...path('a file'),
    standard: null,
    meaning: 'file with the user’s JWT and key, as nsc writes it',
  },
  NATS_TLS_CA: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'authority of the NATS server’s certificate, when no system knows it',
  },
  NATS_TLS_CERT: {
    ...path('a file in PEM'),
    standard: null,
    meaning: 'own certificate, for a NATS server that asks for one',
  },
  NATS_TLS_KEY: { ...path('a file in PEM'), standard: null, meaning: 'key of NATS_TLS_CERT' },
  NATS_REPLICAS: {
    ...whole(1, 5),
    standard: '1',
    meaning: 'copies of each stream that the NATS servers keep; 3 in a cluster',
  },
  TIEOUT_OUTBOX_KEEP_DAYS: {
    ...whole(1, 3_650),
    standard: '30',
    meaning: 'how long what was published is kept, for `tieout events replay`',
  },
  TIEOUT_KEEP_ROWS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning:
      'how long a session keeps its rows and matches after its last run; without it for ever (docs/operations.md)',
  },
  TIEOUT_KEEP_RUNS_DAYS: {
    ...whole(1, 36_500),
    standard: null,
    meaning: 'how long succeeded runs are kept that no session shows; without it for ever',
  },
  TIEOUT_LEASE_SECONDS: {
    ...whole(1, 200),
    standard: '30',
    meaning:
      'how long a run waits for another worker once its own is gone; a partner’s rows and the outbox wait half as long',
  },
  TIEOUT_RUN_MINUTES: {
    ...whole(1, 10_080),
    standard: '60',
    meaning: 'how long an attempt at a run may take; beyond it the run ends between two steps, before its commit',
  },
  TIEOUT_RUNS_WAITING: {
    ...whole(1, 1_000_000),
    standard: '1000',
    meaning: 'runs of a tenant that may wait at once; beyond it a request for one is answered with 429',
  },
  TIEOUT_WINDOW_ROWS: {
    ...whole(1, 1_000_000_000),
    standard: '5000000',
    meaning: 'rows of a side beyond which a banking session is cut into windows that several workers match at once',
  },
  TIEOUT_WINDOW_QUIET_MINUTES: {
    ...whole(1, 100_000),
    standard: '60',
    meaning: 'how long a session waits for a further finished window, before it is finalised with those that there are',
  },
  TIEOUT_THREADS: {
    ...whole(1, 64),
    standard: null,
    meaning: 'threads that read and match for a process that does runs; without it one a processor, 8 at most',
  },
  TIEOUT_SERVICE_TOKEN: {
    ...text('at least 16 visible characters', /^[\x21-\x7e]{16,}$/),
    standard: null,
    meaning: 'bearer token of every route that wants one; without it the service listens on loopback only',
  },
  TIEOUT_PUSH_TOKEN: {
    ...text('at least 16 visible characters', /^[\x21-\x7e]{16,}$/),
    standard: null,
    meaning: 'a token for /v1/reconcile/complete-batch alone',
  },
  TIEOUT_INSECURE: { ...flag, standard: '0', meaning: 'with 1 the service listens beyond loopback without a token' },
  TIEOUT_REFLECTION: {
    ...flag,
    standard: '1',
    meaning: 'with 0 gRPC’s reflection, which asks for no token, tells nobody what there is to call',
  },
  TIEOUT_FILES_ROOT: {
    ...text('a folder', /./),
    standard: null,
    meaning: 'folder that file: urls lie in; without it no url is read',
  },
  TIEOUT_FILES_PER_TENANT: {
    ...flag,
    standard: '0',
    meaning: 'with 1 a tenant reads only below the folder of its own id',
  },
  TIEOUT_FILES_HOSTS: {
    accepts: 'hosts separated by commas, each with or without a port; *.example.com for those of a domain, * for any',
    parse: (given: string) => (given.split(',').every((one) => FILES_HOST.test(one.trim())) ? given : undefined),
    standard: null,
    meaning:
      'hosts that http: and https: urls are fetched from; one that is named may be private, one that a star stands for must be public; without it none',
  },
  TIEOUT_FILES_MEGABYTES: {
    ...whole(1, 4_000),
    standard: '2000',
    meaning: 'largest file that is fetched from another host, in millions of bytes',
  },
  TIEOUT_FILES_SECONDS: {
    ...whole(1, 86_400),
    standard: '600',
    meaning: 'how long fetching one file may take, with all attempts',
  },
  TIEOUT_FILES_SPOOL: {
    ...text('a folder', /./),
    standard: null,
    meaning:
      'folder that fetched files lie in until they were read; without it tieout-spool in the system’s own for such files',
  },
  TIEOUT_TIME_ZONE: {
    accepts: 'a time zone, such as Africa/Lagos',
    parse: (given: string) => (isTimeZone(given) ? given : undefined),
    standard: 'Africa/Lagos',
    meaning: 'whose calendar the day of an instant in a request is of; days in files are taken as they are written',
  },
  TIEOUT_RESOLVE_DOMAINS: {
    accepts: 'mfb, nip, atm and other services (card_settlement, pos, …), separated by commas',
    parse: resolvedDomainsOf,
    standard: 'mfb,nip',
    meaning: 'domains whose exceptions are resolved; those beside mfb and nip have no rematch of not-found clusters',
  },
  TIEOUT_CURRENCY: {
    accepts: 'an ISO 4217 code in capital letters, such as NGN',
    parse: (given: string) => (isIsoCurrency(given) ? given : undefined),
    standard: 'NGN',
    meaning: 'currency of rows whose file names none',
  },
  TIEOUT_REJECTED_SHARE: {
    accepts: 'a number from 0 to 1',
    parse: shareOf,
    standard: '0.01',
    meaning: 'share of a file’s rows that may be rejected before the run fails',
  },
  TIEOUT_LISTS: {
    accepts: 'NAME=URL, several with commas; file: and https: urls, or paths',
    parse: listsOf,
    standard: null,
    meaning: 'lists of sanctions and exposed persons that are screened against; the name sample clears nobody',
  },
  TIEOUT_LISTS_REFRESH_MINUTES: { ...whole(1, 10_080), standard: '360', meaning: 'how often lists are read again' },
  TIEOUT_LISTS_STALE_HOURS: {
    ...whole(1, 8_760),
    standard: '48',
    meaning: 'age from which a list clears nobody any more',
  },
  TIEOUT_LISTS_SHRINK_SHARE: {
    accepts: 'a number from 0 to 1',
    parse: shareOf,
    standard: '0.2',
    meaning: 'share of its entities that a list may lose from one version to the next; beyond it the one in use stays',
  },
  TIEOUT_CHECKS_KEEP_DAYS: { ...whole(1, 3_650), standard: '90', meaning: 'how long a check is kept' },
  TIEOUT_CONSENT_REQUIRED: {
    ...flag,
    standard: '0',
    meaning: 'with 1 a check without consent_ref is refused',
  },
  VERIFIER_BASE_URL: {
    accepts: 'http://HOST/PATH or https://HOST/PATH, without user, password, query and fragment',
    parse: endpointOf,
    standard: null,
    meaning:
      'provider of identities, companies and addresses; without it the sandbox in dev, test and ci, and none elsewhere',
  },
  VERIFIER_CLIENT_ID: { ...text('visible characters', /^[\x21-\x7e]+$/), standard: null, meaning: 'who we are to it' },
  VERIFIER_SECRET: { ...text('visible characters', /^[\x21-\x7e]+$/), standard: null, meaning: 'our secret with it' },
  VERIFIER_MAPPING: {
    accepts: 'a file',
    parse: (given) => given,
    standard: null,
    meaning: 'JSON that says how this provider is asked and where its answers have what; without it as QoreID has them',
  },
  VERIFIER_WEBHOOK_SECRET: {
    ...text('at least 16 visible characters', /^[\x21-\x7e]{16,}$/),
    standard: null,
    meaning: 'what its news of addresses is signed with; without it none is taken',
  },
  VERIFIER_TIMEOUT_SECONDS: { ...whole(1, 120), standard: '20', meaning: 'how long its answer is waited for' },
  TIEOUT_CHALLENGE_SECRET: {
    ...text('at least 16 visible characters', /^[\x21-\x7e]{16,}$/),
    standard: null,
    meaning:
      'what tokens of liveness challenges are signed with, the same in all processes; without it each process has one of its own',
  },
  TIEOUT_IMAGING_MEMORY_MB: {
    ...whole(256, 65_536),
    standard: '1536',
    meaning: 'memory that the process for images and documents may take; one that takes more is ended',
  },
  TIEOUT_IMAGING_TIMEOUT_SECONDS: {
    ...whole(1, 600),
    standard: '30',
    meaning: 'how long one image or document may take, from the beginning of the work on it',
  },
  TIEOUT_IMAGING_QUEUE: {
    ...whole(1, 10_000),
    standard: '32',
    meaning: 'most images and documents that wait; one more is answered imaging_busy',
  },
  LLM_BASE_URL: {
    accepts: 'http://HOST/PATH or https://HOST/PATH, without user, password, query and fragment',
    parse: endpointOf,
    standard: null,
    meaning:
      'endpoint of a language model that speaks OpenAI’s chat completions, a second opinion on column mappings and the words of `ai_summary`',
  },
  LLM_API_KEY: {
    ...text('visible characters', /^[\x21-\x7e]+$/),
    standard: null,
    meaning: 'its bearer token, when it asks for one',
  },
  LLM_MODEL: { ...text('a name', /^\S{1,200}$/), standard: null, meaning: 'the model that it is asked for' },
  LLM_TIMEOUT_SECONDS: {
    ...whole(1, 120),
    standard: '20',
    meaning:
      'how long an answer is waited for; then the built-in mapper decides alone, and summaries have built-in words alone',
  },
  LLM_QUESTION_TOKENS: {
    ...whole(100, 1_000_000),
    standard: '20000',
    meaning: 'longest question, in tokens of four characters',
  },
  LLM_ANSWER_TOKENS: { ...whole(100, 100_000), standard: '4000', meaning: 'longest answer, in tokens' },
  LLM_QUESTIONS_PER_HOUR: {
    ...whole(0, 1_000_000),
    standard: '200',
    meaning: 'questions that a process asks in an hour at most, about mappings and about summaries each',
  },
  ENGINE_BASE_URL: {
    accepts: 'http://HOST/PATH or https://HOST/PATH, without user, password, query and fragment',
    parse: endpointOf,
    standard: null,
    meaning:
      'the service whose internal routes match and renew summaries for decisions, on the same store and under the same TIEOUT_SERVICE_TOKEN; without it this process does',
  },
  ENGINE_TIMEOUT_SECONDS: {
    ...whole(1, 3_600),
    standard: '300',
    meaning: 'how long one of its routes may take to answer; then the decision fails and clusters stay pending',
  },
  TIEOUT_AUDIT_KEY: {
    accepts: 'at least 32 visible characters without commas, or several of those separated by commas',
    parse: (given: string) =>
      /^[\x21-\x2b\x2d-\x7e]{32,}(,[\x21-\x2b\x2d-\x7e]{32,})*$/.test(given) ? given.split(',') : undefined,
    standard: null,
    meaning:
      'key under which the audit is chained; of several the first chains, and all verify. Without one the chain shows no change by who can write the store and knows how',
  },
  LOADER_BASE_URL: {
    accepts: 'http://HOST/PATH or https://HOST/PATH, without user, password, query and fragment',
    parse: endpointOf,
    standard: null,
    meaning:
      'the loader, which is told how the tasks of a run stand and what came of banking sessions; without it nobody is',
  },
  LOADER_TOKEN: {
    ...text('visible characters', /^[\x21-\x7e]+$/),
    standard: null,
    meaning: 'its bearer token, when it asks for one',
  },
  LOADER_TIMEOUT_SECONDS: {
    ...whole(1, 120),
    standard: '10',
    meaning: 'how long the loader may take to answer; then it counts as away and is asked again',
  },
  TIEOUT_LOG_LEVEL: {
    ...text('debug, info, warn or error', /^(debug|info|warn|error)$/),
    standard: 'info',
    meaning: 'what is logged',
  },
} as const satisfies Record<string, Variable<unknown>>;

type Parsed<N extends keyof typeof VARIABLES> = Exclude<ReturnType<(typeof VARIABLES)[N]['parse']>, undefined>;
type Optional<N extends keyof typeof VARIABLES> = (typeof VARIABLES)[N]['standard'] extends null ? null : never;
export type Configuration = { readonly [N in keyof typeof VARIABLES]: Parsed<N> | Optional<N> };

/** Reads the environment; `given` (from the command line) comes first. Throws usage with every wrong value's name. */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  given: Readonly<Partial<Record<keyof typeof VARIABLES, string>>> = {},
): Configuration {
  const problems: string[] = [];
  const read = Object.entries(VARIABLES).map(([name, variable]) => {
    const chosen = given[name as keyof typeof VARIABLES] ?? (environment[name] || undefined) ?? variable.standard;
    if (chosen === null) return [name, null];
    const value = variable.parse(chosen);
    if (value === undefined) problems.push(`${name} must be ${variable.accepts}`);
    return [name, value];
  });
  if (problems.length > 0) throw new TieoutError('usage', `The configuration is not usable: ${problems.join('; ')}.`);
  return Object.freeze(Object.fromEntries(read)) as Configuration;
}

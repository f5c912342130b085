// A provider over HTTP, described as data: where to get a token, where to look up each kind of number, and where each
// field stands in the answer. The host is fixed, numbers are encoded in paths, redirects are refused. An answer that is
// late, too large, not JSON or of another shape is a failure, never a record.

import type { AddressStatus } from '../../core/identity/address-news.ts';
import {
  type CompanyRecord,
  type DocumentRecord,
  type FailureCode,
  type Found,
  type IdentityRecord,
  NEWS_TEXT,
  type Verifier,
} from '../../ports/verification/verifier.ts';

export interface VerifierMapping {
  readonly name: string;
  readonly token: { readonly path: string; readonly body: Readonly<Record<string, string>>; readonly field: string };
  /** `{kind}` and `{number}` are replaced. */
  readonly identity: Lookup;
  readonly company: Lookup;
  /** Sends `images` in base64, too. */
  readonly document: Lookup;
  readonly address: {
    readonly path: string;
    readonly reference: string;
    /** The provider's own names of the statuses in its news. */
    readonly statuses: Readonly<Record<string, AddressStatus>>;
  };
  /** The provider's own names of kinds. */
  readonly kinds: Readonly<Record<string, string>>;
}

interface Lookup {
  readonly path: string;
  /** Fields of the request beside the person's. */
  readonly body: Readonly<Record<string, string>>;
  /**
   * Place of each field in the answer: `{kind}.firstname`. A record whose `number` differs from the request is refused.
   */
  readonly fields: Readonly<Record<string, string>>;
}

/** The default mapping (VERIFIER_MAPPING replaces it), made for QoreID. */
export const QOREID: VerifierMapping = {
  name: 'qoreid',
  token: { path: '/token', body: { clientId: '{client}', secret: '{secret}' }, field: 'accessToken' },
  identity: {
    path: '/v1/ng/identities/{kind}/{number}',
    body: {},
    fields: {
      ...{ firstName: '{kind}.firstname', middleName: '{kind}.middlename', lastName: '{kind}.lastname' },
      ...{ dateOfBirth: '{kind}.birthdate', gender: '{kind}.gender', phoneNumber: '{kind}.phone' },
      number: '{kind}.{kind}',
    },
  },
  company: {
    path: '/v1/ng/identities/cac-basic',
    body: { regNumber: '{number}' },
    fields: { name: 'cac.companyName', status: 'cac.status', directors: 'cac.directors', number: 'cac.rcNumber' },
  },
  document: {
    path: '/v1/documents/{kind}',
    body: {},
    fields: {
      ...{ overallStatus: 'summary.document_check.status', number: 'document.number', expiry: 'document.expiryDate' },
      ...{ firstName: 'document.firstname', middleName: 'document.middlename', lastName: 'document.lastname' },
      ...{ dateOfBirth: 'document.birthdate', gender: 'document.gender', phoneNumber: 'document.phone' },
    },
  },
  address: {
    ...{ path: '/v1/addresses', reference: 'id' },
    // Its statuses, and the sub-statuses that say the same in more words.
    statuses: {
      ...{ verified: 'verified', unverified: 'not_verified', not_verified: 'not_verified', failed: 'not_verified' },
      ...{ wrong_address: 'not_in_residence', failed_not_in_residence: 'not_in_residence' },
      ...{ invalid_address: 'address_invalid', failed_invalid_address: 'address_invalid' },
      ...{ no_access: 'no_access', cannot_access_address: 'no_access', cancelled: 'cancelled' },
      ...{ in_progress: 'in_progress', pending: 'in_progress' },
    },
  },
  kinds: { drivers_licence: 'drivers-license', voters_card: 'vin', vnin: 'virtual-nin' },
};

interface HttpVerifierOptions {
  readonly baseUrl: string;
  readonly client: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly mapping?: VerifierMapping;
}

const MOST_BYTES = 1 << 20;

class Failed extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode) {
    super(code);
    this.code = code;
  }
}

type Json = Readonly<Record<string, unknown>>;

export function httpVerifier({ baseUrl, client, secret, timeoutMs, mapping = QOREID }: HttpVerifierOptions): Verifier {
  const base = baseUrl.replace(/\/$/, '');
  const filledIn = (text: string, values: Readonly<Record<string, string>>, encode = false): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encode ? encodeURIComponent(values[name] ?? '') : (values[name] ?? ''),
    );
  const filled = (body: Readonly<Record<string, string>>, values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(body).map(([name, text]) => [name, filledIn(text, values)]));

  /** Null if the provider does not know the number. */
  async function ask(path: string, body: object, token: string | null): Promise<Json | null> {
    const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
    try {
      const reply = await fetch(base + path, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
        // One time limit for head and body.
        ...{ redirect: 'error', signal: AbortSignal.timeout(timeoutMs) },
      });
      const text = await read(reply);
      const isUnknown = reply.status === 404;
      if (!reply.ok && !isUnknown) throw new Failed('provider_refused');
      const json: unknown = JSON.parse(text);
      // A 404 page that is not JSON comes from some other server, not from the register.
      if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new Failed('provider_not_understood');
      return isUnknown ? null : (json as Json);
    } catch (error) {
      if (error instanceof Failed) throw error;
      if (error instanceof SyntaxError) throw new Failed('provider_not_understood');
      throw new Failed((error as Error).name === 'TimeoutError' ? 'provider_timeout' : 'provider_unreachable');
    }
  }

  async function read(reply: Response): Promise<string> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > MOST_BYTES) throw new Failed('provider_not_understood');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }

  async function signedIn(): Promise<string> {
    const { path, body, field } = mapping.token;
    const token = at(await ask(path, filled(body, { client, secret }), null), field);
    if (typeof token !== 'string' || token === '') throw new Failed('provider_not_understood');
    return token;
  }

  async function found<Record>(make: (token: string) => Promise<Record | null>): Promise<Found<Record>> {
    try {
      const record = await make(await signedIn());
      return record === null ? { outcome: 'unknown' } : { outcome: 'found', record };
    } catch (error) {
      if (error instanceof Failed) return { outcome: 'failed', code: error.code };
      throw error;
    }
  }

  async function lookUp(
    lookup: Lookup,
    values: Readonly<Record<string, string>>,
    token: string,
    beside: object = {},
  ): Promise<Json | null> {
    const answer = await ask(filledIn(lookup.path, values, true), { ...filled(lookup.body, values), ...beside }, token);
    if (answer === null) return null;
    const fields = Object.entries(lookup.fields).map(
      ([name, place]) => [name, at(answer, filledIn(place, values))] as const,
    );
    // An answer without any of the fields has another shape, whatever it says.
    if (fields.every(([name, value]) => name === 'number' || value === undefined || value === null)) {
      throw new Failed('provider_not_understood');
    }
    return Object.fromEntries(fields);
  }

  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

  const identityOf = (record: Json): IdentityRecord => ({
    ...{ firstName: text(record['firstName']), middleName: text(record['middleName']) },
    ...{ lastName: text(record['lastName']), dateOfBirth: isoDay(text(record['dateOfBirth'])) },
    ...{ gender: text(record['gender']), phoneNumber: text(record['phoneNumber']) },
  });

  return {
    name: mapping.name,
    addressStatuses: mapping.address.statuses,
    identity: (kind, number) =>
      found<IdentityRecord>(async (token) => {
        const record = await lookUp(mapping.identity, { kind: mapping.kinds[kind] ?? kind, number }, token);
        if (record && !isNumber(record['number'], number)) throw new Failed('provider_not_understood');
        return record && identityOf(record);
      }),
    document: ({ type, images, number }) =>
      found<DocumentRecord>(async (token) => {
        const values = { kind: mapping.kinds[type] ?? type, number: number ?? '' };
        const sent = { images: images.map((bytes) => Buffer.from(bytes).toString('base64')) };
        const record = await lookUp(mapping.document, values, token, sent);
        return (
          record && {
            ...{ ...identityOf(record), overallStatus: text(record['overallStatus']), number: text(record['number']) },
            expiry: isoDay(text(record['expiry'])),
          }
        );
      }),
    company: (kind, number) =>
      found<CompanyRecord>(async (token) => {
        const record = await lookUp(mapping.company, { kind, number }, token);
        // Registers write RC0001234 for 1234.
        const plain = (value: unknown) => String(value ?? '').replace(/^[A-Za-z]*[ -]*0*/, '');
        if (record && !isNumber(plain(record['number']), plain(number))) throw new Failed('provider_not_understood');
        const directors = record?.['directors'];
        return (
          record && {
            ...{ name: text(record['name']), status: text(record['status']) },
            directors: (Array.isArray(directors) ? directors : []).flatMap(
              (one) => text(typeof one === 'string' ? one : at(one, 'name')) ?? [],
            ),
          }
        );
      }),
    address: (question) =>
      found(async (token) => {
        const answer = await ask(mapping.address.path, question, token);
        const reference = at(answer, mapping.address.reference);
        const isText = typeof reference === 'string' || typeof reference === 'number';
        if (answer === null || !isText || !NEWS_TEXT.test(String(reference))) {
          throw new Failed('provider_not_understood');
        }
        return { providerReference: String(reference) };
      }),
  };
}

/** Whether a record may have this number. A missing number, or digits masked by * or X, do not contradict it. */
function isNumber(found: unknown, asked: string): boolean {
  if ((typeof found !== 'string' && typeof found !== 'number') || found === '') return true;
  const [theirs, ours] = [String(found), asked].map((text) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}*]/gu, ''));
  return theirs!.length === ours!.length && [...theirs!].every((sign, at) => /[*X]/.test(sign) || sign === ours![at]);
}

/** The value at `a.b` in an answer. */
function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((held, name) => {
    const isObject = typeof held === 'object' && held !== null && Object.hasOwn(held, name);
    return isObject ? (held as Json)[name] : undefined;
  }, value);
}

/** A day as YYYY-MM-DD; Nigerian registers write DD-MM-YYYY. Null for any other text. */
function isoDay(given: string | null): string | null {
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(given ?? '') ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  return /^\d{4}-\d{2}-\d{2}$/.exec(given?.slice(0, 10) ?? '')?.[0] ?? null;
}

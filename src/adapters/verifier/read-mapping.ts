// Reads a provider's mapping from a JSON file, for a provider that differs from the built-in one: where to get a token,
// where to look up numbers, and where each field stands in an answer. Absent entries are as built in. Unknown entries
// and wrong types are refused before the first request, with their place.

import { readFileSync } from 'node:fs';
import { TieoutError } from '../../core/errors.ts';
import { ADDRESS_STATUSES, type AddressStatus, plainStatus } from '../../core/identity/address-news.ts';
import { QOREID, type VerifierMapping } from './http-verifier.ts';

type Shape = 'text' | 'path' | 'texts' | 'statuses' | { readonly [name: string]: Shape };

const LOOKUP: Shape = { path: 'path', body: 'texts', fields: 'texts' };
const SHAPE: Readonly<Record<keyof VerifierMapping, Shape>> = {
  name: 'text',
  token: { path: 'path', body: 'texts', field: 'text' },
  identity: LOOKUP,
  company: LOOKUP,
  document: LOOKUP,
  address: { path: 'path', reference: 'text', statuses: 'statuses' },
  kinds: 'texts',
};

/** Throws usage. */
export function readMapping(file: string): VerifierMapping {
  const refuse = (what: string): never => {
    throw new TieoutError('usage', `VERIFIER_MAPPING, ${file}: ${what}.`);
  };
  let given: unknown;
  try {
    given = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return refuse(error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read');
  }
  return merged(QOREID as unknown as Json, given, { shape: SHAPE, place: '', refuse }) as unknown as VerifierMapping;
}

type Json = Readonly<Record<string, unknown>>;

interface Merging {
  readonly shape: Shape;
  readonly place: string;
  readonly refuse: (what: string) => never;
}

function merged(standard: unknown, given: unknown, { shape, place, refuse }: Merging): unknown {
  if (given === undefined) return standard;
  const name = place === '' ? 'the whole' : place;
  if (shape === 'text' || shape === 'path') {
    if (typeof given !== 'string' || given === '') return refuse(`${name} must be a text`);
    // The host is that of VERIFIER_BASE_URL; another beginning could name another host.
    return shape === 'path' && !/^\/(?!\/)/.test(given) ? refuse(`${name} must be a path that begins with /`) : given;
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refuse(`${name} must be an object`);
  const placeOf = (name: string): string => (place === '' ? name : `${place}.${name}`);
  if (shape === 'texts') {
    const wrong = Object.entries(given).find(([, value]) => typeof value !== 'string');
    return wrong === undefined ? given : refuse(`${placeOf(wrong[0])} must be a text`);
  }
  if (shape === 'statuses') {
    const wrong = Object.entries(given).find(([, value]) => !ADDRESS_STATUSES.includes(value as AddressStatus));
    if (wrong !== undefined) return refuse(`${placeOf(wrong[0])} must be one of ${ADDRESS_STATUSES.join(', ')}`);
    return Object.fromEntries(Object.entries(given).map(([theirs, ours]) => [plainStatus(theirs), ours]));
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) return refuse(`${placeOf(unknown)} is not a known field`);
  return Object.fromEntries(
    Object.entries(shape).map(([name, inner]) => [
      name,
      merged((standard as Json)[name], (given as Json)[name], { shape: inner, place: placeOf(name), refuse }),
    ]),
  );
}

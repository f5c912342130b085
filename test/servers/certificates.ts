// Certificates for tests: an authority, and what it signs, made afresh. Node signs but writes no certificates, so the
// few parts of X.509 (RFC 5280) that a server or a client needs are written here as DER.

import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface Certified {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

interface Authority extends Certified {
  /**
   * A certificate for loopback (127.0.0.1, ::1, localhost, or only one of the two kinds), for servers and clients
   * alike.
   */
  issue(name: string, options?: { readonly days?: number; readonly only?: 'addresses' | 'names' }): Certified;
}

const bytesOf = (parts: readonly Buffer[]): Buffer => Buffer.concat(parts);

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = bytesOf(parts);
  const { length } = content;
  if (length < 0x80) return bytesOf([Buffer.from([tag, length]), content]);
  const size = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return bytesOf([Buffer.from([tag, 0x80 | size.length, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const integer = (bytes: Buffer) => der(0x02, bytes);
const flag = (value: boolean) => der(0x01, Buffer.from([value ? 0xff : 0]));
const octets = (content: Buffer) => der(0x04, content);
const bits = (content: Buffer, unused = 0) => der(0x03, Buffer.from([unused]), content);

/** Dotted, each number after the second in base 128. */
function oid(text: string): Buffer {
  const [first, second, ...rest] = text.split('.').map(Number);
  const encoded = rest.flatMap((number) => {
    const digits = [number & 0x7f];
    for (let high = number >> 7; high > 0; high >>= 7) digits.unshift(0x80 | (high & 0x7f));
    return digits;
  });
  return der(0x06, Buffer.from([first! * 40 + second!, ...encoded]));
}

const ECDSA_WITH_SHA256 = sequence(oid('1.2.840.10045.4.3.2'));
const nameOf = (text: string) => sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))));
const timeOf = (ms: number) =>
  der(0x17, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));
const extension = (id: string, isCritical: boolean, value: Buffer) =>
  sequence(oid(id), ...(isCritical ? [flag(true)] : []), octets(value));

function pem(content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g)!;
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const DAY_MS = 86_400_000;
const LOOPBACK = {
  names: [der(0x82, Buffer.from('localhost'))],
  addresses: [der(0x87, Buffer.from([127, 0, 0, 1])), der(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]))],
};

interface Wanted {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly issuer: { readonly name: string; readonly key: KeyObject };
  readonly isAuthority: boolean;
  readonly days: number;
  readonly only?: keyof typeof LOOPBACK | undefined;
}

function certificateOf({ name, publicKey, issuer, isAuthority, days, only }: Wanted): string {
  const now = Date.now();
  const extensions = isAuthority
    ? [extension('2.5.29.19', true, sequence(flag(true))), extension('2.5.29.15', true, bits(Buffer.from([0x06]), 1))]
    : [
        extension(
          '2.5.29.17',
          false,
          sequence(...(only ? LOOPBACK[only] : [...LOOPBACK.names, ...LOOPBACK.addresses])),
        ),
        extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1'), oid('1.3.6.1.5.5.7.3.2'))),
      ];
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    // Positive, and of a length of its own.
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer.name),
    sequence(timeOf(now - DAY_MS), timeOf(now + days * DAY_MS)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  return pem(sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, issuer.key))));
}

export function makeAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name, key: own.privateKey };
  const keyOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
  return {
    certificate: certificateOf({ name, publicKey: own.publicKey, issuer, isAuthority: true, days: 2 }),
    key: keyOf(own.privateKey),
    issue(of, { days = 1, only } = {}) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        certificate: certificateOf({ name: of, publicKey, issuer, isAuthority: false, days, only }),
        key: keyOf(privateKey),
      };
    },
  };
}

// The certificate, key and client authority of the service's port, read from the configured files and tried out, so
// that a wrong one stops the start with a sentence instead of failing a client's first request.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { TieoutError } from '../core/errors.ts';
import type { PortTls } from './one-port.ts';

interface TlsFiles {
  readonly certificate: string | null;
  readonly key: string | null;
  readonly clientAuthority: string | null;
}

/** Null without a configured certificate: the port has no TLS. Throws usage. */
export function readTls(files: TlsFiles): PortTls | null {
  if (files.certificate === null && files.key === null && files.clientAuthority === null) return null;
  if (files.certificate === null || files.key === null) {
    throw new TieoutError('usage', 'TLS takes both TIEOUT_TLS_CERT and TIEOUT_TLS_KEY: name the one that is missing.');
  }
  const certificate = contentOf('TIEOUT_TLS_CERT', files.certificate);
  const key = contentOf('TIEOUT_TLS_KEY', files.key);
  const clientAuthority = files.clientAuthority && contentOf('TIEOUT_TLS_CLIENT_CA', files.clientAuthority);
  const own = readable('TIEOUT_TLS_CERT', 'certificate in PEM', () => new X509Certificate(certificate));
  const ownKey = readable('TIEOUT_TLS_KEY', 'private key in PEM without a password', () => createPrivateKey(key));
  if (clientAuthority !== null) {
    readable('TIEOUT_TLS_CLIENT_CA', 'certificate in PEM', () => new X509Certificate(clientAuthority));
  }
  if (!own.checkPrivateKey(ownKey)) {
    throw new TieoutError('usage', 'The key that TIEOUT_TLS_KEY names is not that of the certificate: name its own.');
  }
  if (Date.parse(own.validTo) < Date.now()) {
    throw new TieoutError('usage', `The certificate that TIEOUT_TLS_CERT names ended on ${own.validTo}: renew it.`);
  }
  readable('TIEOUT_TLS_CERT', 'certificate that TLS takes', () => createSecureContext({ cert: certificate, key }));
  return { certificate, key, clientAuthority };
}

function contentOf(variable: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new TieoutError('usage', `The file that ${variable} names cannot be read${reason}: correct it.`);
  }
}

function readable<T>(variable: string, what: string, read: () => T): T {
  try {
    return read();
  } catch {
    throw new TieoutError('usage', `The file that ${variable} names is no ${what}: name another one.`);
  }
}

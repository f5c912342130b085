// Reads and checks TLS files of an operator before a connection is made: OpenSSL ignores an authority that is not a
// certificate, and a server does not report a key that does not fit its certificate.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file, and the setting that names it. */
export interface NamedFile {
  readonly path: string;
  /** NATS_TLS_CA, or tlsCAFile of MONGODB_URI */
  readonly name: string;
}

/** The error of a file that cannot be used. Its message says what to do. It never leaves an adapter. */
export class UnusableFile extends Error {}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'is not there: correct the path.',
  ENOTDIR: 'is not there: correct the path.',
  EISDIR: 'is a folder: name the file.',
  EACCES: 'may not be read by this user: let it read the file.',
  EPERM: 'may not be read by this user: let it read the file.',
};

const unusable = ({ path, name }: NamedFile, what: string) =>
  new UnusableFile(`The file ${path} that ${name} names ${what}`);

/** Throws UnusableFile. */
export function contentOf(file: NamedFile): string {
  try {
    return readFileSync(file.path, 'utf8');
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException;
    throw unusable(file, UNREADABLE[code] ?? `cannot be read (${code}): correct the path.`);
  }
}

/** All certificates in the file, at least one. Throws UnusableFile. */
export function certificatesIn(content: string, file: NamedFile): X509Certificate[] {
  const blocks = content.match(/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----[^-]*-----END \1?CERTIFICATE-----/g);
  if (blocks === null)
    throw unusable(file, 'holds no certificate in PEM: name one that begins with BEGIN CERTIFICATE.');
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw unusable(file, 'holds a certificate that is damaged: copy it again, completely.');
  }
}

/** Throws UnusableFile. `password`: the setting for a missing or wrong password; null if there is none. */
export function keyIn(
  content: string,
  file: NamedFile,
  { passphrase, password }: { readonly passphrase: string | undefined; readonly password: string | null },
): KeyObject {
  if (!/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(content)) {
    throw unusable(file, 'holds no private key in PEM: name one that holds a block BEGIN PRIVATE KEY.');
  }
  try {
    return createPrivateKey({ key: content, ...(passphrase !== undefined && { passphrase }) });
  } catch {
    if (!/ENCRYPTED/.test(content))
      throw unusable(file, 'holds a private key that is damaged: copy it again, completely.');
    const remedy = password === null ? 'name one without a password' : `write its password in ${password}`;
    throw unusable(file, `holds a private key that a password locks: ${remedy}.`);
  }
}

/** Checks that a key fits its certificate. Throws UnusableFile. */
export function requirePair(certificate: X509Certificate, key: KeyObject, file: NamedFile): void {
  if (!certificate.checkPrivateKey(key)) {
    throw unusable(file, 'holds a private key that is not of the certificate: name the two that belong together.');
  }
}

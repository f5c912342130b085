// A file that a caller sent, and the url by which requests of its tenant name it: `sent:` and its name, in which the
// characters that a url does not have are percent-encoded.

export interface SentFileKey {
  readonly tenant: string;
  readonly name: string;
}

export interface SentFile extends SentFileKey {
  /** SHA-256 of its bytes, hex. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** Null: its content shows none. */
  readonly format: string | null;
  /** Why it cannot be read; null where nothing speaks against it. */
  readonly problem: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly sentAt: number;
  /** Id of the caller; null where nobody is known. */
  readonly sentBy: string | null;
}

const SCHEME = /^sent:/i;

export const sentUrl = (name: string): string => `sent:${encodeURIComponent(name)}`;

/** Null for a url of another kind. Percent signs that encode nothing stand for themselves. */
export function sentName(url: string): string | null {
  if (!SCHEME.test(url)) return null;
  const given = url.replace(SCHEME, '');
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}

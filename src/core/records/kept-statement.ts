// A statement as it was made once, kept under the digest of its bytes, which never changes.

export interface KeptStatement {
  /** SHA-256 of its text in UTF-8, hexadecimal. */
  readonly digest: string;
  /** A media type: `text/csv; charset=utf-8`. */
  readonly contentType: string;
  /** The recalculation count as of which it was made. */
  readonly position: number;
  /** Milliseconds since 1970, UTC. */
  readonly keptAt: number;
  readonly text: string;
}

// A stored list for screening: its entities in packed blocks, written before the head that names their version. Readers
// of heads see all of one version or all of the next.

/** A made-up list for trials; a person who is not on it is not cleared. */
export const SAMPLE_LIST = 'sample';

export interface ListHead {
  readonly name: string;
  /** Version of its content. */
  readonly version: string;
  readonly format: string;
  readonly entities: number;
  readonly blocks: number;
  /** When its source was last read completely, changed or not, in milliseconds since 1970. */
  readonly loadedAt: number;
}

export interface ListBlockKey extends Pick<ListHead, 'name' | 'version'> {
  /** From 0. */
  readonly n: number;
}

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
  /** Names of all its entities together; a list that lost its aliases has fewer. */
  readonly names: number;
  /** When its source was last read completely, changed or not, in milliseconds since 1970. */
  readonly loadedAt: number;
  /**
   * When this version was published, in milliseconds since 1970: as the list says, else when its source last changed,
   * else when it was first loaded. The age of a list counts from here.
   */
  readonly publishedAt: number;
  /** What is missing from the list although it can be used, in sentences. */
  readonly warnings: readonly string[];
}

export interface ListBlockKey extends Pick<ListHead, 'name' | 'version'> {
  /** From 0. */
  readonly n: number;
}

// A list that is screened against, as the store keeps it: its entities in packed blocks, written before the head that
// names their version. Whoever reads heads sees all of one version or all of the next.

/** Made up, for trying out: what it does not name proves nothing. */
export const SAMPLE_LIST = 'sample';

export interface ListHead {
  readonly name: string;
  /** The version of its content. */
  readonly version: string;
  readonly format: string;
  readonly entities: number;
  readonly blocks: number;
  /** When its source was last read whole, whether it had changed or not: milliseconds since 1970. */
  readonly loadedAt: number;
}

export interface ListBlockKey extends Pick<ListHead, 'name' | 'version'> {
  /** From 0. */
  readonly n: number;
}

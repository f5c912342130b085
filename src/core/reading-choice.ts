// One reading of a file that can be read in several ways, with what it would give. A question lists them, so that a
// person or a program can choose one by sending its mapping. It goes with errors, so it imports nothing.

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export interface ReadingChoice {
  /** In words. */
  readonly label: string;
  readonly side: 'gl' | 'bank';
  /** What says it: the object of a mapping for that side. */
  readonly mapping: { readonly [key: string]: Value };
  /**
   * Entries and their sum in currency units, by currency; null if the reading was not tried: none of a large file is,
   * and only the first of many.
   */
  readonly sums: readonly { readonly currency: string; readonly rows: number; readonly amount: string }[] | null;
  /** The first entries, in file order. */
  readonly first: readonly {
    readonly line: number;
    readonly date: string;
    readonly amount: string;
    readonly currency: string;
  }[];
}

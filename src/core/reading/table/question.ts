// A question to a person if more than one reading is left: one sentence, and the mapping that would answer it.

/** A question to a person. */
export interface Question {
  /** One sentence, without the name of the file. */
  readonly sentence: string;
  /** Keys of a mapping that would answer it, with the choices as their values. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The columns of the other readings that are left; the whole file may still decide for one of them. */
  readonly readings?: readonly Readonly<Record<string, number>>[];
  /** Keys of a mapping beside its columns that have the names of fields. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** The parts that a mapping gives; nothing is asked about them. */
export interface Given {
  readonly sign: boolean;
  readonly marks: boolean;
  /** The order of day and month. */
  readonly dateOrder: boolean;
}

// What a person is asked where one reading is not enough: one sentence, and the mapping that would answer it.

/** What a person is asked. */
export interface Question {
  /** One sentence, without the name of the file. */
  readonly sentence: string;
  /** Keys of a mapping that would answer it, with what to choose from as their values. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The columns of the readings that are left besides, for each of which the whole file may yet speak. */
  readonly readings?: readonly Readonly<Record<string, number>>[];
  /** Keys of a mapping beside its columns that are called as fields are. */
  readonly given?: Readonly<Record<string, unknown>>;
}

/** What was given of the signs: by a mapping nothing is left to ask of them. */
export interface Given {
  readonly sign: boolean;
  readonly marks: boolean;
  /** The order of day and month. */
  readonly dateOrder: boolean;
}

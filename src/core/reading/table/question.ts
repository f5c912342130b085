// A question to a person if more than one reading is left: one sentence, and the mapping that would answer it.

import type { JsonObject } from '../../records/documents/json.ts';

/** A reading that a question leaves, as the part of a mapping that says it; columns by number from 1. */
export type QuestionReading = JsonObject;

/** The two directions that a positive amount may have. */
export const EITHER_SIGN: readonly QuestionReading[] = [{ sign: 'in' }, { sign: 'out' }];

/** A question to a person. */
export interface Question {
  /** One sentence, without the name of the file. */
  readonly sentence: string;
  /** Keys of a mapping that would answer it, with the choices as their values. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The readings that are left; where they differ in columns, the whole file may still decide for one of them. */
  readonly readings?: readonly QuestionReading[];
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

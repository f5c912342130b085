// Where the service says what happens, for those who run it: structured fields and one sentence.

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  /** What somebody has to look at. `err` among the fields is the error itself. */
  error(fields: LogFields, sentence: string): void;
}

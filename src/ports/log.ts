// The service's log, for operators: each event has structured fields and one sentence.

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  /** An event that an operator has to look at. The field `err` is the error itself. */
  error(fields: LogFields, sentence: string): void;
}

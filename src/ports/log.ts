// The service's log, for operators: structured fields and one sentence.

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  /** Logs an event that an operator has to look at. `err` among the fields is the error itself. */
  error(fields: LogFields, sentence: string): void;
}

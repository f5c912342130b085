// An answer of REST before it is sent: status, headers and a body in JSON.

export interface HttpAnswer {
  readonly status: number;
  /** With names in lower case; the length of the body is the sender's to add. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export function jsonAnswer(status: number, body: HttpAnswer['body'], headers: HttpAnswer['headers'] = {}): HttpAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers }, body };
}

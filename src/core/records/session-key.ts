// What a session is found by; its document is documents/session.ts.

/** Sessions are keyed by tenant, partner and session id; two tenants may use one session id. */
export interface SessionKey {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
}

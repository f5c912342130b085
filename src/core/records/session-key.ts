// The key of a session; its document is documents/session.ts.

/** Sessions are keyed by tenant, partner and session id; two tenants may use one session id. */
export interface SessionKey {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
}

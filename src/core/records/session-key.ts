// The key of a session. Its document is in documents/session.ts.

/** Two tenants may use the same session id. */
export interface SessionKey {
  readonly tenant: string;
  readonly partner: string;
  readonly session: string;
}

/** A key without the other fields of what carries it. */
export const sessionKeyOf = ({ tenant, partner, session }: SessionKey): SessionKey => ({ tenant, partner, session });

/** A partner, whose sessions they are. */
export type PartnerScope = Pick<SessionKey, 'tenant' | 'partner'>;

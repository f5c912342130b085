// Who calls: a caller has a name, and may name some tenants, partners and branches and call some routes. Where nobody
// configured callers, everybody may do everything and nobody is known (docs/security.md).

/** A caller may call the methods of its roles; proto/tieout/options/v1 says which role each method needs. */
export const CALLER_ROLES = ['read', 'submit', 'decide', 'review', 'operate', 'verify'] as const;
export type CallerRole = (typeof CALLER_ROLES)[number];

/** Ids that a caller may name; null: every one. */
type Names = readonly string[] | null;

/** Bounds on what one caller asks of a process; null: none. */
export interface Quota {
  /** Runs of the caller that wait for a worker. */
  readonly runsWaiting: number | null;
  readonly callsPerMinute: number | null;
  /** Bytes of the bodies of its requests. */
  readonly bytesPerMinute: number | null;
}

/** Plain values, so that it crosses threads. */
export interface Caller {
  /** Null: unknown. The audit, logs and metrics carry it. */
  readonly id: string | null;
  /** For people. */
  readonly name: string | null;
  readonly tenants: Names;
  readonly partners: Names;
  readonly branches: Names;
  readonly roles: readonly CallerRole[];
  readonly quota: Quota;
}

export const NO_QUOTA: Quota = { runsWaiting: null, callsPerMinute: null, bytesPerMinute: null };

const EVERYTHING = { tenants: null, partners: null, branches: null, roles: CALLER_ROLES, quota: NO_QUOTA } as const;

/** Whoever calls where no caller is known. */
export const ANYBODY: Caller = { id: null, name: null, ...EVERYTHING };

/** The caller with TIEOUT_SERVICE_TOKEN. */
export const SERVICE: Caller = { id: 'service', name: 'the service token', ...EVERYTHING };

/** The caller with TIEOUT_PUSH_TOKEN: a message queue that says which windows are finished. */
export const PUSH: Caller = { id: 'push', name: 'the push token', ...EVERYTHING, roles: ['submit'] };

/** The id of the caller that stands for requests without a token, where one is configured. */
export const ANONYMOUS = 'anonymous';

/** Whether a caller's id tells it from everybody else. */
export const hasName = (id: string | null): id is string => id !== null && id !== ANONYMOUS;

interface Scope {
  readonly tenant: string;
  readonly partner: string;
}

/** Whether a stored thing is the caller's to see and change. */
export const maySee = (
  { tenants, partners }: Pick<Caller, 'tenants' | 'partners'>,
  { tenant, partner }: Scope,
): boolean => (tenants?.includes(tenant) ?? true) && (partners?.includes(partner) ?? true);

/** Whether a thing of a branch, or of none, is the caller's to decide. */
export const isOfBranches = (
  { branchId }: { readonly branchId: string | null },
  branches: Caller['branches'],
): boolean => branches === null || (branchId !== null && branches.includes(branchId));

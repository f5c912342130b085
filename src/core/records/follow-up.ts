// What people note on an exception: who looks into it, until when, that there are notes, and files. Changes arrive in any
// order, and again after a crash; of two changes of one thing the later stands, so the outcome is that of the audit.

/** A file of the tenant by its path and the SHA-256 of its content, hexadecimal. */
export interface Attachment {
  readonly name: string;
  readonly digest: string;
}

/** What is left out stays as it was. */
export interface FollowUpChange {
  /** Null: nobody. */
  readonly owner?: string | null;
  /** Null: no day. */
  readonly dueDay?: number | null;
  readonly hasNote: boolean;
  readonly attach: readonly Attachment[];
  /** Names. */
  readonly detach: readonly string[];
}

/** When a change was made, and by which operation. */
export interface FollowUpStamp {
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly op: string;
}

interface Stamped<T> extends FollowUpStamp {
  readonly value: T;
}

/** As it is stored: plain values, which survive JSON. */
export interface FollowUp {
  readonly owner?: Stamped<string | null>;
  readonly dueDay?: Stamped<number | null>;
  readonly hasNote: boolean;
  /** By name; of a detached file the digest is null. */
  readonly files: readonly (FollowUpStamp & { readonly name: string; readonly digest: string | null })[];
}

/** Names of files that were ever attached to one exception. */
export const MOST_ATTACHED = 100;

export function followedUp(before: FollowUp | null, change: FollowUpChange, by: FollowUpStamp): FollowUp {
  const { at, op } = by;
  const files = new Map((before?.files ?? []).map((file) => [file.name, file]));
  const named = [...change.attach, ...change.detach.map((name) => ({ name, digest: null }))];
  for (const { name, digest } of named) {
    if (isLater(by, files.get(name))) files.set(name, { name, digest, at, op });
  }
  return {
    ...before,
    ...(change.owner !== undefined && isLater(by, before?.owner) && { owner: { value: change.owner, at, op } }),
    ...(change.dueDay !== undefined && isLater(by, before?.dueDay) && { dueDay: { value: change.dueDay, at, op } }),
    hasNote: change.hasNote || (before?.hasNote ?? false),
    files: [...files.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

const isLater = (by: FollowUpStamp, than: FollowUpStamp | undefined): boolean =>
  than === undefined || by.at > than.at || (by.at === than.at && by.op > than.op);

/** The time of the last change of an owner, day or file, in milliseconds since 1970; 0: there was none. */
export const lastFollowedUp = ({ owner, dueDay, files }: FollowUp): number =>
  Math.max(owner?.at ?? 0, dueDay?.at ?? 0, ...files.map(({ at }) => at));

export const attachmentsOf = ({ files }: FollowUp): Attachment[] =>
  files.flatMap(({ name, digest }) => (digest === null ? [] : [{ name, digest }]));

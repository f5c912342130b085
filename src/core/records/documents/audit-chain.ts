// The chain over a tenant's audit: a link for each batch of rows, made when the batch is complete. Each link is sealed
// together with the one before, so that every change, loss, addition or reordering is noticed
// (core/exceptions/audit-chain.ts).

export interface AuditLink {
  readonly tenant: string;
  /** Position in the tenant's chain, from 1. */
  readonly n: number;
  readonly partner: string;
  readonly operationId: string;
  /** Number of rows in the batch. */
  readonly rows: number;
  readonly firstPlace: number;
  readonly lastPlace: number;
  /** Digest of the stored rows, in order. */
  readonly digest: string;
  /** Whether the rows carry this digest. They do not if the call ended while writing and they were completed later. */
  readonly isWhole: boolean;
  /** Whether the batch is older than the chain. */
  readonly isEarlier: boolean;
  /**
   * Why the batch is chained a second time: rows of its call were written after the first link. The operation id of the
   * link is then the call's with REPAIRED appended. Null for other links.
   */
  readonly repair: string | null;
  /** Head of the link before; '' for the first link. */
  readonly previous: string;
  /** The key that seals the link; null for none. */
  readonly keyId: string | null;
  readonly head: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

/** Suffix of the operation id of a batch that is chained a second time. */
export const REPAIRED = '/repaired';

/** The link as one text, so that a store returns exactly what was sealed. */
export const linkToStore = (link: AuditLink): string => JSON.stringify(link);

/** The fields under which a store keeps a link. */
type LinkPlace = Pick<AuditLink, 'tenant' | 'n' | 'partner' | 'operationId'>;

/** Reads a link. Damaged text becomes an empty link, so that verifying finds it and names its position. */
export function storedLink(text: string, place: LinkPlace): AuditLink {
  const fields = parsed(text);
  const textOf = (name: keyof AuditLink): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const numberOf = (name: keyof AuditLink): number => (typeof fields[name] === 'number' ? fields[name] : 0);
  return {
    ...place,
    ...{ rows: numberOf('rows'), firstPlace: numberOf('firstPlace'), lastPlace: numberOf('lastPlace') },
    ...{ digest: textOf('digest'), isWhole: fields.isWhole === true, isEarlier: fields.isEarlier === true },
    repair: fields.repair == null ? null : textOf('repair'),
    ...{ previous: textOf('previous'), keyId: fields.keyId == null ? null : textOf('keyId') },
    ...{ head: textOf('head'), at: numberOf('at') },
  };
}

function parsed(text: string): Readonly<Partial<Record<keyof AuditLink, unknown>>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

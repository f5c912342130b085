// A provider that knows what only registers know. It says what it found; whether that is the person who was asked about
// is never its word but ours. Numbers and names are in no failure.

export type IdentityKind = 'nin' | 'vnin' | 'bvn' | 'drivers_licence' | 'voters_card' | 'passport';
export type CompanyKind = 'rc' | 'bn' | 'it';

export interface IdentityRecord {
  readonly firstName: string | null;
  readonly middleName: string | null;
  readonly lastName: string | null;
  /** YYYY-MM-DD */
  readonly dateOfBirth: string | null;
  readonly gender: string | null;
  readonly phoneNumber: string | null;
}

export interface CompanyRecord {
  readonly name: string | null;
  readonly status: string | null;
  readonly directors: readonly string[];
}

interface AddressQuestion {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
  readonly street: string;
  readonly lga: string | null;
  readonly city: string;
  readonly state: string;
  readonly landmark: string | null;
  /** The provider's news is known again by it. */
  readonly reference: string;
}

interface DocumentQuestion {
  /** As the contract has it: drivers_licence, passport. */
  readonly type: string;
  readonly images: readonly Uint8Array[];
  /** What our own extraction read of its number; null: none. */
  readonly number: string | null;
}

/** What a provider read of a document, and what it thinks of it. */
export interface DocumentRecord extends IdentityRecord {
  /** In its own words. */
  readonly overallStatus: string | null;
  readonly number: string | null;
  /** YYYY-MM-DD */
  readonly expiry: string | null;
}

export type FailureCode =
  | 'provider_timeout'
  | 'provider_unreachable'
  | 'provider_refused'
  | 'provider_not_understood'
  | 'provider_not_configured';

export type Found<Record> =
  | { readonly outcome: 'found'; readonly record: Record }
  | { readonly outcome: 'unknown' }
  | { readonly outcome: 'failed'; readonly code: FailureCode };

/** A reference, an event's id and its status in the news of a provider: what is none of these can never be told of. */
export const NEWS_TEXT = /^[\w.:-]{1,200}$/;

export interface Verifier {
  /** Shown in every answer. */
  readonly name: string;
  identity(kind: IdentityKind, number: string): Promise<Found<IdentityRecord>>;
  company(kind: CompanyKind, number: string): Promise<Found<CompanyRecord>>;
  document(question: DocumentQuestion): Promise<Found<DocumentRecord>>;
  /** Somebody is sent there; the provider's own reference. */
  address(question: AddressQuestion): Promise<Found<{ readonly providerReference: string }>>;
}

/** Where no provider is configured and no sandbox may stand in: nothing is verified. */
export const NO_VERIFIER: Verifier = {
  name: 'none',
  identity: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
  company: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
  document: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
  address: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
};

// A provider that looks up registers. It answers what a register says; we decide whether that is the person who was
// asked about. Numbers and names are in no failure.

import type { AddressStatus } from '../../core/identity/address-news.ts';

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
  /** Recognises later news of the provider about this check. */
  readonly reference: string;
}

interface DocumentQuestion {
  /** The type by the contract's names: drivers_licence, passport. */
  readonly type: string;
  readonly images: readonly Uint8Array[];
  /** The document's number as our own extraction read it; null: none. */
  readonly number: string | null;
}

/** A provider's reading of a document, and its judgement of it. */
export interface DocumentRecord extends IdentityRecord {
  /** In the provider's own words. */
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

/** Form of a reference and of an event's id in a provider's news. News in another form can never be passed on. */
export const NEWS_TEXT = /^[\w.:-]{1,200}$/;
/** Form of a status in a provider's news. */
export const NEWS_STATUS = /^[\w .:-]{1,200}$/;

export interface Verifier {
  /** Shown in every answer. */
  readonly name: string;
  identity(kind: IdentityKind, number: string): Promise<Found<IdentityRecord>>;
  company(kind: CompanyKind, number: string): Promise<Found<CompanyRecord>>;
  document(question: DocumentQuestion): Promise<Found<DocumentRecord>>;
  /** What each status in its news of addresses means, by plainStatus of its own words. */
  readonly addressStatuses: Readonly<Record<string, AddressStatus>>;
  /** Sends somebody to the address; answers the provider's own reference. */
  address(question: AddressQuestion): Promise<Found<{ readonly providerReference: string }>>;
}

/** The verifier if no provider is configured and no sandbox may stand in: it verifies nothing. */
export const NO_VERIFIER: Verifier = {
  name: 'none',
  addressStatuses: {},
  identity: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
  company: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
  document: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
  address: async () => ({ outcome: 'failed', code: 'provider_not_configured' }),
};

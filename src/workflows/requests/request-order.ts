// A request from the bus: what it asks for, and the kind of work that stores it.

import type { ResolveOrder } from '../decisions/resolve-exceptions.ts';

export const RESOLVE_REQUEST = 'resolve-request';
export const RESOLVE_REQUEST_VERSION = 1;

/** The order that a request contains. */
export type RequestOrder = ResolveOrder & { readonly requestId: string };

/** Throws a TieoutError whose sentence says why the request can never be done. */
export type ReadRequest = (content: Uint8Array) => Promise<RequestOrder>;

// A request from the bus: what it asks for, and the kind of work that stores it.

import type { Caller } from '../../core/callers/caller.ts';
import type { ResolveOrder } from '../decisions/resolve-exceptions.ts';

export const RESOLVE_REQUEST = 'resolve-request';
/** Since 2 it holds its caller. */
export const RESOLVE_REQUEST_VERSION = 2;
export const RESOLVE_REQUEST_VERSIONS = [1, RESOLVE_REQUEST_VERSION];

/** The order that a request contains. */
export type RequestOrder = ResolveOrder & { readonly requestId: string };

/** Throws a TieoutError whose sentence says why the request can never be done. */
export type ReadRequest = (content: Uint8Array, caller: Caller) => Promise<RequestOrder>;

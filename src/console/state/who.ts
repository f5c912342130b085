// Who is signed in, and what that caller may do. The token itself is posted once and kept nowhere in the page.

import { signal } from '@preact/signals';
import { jsonOf } from './failure.ts';

export type Role = 'read' | 'submit' | 'decide' | 'review' | 'operate' | 'verify';

interface SignedIn {
  /** Null where the service knows nobody, as on a laptop. */
  readonly id: string | null;
  readonly name: string | null;
  readonly roles: readonly Role[];
  /** Null: all. */
  readonly tenants: readonly string[] | null;
  readonly partners: readonly string[] | null;
}

export interface Who {
  /** Null: nobody yet. */
  readonly caller: SignedIn | null;
  readonly asks_for_token: boolean;
  readonly currency: string;
  readonly version: string;
}

/** Null: not asked yet. */
export const who = signal<Who | null>(null);

export const may = (role: Role): boolean => who.value?.caller?.roles.includes(role) === true;

/** Throws Refused, or TypeError where nobody answers. */
export async function askWho(): Promise<void> {
  who.value = (await jsonOf(await fetch('who', { cache: 'no-store' }))) as Who;
}

/** Throws Refused. */
export async function signIn(token: string): Promise<void> {
  const answer = await fetch('sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  who.value = (await jsonOf(answer)) as Who;
}

export async function signOut(): Promise<void> {
  await jsonOf(await fetch('sign-out', { method: 'POST' }));
  await askWho();
}

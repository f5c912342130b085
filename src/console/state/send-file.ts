// Sends a file of the person to the service, which keeps it for the tenant. Requests name it by the url in the answer.
// A bank's export and a ledger's often have one name, and so have those of two people or two months: a file goes under a
// name that no other content has.

import { SERVICE } from './clients.ts';
import { jsonOf, Refused } from './failure.ts';

export interface SentFile {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  /** SHA-256. */
  readonly digest: string;
  readonly format: string | null;
  /** Why it cannot be read; null where nothing speaks against it. */
  readonly problem: string | null;
}

/** Ends with the file that is being sent: names are looked up one after the other. */
let sending: Promise<unknown> = Promise.resolve();

/** Throws Refused. */
export function sendFile(tenant: string, file: File): Promise<SentFile> {
  const sent = sending.then(() => send(tenant, file));
  sending = sent.catch(() => {});
  return sent;
}

/** Throws Refused if one of them is there no longer, or with another content: then the run would read that. */
export async function requireUnchanged(tenant: string, files: readonly SentFile[]): Promise<void> {
  const kept = new Map((await sentFiles(tenant)).map((one) => [one.name, one.digest]));
  const moved = files.find(({ name, digest }) => kept.get(name) !== digest);
  if (moved === undefined) return;
  const sentence = `${moved.name} was replaced or removed since you gave it: give it again.`;
  throw new Refused({ sentence, code: 'file_changed', requestId: null });
}

async function send(tenant: string, file: File): Promise<SentFile> {
  const name = await freeName(file, await sentFiles(tenant));
  const answer = await fetch(`${pathOf(tenant)}/${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  return (await jsonOf(answer)) as SentFile;
}

async function sentFiles(tenant: string): Promise<readonly SentFile[]> {
  return ((await jsonOf(await fetch(pathOf(tenant), { cache: 'no-store' }))) as { items: readonly SentFile[] }).items;
}

const pathOf = (tenant: string): string => `${SERVICE}/v1/tenants/${encodeURIComponent(tenant)}/files`;

/** `export.csv`, or `export (2).csv` where another content has that name. */
async function freeName(file: File, kept: readonly SentFile[]): Promise<string> {
  const known = new Map(kept.map((one) => [one.name, one]));
  const dot = file.name.lastIndexOf('.');
  const [stem, ending] = dot <= 0 ? [file.name, ''] : [file.name.slice(0, dot), file.name.slice(dot)];
  let digest: string | null = null;
  for (let n = 1; ; n++) {
    const name = n === 1 ? file.name : `${stem} (${n})${ending}`;
    const other = known.get(name);
    if (other === undefined) return name;
    if (other.size !== file.size) continue;
    digest ??= await digestOf(file);
    if (other.digest === digest) return name;
  }
}

/** Empty where the browser has no digests, as on pages without TLS: then a file never counts as one that is there. */
async function digestOf(file: File): Promise<string> {
  if (globalThis.crypto.subtle === undefined) return '';
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

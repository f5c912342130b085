// Sends a file of the person to the service, which keeps it for the tenant. Requests name it by the url in the answer.

import { SERVICE } from './clients.ts';
import { jsonOf } from './failure.ts';

export interface SentFile {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly format: string | null;
  /** Why it cannot be read; null where nothing speaks against it. */
  readonly problem: string | null;
}

/** Throws Refused. */
export async function sendFile(tenant: string, file: File): Promise<SentFile> {
  const answer = await fetch(
    `${SERVICE}/v1/tenants/${encodeURIComponent(tenant)}/files/${encodeURIComponent(file.name)}`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    },
  );
  return (await jsonOf(answer)) as SentFile;
}

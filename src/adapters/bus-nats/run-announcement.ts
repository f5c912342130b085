// An announcement of a run as it stands on the bus: small JSON that names the run (docs/events.md,
// proto/tieout/events/v1). What else comes on the subject is told with the reason why it is none.

/** An announcement has under 100 bytes; whatever is larger is something else and is not even parsed. */
const MOST_BYTES = 65_536;

const SCHEMA_VERSION = 1;

export const announcementOf = (runId: string): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ schema_version: SCHEMA_VERSION, run_id: runId }));

/** Null when it is an announcement, of whatever run; else one sentence that says why not. */
export function whyNoAnnouncement(content: Uint8Array): string | null {
  if (content.length > MOST_BYTES) {
    return `It has ${content.length} bytes; an announcement of a run has at most ${MOST_BYTES}.`;
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
  } catch {
    return 'It is not JSON.';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'It is not a JSON object.';
  const { schema_version: version, run_id: runId } = value as Readonly<Record<string, unknown>>;
  if (version === undefined) return 'schema_version is missing.';
  if (version !== SCHEMA_VERSION) return `schema_version must be ${SCHEMA_VERSION}.`;
  if (typeof runId !== 'string' || runId === '') return 'run_id must be the id of a run.';
  return null;
}

// An announcement on the bus: small JSON that names a waiting run, or other work (docs/events.md,
// proto/tieout/events/v1). Any other message on the subject is reported with the reason.

/** An announcement has under 100 bytes; whatever is larger is something else and is not even parsed. */
const MOST_BYTES = 65_536;

const SCHEMA_VERSION = 1;

export const announcementOf = (id: string, of: 'runs' | 'work'): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({ schema_version: SCHEMA_VERSION, [of === 'runs' ? 'run_id' : 'work_id']: id }),
  );

/** Null for an announcement of any run or work; else one sentence with the reason. */
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
  const { schema_version: version, run_id: runId, work_id: workId } = value as Readonly<Record<string, unknown>>;
  if (version === undefined) return 'schema_version is missing.';
  if (version !== SCHEMA_VERSION) return `schema_version must be ${SCHEMA_VERSION}.`;
  const given = Object.entries({ run_id: runId, work_id: workId }).filter(([, id]) => (id ?? null) !== null);
  if (given.length !== 1) return 'run_id, or work_id of work that is no run, must be there, one of the two.';
  const [name, id] = given[0];
  if (typeof id !== 'string' || id === '') return `${name} must be an id.`;
  return null;
}

// Settings for the role verification: lists, checks, the provider of identities, challenges, and the imaging process.

import { endpoint, flag, path, secret, share, type Variable, visible, whole } from './variable.ts';

/** Lists by unique names. */
export function listsOf(given: string): readonly { readonly name: string; readonly url: string }[] | undefined {
  const found = given.split(',').map((one) => /^\s*([a-z0-9_-]{1,60})=(\S+)\s*$/i.exec(one));
  const lists = found.flatMap((one) => (one === null ? [] : [{ name: one[1], url: one[2] }]));
  const names = new Set(lists.map(({ name }) => name));
  return lists.length === found.length && names.size === lists.length ? lists : undefined;
}

interface StaleHours {
  /** Hours for every list that `named` does not have. */
  readonly standard: number;
  readonly named: ReadonlyMap<string, number>;
}

const hours = whole(1, 8_760);

/** A number of hours for all lists, then others for lists by name. */
function staleHoursOf(given: string): StaleHours | undefined {
  const [first, ...rest] = given.split(',');
  const standard = hours.parse(first.trim());
  const named = rest.map((one) => /^\s*([a-z0-9_-]{1,60})=(\d+)\s*$/i.exec(one));
  const pairs = named.map((one) => [one?.[1] ?? '', hours.parse(one?.[2] ?? '')] as const);
  if (standard === undefined || pairs.some(([, found]) => found === undefined)) return undefined;
  return { standard, named: new Map(pairs as readonly (readonly [string, number])[]) };
}

export const VERIFICATION = {
  TIEOUT_LISTS: {
    accepts: 'NAME=URL, several with commas; file: and https: urls, or paths',
    parse: listsOf,
    standard: null,
    meaning: 'lists of sanctions and exposed persons; one named sample clears nobody',
  },
  TIEOUT_LISTS_REFRESH_MINUTES: { ...whole(1, 10_080), standard: '360', meaning: 'how often lists are read again' },
  TIEOUT_LISTS_STALE_HOURS: {
    accepts: 'whole numbers from 1 to 8760: HOURS, then NAME=HOURS for single lists, with commas',
    parse: staleHoursOf,
    standard: '48',
    meaning: 'age from which a list clears nobody any more, counted from its publication',
  },
  TIEOUT_LISTS_SHRINK_SHARE: {
    ...share,
    standard: '0.2',
    meaning: 'share of its entities that a new version of a list may lack; else the old one stays',
  },
  TIEOUT_CHECKS_KEEP_DAYS: { ...whole(1, 3_650), standard: '90', meaning: 'how long a check is kept' },
  TIEOUT_LEGAL_HOLD_DAYS: {
    ...whole(0, 36_500),
    standard: '0',
    meaning: 'how long a subject cannot be deleted after it was last checked or kept; checks about it live as long',
  },
  TIEOUT_BACKUPS_KEEP_DAYS: {
    ...whole(0, 36_500),
    standard: null,
    meaning: 'how long your backups live: said when a subject is deleted; it removes nothing',
  },
  TIEOUT_CONSENT_REQUIRED: {
    ...flag,
    standard: '0',
    meaning: '1: a check without consent_ref is refused',
  },
  VERIFIER_BASE_URL: {
    ...endpoint,
    standard: null,
    meaning: 'provider of identities; without it the sandbox in dev, test and ci, else none',
  },
  VERIFIER_CLIENT_ID: { ...visible, standard: null, meaning: 'client id with that provider' },
  VERIFIER_SECRET: { ...visible, standard: null, meaning: 'secret with that provider' },
  VERIFIER_MAPPING: {
    ...path('a file'),
    standard: null,
    meaning: 'JSON that describes another provider’s requests and answers than QoreID’s',
  },
  VERIFIER_WEBHOOK_SECRET: {
    ...secret,
    standard: null,
    meaning: 'secret that signs its news of address checks; without it none is accepted',
  },
  VERIFIER_TIMEOUT_SECONDS: { ...whole(1, 120), standard: '20', meaning: 'longest wait for the provider' },
  TIEOUT_CHALLENGE_SECRET: {
    ...secret,
    standard: null,
    meaning: 'secret of liveness challenges, the same in all processes; else each has its own',
  },
  TIEOUT_IMAGING_MEMORY_MB: {
    ...whole(256, 65_536),
    standard: '1536',
    meaning: 'most memory of a process for images, which is ended above it',
  },
  TIEOUT_IMAGING_TIMEOUT_SECONDS: {
    ...whole(1, 600),
    standard: '30',
    meaning: 'budget of one image or document; past it it is unreadable',
  },
  TIEOUT_IMAGING_PROCESSES: {
    ...whole(1, 64),
    standard: '3',
    meaning: 'images and documents that are worked on at once, each by a process of its own',
  },
  TIEOUT_IMAGING_TENANT: {
    ...whole(1, 64),
    standard: '2',
    meaning: 'most of them of one tenant; below the number of processes, no tenant holds up another',
  },
  TIEOUT_IMAGING_QUEUE: {
    ...whole(1, 10_000),
    standard: '32',
    meaning: 'most images and documents that wait, half of them of one tenant; one more gets imaging_busy',
  },
} as const satisfies Record<string, Variable<unknown>>;

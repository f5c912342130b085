// The places that a file of feeds names: a folder, an SFTP server, or an interface that gives rows.

import type { AskingAgain } from '../../core/arrivals/feed.ts';

/** A secret that stands elsewhere: in a variable of the environment, or in a file. */
export type Secret = { readonly env: string } | { readonly file: string };

interface FolderPlace {
  readonly folder: string;
  readonly done: string | null;
}

export interface SftpPlace {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: Secret | null;
  readonly key: Secret | null;
  readonly passphrase: Secret | null;
  /** Fingerprints of the keys by which the server is known: SHA256: and base64. */
  readonly hostKeys: readonly string[];
  readonly folder: string;
  readonly done: string | null;
}

/** An interface over HTTP that answers rows of a span of days, in pages of JSON. */
export interface RowsPlace {
  /** The address, with {start} and {end} for the days. */
  readonly url: string;
  /** How a day is written in it. */
  readonly dayForm: string;
  readonly headers: readonly { readonly name: string; readonly value: Secret | string }[];
  /** Names with dots: where an answer has its rows, and the next page's address; null: there is one page. */
  readonly rows: string;
  readonly next: string | null;
  /** Members of a row, by the title under which they are read; null: all as they are. */
  readonly fields: Readonly<Record<string, string>> | null;
  /** Members that are whole minor units, and the decimals of their currency. */
  readonly minor: readonly string[];
  readonly decimals: number;
  readonly again: AskingAgain | null;
}

export type Place =
  | ({ readonly kind: 'folder' } & FolderPlace)
  | ({ readonly kind: 'sftp' } & SftpPlace)
  | ({ readonly kind: 'rows' } & RowsPlace);

/** The place in words for people. */
export function shownPlace(place: Place): string {
  if (place.kind === 'folder') return place.folder;
  if (place.kind === 'sftp') return `sftp://${place.host}:${place.port}${place.folder.replace(/^(?!\/)/, '/')}`;
  return place.url.replace(/\?.*/s, '');
}

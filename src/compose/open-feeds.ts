// Feeds of the configuration: the file of feeds, and a source for each of their sides.

import { readFileSync, statSync } from 'node:fs';
import { folderSource } from '../adapters/arrivals/folder-source.ts';
import type { Place } from '../adapters/arrivals/place.ts';
import { type ListedFeed, readFeeds } from '../adapters/arrivals/read-feeds.ts';
import { rowsSource } from '../adapters/arrivals/rows-source.ts';
import { sftpSource } from '../adapters/arrivals/sftp-source.ts';
import type { Configuration } from '../config.ts';
import type { LocalTime } from '../core/arrivals/due.ts';
import { TieoutError } from '../core/errors.ts';
import { dayNumber } from '../core/money/calendar.ts';
import { SIDES } from '../core/records/rows/columns.ts';
import type { FileSource, SourcesOfFeed } from '../ports/coming/file-source.ts';
import { type WatchDependencies, type WatchedFeeds, watchFeeds } from '../workflows/arrivals/watch-feeds.ts';
import { sentFolder } from './file-root.ts';

/** None where no file is configured. Throws usage with the line, or file_unreadable. */
export function listedFeeds(config: Configuration): readonly ListedFeed[] {
  const { TIEOUT_FEEDS: path } = config;
  if (path === null) return [];
  if (sentFolder(config) === null) {
    throw new TieoutError(
      'usage',
      'TIEOUT_FEEDS needs TIEOUT_FILES_SENT, the folder that files are kept in, which all processes share.',
    );
  }
  return readFeeds(textOf(path), path);
}

function textOf(path: string): string {
  try {
    // Reading a pipe would wait for its writer, with the whole process.
    if (!statSync(path).isFile()) throw new Error('no file');
    return readFileSync(path, 'utf8');
  } catch {
    throw new TieoutError('file_unreadable', 'it cannot be read; TIEOUT_FEEDS names it.', { file: path });
  }
}

/** Watches them in this process. */
export const startFeeds = (feeds: readonly ListedFeed[], deps: WatchDependencies): WatchedFeeds =>
  watchFeeds(
    deps,
    feeds.map((one) => ({ feed: one.feed, sources: sourcesOf(one) })),
  );

const sourcesOf = ({ places }: ListedFeed): SourcesOfFeed =>
  Object.fromEntries(SIDES.flatMap((side) => (places[side] === undefined ? [] : [[side, sourceOf(places[side])]])));

function sourceOf(place: Place): FileSource {
  if (place.kind === 'folder') return folderSource(place);
  return place.kind === 'sftp' ? sftpSource(place) : rowsSource(place);
}

/** Day and minute of an instant in a time zone. */
export function localTimeIn(timeZone: string): (at: number) => LocalTime {
  // Swedish writes 2026-01-31 09:30.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  return (at) => {
    const [year, month, day, hour, minute] = format.format(at).split(/[- :]/).map(Number);
    return { day: dayNumber(year!, month!, day!), minute: hour! * 60 + minute! };
  };
}

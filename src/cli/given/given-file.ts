// The text of a small file that an option names, such as a mapping.

import { readFileSync, statSync } from 'node:fs';
import { TieoutError } from '../../core/errors.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'this is a folder',
  EACCES: 'it may not be read',
};

/** As JSON. `what`: `a map of accounts`, of the option `--accounts`. Throws file_unreadable, or what `invalid` makes. */
export function givenJson(
  file: string,
  { what, option }: { readonly what: string; readonly option: string },
  invalid: (sentence: string) => Error,
): unknown {
  const text = givenText(file, `name ${what} with ${option}`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is not JSON.');
  }
}

/** `instead`: `name a mapping file with --mapping`. Throws file_unreadable. */
export function givenText(file: string, instead: string): string {
  const unreadable = (reason: string) => new TieoutError('file_unreadable', `${reason}; ${instead}.`, { file });
  try {
    // For example /dev/zero, which never ends.
    if (statSync(file).isCharacterDevice()) throw unreadable('this is a device');
    // Windows editors begin a file with a byte order mark.
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof TieoutError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw unreadable(REASONS[code] ?? `it cannot be read (${code})`);
  }
}

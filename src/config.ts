// The service's configuration, from variables of the environment. The folder configuration declares each variable once:
// the values that it accepts, its default and its meaning. docs/configuration.md is made from this table. A wrong value
// stops the start with the variable's name and the values that it accepts. An unknown name that begins with TIEOUT_ stops
// it too, because a misspelt limit or secret would otherwise be missing unnoticed.

import { CREDENTIALS } from './configuration/credentials.ts';
import { FILES } from './configuration/files.ts';
import { nearestOf } from './configuration/nearest.ts';
import { NEIGHBOURS } from './configuration/neighbours.ts';
import { PROCESS } from './configuration/process.ts';
import { ROWS } from './configuration/rows.ts';
import { RUNS } from './configuration/runs.ts';
import { SERVERS } from './configuration/servers.ts';
import type { Variable } from './configuration/variable.ts';
import { VERIFICATION } from './configuration/verification.ts';
import { TieoutError } from './core/errors.ts';

export const VARIABLES = {
  ...PROCESS,
  ...SERVERS,
  ...RUNS,
  ...CREDENTIALS,
  ...FILES,
  ...ROWS,
  ...VERIFICATION,
  ...NEIGHBOURS,
} as const satisfies Record<string, Variable<unknown>>;

/** Every command reads it, and it is no part of the configuration. */
const DEBUG = 'TIEOUT_DEBUG';

const PREFIX = 'TIEOUT_';
const KNOWN = [...Object.keys(VARIABLES).filter((name) => name.startsWith(PREFIX)), DEBUG];
/** The known names without the prefix. */
const ENDS = KNOWN.map((name) => name.slice(PREFIX.length));
/** A longer name is cut before it is compared and shown. */
const MAX_NAME = 100;

type Parsed<N extends keyof typeof VARIABLES> = Exclude<ReturnType<(typeof VARIABLES)[N]['parse']>, undefined>;
type Optional<N extends keyof typeof VARIABLES> = (typeof VARIABLES)[N]['standard'] extends null ? null : never;
export type Configuration = { readonly [N in keyof typeof VARIABLES]: Parsed<N> | Optional<N> };

/**
 * Reads the environment; values of `given` (from the command line) come first. The result is frozen. Throws usage with
 * the name of every wrong or unknown variable.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  given: Readonly<Partial<Record<keyof typeof VARIABLES, string>>> = {},
): Configuration {
  const problems: string[] = [];
  const read = Object.entries(VARIABLES).map(([name, variable]) => {
    const chosen = given[name as keyof typeof VARIABLES] ?? (environment[name] || undefined) ?? variable.standard;
    if (chosen === null) return [name, null];
    const value = variable.parse(chosen);
    if (value === undefined) problems.push(`${name} must be ${variable.accepts}`);
    return [name, value];
  });
  problems.push(...unknownOf(environment));
  if (problems.length > 0) throw new TieoutError('usage', `The configuration is not usable: ${problems.join('; ')}.`);
  return Object.freeze(Object.fromEntries(read)) as Configuration;
}

function unknownOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  const unknown = Object.keys(environment).filter(
    (name) => name.startsWith(PREFIX) && environment[name] && !KNOWN.includes(name),
  );
  return unknown.map((name) => {
    const shown = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
    const nearest = nearestOf(shown.slice(PREFIX.length), ENDS);
    const unknown = `${shown} is no variable of the service`;
    return nearest === null ? unknown : `${unknown}, the nearest is ${PREFIX}${nearest}`;
  });
}

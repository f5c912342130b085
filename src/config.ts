// The service's configuration: every variable of the environment it asks for (declared once, by concern, in the folder
// configuration, with what it accepts, what it is when not given and what it means). docs/configuration.md is made from
// this table, and a wrong value stops the start with the variable's name and what it accepts. So does a name that begins
// with TIEOUT_ and is none of them: a limit or a secret that is misspelt would otherwise be missing by silence. The
// result is frozen.

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

/** Of every command, and no part of the configuration. */
const DEBUG = 'TIEOUT_DEBUG';

const PREFIX = 'TIEOUT_';
const KNOWN = [...Object.keys(VARIABLES).filter((name) => name.startsWith(PREFIX)), DEBUG];
/** What tells them apart. */
const ENDS = KNOWN.map((name) => name.slice(PREFIX.length));
/** Nobody's name is longer: what is, is compared with none. */
const MAX_NAME = 100;

type Parsed<N extends keyof typeof VARIABLES> = Exclude<ReturnType<(typeof VARIABLES)[N]['parse']>, undefined>;
type Optional<N extends keyof typeof VARIABLES> = (typeof VARIABLES)[N]['standard'] extends null ? null : never;
export type Configuration = { readonly [N in keyof typeof VARIABLES]: Parsed<N> | Optional<N> };

/** Reads the environment; `given` (from the command line) comes first. Throws usage with every wrong value's and every unknown variable's name. */
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

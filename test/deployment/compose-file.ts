// docker-compose.yml as Compose would see it: read, merged, and its variables put in from an environment of the test's.

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image?: string;
  readonly build?: unknown;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** `SOURCE:TARGET` or `SOURCE:TARGET:ro` each. */
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas: number };
  readonly [setting: string]: unknown;
}

interface ComposeFile {
  readonly services: Readonly<Record<'api' | 'worker' | 'mongo' | 'nats', ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

export const root = new URL('../../', import.meta.url);
export const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');

/** As it stands, with merges done and variables left. */
export const composeFile = (): object => parse(textOf('docker-compose.yml'), { merge: true });

const VARIABLE = /\$(?:\$|\{(\w+)(?:(:[-?])([^}]*))?\})/g;

/** Throws where a variable that has to be set is not, as Compose does. */
export function composeWith(environment: Readonly<Record<string, string>>): ComposeFile {
  const filledIn = (name: string, kind: string | undefined, word: string): string => {
    const value = environment[name] || undefined;
    if (value === undefined && kind === ':?') throw new Error(`${name}: ${word}`);
    return value ?? word ?? '';
  };
  const filled = (node: unknown): unknown => {
    if (typeof node === 'string') {
      return node.replaceAll(VARIABLE, (all, name, kind, word) => (all === '$$' ? '$' : filledIn(name, kind, word)));
    }
    if (Array.isArray(node)) return node.map(filled);
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, filled(value)]));
  };
  return filled(composeFile()) as ComposeFile;
}

/** The variables that it cannot be started without. */
export function wantedVariables(): readonly string[] {
  const wanted = Array.from(textOf('docker-compose.yml').matchAll(VARIABLE)).flatMap(([, name, kind]) =>
    kind === ':?' ? [name!] : [],
  );
  return [...new Set(wanted)].sort();
}

// The Dockerfile without a container engine: its stages are folders, COPY copies between them and from the project as
// .dockerignore lets it, RUN runs its very line in the stage's folder. What comes out is the last stage: its folder,
// and how its process is started. A base image is as much of it as later lines copy: Node's binary.

import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root, textOf } from './compose-file.ts';

interface Instruction {
  readonly name: string;
  /** `--from=build` and the like, without the dashes. */
  readonly flags: Readonly<Record<string, string>>;
  /** The rest, on one line. */
  readonly text: string;
}

/** Its last stage. */
export interface Image {
  /** The folder that is `/` there. */
  readonly folder: string;
  readonly workdir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  readonly port: number;
}

const run = promisify(execFile);
const project = fileURLToPath(root);

export function instructions(): readonly Instruction[] {
  const lines = textOf('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, name, flags, text] = /^([A-Z]+)((?:\s+--[\w-]+=\S+)*)\s+(.+)$/.exec(line)!;
    const given = Array.from(flags!.matchAll(/--([\w-]+)=(\S+)/g), ([, flag, value]) => [flag!, value!]);
    return { name: name!, flags: Object.fromEntries(given), text: text!.trim() };
  });
}

/** Whether a file of the project, by its first folder or name, is sent to the engine at all. */
function isSent(name: string): boolean {
  const rules = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (rules[0] !== '*' || rules.slice(1).some((rule) => !/^![\w.-]+$/.test(rule))) {
    throw new Error('This reads a .dockerignore of * and names let through, no other.');
  }
  return rules.includes(`!${name.split('/')[0]}`);
}

interface Stage {
  readonly folder: string;
  workdir: string;
}

const inside = ({ folder, workdir }: Stage, path: string): string =>
  path.startsWith('/') ? join(folder, path) : join(folder, workdir, path);

/** Does what the Dockerfile says, below an empty folder. */
export async function build(folder: string): Promise<Image> {
  const stages = new Map<string, Stage>();
  const last: Record<string, string> = {};
  const env: Record<string, string> = {};
  let stage: Stage | undefined;
  for (const instruction of instructions()) {
    const { name, text } = instruction;
    if (name === 'FROM') {
      const [base, as = 'last'] = text.split(/ AS /i) as [string, string?];
      stage = { folder: join(folder, as), workdir: '/' };
      stages.set(as, stage);
      fromBase(stage, base);
    } else if (name === 'WORKDIR') mkdirSync(inside(stage!, (stage!.workdir = text)), { recursive: true });
    else if (name === 'COPY') copy(stage!, instruction, stages);
    else if (name === 'RUN') await runIn(stage!, text);
    else if (name === 'ENV') for (const one of text.split(' ')) env[one.split('=')[0]] = one.split('=')[1];
    else last[name] = text;
  }
  const words = (text: string): string[] => JSON.parse(text.replace(/^CMD /, ''));
  const [uid, gid] = last['USER'].split(':').map(Number) as [number, number];
  return {
    folder: stage!.folder,
    workdir: stage!.workdir,
    env,
    user: { uid, gid },
    entrypoint: words(last['ENTRYPOINT']),
    command: words(last['CMD']),
    healthcheck: words(last['HEALTHCHECK']),
    port: Number(last['EXPOSE']),
  };
}

function fromBase(stage: Stage, base: string): void {
  const binary = inside(stage, '/usr/local/bin/node');
  mkdirSync(dirname(binary), { recursive: true });
  if (base.startsWith('node:')) symlinkSync(process.execPath, binary);
}

function copy(stage: Stage, { text, flags }: Instruction, stages: ReadonlyMap<string, Stage>): void {
  const [target, ...sources] = text.split(' ').reverse() as [string, ...string[]];
  const from = flags['from'] === undefined ? null : stages.get(flags['from'])!;
  for (const source of sources) {
    if (from === null && !isSent(source)) throw new Error(`.dockerignore keeps ${source} back, and COPY names it.`);
    const given = from === null ? join(project, source) : inside(from, source);
    const to = inside(stage, target.endsWith('/') ? join(target, source) : target);
    if (!statSync(given).isDirectory()) copyFileSync(given, to);
    // Thousands of files that the earlier stage is not asked for again.
    else if (from !== null) renameSync(given, to);
    else cpSync(given, to, { recursive: true, verbatimSymlinks: true });
  }
}

async function runIn(stage: Stage, line: string): Promise<void> {
  // It would leave the stage's folder.
  if (/(^|[\s=])\//.test(line)) throw new Error(`RUN names an absolute path: ${line}`);
  await run('/bin/sh', ['-c', line], {
    cwd: inside(stage, '.'),
    // What npm has fetched for the project before is not fetched again.
    env: { ...process.env, npm_config_prefer_offline: 'true' },
  });
}

/** Every file and folder with its size and the time of its last change, but those that are written to. */
export function contentOf(folder: string, except: readonly string[]): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => !except.some((one) => `/${name}`.startsWith(one)) && existsSync(join(folder, name)))
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs}`;
    });
}

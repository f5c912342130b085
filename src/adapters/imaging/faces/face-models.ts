// The face models from their package. Each file is verified by its digest and given to the library from memory. The
// library asks for them as from a server; every other request in this process is refused, so nothing is ever
// downloaded.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { packageFile, readVerified, type VerifiedFile } from '../verified-file.ts';

const HUMAN = '@vladmandic/human';
const WASM = '@tensorflow/tfjs-backend-wasm/dist';
const MODELS = 'https://models.invalid/';

/** Digests of @vladmandic/human 3.3.6 and tfjs 4.22.0, the measured versions. */
const MODEL_FILES: readonly VerifiedFile[] = [
  {
    path: `${HUMAN}/models/blazeface.bin`,
    sha256: 'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
  },
  {
    path: `${HUMAN}/models/blazeface.json`,
    sha256: 'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
  },
  {
    path: `${HUMAN}/models/facemesh.bin`,
    sha256: '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
  },
  {
    path: `${HUMAN}/models/facemesh.json`,
    sha256: 'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
  },
  {
    path: `${HUMAN}/models/faceres.bin`,
    sha256: '2c7d2d62b76c97528b736527aa09d310ea71743c9e3e79fb6c62d4b2d73af79b',
  },
  {
    path: `${HUMAN}/models/faceres.json`,
    sha256: '5b83d49c0385d2e68a05122441b94226313677cae9fcc40b9587ad50079eb4df',
  },
];

/** Files that the libraries read from disk themselves. */
const CODE_FILES: readonly VerifiedFile[] = [
  {
    path: `${HUMAN}/dist/human.node-wasm.js`,
    sha256: '933c0b6fc5afb5f92ec5145e70c5cbe3e1f560fdf84403188ee06325b6d666d1',
  },
  {
    path: `${WASM}/tfjs-backend-wasm-simd.wasm`,
    sha256: '77ebb28a6d34f371dbbf2086b7f2de8994acd8ea5a3cf1fa24d2c26c840cac7b',
  },
  {
    path: `${WASM}/tfjs-backend-wasm.wasm`,
    sha256: '70a5d516060464e5269f01c74bac1772d6b8ab6cb612acf16b5cdaf61f78d892',
  },
];

/** The part of the library that is used. */
export interface HumanLibrary {
  readonly tf: {
    tensor(values: Int32Array, shape: readonly number[], type: 'int32'): unknown;
    dispose(tensor: unknown): void;
  };
  load(): Promise<void>;
  detect(
    tensor: unknown,
    config: DetectConfig,
  ): Promise<{ readonly error: string | null; readonly face: readonly HumanFace[] }>;
}

/** Options of one detection; the library keeps them for the next. */
interface DetectConfig {
  readonly face: { readonly description: { readonly enabled: boolean } };
}

export interface HumanFace {
  /** left, top, width, height */
  readonly box: readonly [number, number, number, number];
  readonly boxScore: number;
  readonly faceScore: number;
  readonly mesh: readonly (readonly [number, number, number])[];
  readonly embedding?: readonly number[];
}

let loaded: Promise<HumanLibrary> | undefined;

/** Throws if a file is not the measured one. */
export function faceModels(): Promise<HumanLibrary> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<HumanLibrary> {
  const models = new Map<string, Uint8Array>();
  for (const file of MODEL_FILES) models.set(file.path.split('/').at(-1)!, await readVerified(file));
  for (const file of CODE_FILES) await readVerified(file);
  globalThis.fetch = async (asked) => {
    const url = String(asked);
    const bytes = url.startsWith(MODELS) ? models.get(url.slice(MODELS.length)) : undefined;
    if (bytes === undefined) throw new Error('Nothing is fetched here.');
    const type = url.endsWith('.json') ? 'application/json' : 'application/octet-stream';
    return new Response(bytes.slice(), { headers: { 'content-type': type } });
  };
  const require = createRequire(import.meta.url);
  // The package exports no path to this file for Node.
  const { Human } = require(fileURLToPath(packageFile(`${HUMAN}/dist/human.node-wasm.js`)));
  const human: HumanLibrary = new Human({
    ...{ backend: 'wasm', wasmPath: fileURLToPath(packageFile(`${WASM}/`)), modelBasePath: MODELS },
    // Pictures belong to different people: nothing of one may be reused for the next.
    ...{ cacheSensitivity: 0, cacheModels: false, async: false, debug: false, warmup: 'none' },
    ...{ filter: { enabled: false }, gesture: { enabled: false }, body: { enabled: false }, hand: { enabled: false } },
    ...{ object: { enabled: false }, segmentation: { enabled: false } },
    face: {
      enabled: true,
      detector: { modelPath: 'blazeface.json', rotation: true, maxDetected: 10, minConfidence: 0.2, return: false },
      ...{ mesh: { enabled: true }, description: { enabled: true }, iris: { enabled: false } },
      ...{ emotion: { enabled: false }, antispoof: { enabled: false }, liveness: { enabled: false } },
    },
  });
  await human.load();
  models.clear();
  return human;
}

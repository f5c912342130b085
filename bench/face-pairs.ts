// Labelled pairs of faces in a folder: either the AT&T Database of Faces (s1/1.pgm to s40/10.pgm), of which all pairs are
// compared, or pictures with a master.csv of file_x, file_y, Decision (deepface's tests/unit/dataset). AT&T's pictures are
// enlarged and put on a grey ground, because their faces fill them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { compareFaces } from '../src/core/faces/compare-faces.ts';

interface LabelledSimilarity {
  readonly isSame: boolean;
  readonly similarity: number;
}

/** Null if no face is found. */
type Describe = (bytes: Uint8Array) => Promise<Float32Array | null>;

export async function labelledFaces(folder: string, describe: Describe): Promise<LabelledSimilarity[]> {
  return existsSync(join(folder, 'master.csv')) ? ofTable(folder, describe) : ofPeople(folder, describe);
}

async function ofTable(folder: string, describe: Describe): Promise<LabelledSimilarity[]> {
  const known = new Map<string, Float32Array | null>();
  const of = async (name: string) => {
    if (!known.has(name)) known.set(name, await describe(readFileSync(join(folder, name))));
    return known.get(name)!;
  };
  const rows = readFileSync(join(folder, 'master.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
  const pairs: LabelledSimilarity[] = [];
  for (const row of rows) {
    const [first, second, decision] = row.split(',');
    const [a, b] = [await of(first!), await of(second!)];
    if (a !== null && b !== null) pairs.push({ isSame: decision === 'Yes', similarity: compareFaces(a, b).similarity });
  }
  return pairs;
}

async function ofPeople(folder: string, describe: Describe): Promise<LabelledSimilarity[]> {
  const faces: { readonly person: number; readonly descriptor: Float32Array }[] = [];
  for (let person = 1; existsSync(join(folder, `s${person}`)); person++) {
    for (let at = 1; at <= 10; at++) {
      const descriptor = await describe(await onGround(readFileSync(join(folder, `s${person}`, `${at}.pgm`))));
      if (descriptor !== null) faces.push({ person, descriptor });
    }
  }
  return faces.flatMap((a, at) =>
    faces.slice(at + 1).map((b) => ({
      isSame: a.person === b.person,
      similarity: compareFaces(a.descriptor, b.descriptor).similarity,
    })),
  );
}

async function onGround(pgm: Buffer): Promise<Buffer> {
  const head = /^P5\s+(?:#.*\s+)*(\d+)\s+(\d+)\s+\d+\s/.exec(pgm.subarray(0, 100).toString('latin1'))!;
  const raw = { width: Number(head[1]), height: Number(head[2]), channels: 1 } as const;
  const ground = { top: 120, bottom: 120, left: 120, right: 120, background: '#808080' };
  const enlarged = sharp(pgm.subarray(head[0].length), { raw }).resize(368).extend(ground);
  return enlarged.toColourspace('srgb').jpeg({ quality: 95 }).toBuffer();
}

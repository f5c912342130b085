// `npm run bench -- faces`: faces in photographs that npm packages ship, through the imaging process as the service runs it.
// People in one photograph are different people: what their pairs come to is all that is known here of false acceptance,
// and too little for a share of one in a thousand, which needs some three thousand pairs. Each face against its own picture
// made smaller, darker, mirrored and recompressed says what is found again. The photographs are fetched, and not kept.
// With --pairs FOLDER the labelled pairs of face-pairs.ts instead.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { superviseImaging } from '../src/adapters/imaging/supervise.ts';
import { ALIKE, compareFaces, comparisonOutcome } from '../src/core/faces/compare-faces.ts';
import type { FoundFace } from '../src/core/faces/face.ts';
import type { ImagingTasks } from '../src/ports/verification/imaging.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { labelledFaces } from './face-pairs.ts';

/** Unmaintained and not used: its photographs are of groups of people. */
const PACKAGE = '@vladmandic/face-api@1.7.15';
const PHOTOGRAPHS = [1, 2, 3, 4, 5, 6].map((n) => `package/demo/sample${n}.jpg`);

export async function run({ say, pairs: labelled }: BenchOptions): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-faces-'));
  const imaging = superviseImaging<ImagingTasks>({
    entry: new URL('../src/adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: 1_536, timeoutMs: 60_000, idleMs: 600_000, log: pino({ level: 'silent' }) },
  });
  const look = async (bytes: Uint8Array): Promise<readonly FoundFace[]> => {
    const found = await imaging.ask('faces', { bytes });
    return found.outcome === 'done' ? found.answer.faces : [];
  };
  try {
    if (labelled !== null)
      return ratesOf(await labelledFaces(labelled, async (bytes) => (await look(bytes))[0]?.descriptor ?? null), say);
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, PACKAGE], { stdio: 'ignore' });
    execFileSync('tar', ['xzf', join(folder, 'vladmandic-face-api-1.7.15.tgz'), '-C', folder, ...PHOTOGRAPHS]);
    const different: number[] = [];
    const same: number[] = [];
    let pictures = 0;
    let seconds = 0;
    let faces = 0;
    for (const name of PHOTOGRAPHS) {
      const bytes = readFileSync(join(folder, name));
      const found = await look(bytes);
      faces += found.length;
      found.forEach((a, at) => {
        for (const b of found.slice(at + 1)) different.push(compareFaces(a.descriptor, b.descriptor).similarity);
      });
      for (const face of found) {
        const cut = await cutOut(bytes, face);
        const [first] = await look(cut);
        for (const changed of await changes(cut)) {
          const begun = performance.now();
          const [again] = await look(changed);
          seconds += (performance.now() - begun) / 1_000;
          pictures++;
          same.push(first && again ? compareFaces(first.descriptor, again.descriptor).similarity : 0);
        }
      }
    }
    const passed = different.filter((one) => one >= ALIKE).length;
    const found = same.filter((one) => one >= ALIKE).length;
    say(
      `${faces} faces in ${PHOTOGRAPHS.length} photographs. ${different.length} pairs of different people: ${passed} pass ` +
        `${ALIKE}, the likest has ${Math.max(...different).toFixed(3)}. ${same.length} pairs of one face and its changed ` +
        `picture: ${found} pass. ${((2 * seconds) / pictures).toFixed(2)} s a pair of pictures.`,
    );
    return {
      ...{
        faces,
        different_pairs: different.length,
        different_passed: passed,
        likest_different: Math.max(...different),
      },
      ...{ same_pairs: same.length, same_passed: found, seconds_a_pair: (2 * seconds) / pictures },
    };
  } finally {
    await imaging.close();
    rmSync(folder, { recursive: true });
  }
}

/** Pairs of one person and of two in each band. */
function ratesOf(pairs: Awaited<ReturnType<typeof labelledFaces>>, say: BenchOptions['say']): Figures {
  const figures: Record<string, number> = { pairs: pairs.length };
  for (const isSame of [true, false]) {
    const own = pairs.filter((one) => one.isSame === isSame);
    const tally = new Map<string, number>();
    for (const { similarity } of own) {
      const { status, reasons } = comparisonOutcome({ similarity, distance: 0 }, []);
      const band = reasons[0]?.code ?? status;
      tally.set(band, (tally.get(band) ?? 0) + 1);
    }
    say(`${own.length} pairs of ${isSame ? 'one person' : 'two people'}: ${JSON.stringify(Object.fromEntries(tally))}`);
    for (const [band, count] of tally) figures[`${isSame ? 'same' : 'different'}_${band}`] = count;
  }
  return figures;
}

/** The face with half of itself around it. */
async function cutOut(bytes: Uint8Array, { box }: FoundFace): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata();
  const room = Math.round(box.width * 0.3);
  const [left, top] = [Math.max(0, box.left - room), Math.max(0, box.top - room)];
  const area = {
    width: Math.min(width - left, box.width + 2 * room),
    height: Math.min(height - top, box.height + 2 * room),
  };
  return sharp(bytes)
    .extract({ left, top, ...area })
    .jpeg({ quality: 95 })
    .toBuffer();
}

const changes = (cut: Buffer): Promise<Buffer[]> =>
  Promise.all([
    sharp(cut).resize(160).jpeg({ quality: 60 }).toBuffer(),
    sharp(cut).linear(0.5, 0).jpeg({ quality: 80 }).toBuffer(),
    sharp(cut).flop().jpeg({ quality: 80 }).toBuffer(),
    sharp(cut).rotate(10, { background: '#888888' }).jpeg({ quality: 80 }).toBuffer(),
  ]);

// The files that the worked answers of docs/verification-answers.md name: made-up papers, and faces that a package ships.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawFrom, NO_WEAR, pictureOf, specimen } from '../../bench/specimens.ts';
import { cardOf, faceOf } from '../adapters/imaging/face-pictures.ts';
import { picture } from '../adapters/imaging/images.ts';
import { NIN_SLIP, pdf } from '../rpc/verification/papers.ts';

export async function makePictures(folder: string): Promise<void> {
  const grey = await picture(400, 400).jpeg().toBuffer();
  const files: Readonly<Record<string, Buffer>> = {
    'slip.pdf': await pdf([NIN_SLIP]),
    'cut.jpg': grey.subarray(0, grey.length / 2),
    'grey.jpg': grey,
    'passport.png': await pictureOf(specimen(drawFrom(5), 'td3'), 'DejaVu Sans Mono', NO_WEAR),
    'card.jpg': await cardOf('first'),
    'ada.jpg': await faceOf('first'),
    'bola.jpg': await faceOf('second'),
    'README.md': Buffer.from('# No picture\n'),
  };
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
}

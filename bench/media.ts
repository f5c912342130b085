// `npm run bench -- media --pairs FOLDER`: whether the mentioned person is the subject of an adverse act, in sentences of
// English news. FOLDER has train.jsonl, devtest_rw.jsonl and devtest_mt.jsonl of NewsMTSC (MIT, Hamborg and Donnay 2021:
// its repository, NewsSentiment/controller_data/datasets/NewsMTSC-dataset); the labels are ours (media-labels.ts). The
// sentences hold a word of crime or law, half of them about others than who commits it.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adverseScore } from '../src/core/screening/media/classify.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { MEDIA_LABELS } from './media-labels.ts';

const FILES = ['train.jsonl', 'devtest_rw.jsonl', 'devtest_mt.jsonl'];
const HIT = 0.5;

interface Line {
  readonly sentence_normalized: string;
  readonly targets: readonly { readonly 'Input.gid': string; readonly from: number; readonly to: number }[];
}

export async function run({ pairs: folder, say }: BenchOptions): Promise<Figures> {
  if (folder === null) throw new Error('--pairs takes the folder of NewsMTSC with train.jsonl.');
  const scores = new Map<string, number>();
  let [sentences, seconds] = [0, 0];
  for (const file of FILES.map((name) => join(folder, name)).filter(existsSync)) {
    for (const text of readFileSync(file, 'utf8').trim().split('\n')) {
      const { sentence_normalized: sentence, targets } = JSON.parse(text) as Line;
      const began = performance.now();
      for (const target of targets) scores.set(labelId(target['Input.gid']), adverseScore(sentence, target));
      seconds += (performance.now() - began) / 1_000;
      sentences += targets.length;
    }
  }
  const figures: Record<string, number> = { sentences_a_second: Math.round(sentences / seconds) };
  for (const [name, { adverse, none }] of Object.entries(MEDIA_LABELS)) {
    const found = (ids: ReadonlySet<string>) => [...ids].flatMap((id) => scores.get(id) ?? []);
    const [guilty, others] = [found(adverse), found(none)];
    const hits = guilty.filter((score) => score >= HIT).length;
    const wrong = others.filter((score) => score >= HIT).length;
    const [precision, recall] = [hits / (hits + wrong), hits / guilty.length];
    say(
      `${name}: ${guilty.length + others.length} sentences, ${guilty.length} of them adverse: ${hits} found, ${wrong} wrong; ` +
        `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    Object.assign(figures, { [`${name}_precision`]: precision, [`${name}_recall`]: recall });
  }
  return figures;
}

const labelId = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 12);

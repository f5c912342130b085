// `npm run bench -- screening`: the screening engine on a made-up list of 8,000 people (--rows for another number), on one
// thread: queries a second of its processor time (others may be busy), how many of 10,000 names of the list with one typing
// error are found at 0.7, and how many ordinary names that are not in it are hits; beside it, in the same run and on the
// same list, nomenklatura's matcher. Then names with truth beside the project, and sets of labelled pairs: of records that
// are fetched, and of names in --pairs FILE.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readList } from '../src/adapters/lists/read-list.ts';
import type { ScreeningSubject } from '../src/core/screening/entities/listed-entity.ts';
import { indexEntities } from '../src/core/screening/entity-index.ts';
import { prepared } from '../src/core/screening/prepared-subject.ts';
import { screen } from '../src/core/screening/screen.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { F1, labelledRecords, namePairs } from './labelled-pairs.ts';
import { listedNames } from './listed-names.ts';
import { mistyped, name, random } from './made-up-names.ts';
import { askPeer } from './screening-peer.ts';

const VARIANTS = 10_000;
/** The peer is much slower: it is asked the first of them. */
const PEER_QUERIES = 1_000;
/** And is spared all but those that share most. */
const PEER_CANDIDATES = 30;
const THRESHOLD = 0.7;

const person = (text: string): ScreeningSubject => ({
  ...{ schema: 'Person', names: [text], birthDates: [], countries: [], genders: [], identifiers: [] },
});
const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(2)}%`;

export async function run({ rows, pairs: pairsFile, inputs, say }: BenchOptions): Promise<Figures> {
  const count = rows ?? 8_000;
  const names = Array.from({ length: count }, name);
  const folder = inputs.scratch('screening');
  const file = join(folder, 'list.ftm.json');
  const lines = names.map((text, at) =>
    JSON.stringify({ id: `made-up-${at}`, schema: 'Person', properties: { name: [text], topics: ['sanction'] } }),
  );
  writeFileSync(file, `${lines.join('\n')}\n`);
  const { entities } = await readList(file);
  const indexed = performance.now();
  const index = indexEntities(entities);
  const lists = [{ name: 'made-up', version: '1', loadedAt: 0, index }];
  const seconds = (performance.now() - indexed) / 1_000;
  const ask = (text: string) => screen(person(text), { lists, threshold: THRESHOLD, limit: 50 }).hits;

  const wrong = Array.from({ length: VARIANTS }, () => {
    const at = random(count);
    return { at, text: mistyped(names[at]) };
  });
  for (const { text } of wrong.slice(0, 500)) ask(text);
  const begun = process.cpuUsage();
  const found = wrong.filter(({ at, text }) => ask(text).some(({ entity }) => entity.names[0] === names[at])).length;
  const { user, system } = process.cpuUsage(begun);
  const perSecond = VARIANTS / ((user + system) / 1_000_000);

  const known = new Set(names.map((one) => one.split(' ').at(-1)));
  const strangers = Array.from({ length: VARIANTS }, name).filter((one) => !known.has(one.split(' ').at(-1)));
  const alarms = strangers.filter((one) => ask(one).length > 0).length;
  say(
    `${count} entities indexed in ${seconds.toFixed(2)} s; ${Math.round(perSecond)} queries a second of processor time; ` +
      `${share(found, VARIANTS)} of ${VARIANTS} typing errors found at ${THRESHOLD}; ` +
      `${share(alarms, strangers.length)} of ${strangers.length} strangers with a family name of nobody in the list are hits`,
  );

  const figures: Record<string, number> = {
    ...{ queries_per_second: perSecond, found: found / VARIANTS, alarms: alarms / Math.max(1, strangers.length) },
  };
  const pairs = pairsFile === null ? [] : namePairs(pairsFile);
  const candidatesOf = (text: string) =>
    index
      .candidates(index.weighed(prepared(person(text))))
      .likely.slice(0, PEER_CANDIDATES)
      .map((place) => entities[place].id);
  const asked = wrong.slice(0, PEER_QUERIES);
  const peer = askPeer({
    ...{ folder, list: file, threshold: THRESHOLD, pairs },
    queries: [...asked.map(({ text }) => text), ...strangers.slice(0, PEER_QUERIES)].map((text) => ({
      ...{ name: text, candidates: candidatesOf(text) },
    })),
  });
  if (typeof peer === 'string') say(peer);
  else {
    const peerFound = asked.filter(({ at }, i) => peer.hits[i].some((id) => names[Number(id.slice(8))] === names[at]));
    const peerAlarms = peer.hits.slice(asked.length).filter((hits) => hits.length > 0);
    figures['peer_queries_per_second'] = peer.perSecond;
    figures['times_peer'] = perSecond / peer.perSecond;
    say(
      `nomenklatura ${peer.version}, ${peer.matcher}, on the candidates of our index alone, which it is spared to find: ` +
        `${Math.round(peer.perSecond)} queries a second of processor time (${(perSecond / peer.perSecond).toFixed(1)}x); ` +
        `${share(peerFound.length, asked.length)} of ${asked.length} found, ` +
        `${share(peerAlarms.length, peer.hits.length - asked.length)} of ${peer.hits.length - asked.length} strangers are hits`,
    );
  }

  if (pairsFile === null) say('No file of labelled name pairs was given (--pairs FILE): not measured.');
  else {
    const ours = new F1();
    const theirs = new F1();
    pairs.forEach(({ schema, a, b, isMatch }, at) => {
      const listed = { ...person(b), schema, id: 'b', topics: [], programs: [], datasets: [], addresses: [] };
      const alone = indexEntities([{ ...listed, firstSeen: null, lastSeen: null, lastChange: null }]);
      const only = [{ name: 'pair', version: '1', loadedAt: 0, index: alone }];
      const { hits } = screen({ ...person(a), schema }, { lists: only, threshold: THRESHOLD, limit: 1 });
      ours.add({ isMatch, isAccepted: hits.length > 0 });
      if (typeof peer !== 'string') theirs.add({ isMatch, isAccepted: peer.pairs[at] });
    });
    figures['pairs_f1'] = ours.f1;
    say(
      `${pairs.length} labelled name pairs: ${ours}${typeof peer === 'string' ? '' : `; ${peer.matcher}: ${theirs}`}`,
    );
  }

  const listed = await listedNames(folder, THRESHOLD);
  if (typeof listed === 'string') say(listed);
  else {
    for (const { text, figures: of } of listed) {
      say(text);
      Object.assign(figures, of);
    }
  }

  const records = labelledRecords({ folder, threshold: THRESHOLD });
  if (typeof records === 'string') say(records);
  else {
    say(records.text);
    Object.assign(figures, records.figures);
  }
  return figures;
}

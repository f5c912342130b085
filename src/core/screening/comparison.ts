// How this version looks names up and compares them, as a text that changes with it: the keys of made-up names of every
// kind, and how alike each is to the next. Kept subjects are screened and keyed anew when it is another.

import { lookUpKeys, prepared } from './entity-index.ts';
import { matchEntity } from './match-entity.ts';

const PROBES: readonly (readonly [schema: string, name: string])[] = [
  ['Person', 'Aleksandr Vydumannov'],
  ['Person', 'Alexander Vydumanov-Okandeji'],
  ['Person', 'Александр Выдуманный'],
  ['Person', 'محمد عبد الرحمن الراشدي'],
  ['Person', 'Mehmet Abdurrahman ar-Rashedi'],
  ['Person', '徐志剛'],
  ['Person', '徐志刚'],
  ['Person', 'Hsu Chih-kang'],
  ['Person', 'Kim Jong-suk'],
  ['Person', '김정숙'],
  ['Person', 'Olúwaṣeun A. Okandejì'],
  ['Person', 'Dr Seun Okandejy'],
  ['Company', 'Golden Mangrove Petrochemical Trading Co. Ltd'],
  ['Company', 'GoldenMangrove Petroquimica (Nigeria) S.A.'],
  ['Company', 'GMPT Plant No. 17'],
  ['Company', '虛構鋼鐵有限公司'],
  ['Company', '虚构钢铁公司'],
  ['Vessel', 'MV Golden Mangrove'],
];

let made: string | undefined;

export function comparisonText(): string {
  if (made !== undefined) return made;
  const subjects = PROBES.map(([schema, name]) =>
    prepared({ schema, names: [name], birthDates: [], countries: [], genders: [], identifiers: [] }),
  );
  const listed = { id: '', topics: [], programs: [], datasets: [], addresses: [] };
  const never = { firstSeen: null, lastSeen: null, lastChange: null };
  made = JSON.stringify(
    subjects.map((ours, at) => {
      const next = subjects[(at + 1) % subjects.length];
      const match = matchEntity({ ours, theirs: { ...next, subject: { ...next.subject, ...listed, ...never } } });
      return [lookUpKeys(ours.subject), match?.score.toFixed(4)];
    }),
  );
  return made;
}

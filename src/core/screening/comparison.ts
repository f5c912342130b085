// A text that changes when this version of the program compares names or numbers otherwise than another one: the keys of
// made-up names of every kind and how alike each is to the next, then pairs that are near, and pairs of numbers. Kept
// subjects are screened and keyed anew when it is another.

import { identifierOf, type ScreeningSubject } from './entities/listed-entity.ts';
import { lookUpKeys } from './look-up-keys.ts';
import { ALONE, matchEntity } from './match-entity.ts';
import { nearName } from './names/near/near-names.ts';
import { type PreparedSubject, prepared } from './prepared-subject.ts';

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
  ['Company', 'Alexander Vydumannov Trading'],
];

/** One or more for each reason to be near. */
const NEAR: readonly (readonly [asked: string, listed: string])[] = [
  ['Alekasndr Vydmuenko', 'Aleksandr Igorevich Vydumenko'],
  ['Sanya Vydumenko', 'Aleksandr Igorevich Vydumenko'],
  ['Aleksandr Vydmnk', 'Aleksandr Igorevich Vydumenko'],
  ['Michail Schtscherbakowski', 'Mikhail Timofeyevich Shcherbakovskiy'],
  ['Oluwaseun Ayodeji Adegbolamiro', 'Oluwaseun Babatunde Adegbolamiro'],
  ['Abdel Rahmane Al Mukh Taladi', 'Abd al-Rahman Yusuf al-Mukhtaladi'],
];

const NEAR_COMPANIES: typeof NEAR = [
  ['Payment to Golden Vydumen Trading FZE inv 4471', 'Golden Vydumen Trading FZE'],
  ['Vydumen Coproration', 'Vydumen Corporation'],
  ['Harmony (ex VYDUMENA)', 'Vydumena'],
  ['G0lden Vydumena', 'Golden Vydumena Petroleum'],
];

const NUMBERS: readonly (readonly [type: string, asked: string, listed: string, issuer?: string])[] = [
  ['imo', 'IMO 9123456', '9123456'],
  ['inn', '7700000000', '7700000001'],
  ['rc', 'RC 0887766', '887766'],
  ['passport', 'A1234567', 'B1234567'],
  ['passport', 'A1234567', 'A1234567', 'ir'],
  ['tax', '771234567', '771234568', 'ng'],
  ['tax', '77123456', '771234568', 'ng'],
  ['passport', 'GZ3A567l/NGA', 'G2345671'],
  ['passport', 'G2345671, H9876543', 'H9876543'],
  ['passport', 'G23456712', 'G2345671'],
];

const subjectOf = (
  schema: string,
  name: string,
  number?: { type: string; value: string; issuer: string },
): ScreeningSubject => ({
  ...{ schema, names: [name], birthDates: [], countries: [], genders: [] },
  identifiers: number === undefined ? [] : [identifierOf(number.type, number.value, number.issuer)],
});

const LISTED = {
  ...{ id: '', topics: [], programs: [], datasets: [], addresses: [] },
  ...{ firstSeen: null, lastSeen: null, lastChange: null },
};

const scoreOf = (ours: PreparedSubject, theirs: PreparedSubject): string | undefined =>
  matchEntity({ ours, theirs: { ...theirs, subject: { ...theirs.subject, ...LISTED } } })?.score.toFixed(4);

let made: string | undefined;

export function comparisonText(): string {
  if (made !== undefined) return made;
  const subjects = PROBES.map(([schema, name]) => prepared(subjectOf(schema, name)));
  const nearOf = (schema: string, [asked, listed]: (typeof NEAR)[number]) => {
    const [ours, theirs] = [asked, listed].map((name) => prepared(subjectOf(schema, name)).names);
    return nearName(ours, theirs, { ...ALONE, besides: 0 });
  };
  const holder = (name: string, type: string, value: string, issuer = '') =>
    prepared(subjectOf('Company', name, { type, value, issuer }));
  made = JSON.stringify([
    subjects.map((ours, at) => [lookUpKeys(ours.subject), scoreOf(ours, subjects[(at + 1) % subjects.length])]),
    NEAR.map((pair) => nearOf('Person', pair)),
    NEAR_COMPANIES.map((pair) => nearOf('Company', pair)),
    NUMBERS.map(([type, asked, listed, issuer = '']) => {
      const ours = holder('Mangrove', type, asked, issuer && 'ng');
      const scores = ['Mangrove', 'Okandeji'].map((name) => scoreOf(ours, holder(name, type, listed, issuer)));
      return [lookUpKeys(ours.subject), scores];
    }),
  ]);
  return made;
}

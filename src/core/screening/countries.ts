// Finds a country's two-letter code from that code, from its three-letter code, or from its English name in any
// spelling. Names come from the runtime's table (CLDR), which also maps withdrawn codes to present ones: Zaire's to
// Congo's.

import { wordsOf } from './names/name-words.ts';
import { visible } from './names/visible-text.ts';

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** ISO 3166-1, with further codes of machine readable zones and lists. */
const THREE_LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'ABW aw AFG af AGO ao AIA ai ALA ax ALB al AND ad ARE ae ARG ar ARM am ASM as ATA aq ATF tf ATG ag AUS au AUT at AZE az ' +
    'BDI bi BEL be BEN bj BES bq BFA bf BGD bd BGR bg BHR bh BHS bs BIH ba BLM bl BLR by BLZ bz BMU bm BOL bo BRA br BRB bb BRN bn ' +
    'BTN bt BVT bv BWA bw CAF cf CAN ca CCK cc CHE ch CHL cl CHN cn CIV ci CMR cm COD cd COG cg COK ck COL co COM km CPV cv CRI cr ' +
    'CUB cu CUW cw CXR cx CYM ky CYP cy CZE cz D de DEU de DJI dj DMA dm DNK dk DOM do DZA dz ECU ec EGY eg ERI er ESH eh ESP es ' +
    'EST ee ETH et FIN fi FJI fj FLK fk FRA fr FRO fo FSM fm GAB ga GBR gb GEO ge GGY gg GHA gh GIB gi GIN gn GLP gp GMB gm GNB gw ' +
    'GNQ gq GRC gr GRD gd GRL gl GTM gt GUF gf GUM gu GUY gy HKG hk HMD hm HND hn HRV hr HTI ht HUN hu IDN id IMN im IND in IOT io ' +
    'IRL ie IRN ir IRQ iq ISL is ISR il ITA it JAM jm JEY je JOR jo JPN jp KAZ kz KEN ke KGZ kg KHM kh KIR ki KNA kn KOR kr KWT kw ' +
    'LAO la LBN lb LBR lr LBY ly LCA lc LIE li LKA lk LSO ls LTU lt LUX lu LVA lv MAC mo MAF mf MAR ma MCO mc MDA md MDG mg MDV mv ' +
    'MEX mx MHL mh MKD mk MLI ml MLT mt MMR mm MNE me MNG mn MNP mp MOZ mz MRT mr MSR ms MTQ mq MUS mu MWI mw MYS my MYT yt NAM na ' +
    'NCL nc NER ne NFK nf NGA ng NIC ni NIU nu NLD nl NOR no NPL np NRU nr NZL nz OMN om PAK pk PAN pa PCN pn PER pe PHL ph PLW pw ' +
    'PNG pg POL pl PRI pr PRK kp PRT pt PRY py PSE ps PYF pf QAT qa REU re RKS xk ROU ro RUS ru RWA rw SAU sa SDN sd SEN sn SGP sg ' +
    'SGS gs SHN sh SJM sj SLB sb SLE sl SLV sv SMR sm SOM so SPM pm SRB rs SSD ss STP st SUR sr SVK sk SVN si SWE se SWZ sz SXM sx ' +
    'SYC sc SYR sy TCA tc TCD td TGO tg THA th TJK tj TKL tk TKM tm TLS tl TON to TTO tt TUN tn TUR tr TUV tv TWN tw TZA tz UGA ug ' +
    'UKR ua UMI um URY uy USA us UZB uz VAT va VCT vc VEN ve VGB vg VIR vi VNM vn VUT vu WLF wf WSM ws XKX xk YEM ye ZAF za ZMB zm ' +
    'ZWE zw'
  )
    .match(/(?<!\S)\S+ \S+/g)!
    .map((pair) => pair.split(' ') as [string, string]),
);

const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ 'united states of america': 'us', 'great britain': 'gb', uae: 'ae', 'russian federation': 'ru', turkey: 'tr' },
  ...{ 'korea north': 'kp', 'north korea': 'kp', dprk: 'kp', 'republic of korea': 'kr', burma: 'mm', swaziland: 'sz' },
  ...{
    'democratic peoples republic of korea': 'kp',
    'iran islamic republic of': 'ir',
    'islamic republic of iran': 'ir',
  },
  ...{ 'syrian arab republic': 'sy', 'ivory coast': 'ci', drc: 'cd', 'democratic republic of congo': 'cd' },
  ...{ 'viet nam': 'vn', 'cape verde': 'cv', 'czech republic': 'cz', macedonia: 'mk', palestine: 'ps', congo: 'cg' },
};

/** Codes in CLDR that are not countries: unions, regions, unknown places. */
const NO_COUNTRIES = new Set(['eu', 'ez', 'un', 'qo', 'xa', 'xb', 'zz']);

const byCode = new Map<string, string | null>();

/** The country of a two-letter code, also of a withdrawn one; null for an unknown one. */
function countryOfTwoLetters(code: string): string | null {
  const met = byCode.get(code);
  if (met !== undefined) return met;
  const region = new Intl.Locale(`und-${code}`).region!;
  const known = region.toLowerCase();
  const found = names.of(region) === undefined || NO_COUNTRIES.has(known) ? null : known;
  byCode.set(code, found);
  return found;
}

let byName: ReadonlyMap<string, string> | undefined;

const keyOf = (name: string): string =>
  wordsOf(name)
    .filter((word) => word !== 'the')
    .map((word) => (word === 'saint' ? 'st' : word))
    .join(' ');

function codesByName(): ReadonlyMap<string, string> {
  const made = new Map(Object.entries(OTHER_NAMES));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  for (const first of letters) {
    for (const second of letters) {
      const code = countryOfTwoLetters(first + second);
      if (code === null) continue;
      // “Myanmar (Burma)” gives two names.
      for (const part of (names.of(first + second) ?? '').split(/[()]/)) made.set(keyOf(part), code);
    }
  }
  made.delete('');
  return made;
}

/** The two-letter code in lower case; null for an unknown country. */
export function countryCode(given: string): string | null {
  const text = visible(given).trim();
  if (/^[a-z]{2}$/i.test(text)) return countryOfTwoLetters(text.toUpperCase());
  const known = THREE_LETTERS.get(text.toUpperCase());
  if (known !== undefined) return known;
  if (text === '') return null;
  byName ??= codesByName();
  return byName.get(keyOf(text)) ?? null;
}

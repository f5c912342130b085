// A country as its code of two letters, whether it was given by that, by the code of three letters that is usual for it,
// or by its English name. Names come from the runtime's own table, which follows CLDR.

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const THREE_LETTERS: Readonly<Record<string, string>> = {
  ...{ NGA: 'ng', GHA: 'gh', KEN: 'ke', ZAF: 'za', EGY: 'eg', CMR: 'cm', BEN: 'bj', TGO: 'tg', NER: 'ne', TCD: 'td' },
  ...{ USA: 'us', GBR: 'gb', CAN: 'ca', FRA: 'fr', DEU: 'de', D: 'de', ITA: 'it', ESP: 'es', NLD: 'nl', CHE: 'ch' },
  ...{ RUS: 'ru', UKR: 'ua', BLR: 'by', CHN: 'cn', IND: 'in', PAK: 'pk', ARE: 'ae', SAU: 'sa', TUR: 'tr', IRQ: 'iq' },
  ...{ IRN: 'ir', PRK: 'kp', SYR: 'sy', CUB: 'cu', MMR: 'mm', AFG: 'af', YEM: 'ye', LBY: 'ly', SDN: 'sd', SOM: 'so' },
  ...{ VEN: 've', HTI: 'ht', MLI: 'ml', BFA: 'bf', COD: 'cd', MOZ: 'mz', TZA: 'tz', UGA: 'ug', RWA: 'rw', SEN: 'sn' },
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...{ 'united states of america': 'us', uk: 'gb', 'great britain': 'gb', uae: 'ae', 'russian federation': 'ru' },
  ...{ 'korea, north': 'kp', 'north korea': 'kp', dprk: 'kp', 'iran (islamic republic of)': 'ir', burma: 'mm' },
  ...{
    'syrian arab republic': 'sy',
    'cote d’ivoire': 'ci',
    'ivory coast': 'ci',
    'democratic republic of the congo': 'cd',
  },
};

let byName: ReadonlyMap<string, string> | undefined;

function madeNames(): ReadonlyMap<string, string> {
  const made = new Map(Object.entries(OTHER_NAMES));
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  for (const first of letters) {
    for (const second of letters) {
      const name = names.of(first + second);
      if (name !== undefined) made.set(name.toLowerCase(), (first + second).toLowerCase());
    }
  }
  return made;
}

/** Two letters in lower case; null for what is no country that is known here. */
export function countryCode(given: string): string | null {
  const text = given.trim();
  if (/^[a-z]{2}$/i.test(text)) return names.of(text.toUpperCase()) === undefined ? null : text.toLowerCase();
  const known = THREE_LETTERS[text.toUpperCase()];
  if (known !== undefined) return known;
  byName ??= madeNames();
  return byName.get(text.toLowerCase()) ?? null;
}

// The text of a page's cell: characters by their names and numbers, white space as one space.

/** Named characters that statements have; others stay as they are. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ensp: ' ', emsp: ' ', thinsp: ' ', shy: '' },
  ...{ rsquo: '’', lsquo: '‘', rdquo: '”', ldquo: '“', ndash: '–', mdash: '—', minus: '−', hellip: '…', middot: '·' },
  ...{ euro: '€', pound: '£', yen: '¥', cent: '¢', sect: '§', deg: '°', copy: '©', reg: '®', bull: '•' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è' },
  ...{ ecirc: 'ê', agrave: 'à', aacute: 'á', acirc: 'â', ccedil: 'ç', ntilde: 'ñ', oacute: 'ó', iacute: 'í' },
  ...{ uacute: 'ú', atilde: 'ã', otilde: 'õ', ocirc: 'ô', icirc: 'î', ucirc: 'û', aring: 'å', oslash: 'ø', aelig: 'æ' },
};
const LAST_CODE = 0x10ffff;

export const htmlText = (written: string): string =>
  written
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) {
        const known = [name, name.toLowerCase()].find((one) => Object.hasOwn(NAMED, one));
        return known === undefined ? whole : NAMED[known]!;
      }
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= LAST_CODE ? String.fromCodePoint(code) : whole;
    })
    .replaceAll(/\s+/g, ' ')
    .trim();

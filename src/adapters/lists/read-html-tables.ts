// Reads the tables of a page in HTML: rows of the texts of their cells. Only what tables need is understood; scripts
// and styles are passed over.

/** Named characters that occur in names; others stay as they are. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', rsquo: '’', lsquo: '‘', ndash: '–' },
};

const plain = (text: string): string =>
  text
    .replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return name !== undefined
        ? (NAMED[name.toLowerCase()] ?? whole)
        : code <= 0x10ffff
          ? String.fromCodePoint(code)
          : whole;
    })
    .replaceAll(/\s+/g, ' ')
    .trim();

export interface HtmlTables {
  readonly tables: readonly (readonly (readonly string[])[])[];
  /** Whether the page ends as pages do; else it is cut off. */
  readonly isWhole: boolean;
}

export function readHtmlTables(html: string): HtmlTables {
  const tables: string[][][] = [];
  let table: string[][] | null = null;
  let cell: string | null = null;
  let isWhole = false;
  let last = 0;
  const endCell = () => {
    if (cell !== null) table?.at(-1)?.push(plain(cell));
    cell = null;
  };
  for (const tag of html.matchAll(
    /<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9]*)\b[^>]*>/gi,
  )) {
    if (cell !== null) cell += html.slice(last, tag.index);
    last = tag.index + tag[0].length;
    const name = tag[3]?.toLowerCase();
    const isEnd = tag[2] === '/';
    if (name === 'html' && isEnd) isWhole = true;
    else if (name === 'table') {
      endCell();
      table = isEnd ? null : [];
      if (table !== null) tables.push(table);
    } else if (name === 'tr') {
      endCell();
      if (!isEnd) table?.push([]);
    } else if (name === 'td' || name === 'th') {
      endCell();
      if (!isEnd) cell = '';
    } else if (cell !== null && (name === 'br' || name === 'p' || name === 'div' || name === 'li')) cell += ' ';
  }
  return { tables, isWhole };
}

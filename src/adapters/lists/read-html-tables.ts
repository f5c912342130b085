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

interface HtmlTables {
  readonly tables: readonly (readonly (readonly string[])[])[];
  /** Whether the page ends as pages do; else it is cut off. */
  readonly isWhole: boolean;
}

export function readHtmlTables(html: string): HtmlTables {
  const tables: string[][][] = [];
  let table: string[][] | null = null;
  let cell: string | null = null;
  let isWhole = false;
  const endCell = () => {
    if (cell !== null) table?.at(-1)?.push(plain(cell));
    cell = null;
  };
  for (const { text, name, isEnd } of tagsOf(html)) {
    if (cell !== null) cell += text;
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

interface Tag {
  /** The text before it. */
  readonly text: string;
  /** The name of the tag in lower case; empty for a comment. */
  readonly name: string;
  readonly isEnd: boolean;
}

/** Each character is looked at once: what never ends is passed over with the rest of the page. */
function* tagsOf(html: string): Generator<Tag> {
  const lower = html.toLowerCase();
  for (let at = 0; ; ) {
    const open = html.indexOf('<', at);
    if (open < 0) return;
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    if (close < 0) return;
    const text = html.slice(at, open);
    const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9]{0,20})/.exec(lower.slice(open, open + 24)) ?? [];
    yield { text, name: isComment ? '' : name, isEnd: slash === '/' };
    at = close + (isComment ? 3 : 1);
    if (slash === '' && (name === 'script' || name === 'style')) {
      at = lower.indexOf(`</${name}`, at);
      if (at < 0) return;
    }
  }
}

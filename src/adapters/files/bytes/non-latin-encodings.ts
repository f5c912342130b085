// Encodings of other scripts: Shift-JIS, GBK, Big5, EUC-KR, those of Cyrillic and Greek, and Turkish. Bytes may fit
// several, so each is recognised by its text: words of every statement, or the most frequent letters of the language.
// Wrongly decoded text has hardly any of either.

/** Labels of the Encoding Standard with the names by which they are reported. */
export const NON_LATIN = {
  shift_jis: 'Shift-JIS',
  gb18030: 'GBK',
  big5: 'Big5',
  'euc-kr': 'EUC-KR',
  'windows-1251': 'Windows-1251',
  'koi8-r': 'KOI8-R',
  ibm866: 'IBM866',
  'windows-1253': 'Windows-1253',
  'windows-1254': 'Windows-1254',
} as const;
export type NonLatinLabel = keyof typeof NON_LATIN;

/** Characters of the words of a statement: date, text, money in and out, balance, account, bank. */
const WORDS_OF_STATEMENTS: readonly (readonly [label: NonLatinLabel, characters: string])[] = [
  ['shift_jis', '日付年月摘要内容金額残高差引出入支払預振込取扱料給口座銀行おいりれしの'],
  ['gb18030', '日期年月摘要交易金额余收入支出账户币种名称对方备注号银行记工资消费公司'],
  ['big5', '日期年月摘要支出存入餘額帳號戶交易金額備註銀行提款幣別'],
  ['euc-kr', '거래일자내용출금입금잔액은행계좌적요금번호'],
];
/** Share of such characters among those beyond ASCII, and how many different ones at least. */
const SPOKEN = { share: 0.03, least: 3 };
/** Fewest different words, or runs of characters: fewer are a name, or accidental accents. */
const LEAST_WORDS = { spoken: 2, spelled: 4 };
/** Largest share of them inside Latin words, as in “Refer審cia”: with more it is no other script. */
const INSIDE_LATIN = 0.05;

/** The most frequent letters, half of all text of the language, and all letters of its script. */
const FREQUENT: readonly (readonly [labels: readonly NonLatinLabel[], letters: string, script: RegExp])[] = [
  [['windows-1251', 'koi8-r', 'ibm866'], 'оаеинтрсОАЕИНТРС', /\p{Script=Cyrillic}/u],
  [['windows-1253'], 'αοιετσνηΑΟΙΕΤΣΝΗ', /\p{Script=Greek}/u],
];
const FREQUENT_SHARE = 0.4;
/** Fewest different letters of a text: fewer are a single word, or accents in a row. */
const LEAST_LETTERS = 8;

/** The encoding of bytes that are not UTF-8, when it is clearly one of another script; null for all others. */
export function nonLatinEncoding(bytes: Uint8Array): NonLatinLabel | null {
  if (isTurkish(bytes)) return 'windows-1254';
  return bySpokenWords(bytes) ?? (standInWords(bytes) ? byFrequentLetters(bytes) : null);
}

function bySpokenWords(bytes: Uint8Array): NonLatinLabel | null {
  let best: NonLatinLabel | null = null;
  let bestShare = SPOKEN.share;
  for (const [label, characters] of WORDS_OF_STATEMENTS) {
    const text = decodedWhole(bytes, label);
    const beyond = beyondAscii(text);
    const spoken = beyond.filter((c) => characters.includes(c));
    if (new Set(spoken).size < SPOKEN.least || spoken.length / beyond.length <= bestShare) continue;
    const runs = text.match(/[^\u0000-\u007f]{2,}/g) ?? [];
    if (new Set(runs).size < LEAST_WORDS.spoken || isInsideLatin(text)) continue;
    best = label;
    bestShare = spoken.length / beyond.length;
  }
  return best;
}

function byFrequentLetters(bytes: Uint8Array): NonLatinLabel | null {
  let best: NonLatinLabel | null = null;
  let bestShare = FREQUENT_SHARE;
  for (const [labels, letters, script] of FREQUENT) {
    for (const label of labels) {
      const text = decodedWhole(bytes, label);
      const beyond = beyondAscii(text);
      // Wrongly decoded, small letters become capitals: “οΠΜΑΤΑ”.
      const turned = text.match(/\p{Ll}\p{Lu}/gu)?.length ?? 0;
      if (text === '' || turned > beyond.length / 20 || isInsideLatin(text)) continue;
      if (new Set(text.match(/[^\P{L}A-Za-z]{3,}/gu)).size < LEAST_WORDS.spelled) continue;
      const frequent = beyond.filter((c) => letters.includes(c)).length;
      if (beyond.filter((c) => script.test(c)).length < beyond.length * 0.8) continue;
      if (frequent / beyond.length <= bestShare) continue;
      best = label;
      bestShare = frequent / beyond.length;
    }
  }
  return best;
}

/** Whether characters stand inside Latin words: “Refer審cia”, “CAFи LOCAL”. */
function isInsideLatin(text: string): boolean {
  const runs = text.match(/[^\u0000-\u007f]+/g)?.length ?? 0;
  const inside = text.match(/[A-Za-z]{2}[^\u0000-\u007f]{1,2}(?=[a-z]{2}|[A-Z]{2}|[^\p{L}\p{N}])/gu) ?? [];
  return inside.length > runs * INSIDE_LATIN;
}

const beyondAscii = (text: string): string[] => [...text].filter((c) => c > '\u007f');

/** The text of whole lines; '' if the encoding lacks some of the bytes. */
function decodedWhole(bytes: Uint8Array, label: NonLatinLabel): string {
  const decoder = new TextDecoder(label, { fatal: true });
  const end = bytes.lastIndexOf(0x0a) + 1 || bytes.length;
  // Bytes from the middle of a file may begin inside a character.
  for (const from of [0, bytes.indexOf(0x0a) + 1]) {
    try {
      const text = decoder.decode(bytes.subarray(from, end));
      if (!text.includes('\ufffd')) return text;
    } catch {
      // Tried once more from the first whole line.
    }
  }
  return '';
}

/** Letters of other scripts make whole words; Latin letters with accents stand single among others. */
export function standInWords(bytes: Uint8Array): boolean {
  const letters = new Set(bytes.filter((c) => c >= 0x80));
  let high = 0;
  let inWords = 0;
  let run = 0;
  for (let i = 0; i <= bytes.length; i++) {
    if (i < bytes.length && bytes[i] >= 0x80) run++;
    else if (run > 0) {
      high += run;
      if (run >= 3) inWords += run;
      run = 0;
    }
  }
  return letters.size >= LEAST_LETTERS && inWords > high * 0.6;
}

/** İ ı Ş ş Ğ ğ, where Western encodings have Ý ý Þ þ Ð ð: two of them, and no accent that Turkish does not have. */
function isTurkish(bytes: Uint8Array): boolean {
  const found = new Set<number>();
  for (const c of bytes) {
    if (c < 0xc0) continue;
    if (TURKISH.has(c)) found.add(c);
    else if (!BESIDE_TURKISH.has(c)) return false;
  }
  return found.size >= 2;
}
const TURKISH: ReadonlySet<number> = new Set([0xd0, 0xdd, 0xde, 0xf0, 0xfd, 0xfe]);
/** Ç Ö Ü ç ö ü, and the circumflex of loanwords. */
const BESIDE_TURKISH: ReadonlySet<number> = new Set([0xc7, 0xd6, 0xdc, 0xe7, 0xf6, 0xfc, 0xc2, 0xe2, 0xee, 0xfb]);

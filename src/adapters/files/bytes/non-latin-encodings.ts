// Encodings of other scripts: Shift-JIS, GBK, Big5, EUC-KR, Cyrillic, Greek, Turkish. Bytes may be valid in several, so
// each is recognised by its text: words that every statement has, or the most frequent letters of the language. Wrongly
// decoded text has hardly any of either.

/** Labels of the Encoding Standard with the names in reports. */
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

/** Characters of words that statements have: date, text, money in and out, balance, account, bank. */
const WORDS_OF_STATEMENTS: readonly (readonly [label: NonLatinLabel, characters: string])[] = [
  ['shift_jis', '日付年月摘要内容金額残高差引出入支払預振込取扱料給口座銀行おいりれしの'],
  ['gb18030', '日期年月摘要交易金额余收入支出账户币种名称对方备注号银行记工资消费公司'],
  ['big5', '日期年月摘要支出存入餘額帳號戶交易金額備註銀行提款幣別'],
  ['euc-kr', '거래일자내용출금입금잔액은행계좌적요금번호'],
];
/** Least share of these characters among those beyond ASCII, and least number of different ones. */
const SPOKEN = { share: 0.03, least: 3 };
/** Least number of different words, or runs of characters. Fewer may be a name, or stray accents. */
const LEAST_WORDS = { spoken: 2, spelled: 4 };
/** Largest share of runs inside Latin words, as in “Refer審cia”. With more the text is Latin. */
const INSIDE_LATIN = 0.05;

/** The most frequent letters, half of all text in the language, and the language's script. */
const FREQUENT: readonly (readonly [labels: readonly NonLatinLabel[], letters: string, script: RegExp])[] = [
  [['windows-1251', 'koi8-r', 'ibm866'], 'оаеинтрсОАЕИНТРС', /\p{Script=Cyrillic}/u],
  [['windows-1253'], 'αοιετσνηΑΟΙΕΤΣΝΗ', /\p{Script=Greek}/u],
];
const FREQUENT_SHARE = 0.4;
/** Least number of different letters in a text. Fewer may be a single word, or accents in a row. */
const LEAST_LETTERS = 8;

/** The encoding of bytes that are not UTF-8, if it is clearly one of another script; else null. */
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
      // Wrong decoding turns small letters into capitals: “οΠΜΑΤΑ”.
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

/** The text of whole lines; '' if some bytes are invalid in the encoding. */
function decodedWhole(bytes: Uint8Array, label: NonLatinLabel): string {
  const decoder = new TextDecoder(label, { fatal: true });
  const end = bytes.lastIndexOf(0x0a) + 1 || bytes.length;
  // Bytes from the middle of a file may begin inside a character.
  for (const from of [0, bytes.indexOf(0x0a) + 1]) {
    try {
      const text = decoder.decode(bytes.subarray(from, end));
      if (!text.includes('\ufffd')) return text;
    } catch {
      // Tries again from the first whole line.
    }
  }
  return '';
}

/** Whether high bytes form whole words, as in other scripts. Latin letters with accents stand single. */
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

/** Whether there are two of İ ı Ş ş Ğ ğ (Western: Ý ý Þ þ Ð ð) and no accent that Turkish lacks. */
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
/** Codes of Ç Ö Ü ç ö ü, and of vowels with the circumflex of loanwords. */
const BESIDE_TURKISH: ReadonlySet<number> = new Set([0xc7, 0xd6, 0xdc, 0xe7, 0xf6, 0xfc, 0xc2, 0xe2, 0xee, 0xfb]);

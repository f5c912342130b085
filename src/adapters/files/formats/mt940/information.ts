// Field 86, the information to the owner, as one text, with the payer's reference where the field has it. Banks
// structure it by codes (?20, >20), by words between strokes (/EREF/) or not at all, and break lines at 65 characters.

interface Information {
  readonly text: string;
  /** The reference that the payer gave; '' for none. */
  readonly reference: string;
}

/** Characters of a full line, with the tag: what follows continues it without a space. */
const FULL_LINE = 65;
/** `:86:` */
const TAG = 4;
/** Characters of a full part of the purpose: the next part continues it without a space. */
const FULL_PART = 27;

/** `first`: the text behind the tag. */
export function information(first: string, more: readonly string[]): Information {
  const mark = separatorOf(first);
  if (mark !== '') return structured((first + more.join('')).trimStart().slice(3), mark);
  const text = joinedLines(first, more);
  const slashed = afterCode(text, '/EREF/');
  return { text, reference: given(slashed ?? afterPlus(text, 'EREF+') ?? '') };
}

/** Lines broken at their length are one text; others are words of their own. */
function joinedLines(first: string, more: readonly string[]): string {
  if (more.length === 0) return first.trim();
  let text = first;
  let length = first.length + TAG;
  for (const line of more) {
    text += length >= FULL_LINE ? line : ` ${line}`;
    length = line.length;
  }
  return text.trim();
}

/** The character between the codes of a structured field, behind the three digits of its business code; '' for none. */
function separatorOf(text: string): string {
  return /^\s?\d{3}([^\w\s/+,.:;()'"-])\d\d/.exec(text)?.[1] ?? '';
}

/** Codes 20 to 29 and 60 to 63 are the purpose, 32 and 33 a name, 31 an account, 38 an IBAN, 00 the kind of booking. */
function structured(text: string, mark: string): Information {
  const parts = { kind: '', purpose: '', name: '', account: '' };
  let isFull = true;
  for (const part of text.split(mark)) {
    const code = part.slice(0, 2);
    const value = part.slice(2);
    if (!/^\d\d$/.test(code)) continue;
    const number = Number(code);
    if ((number >= 20 && number <= 29) || (number >= 60 && number <= 63)) {
      parts.purpose += isFull && !BEGINS_PLUS.test(value) ? value : ` ${value}`;
      isFull = value.length >= FULL_PART;
    } else if (number === 0) parts.kind = value;
    else if (number === 31 || number === 38) parts.account = value;
    else if (number === 32 || number === 33) parts.name += parts.name === '' ? value : ` ${value}`;
  }
  const reference = given(afterPlus(parts.purpose, 'EREF+') ?? '');
  const texts = [parts.name, parts.purpose, parts.kind, parts.account].map((one) => one.trim());
  return { text: texts.filter((one) => one !== '').join(' '), reference };
}

const given = (reference: string): string => (reference === 'NOTPROVIDED' || reference === 'NONREF' ? '' : reference);

const NEXT_CODE = /\/[A-Z]{3,8}\//;
const BEGINS_PLUS = /^[A-Z]{4}\+/;
const NEXT_PLUS = /\s?[A-Z]{4}\+/;

/** The text behind a code, up to the next code; null if it does not occur. */
const afterCode = (text: string, code: string): string | null => valueAfter(text, code, NEXT_CODE);
const afterPlus = (text: string, code: string): string | null => valueAfter(text, code, NEXT_PLUS);

function valueAfter(text: string, code: string, next: RegExp): string | null {
  const at = text.indexOf(code);
  if (at < 0) return null;
  const rest = text.slice(at + code.length);
  const end = next.exec(rest)?.index ?? rest.length;
  return rest.slice(0, end).trim();
}

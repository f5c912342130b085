// Rows of a file that are no entries, by their words: opening and closing balances, totals, page ends. Only a cell with
// nothing else in it counts, so that "Total Energies Lekki" or "Balance payment for rent" stay entries.

import { isWholeDate } from '../cells/whole-date.ts';
import { plainTitle } from '../words/plain-title.ts';

export type RowWords = 'opening' | 'closing' | 'total' | 'end' | null;

/** Plain words (plainTitle), separated by |; the first letters of both lists are in ENTRY_WORDS. */
const OPENING_KINDS = 'opening|open|opg|opn|op|beginning|starting|start|initial|previous|prev|old|brought forward';
const CLOSING_KINDS = 'closing|close|clg|cls|cl|ending|end|final|new|carried forward|current';
const ABBREVIATED = 'balance|bal';
const FORWARD_FROM = 'b f|b fwd|bfwd|brought forward|brought fwd|brought down';
const FORWARD_TO = 'c f|c fwd|cfwd|carried forward|carried fwd|carried down|carried over';
const OPENING_NAMES =
  'anfangssaldo|anfangsbestand|alter stand|alter saldo|alter kontostand|alter kontosaldo|eroffnungssaldo|saldovortrag|solde precedent|solde initial|solde anterieur|solde d ouverture|solde reporte|ancien solde|saldo inicial|saldo anterior|saldo iniziale|saldo precedente|saldo poczatkowe|report a nouveau|beginsaldo|vorig saldo|nyito egyenleg|pocatecni zustatek|devreden bakiye';
const CLOSING_NAMES =
  'endsaldo|endbestand|neuer stand|neuer saldo|neuer kontostand|neuer kontosaldo|schlussaldo|schlusssaldo|kontostand|solde final|solde actuel|solde de cloture|nouveau solde|saldo final|saldo finale|saldo koncowe|saldo actual|saldo atual|eindsaldo|nieuw saldo|zaro egyenleg|konecny zustatek|solde';

const OF_BOOKS = '(available |ledger |book |account |statement )?';
const OPENING = new RegExp(
  `^(${OPENING_KINDS}) ${OF_BOOKS}(${ABBREVIATED})\\b[\\d\\s]*(as at.*|as of.*|on .*|b f)?$` +
    `|^((${ABBREVIATED}|amount) )?(${FORWARD_FROM})( from (the )?(previous|last) (page|statement)| from page)?[\\d\\s]*$` +
    `|^(${ABBREVIATED}) (bf|b d|bd|forward)[\\d\\s]*$` +
    `|^(${OPENING_NAMES})\\b.{0,20}$`,
);
const CLOSING = new RegExp(
  `^(${CLOSING_KINDS}) ${OF_BOOKS}(${ABBREVIATED})\\b[\\d\\s]*(as at.*|as of.*|on .*|c f)?$` +
    `|^((${ABBREVIATED}|amount) )?(${FORWARD_TO})( to (the )?next page| to page| overleaf)?[\\d\\s]*$` +
    `|^(${ABBREVIATED}) (cf|c d|cd)[\\d\\s]*$|^(ledger|book) balance$` +
    `|^(kontostand am|solde au) .*$|^(${CLOSING_NAMES})\\b.{0,20}$`,
);
const TOTAL =
  /^(grand |sub |page |running |statement |period )?totals?( (c|b) (f|fwd)| (carried|brought) (forward|over)| (debits?|credits?|withdrawals?|lodge?ments?|deposits?|amount|volume|value|count|number|transactions?|number of transactions|dr|cr|payments|receipts|balance|debit count|credit count))*( for .*|[\d\s]*)$|^(total|no|number|count|nr)( of)? (transactions|records|rows|entries|lines|debits|credits|items|postings)\b[\d\s]*$|^(total |grand )?(transactions?|entry|record|row|item|debit|credit) (volume|count)\b.*$|^anzahl (der )?(buchungen|umsatze|transaktionen|posten)\b.*$|^(nombre d|nombre total d) (operations|ecritures)\b.*$|^(liczba|ilosc) (operacji|transakcji)\b.*$|^(summe|gesamt|gesamtsumme|totaal|subtotal|sous total|totale|celkem|osszesen|razem|suma|som)[\d\s]*$/;
const END =
  /^(end of (the )?(statement|report|file|document|transactions|list|data|records|page)|\*? ?no (more |further )?(transactions?|records?|rows|entries|results|data|movements|activity|postings|items)( (were |was )?(found|available|recorded|made|posted|exist|returned|to (display|show|report|list)|for|in|during|within|on|between|this)\b.{0,60})?|there (are|were) no (transactions|records|entries|movements)\b.{0,60}|keine (umsatze|buchungen|daten)\b.{0,40}|aucune (operation|transaction|ecriture)\b.{0,40}|(sin|nao ha|no hay) (movimientos|movimentos|lancamentos)\b.{0,40}|nessun movimento\b.{0,40}|brak (operacji|transakcji)\b.{0,40}|page \d+( (of|\/)? ?\d+)?|\d+ of \d+|continued( overleaf| on next page)?|\*.*\*|this is a (computer|system) generated.*|generated (on|by|at)\b.*|printed (on|by|at)\b.*|report (date|generated)\b.*|disclaimer\b.*|nothing follows|thank you for banking.*|available balance|uncleared (effects|balance).*)$/;

/** The word for a balance, beside which only words for a day or a kind may stand. */
const BALANCE_WORD =
  'balance|bal|saldo|saldos|s a l d o|solde|soldes|kontostand|tagessaldo|zwischensaldo|saldobestand|egyenleg|zustatek|bakiye';
/** Such words that may stand first, and the others. */
const LEADING_KINDS =
  'daily|day|days|end|interim|running|available|ledger|book|cleared|statement|account|total|net|eod';
const BALANCE_KINDS = `${LEADING_KINDS}|of|the|at|as|on|for|do|da|de|del|della|dia|diario|em|en|el|al|la|le|les|du|au|jour|journalier|totale|parcial|disponivel|disponible|disponibile|disponibil|contabil|contable|contabile|corrente|conta|cuenta|conto|c c|bloqueado|provisorio|intermediaire|giorno|giornaliero|dnia|dzienne|ke|dni|per|am|vom|zum|tag|dag|van|op`;
const DAY_BALANCE = new RegExp(
  `^((${BALANCE_KINDS}) )*(${BALANCE_WORD})( (${BALANCE_KINDS}))*( \\d{1,4}( (\\d{1,4}|[a-z]{3,9}) \\d{1,4})?)?$`,
);

/** Words between a balance and its date: words for “at”, and words that may also be a payment's. */
const AT = 'as at|as of|as on|at|am|per|au|al|a|ao|op|na dzien|ke dni';
const BALANCE_AT = new RegExp(
  `^${OF_BOOKS}(${ABBREVIATED})( (?<at>${AT})| (on|of))?( (the )?(start|end|close|beginning) of)? (?<date>\\S+( \\S+){0,3})$`,
);

/** Totals of a section, a page or a day. */
const TOTAL_KINDS = 'grand|sub|page|running|statement|period|daily|day|weekly|week|monthly|month|batch|section|overall';
const TOTAL_NAMES = 'sous total|zwischensumme|tagessumme|gesamtsumme|subtotaal|tussentotaal|mezisoucet|reszosszeg';
const SECTION_TOTAL = new RegExp(
  `^((${TOTAL_KINDS}) ?totals?|totals? ((for|of|on) )?(the )?(day|period|month|week|page|statement)|${TOTAL_NAMES})( (debits?|credits?|amount|c f|c fwd|carried (forward|over)|b f|brought forward))*( (for|of|on) .*|[\\d\\s]*)$`,
);
const TOTAL_OF_DATE = /^totals? (?:(?<preposition>for|of|on|as at|as of) )?(?<date>.+)$/;
/** Totals whose words mean nothing else. */
const EXPLICIT_TOTAL = new RegExp(
  `^((grand|sub) ?totals?|totals? (debits?|credits?|dr|cr)|${TOTAL_NAMES})( (debits?|credits?|amount))*$`,
);
/** Words that may be those of a total of money, or a name. */
const LONE_TOTALS = 'total|totals|summe|gesamt|totaal|totale|celkem|osszesen|razem|suma|som';
const LONE_TOTAL = new RegExp(`^(${LONE_TOTALS})$`);
const TOTAL_OF_MONEY = new RegExp(
  `^(${LONE_TOTALS})( (debits?|credits?|withdrawals?|lodge?ments?|deposits?|amount|payments|receipts|dr|cr))+$`,
);

/** “Subtotal” means nothing else; “Batch total 12” may be a payment; “Total” may be a merchant. */
export type TotalWords = 'explicit' | 'of a part' | 'alone';

/** The total that a cell announces; null if it mentions no total. */
export function totalWords(cell: string): TotalWords | null {
  if (cell.length > 80) return null;
  const plain = plainTitle(cell);
  const { preposition, date } = TOTAL_OF_DATE.exec(plain)?.groups ?? {};
  const isOfDate = date !== undefined && isWholeDate(date);
  if (EXPLICIT_TOTAL.test(plain) || (isOfDate && preposition !== undefined)) return 'explicit';
  if (LONE_TOTAL.test(plain)) return 'alone';
  return isOfDate || SECTION_TOTAL.test(plain) || TOTAL_OF_MONEY.test(plain) ? 'of a part' : null;
}

/**
 * The first letters, at most four, of the first word of every text by which a row with a date and an amount is no
 * entry: balances and totals of money. Lower case, without accents.
 */
export const ENTRY_WORDS: ReadonlySet<string> = new Set(
  [
    OPENING_KINDS,
    CLOSING_KINDS,
    `${ABBREVIATED}|amount`,
    FORWARD_FROM,
    FORWARD_TO,
    OPENING_NAMES,
    CLOSING_NAMES,
    BALANCE_WORD,
    LEADING_KINDS,
    TOTAL_KINDS.replace('|sub|', '|sub|subtotal|subtotals|'),
    TOTAL_NAMES,
    LONE_TOTALS,
  ]
    .flatMap((list) => list.split('|'))
    .map((phrase) => phrase.split(' ')[0].slice(0, 4)),
);

const BALANCE = new RegExp(`(^| )(${BALANCE_WORD})( |$)`);
const COUNT = /\b(number|count|anzahl|nombre|liczba|ilosc|no of|nr of|no (transactions|records|entries))\b/;

/** Whether a total's words mean a number of entries, not their money; and whether they may mean either. */
export const isCountLabel = (cell: string): boolean => COUNT.test(plainTitle(cell));

export const isTotalOfEntries = (cell: string): boolean =>
  /^totals? (transactions|records|entries|rows|items)\b/.test(plainTitle(cell));

/** Whether that number counts only debits, or only credits. */
export const isPartialCount = (cell: string): boolean => /\b(debits?|credits?|dr|cr)\b/.test(plainTitle(cell));

const DAY =
  /(^| )(daily|day|eod|dia|diario|jour|journalier|giorno|giornaliero|dnia|dzienne|dni|tag|tagessaldo|dag|s a l d o)( |$)/;

/** Whether a cell says only that its row is the balance of a day: “SALDO DO DIA”, “Balance at end of day”. */
export function isDayBalance(cell: string): boolean {
  if (cell.length > 80) return false;
  const plain = plainTitle(cell);
  return DAY.test(plain) && DAY_BALANCE.test(plain);
}

/**
 * Whether a cell says only that its row is the balance at a whole date, or the available one: certainly, or perhaps
 * (“Balance 01/03/2026” may be a payment); null if not.
 */
export function balanceAt(cell: string): 'certain' | 'perhaps' | null {
  if (cell.length > 80) return null;
  const plain = plainTitle(cell);
  if (/^available (balance|bal)$/.test(plain)) return 'certain';
  const { at, date } = BALANCE_AT.exec(plain)?.groups ?? {};
  if (date === undefined || !isWholeDate(date)) return null;
  return at === undefined ? 'perhaps' : 'certain';
}

/** The text that may stand behind the words for an opening or closing balance. */
const BEHIND_BALANCE = new RegExp(
  `^(?:.* )??(?:${ABBREVIATED}) (?:as (?:at|of|on)|on|at) (?:(?:the )?(?:start|end|close|beginning) of (?:(?:the )?(?:day|week|month|period|year|business)|(?<of>.+))|(?<date>.+))$`,
);
const WHOLE_NAME = new RegExp(
  `^(${OPENING_NAMES}|${CLOSING_NAMES})\\b(?: (?:${AT}|du|del|vom|zum|on|of))?(?<rest>.*)$`,
);

/**
 * Opening and closing balances by the words of a row that has a date and an amount as entries have: beside the words
 * only a date and digits may stand. “Nouveau solde tout compte” and “Final balance on car” are entries.
 */
export function balanceOfEntry(cell: string): 'opening' | 'closing' | null {
  const words = rowWords(cell);
  if (words !== 'opening' && words !== 'closing') return null;
  const plain = plainTitle(cell);
  const behind = BEHIND_BALANCE.exec(plain)?.groups;
  const date = behind?.['date'] ?? behind?.['of'];
  if (date !== undefined) return isWholeDate(date) ? words : null;
  const rest = WHOLE_NAME.exec(plain)?.groups?.['rest']?.trim() ?? '';
  return rest === '' || /^[\d\s]+$/.test(rest) || isWholeDate(rest) ? words : null;
}

/** Whether a cell mentions a balance at all: enough for a row with a balance and no amount. */
export const speaksOfBalance = (cell: string): boolean => cell.length <= 80 && BALANCE.test(plainTitle(cell));

/** A balance with only words beside it that say when or in what currency it is. */
const OTHER_KINDS =
  'new|old|opening|closing|current|period|end|start|last|previous|prior|next|carried|brought|down|forward|from|to|page|month|year|week|ngn|usd|eur|gbp';
/** Each word once: the expression would try a repeated word both ways wherever it stands, which multiplies. */
const KINDS = [...new Set(`${BALANCE_KINDS}|${OTHER_KINDS}`.split('|'))].join('|');
const BALANCE_ALONE = new RegExp(`^((${KINDS}) )*(${BALANCE_WORD})( (${KINDS}))*( \\d+)*$`);

/** Whether a cell says that its row is a balance, and nothing besides. */
export function isBalanceAlone(cell: string): boolean {
  if (cell.length > 80) return false;
  const words = rowWords(cell);
  if (words === 'opening' || words === 'closing' || balanceAt(cell) !== null) return true;
  return BALANCE_ALONE.test(plainTitle(cell));
}

/** Words that may be short for a balance, or for something else: O/B is also outward bound. */
const PERHAPS_BALANCE = new RegExp(
  `^(o b|ob|b l|c b|cb|c l)$|^.{0,40} (${FORWARD_FROM}|${FORWARD_TO})$|^(${ABBREVIATED}) ((in|at|on) hand|(as )?per)\\b`,
);

/** Whether a cell that is no certain word for a balance may still mean one in a first or last row. */
export const mayMeanBalance = (cell: string): boolean => cell.length <= 80 && PERHAPS_BALANCE.test(plainTitle(cell));

/** The number of the page that a cell names and nothing else, and the number of pages; null if it names none. */
export function pageOf(cell: string): { readonly page: number; readonly pages: number | null } | null {
  if (cell.length > 80) return null;
  const [, page, pages] =
    /^(?:page )?(\d{1,5}) of (\d{1,5})$|^page (\d{1,5})(?: (\d{1,5}))?$/
      .exec(plainTitle(cell))
      ?.filter((part) => part !== undefined) ?? [];
  return page === undefined ? null : { page: Number(page), pages: pages === undefined ? null : Number(pages) };
}

/** The meaning of a cell for its row; null for ordinary text. */
export function rowWords(cell: string): RowWords {
  if (cell.length > 200) return null;
  const plain = plainTitle(cell);
  if (plain === '') return null;
  if (OPENING.test(plain)) return 'opening';
  if (CLOSING.test(plain)) return 'closing';
  if (TOTAL.test(plain)) return 'total';
  return END.test(plain) ? 'end' : null;
}

// Rows of a file that are no entries, told by their words: opening and closing balances, totals, page ends. Only a
// cell that says nothing else counts, so that "Total Energies Lekki" or "Balance payment for rent" stay entries.

import { plainTitle } from './header-synonyms.ts';

export type RowWords = 'opening' | 'closing' | 'total' | 'end' | null;

const OPENING =
  /^(opening|beginning|starting|initial|previous|old|brought forward|start) (available |ledger |book |account |statement )?(balance|bal)\b[\d\s]*(as at.*|as of.*|on .*|b f)?$|^((balance|bal|amount) )?(b f|b fwd|bfwd|brought (forward|fwd|down))( from (the )?(previous|last) (page|statement)| from page)?[\d\s]*$|^(balance|bal) (bf|b d|bd|forward)[\d\s]*$|^(anfangssaldo|anfangsbestand|alter (konto)?(stand|saldo)|eroffnungssaldo|solde (precedent|initial|anterieur|d ouverture|reporte).*|saldo (inicial|anterior|iniziale|precedente|poczatkowe)|report a nouveau|beginsaldo|vorig saldo|nyito egyenleg|pocatecni zustatek)\b.{0,20}$/;
const CLOSING =
  /^(closing|ending|final|new|end|carried forward|current) (available |ledger |book |account |statement )?(balance|bal)\b[\d\s]*(as at.*|as of.*|on .*|c f)?$|^((balance|bal|amount) )?(c f|c fwd|cfwd|carried (forward|fwd|down|over))( to (the )?next page| to page| overleaf)?[\d\s]*$|^(balance|bal) (cf|c d|cd)[\d\s]*$|^(ledger|book) balance$|^(endsaldo|endbestand|neuer (konto)?(stand|saldo)|schluss?saldo|kontostand( am .*)?|solde (final|actuel|de cloture|au .*)?|saldo (final|finale|koncowe|actual|atual)|eindsaldo|nieuw saldo|zaro egyenleg|konecny zustatek|solde)\b.{0,20}$/;
const TOTAL =
  /^(grand |sub |page |running |statement |period )?totals?( (c|b) (f|fwd)| (carried|brought) (forward|over)| (debits?|credits?|withdrawals?|lodge?ments?|deposits?|amount|volume|value|count|number|transactions?|number of transactions|dr|cr|for .*|payments|receipts|balance|debit count|credit count))*[\d\s]*$|^(total|no|number|count|nr)( of)? (transactions|records|rows|entries|lines|debits|credits|items|postings)\b[\d\s]*$|^(total |grand )?(transactions?|entry|record|row|item|debit|credit) (volume|count)\b.*$|^anzahl (der )?(buchungen|umsatze|transaktionen|posten)\b.*$|^(nombre d|nombre total d) (operations|ecritures)\b.*$|^(liczba|ilosc) (operacji|transakcji)\b.*$|^(summe|gesamt|gesamtsumme|totaal|subtotal|sous total|totale|celkem|osszesen|razem|suma|som)[\d\s]*$/;
const END =
  /^(end of (the )?(statement|report|file|document|transactions|list|data|records|page)|\*? ?no (more |further )?(transactions?|records?|rows|entries|results|data|movements|activity|postings|items)( (were |was )?(found|available|recorded|made|posted|exist|returned|to (display|show|report|list)|for|in|during|within|on|between|this)\b.{0,60})?|there (are|were) no (transactions|records|entries|movements)\b.{0,60}|keine (umsatze|buchungen|daten)\b.{0,40}|aucune (operation|transaction|ecriture)\b.{0,40}|(sin|nao ha|no hay) (movimientos|movimentos|lancamentos)\b.{0,40}|nessun movimento\b.{0,40}|brak (operacji|transakcji)\b.{0,40}|page \d+( (of|\/)? ?\d+)?|\d+ of \d+|continued( overleaf| on next page)?|\*+.*\*+|this is a (computer|system) generated.*|generated (on|by|at)\b.*|printed (on|by|at)\b.*|report (date|generated)\b.*|disclaimer\b.*|nothing follows|thank you for banking.*|available balance|uncleared (effects|balance).*)$/;

/** The word for a balance, and beside it only such as say of which day or kind it is. */
const BALANCE_WORD =
  'balance|bal|saldo|saldos|s a l d o|solde|soldes|kontostand|tagessaldo|zwischensaldo|saldobestand|egyenleg|zustatek|bakiye';
const BALANCE_KINDS =
  'daily|day|days|of|the|end|at|as|on|for|interim|running|available|ledger|book|cleared|statement|account|total|net|eod|do|da|de|del|della|dia|diario|em|en|el|al|la|le|les|du|au|jour|journalier|total|totale|parcial|disponivel|disponible|disponibile|disponibil|contabil|contable|contabile|corrente|conta|cuenta|conto|c c|bloqueado|provisorio|intermediaire|giorno|giornaliero|dnia|dzienne|ke|dni|per|am|vom|zum|tag|dag|van|op';
const DAY_BALANCE = new RegExp(
  `^((${BALANCE_KINDS}) )*(${BALANCE_WORD})( (${BALANCE_KINDS}))*( \\d{1,4}( (\\d{1,4}|[a-z]{3,9}) \\d{1,4})?)?$`,
);

const BALANCE = new RegExp(`(^| )(${BALANCE_WORD})( |$)`);
const COUNT = /\b(number|count|anzahl|nombre|liczba|ilosc|no of|nr of|no (transactions|records|entries))\b/;

/** Whether a total's words are those of a number of entries, not of their money; and whether they may be either. */
export const isCountLabel = (cell: string): boolean => COUNT.test(plainTitle(cell));

export const isTotalOfEntries = (cell: string): boolean =>
  /^totals? (transactions|records|entries|rows|items)\b/.test(plainTitle(cell));

/** Whether that number is one of debits, or of credits, alone. */
export const isPartialCount = (cell: string): boolean => /\b(debits?|credits?|dr|cr)\b/.test(plainTitle(cell));

const DAY =
  /(^| )(daily|day|eod|dia|diario|jour|journalier|giorno|giornaliero|dnia|dzienne|dni|tag|tagessaldo|dag|s a l d o)( |$)/;

/** Whether a cell only says that its row is the balance of a day: “SALDO DO DIA”, “Balance at end of day”. */
export function isDayBalance(cell: string): boolean {
  if (cell.length > 80) return false;
  const plain = plainTitle(cell);
  return DAY.test(plain) && DAY_BALANCE.test(plain);
}

/** Whether a cell speaks of a balance at all: enough for a row with a balance and no amount. */
export const speaksOfBalance = (cell: string): boolean => cell.length <= 80 && BALANCE.test(plainTitle(cell));

/** What a cell says of its row; null for ordinary text. */
export function rowWords(cell: string): RowWords {
  if (cell.length > 200) return null;
  const plain = plainTitle(cell);
  if (plain === '') return null;
  if (OPENING.test(plain)) return 'opening';
  if (CLOSING.test(plain)) return 'closing';
  if (TOTAL.test(plain)) return 'total';
  return END.test(plain) ? 'end' : null;
}

/** Lower-case first letters of every word that rowWords knows: a cell that starts otherwise need not be looked at. */
export const ROW_WORD_INITIALS: ReadonlySet<number> = new Set(
  [...'obciaevngrpstfdtumkz*1234567890l'].map((c) => c.charCodeAt(0)),
);

/** Whether a status cell says that the entry is not booked yet. */
export const isPendingWord = (cell: string) =>
  /^(pending|pdng|vorgemerkt|ausstehend|en attente|in behandeling|pendiente|in sospeso|blocked|authori[sz]ed|hold|on hold|uncleared|not posted|unposted)$/i.test(
    cell.trim(),
  );

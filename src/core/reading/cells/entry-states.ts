// The state of an entry by the cell of a status column: booked; announced and not booked yet; or never booked, because
// the payment failed, was declined or cancelled. Words are searched within a cell ("Umsatz vorgemerkt", "Failed:
// insufficient funds"), negative ones before positive ones. An entry that was undone after it was booked (reversed,
// refunded, returned) is booked: its undoing is a separate entry. Authorised is unknown: it announces a card's entry,
// but it books an entry in a core banking system with a second approver.

import { plainTitle } from '../words/plain-title.ts';

export type EntryState = 'booked' | 'pending' | 'never' | 'unknown';

const NEVER =
  /\b(fail|failed|failure|unsuccessful|not successful|declined?|cancell?ed|cancelled|rejected|reverted|voided|void|expired|aborted|abandoned|denied|refused|(?<!no )errors?|timed out|timeout|not (completed|paid|processed|approved|authori[sz]ed|honou?red|executed)|storniert|abgelehnt|fehlgeschlagen|abgebrochen|annule|annulee|refuse|refusee|rejete|rejetee|echoue|echouee|rechazad[oa]|cancelad[oa]|anulad[oa]|fallid[oa]|recusad[oa]|annullat[oa]|rifiutat[oa]|fallit[oa]|geannuleerd|geweigerd|mislukt|odrzucon[aey]|anulowan[aey]|zamitnut[aoy]|zrusen[aoy]|visszautasitva|torolve)\b/;
const PENDING =
  /\b(pending|pdng|processing|in (process|progress)|scheduled|queued|initiated|submitted|awaiting|on hold|hold|held|blocked|uncleared|not yet \w+|not (posted|booked|cleared|settled)|unposted|unsettled|unprocessed|future|planned|draft|vorgemerkt|vorgemerkte|ausstehend|offen|geplant|in bearbeitung|reserviert|en attente|en cours|a venir|in behandeling|gereserveerd|pendiente|en proceso|pendente|em processamento|agendad[oa]|in sospeso|in lavorazione|oczekujac[aey]|w trakcie|blokada|cekajici|ceka|fuggo|fuggoben|reserverat|reserveret|reservert|venter|vantar|varaus)\b/;
const BOOKED =
  /\b(booked|posted|completed?|complete|successful|successfully|success|succeeded|settled|cleared|paid|approved|processed|executed|confirmed|done|ok|okay|final|finali[sz]ed|finished|closed|reconciled|unreconciled|matched|unmatched|credited|debited|received|sent|00|000|gebucht|verbucht|erledigt|ausgefuhrt|abgeschlossen|comptabilise|comptabilisee|effectue|effectuee|execute|executee|termine|terminee|regle|completad[oa]|contabilizad[oa]|realizad[oa]|ejecutad[oa]|efetivad[oa]|efetuad[oa]|concluid[oa]|liquidad[oa]|contabilizzat[oa]|eseguit[oa]|completat[oa]|geboekt|voltooid|uitgevoerd|verwerkt|zaksiegowan[aeoy]|zrealizowan[aeoy]|wykonan[aeoy]|rozliczon[aeoy]|zauctovan[aoy]|provedeno|konyvelt|konyvelve|teljesult|sikeres|udfort|utfort|bogfort|bokfort|genomford|gennemfort)\b/;
/** The state of a status cell; '' is booked, because a state that matters would have a word. */
export function entryState(cell: string): EntryState {
  const plain = plainTitle(cell);
  if (plain === '') return 'booked';
  if (NEVER.test(plain)) return 'never';
  if (PENDING.test(plain)) return 'pending';
  if (BOOKED.test(plain)) return 'booked';
  return 'unknown';
}

/** Whether a cell is a short word for a state: this identifies a column of states without such a title. */
export const isStateWord = (cell: string): boolean =>
  cell.length <= 40 && cell.split(' ').length <= 5 && /\p{L}{4}/u.test(cell) && entryState(cell) !== 'unknown';

/**
 * Whether a word says that entries are not booked yet, and means nothing else: as the name of a sheet it is of all
 * rows.
 */
export const isOnlyPending = (word: string) =>
  /^(pending|pdng|vorgemerkt|ausstehend|en attente|in behandeling|pendiente|in sospeso|uncleared|not posted|unposted)$/i.test(
    word.trim(),
  );

/** Whether a cell where a day or a state is expected says that the entry is not booked yet. */
export const isPendingWord = (cell: string) =>
  isOnlyPending(cell) || /^(blocked|authori[sz]ed|hold|on hold)$/i.test(cell.trim());

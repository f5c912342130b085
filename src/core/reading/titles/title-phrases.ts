// The titles of columns as exports write them, filed under the field that they mean: one table, in the languages of the
// exports we have met. A phrase is written as plainTitle leaves it, in lower case, without accents and punctuation, and
// is the whole of a title. One that stands under several fields may mean any of them; the weights decide which first.
// A title that stands nowhere here is read by its words (header-synonyms.ts).

import type { FieldName } from './target-fields.ts';

/** The meanings of a title: fields, and money in and out, which are a debit or a credit depending on the side. */
export type TitleKind = FieldName | 'money_in' | 'money_out';

/** From this weight on, a title means its field plainly; a title read by its words weighs less. */
export const PLAIN = 2;

/** The weight of words that mean money in or out only beside their opposite: “Paid” alone may mean anything. */
export const PAIR_ONLY = 2;

/** Phrases by field, the best first; a later line of a field weighs less. Separated by |. */
export const PHRASES: readonly (readonly [kind: TitleKind, weight: number, phrases: string])[] = [
  [
    'booking_date',
    4,
    'booking date|posting date|clearing date|cleared date|date cleared|pstng date|pstg date|posting dt|post dt|post date|posted date|date posted|posted on|date booked|booked|booking day|buch dat|buchdat|buchungstag|buchungsdatum|buchung|boekdatum|boekingsdatum|date comptable|date de comptabilisation|fecha contable|data contabile|data registrazione|datum zauctovani|datum zuctovani|konyveles datuma|konyvelesi datum|konyveles napja|data ksiegowania|data lancamento|data movimento|bokforingsdag|bokforingsdatum|bogforingsdato|gl date|journal date|ecrituredate|date ecriture|date d ecriture|budat|date processed|processed date|processing date|entry date|acct date|accounting date',
  ],
  // The day of the operation is the booking day if no other column is.
  [
    'booking_date',
    3.5,
    'date operation|date op|date d operation|date de l operation|fecha operacion|fecha de operacion|f operacion|data operazione|data operacji',
  ],
  [
    'booking_date',
    3,
    'transaction date|trans date|tran date|txn date|trx date|trn date|trans dt|tran dt|txn dt|date of transaction|date transaction|transaktionsdatum|transactiedatum|transactiondate|umsatzdatum|tranzakcio datuma|tranzakcio idopontja|fecha transaccion|fecha movimiento|data transakcji|data transacao|datum transakce|datum pohybu|doc date|document date|belegdatum|bldat|piecedate|voucher date|payment date|settlement date|transaction time|transaction date time|transaction datetime|date time|datetime|date and time|date time of transaction|timestamp|trans time|activity date|effective date',
  ],
  [
    'booking_date',
    2,
    'date|datum|fecha|data|dato|dag|day|paivays|tarih|datums|kuupaev|islem tarihi|дата|ημερομηνια|日付|取引日|お取引日|年月日|日期|交易日期|记账日期',
  ],
  [
    'booking_date',
    1.5,
    'execution date|completed date|date completed|completion date|completion time|completed on|completed at|datum provedeni|uitvoeringsdatum',
  ],
  // An entry is booked when it is done, not when it is begun.
  [
    'booking_date',
    1,
    'created date|date created|created at|created on|started date|date started|start date|initiated date|date initiated|transaction initiated',
  ],
  [
    'value_date',
    4,
    'value date|val date|date val|value dt|valdate|valuedate|valuta|valutadatum|valuta datum|wertstellung|wertstellungsdatum|wert|date valeur|date de valeur|valeur|fecha valor|f valor|data valuta|data valor|ertek nap|erteknap|valutadag|rentedatum|interest date|data waluty|datum valuty|rantedag|value',
  ],
  [
    'debit',
    4,
    'debit|debits|debit amount|amount debit|debit amt|dr|dr amount|amount dr|dr amt|debit lcy|debit value|soll|sollbetrag|belastung|belastungen|lastschrift|debet|debetbedrag|debe|cargo|cargos|importe cargo|dare|addebito|addebiti|debito|debitos|montant debit|debit montant|terheles|obciazenia|obciazenie|na vrub|total debit|debit ngn|charge amount|debited|amount debited|debited amount|debits out|borc|дебет|χρεωση',
  ],
  [
    'credit',
    4,
    'credit|credits|credit amount|amount credit|credit amt|cr|cr amount|amount cr|cr amt|credit lcy|credit value|haben|habenbetrag|gutschrift|gutschriften|creditbedrag|haber|abono|abonos|importe abono|avere|accredito|accrediti|kredit|credito|creditos|montant credit|credit montant|jovairas|uznania|uznanie|ve prospech|total credit|credit ngn|credited|amount credited|credited amount|alacak|кредит|πιστωση',
  ],
  [
    'money_out',
    4,
    'withdrawal|withdrawals|withdrawal amount|withdrawal amt|withdraw|withdrawn|paid out|money out|amount out|out|payments out|af|afgeschreven|uit|uscite|depense|depenses|ausgaben|ausgang|auszahlung|kiadas|wydatki|vydaje|saida|saidas|ut fra konto|ut av konto|ut|uttag|payments|payment out|cash out|outflow|outflows|cash outflow|outgoing|outgoings|expenditure|disbursement|disbursements|payment cr|payment dr|payments cr|payments dr|egreso|egresos|salida|salidas|decaissement|decaissements|auszahlungen|ausgange|ausgabe|uitgaven|расход|списание|支出|支出金额|记账金额 支出|出金|出金金額|お引出し|お支払金額|支払い金額',
  ],
  [
    'money_in',
    4,
    'lodgement|lodgements|lodgment|lodgments|lodgement amount|deposit|deposits|deposit amount|deposit amt|paid in|money in|amount in|in|payments in|bij|bijgeschreven|ingreso|ingresos|entrate|recette|recettes|einnahmen|eingang|einzahlung|bevetel|wplywy|prijmy|entrada|entradas|inn pa konto|inn|insattning|insattningar|receipts|payment in|cash in|inflow|inflows|cash inflow|incoming|receipt dr|receipt cr|receipts dr|receipts cr|encaissement|encaissements|einzahlungen|eingange|einnahme|inkomsten|takings|приход|поступление|收入|收入金额|记账金额 收入|入金|入金金額|お預入れ|お預り金額|預かり金額',
  ],
  ['money_out', PAIR_ONLY, 'payment amount|paid|amount paid|sent|amount sent|expense|expenses|expense amount|payment'],
  ['money_in', PAIR_ONLY, 'receipt amount|received|amount received|income|income amount|receipt'],
  [
    'amount',
    4,
    'amount|amt|transaction amount|trans amount|tran amount|txn amount|trx amount|trans amt|tran amt|txn amt|amount lcy|lcy amount|local amount|amount local currency|amount in account currency|account currency amount|booked amount|booking amount|betrag|buchungsbetrag|umsatz|bedrag|transactiebedrag|montant|montant de l operation|importe|importo|valor|monto|cantidad|castka|zauctovana castka|castka v mene uctu|osszeg|tranzakcio osszege|kwota|kwota operacji|belopp|belob|summa|suma|soma|summe|sum|net amount|signed amount|posted amount|payment amount|settlement amount|settled amount|amount settled|transaction value|transaction amount lcy|tutar|tutarı|islem tutarı|сумма|金额|金額|交易金额|movement|movimiento|total',
  ],
  ['amount', 1, 'amount paid|amount sent|amount received|value'],
  ['amount', 3, 'net|net total|netto|netto betrag'],
  ['amount', 2, 'gross|gross total|brutto'],
  [
    'balance',
    4,
    'balance|running balance|running bal|bal|balance amount|account balance|closing balance|ledger balance|book balance|current balance|balance after|balance after transaction|saldo|kontostand|saldo nach buchung|solde|solde apres operation|egyenleg|konyvelt egyenleg|saldo po operacji|saldo contable|saldo posterior|saldo contabile|zustatek|zostatok|balance lcy|saldo na transactie|saldo na mutatie|saldo na boeking|cumulative balance|bakiye|остаток|υπολοιπο|余额|残高|差引残高',
  ],
  // A sum that may still be drawn, with a limit or without blocked amounts: beside the booked balance this is another
  // figure.
  ['balance', 3, 'available balance|available bal|avail balance|avail bal|saldo disponible|verfugbarer saldo'],
  [
    'direction',
    4,
    'dr cr|drcr|cr dr|crdr|d c|dc|c d|cd|debit credit|debit or credit|credit debit|credit or debit|debit credit indicator|debitcredit|dr cr indicator|dr cr flag|dc indicator|sign|side|soll haben|soll haben kennzeichen|s h|sh|af bij|afbij|bij af|bevetel kiadas|indicator|direction|debet credit|credit debet|entry side|sens|senso|signe|signo|znamenko|posting type|part tran type|money in out|in out|flow|shkzg',
  ],
  [
    'direction',
    2,
    'type|transaction type|tran type|trans type|txn type|trx type|entry type|amount type|transaktionstyp|art',
  ],
  [
    'currency',
    4,
    'currency|ccy|cur|curr|currency code|account currency|acct currency|acc ccy|account ccy|wahrung|waehrung|kontowahrung|munt|muntsoort|valuta code|devise|moneda|divisa|divisa cuenta|mena|mena uctu|devizanem|waluta|waluta rachunku|valutasoort|moeda|txn currency|transaction currency|tran currency|tranzakcio devizaneme|amount currency|settlement currency|isocode|币种|记账币种|幣別|валюта|para birimi',
  ],
  [
    'account',
    4,
    'accountnumber|accountno|gl code|gl no|glcode|ledger code|ledger no|nuban|account iban|own iban|auftragskonto|eigenes konto|iban auftragskonto|kontonummer auftragskonto|rekeningnummer|rekening|eigen rekening|iban bban|conto corrente|szamlaszam|szamla szama|konyvelesi szamla|konto|konta|card account|sub account|account identification|foracid|cod acct no|comptenum|accountnum|hkont|saknr|racct|natural account|account combination|code combination|accounting flexfield|gl string',
  ],
  ['account', 2, 'kontonummer|iban|bank account|kontonr|konto nr'],
  [
    'settlement_session_id',
    4,
    'session id|sessionid|nip session id|nibss session id|nip sessionid|session|session number|nip session|settlement session id|nibss sessionid',
  ],
  [
    'reference',
    4,
    'reference|reference number|ref|ref number|refno|ref num|payment reference|payment ref|pay reference|our reference|bank reference|customer reference|end to end id|endtoend id|end to end reference|endtoendid|kundenreferenz|referenz|referentie|betalingskenmerk|gestructureerde mededeling|referencia|riferimento|referencja|reference client|transaction ref|transaction reference|transaction reference number|trans ref|tran ref|txn ref|trx ref|trans reference|txn reference|external reference|external ref|retrieval reference number|rrn|retrieval ref|retrieval reference|instrument number|instr no|instrument|chq|cheque|cheque number|check number|chq no ref no|chq ref no|ref no chq no|voucher number|voucher|journal no|journal reference|document no|document number|doc no|doc number|posting reference|posting ref|stan|ref id|reference id|referenceid|vs|variable symbol|variable symbol 1|variabilni symbol|narration reference|mandatsreferenz|invoice no|invoice number|utr|ecriturenum|numero ecriture|numero d ecriture|n ecriture|pieceref|piece ref|reference piece|numero de piece|n piece|receipt no|receipt number|mpesa receipt no|mpesa receipt number|m pesa receipt no|belnr|xblnr|documentno|belegnr|belegnummer',
  ],
  ['reference', 2, 'num'],
  [
    'source_id',
    4,
    's n|sn|s no|sno|serial|serial number|sl no|no|nr|row|row id|line|id|row number|transaction id|trans id|tran id|txn id|trx id|transactionid|entry id|entry no|record id|unique id|uid|uuid|fitid|id transakce|id operace|id pohybu|megbizas azonosito|volgnr|volgnummer|laufende nummer|lfd nr|number|seq|sequence|index|posting id|journal id|line id|item',
  ],
  [
    'narration',
    4,
    'narration|narrations|narrative|description|descriptions|remark|remarks|particulars|particular|details|detail|transaction details|transaction description|trans description|transaction narration|txn description|payment details|payment description|memo|message|comment|comments|text|posting text|verwendungszweck|zweck|buchungstext|omschrijving|mededeling|vrije mededeling|libelle|libelle operation|libelle de l operation|description de l operation|concepto|descripcion|descrizione|causale|descrizione operazione|zprava|zprava pro prijemce|poznamka|popis|kozlemeny|megjegyzes|tytul|tytul operacji|opis|opis operacji|descricao|historico|beskrivning|beskrivelse|tekst|message for payee|message for me|client note|notes|note|payee details|purpose|reason|ecriturelib|libelle ecriture|sgtxt|transaction particulars|entry details|entry description|line description|journal description|informationen|mededelingen|notification|aciklama|acıklama|назначение|αιτιολογια|摘要|摘要内容|お取り扱い内容',
  ],
  [
    'narration',
    3,
    'payee|payer|name|counterparty|counterparty name|counter party|beneficiary|beneficiary name|sender|sender name|receiver|recipient|originator|merchant|merchant name|vendor|customer name|empfanger|empfanger in|beguenstigter zahlungspflichtiger|begunstigter zahlungspflichtiger|auftraggeber|zahlungsempfanger|zahlungspflichtiger|name zahlungsbeteiligter|partner neve|partner|nazev protiuctu|counteraccount name|counteraccount|naam tegenpartij|tegenpartij|naam tegenpartij bij afschrijving|contrepartie|tiers|beneficiario|ordenante|nadawca odbiorca|kontrahent|protistrana|payee name|debtor|creditor|debtor name|creditor name|from|to|item|bank account details|destination account name|originator biller|channel|terminal id|terminal|card no|masked pan|branch name|location|对方户名|交易对方|交易场所',
  ],
  [
    'narration',
    2,
    'category|kategorie|kategorie transakce|transaction category|tranzakcio tipusa|typ transakce|mutatiesoort|type omschrijving|partner szamlaszama|cislo protiuctu|tegenrekening|rekeningnummer tegenpartij|counterparty account|counterparty iban|destination account no|constant symbol|specific symbol|ks|ss|reszletek|details of payment',
  ],
  [
    'status',
    4,
    'status|state|transaction status|entry status|booking status|buchungsstatus|posting status|etat|estado|stato|stav',
  ],
  [
    'status',
    3,
    'response|response code|responsecode|resp code|respcode|resp|response cd|rsp code|rspcode|nip response|nip response code|nibss response|nibss response code|switch response|switch response code|host response|host response code|issuer response|issuer response code|auth response|auth response code|transaction response|transaction response code|trans response|trans response code|tran response|tran response code|txn response|txn response code|rc|action code|return code|result code',
  ],
  [
    'status',
    2,
    'response message|response msg|response description|response desc|response text|response meaning|resp message|resp msg|resp description|resp desc|resp text|resp meaning',
  ],
  [
    'narration',
    1,
    'response message|response msg|response description|response desc|response text|resp message|resp msg|resp description|resp desc',
  ],
];

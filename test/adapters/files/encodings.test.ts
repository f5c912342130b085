// Files in the encodings of other scripts: decoded where their text says which, said where nothing does.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

/** Bytes by the encoding's characters: the platform decodes all of them and encodes UTF-8 alone. */
function encoder(label: string): (text: string) => Uint8Array {
  const decoder = new TextDecoder(label, { fatal: true });
  const bytesOf = new Map<string, number[]>();
  const learn = (bytes: number[]) => {
    try {
      const c = decoder.decode(Uint8Array.from(bytes));
      if ([...c].length === 1 && !bytesOf.has(c)) bytesOf.set(c, bytes);
    } catch {
      // No character of the encoding.
    }
  };
  for (let a = 0; a < 256; a++) learn([a]);
  for (let a = 0x81; a < 255; a++) for (let b = 0x40; b < 255; b++) learn([a, b]);
  return (text) => Uint8Array.from([...text].flatMap((c) => bytesOf.get(c) ?? []));
}

const read = (bytes: Uint8Array) => {
  const file = readText(bytes);
  const amounts = rowsOf(file).map(({ amount, currency, narration }) => `${amount} ${currency} ${narration}`);
  return { encoding: file.layout.encoding, amounts, warnings: file.warnings };
};

describe('an encoding of another script', () => {
  it.each([
    [
      'shift_jis',
      'Shift-JIS',
      '日付,摘要,支払い金額,預かり金額,差引残高\n2024/3/5,カイシヤ,"1,250",,"98,750"\n2024/3/26,給料,,"150,000","248,750"\n',
      ['-1250.00 NGN カイシヤ', '150000.00 NGN 給料'],
    ],
    [
      'gbk',
      'GBK',
      '交易日期,摘要,记账金额(收入),记账金额(支出),记账币种,余额\n2024-03-05,消费,,12.50,人民币,987.50\n2024-03-26,工资,"1,500.00",,人民币,"2,487.50"\n',
      ['-12.50 CNY 消费', '1500.00 CNY 工资'],
    ],
    [
      'windows-1251',
      'Windows-1251',
      'Дата;Назначение;Дебет;Кредит;Остаток\n05.03.2024;Оплата товара;100,00;;900,00\n26.03.2024;Возврат;;50,00;950,00\n',
      ['-100.00 NGN Оплата товара', '50.00 NGN Возврат'],
    ],
    [
      'koi8-r',
      'KOI8-R',
      'Дата;Назначение;Дебет;Кредит\n05.03.2024;Оплата товара;100,00;\n26.03.2024;Возврат;;50,00\n',
      ['-100.00 NGN Оплата товара', '50.00 NGN Возврат'],
    ],
    [
      'windows-1253',
      'Windows-1253',
      'Ημερομηνία;Αιτιολογία;Χρέωση;Πίστωση\n05.03.2024;Αγορά καταστήματος;100,00;\n26.03.2024;Κατάθεση;;50,00\n',
      ['-100.00 NGN Αγορά καταστήματος', '50.00 NGN Κατάθεση'],
    ],
    [
      'windows-1254',
      'Windows-1254',
      'Tarih;Açıklama;İşlem Tutarı\n05.03.2024;Alışveriş;-12,50 TL\n26.03.2024;Maaş;1.500,00 TL\n',
      ['-12.50 TRY Alışveriş', '1500.00 TRY Maaş'],
    ],
  ])('%s', (label, name, text, amounts) => {
    expect(read(encoder(label)(text))).toMatchObject({ encoding: name, amounts });
  });

  it.each([
    ['windows-1252', 'Datum;Empfänger;Betrag\n13.03.2024;Müller für Größe;-1,50\n14.03.2024;Café Élysée;2,50\n'],
    ['windows-1252', 'Date;Libellé;Montant\n13.03.2024;DÉBIT À ÉTÉ;-1,50\n14.03.2024;Crédit reçu;2,50\n'],
    ['windows-1250', 'Datum;Zpráva;Částka\n13.03.2024;Příliš žluťoučký kůň úpěl;-1,50\n14.03.2024;Nový účet;2,50\n'],
    [
      'windows-1252',
      'Dagsetning;Skýring;Date;Amount\n1;Það er þörf á að;13.03.2024;-1,50\n2;Kaffihús;14.03.2024;2,50\n',
    ],
  ])('is not seen in %s: %s', (label, text) => {
    const { encoding, warnings } = read(encoder(label)(text));
    expect(encoding.toLowerCase()).toMatch(/^windows-125[02]$/);
    expect(warnings.join()).not.toContain('encoding');
  });

  it.each([
    [
      'macintosh',
      'Data,Referência,Descrição,Débito,Crédito\n01/03/2026,R1,ÁGUA E LUZ CONCEIÇÃO,,26.50\n02/03/2026,R2,SÃO JOÃO ÓLEO,,4.90\n03/03/2026,R3,Mês de março,7.10,\n04/03/2026,R4,AÇÃO,5.50,\n05/03/2026,R5,TRANSFERÊNCIA À VISTA,,3.10\n',
    ],
    [
      'windows-1252',
      'Date,Narration,Amount\n01/03/2026,ÐÑÒÓ ÔÕÖ 1,-5.00\n02/03/2026,CAFÉ 2,6.00\n03/03/2026,ÀÁÂÃÄÅ 3,7.00\n04/03/2026,CAFÉ 4,8.00\n',
    ],
  ])('is not taken from accents in Latin words: %s', (label, text) => {
    expect(read(encoder(label)(text)).encoding).toMatch(/^Windows-125[02]/);
  });

  it('that nothing tells is said', () => {
    const thai = encoder('windows-874')('Date;Text;Amount\n13.03.2024;ฝากเงินสด;-1,50\n14.03.2024;ถอนเงิน;2,50\n');
    expect(read(thai).warnings).toContain(
      'The encoding of the file is not known: texts that are not ASCII may be wrong; save it as UTF-8.',
    );
  });
});

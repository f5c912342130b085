// A sheet of decisions as a person fills it in: cells are changed in the file that was exported, and nothing else is.

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Json, People, Reply, Who } from './two-people.ts';
import { OF } from './two-people.ts';

const DECISIONS = 'xl/worksheets/sheet1.xml';

export const sheetXml = (workbook: Uint8Array): string => strFromU8(unzipSync(workbook)[DECISIONS]!);

function changed(workbook: Uint8Array, change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(workbook);
  return zipSync({ ...parts, [DECISIONS]: strToU8(change(strFromU8(parts[DECISIONS]!))) });
}

/** Texts by cell: `A2`. */
export const filledIn = (workbook: Uint8Array, cells: Readonly<Record<string, string>>): Uint8Array =>
  changed(workbook, (xml) =>
    Object.entries(cells).reduce((so, [cell, text]) => {
      const before = new RegExp(`<c r="${cell}"(?:/>| [^>]*>.*?</c>)`);
      if (!before.test(so)) throw new Error(`there is no cell ${cell}`);
      return so.replace(before, `<c r="${cell}" t="inlineStr"><is><t>${text}</t></is></c>`);
    }, xml),
  );

/** As somebody sorts who marks one column alone. */
export const swapped = (workbook: Uint8Array, one: string, other: string): Uint8Array =>
  changed(workbook, (xml) => {
    const contentOf = (cell: string) => new RegExp(`<c r="${cell}"([^>]*>.*?</c>)`).exec(xml)![1]!;
    const [first, second] = [contentOf(one), contentOf(other)];
    return xml
      .replace(`<c r="${one}"${first}`, `<c r="${one}"${second}`)
      .replace(`<c r="${other}"${second}`, `<c r="${other}"${first}`);
  });

const path = (people: People, session: string, more: Readonly<Record<string, string>>): string =>
  `${people.service.address}/v1/sessions/${session}/decisions.xlsx?${new URLSearchParams({ ...OF, ...more })}`;

const tokenOf = (who: Who) => ({ authorization: `Bearer token-of-${who}` });

export async function exported(people: People, session: string, more: Readonly<Record<string, string>> = {}) {
  const reply = await fetch(path(people, session, more), { headers: tokenOf('ada') });
  if (reply.status !== 200) throw new Error(`${reply.status} ${await reply.text()}`);
  return new Uint8Array(await reply.arrayBuffer());
}

interface SentReply extends Reply {
  readonly bytes: Uint8Array;
}

export async function sent(
  people: People,
  session: string,
  of: { readonly sheet: Uint8Array; readonly who?: Who; readonly more?: Readonly<Record<string, string>> },
): Promise<SentReply> {
  const { sheet, who = 'ada', more = {} } = of;
  const body = sheet as Uint8Array<ArrayBuffer>;
  const reply = await fetch(path(people, session, more), { method: 'POST', headers: tokenOf(who), body });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  const isJson = reply.headers.get('content-type')?.includes('json');
  const json: Json = isJson ? JSON.parse(strFromU8(bytes)) : null;
  return { status: reply.status, json, headers: reply.headers, bytes };
}

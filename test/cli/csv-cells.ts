// Reads a CSV file that we wrote, by RFC 4180 and nothing else, so that what the writers do is judged from outside.

import { readFileSync } from 'node:fs';

/** Records by the names of the header. */
export function csvRecords(path: string): Record<string, string>[] {
  const [header, ...rows] = csvRows(readFileSync(path, 'utf8'));
  return rows.map((row) => {
    if (row.length !== header!.length)
      throw new Error(`${path}: ${row.length} cells where the header has ${header!.length}`);
    return Object.fromEntries(header!.map((name, i) => [name, row[i]]));
  });
}

export function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at++; !(text[at] === '"' && text[at + 1] !== '"'); at += text[at] === '"' ? 2 : 1) cell += text[at];
      at++;
    } else for (; at < text.length && text[at] !== ',' && text[at] !== '\n'; at++) cell += text[at];
    row.push(cell);
    if (text[at] !== ',') {
      rows.push(row);
      row = [];
    }
    at++;
  }
  return rows;
}

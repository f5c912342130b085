// The page that `help` of a failure leads to: the table of codes, for people with a browser.

import { ERROR_KINDS } from '../core/error-kinds.ts';

/** Fixed content: it is written once. */
export function errorsHtml(): string {
  const rows = Object.entries(ERROR_KINDS).map(
    ([code, { meaning, http, rpc, retryable }]) =>
      `<tr id="${code}"><th scope="row">${code}</th><td>${escaped(meaning)}</td><td>${http}</td><td>${rpc}</td><td>${retryable ? 'yes' : 'no'}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tieout: errors</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #ccc;padding:.4rem .6rem;text-align:left;vertical-align:top}
tr:target{background:#fff3c4}</style></head>
<body><h1>Errors</h1>
<p>Every failure has one of these codes.</p>
<table><thead><tr><th>code</th><th>meaning</th><th>HTTP</th><th>gRPC</th><th>may the same call succeed later?</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></body></html>
`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

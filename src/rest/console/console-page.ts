// The one page of the console and the rules under which a browser runs it: script and styles of this origin alone, no
// markup from text, no frame, no form. Its urls are relative, so that any prefix of a proxy works.

import { type ConsoleModules, SCRIPT, STYLE } from './console-modules.ts';

export interface ConsolePage {
  readonly html: string;
  readonly policy: string;
}

export function consolePage({ digest }: ConsoleModules): ConsolePage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Tieout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="./${digest}/${STYLE}">
<script type="module" src="./${digest}/${SCRIPT}"></script>
</head>
<body>
<div id="console"><noscript>The console needs JavaScript. Everything that it shows is also in the command line and in REST.</noscript></div>
</body>
</html>
`;
  return { html, policy: POLICY };
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

// The one page of the console and the rules under which a browser runs it: modules and styles of this origin alone, no
// markup from text, no frame, no form. Its urls are relative, so that any prefix of a proxy works.

import { createHash } from 'node:crypto';
import { type ConsoleModules, ENTRY, PACKAGE_FILES } from './console-modules.ts';

export interface ConsolePage {
  readonly html: string;
  readonly policy: string;
}

export function consolePage({ digest, modules }: ConsoleModules): ConsolePage {
  const packages = Object.entries(PACKAGE_FILES).filter(([, file]) => modules.has(`node_modules/${file}`));
  const imports = Object.fromEntries(packages.map(([name, file]) => [name, `./${digest}/node_modules/${file}`]));
  const map = JSON.stringify({ imports });
  const paths = [...modules.keys()];
  // Preloading asks for all modules at once, and not one after the other as each names the next.
  const preloads = paths
    .filter((path) => !path.endsWith('.css'))
    .map((path) => `<link rel="modulepreload" href="./${digest}/${path}">`);
  const styles = paths
    .filter((path) => path.endsWith('.css'))
    .map((path) => `<link rel="stylesheet" href="./${digest}/${path}">`);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Tieout</title>
<link rel="icon" href="data:,">
${styles.join('\n')}
<script type="importmap">${map}</script>
${preloads.join('\n')}
<script type="module" src="./${digest}/${ENTRY}"></script>
</head>
<body>
<div id="console"><noscript>The console needs JavaScript. Everything that it shows is also in the command line and in REST.</noscript></div>
</body>
</html>
`;
  return { html, policy: policyOf(map) };
}

const policyOf = (map: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(map).digest('base64')}'`,
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

// The report's only style. On paper: A4, pages with many columns landscape, heads repeated, rows unbroken, numbered.

export const STYLE = `
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; } }
@page wide { size: A4 landscape; }
:root { color-scheme: light; }
body { font: 13px/20px system-ui, sans-serif; color: #1b2129; background: #fff; max-width: 1180px; margin: 0 auto; padding: 24px; }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 4px; }
h2 { font-size: 16px; line-height: 24px; margin: 28px 0 8px; break-after: avoid; }
h3 { font-size: 13px; line-height: 20px; margin: 16px 0 4px; break-after: avoid; }
p { margin: 4px 0; max-width: 80em; }
pre { font: 12px/17px ui-monospace, monospace; overflow-x: auto; margin: 0; }
table { border-collapse: collapse; width: 100%; margin: 4px 0 8px; }
th, td { text-align: left; vertical-align: top; padding: 3px 8px 3px 0; border-bottom: 1px solid #d5d9df; }
.d { white-space: nowrap; }
.w { overflow-wrap: anywhere; min-width: 8em; }
th { color: #525c69; font-weight: 600; border-bottom-color: #76808d; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
figure { margin: 8px 0; break-inside: avoid; }
figcaption { color: #525c69; }
svg { max-width: 100%; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: #1b2129; }
.wide { page: wide; }
.muted { color: #525c69; }
@media print { body { max-width: none; padding: 0; } .wide table { font-size: 8.4pt; line-height: 11.5pt; } pre { font-size: 8.4pt; line-height: 12pt; overflow: hidden; } section { break-inside: auto; } }
`;

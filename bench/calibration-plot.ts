// Probability against truth, as a picture: for every tenth of the shown probability the share of pairs that are right,
// one line a kind of month. On the diagonal the figure that people are shown is the truth.

/** Pairs of one tenth: what was shown on average, and what share was right. */
export interface Tenth {
  readonly shown: number;
  readonly right: number;
  readonly pairs: number;
}

export interface PlottedKind {
  readonly name: string;
  readonly tenths: readonly Tenth[];
}

const SIZE = 460;
const MARGIN = 50;
const COLOURS = ['#1b6ca8', '#c0392b', '#27834a', '#8e5aa8', '#c77f11', '#2a9d8f', '#6b6b6b', '#a83279', '#4f5bd5'];

const x = (share: number): number => MARGIN + share * SIZE;
const y = (share: number): number => MARGIN + (1 - share) * SIZE;
const at = (value: number): string => value.toFixed(1);

/** An SVG text; the same for the same figures. Tenths with fewer pairs than `least` are drawn hollow. */
export function calibrationPlot(kinds: readonly PlottedKind[], { least }: { readonly least: number }): string {
  const parts: string[] = [];
  for (let tenth = 0; tenth <= 10; tenth += 2) {
    const share = tenth / 10;
    parts.push(
      `<path d="M${x(share)} ${y(0)}V${y(1)}M${x(0)} ${y(share)}H${x(1)}" stroke="#e3e3e3"/>`,
      `<text x="${x(share)}" y="${y(0) + 18}" text-anchor="middle">${share.toFixed(1)}</text>`,
      `<text x="${x(0) - 8}" y="${y(share) + 4}" text-anchor="end">${share.toFixed(1)}</text>`,
    );
  }
  parts.push(`<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`);
  kinds.forEach(({ name, tenths }, k) => {
    const colour = COLOURS[k % COLOURS.length];
    const line = tenths.map(({ shown, right }) => `${at(x(shown))} ${at(y(right))}`).join('L');
    if (tenths.length > 1) parts.push(`<path d="M${line}" fill="none" stroke="${colour}" stroke-opacity="0.5"/>`);
    for (const { shown, right, pairs } of tenths) {
      const radius = at(2 + Math.min(8, Math.log10(pairs) * 1.6));
      const fill = pairs >= least ? colour : '#fff';
      const title = `${name}: shown ${shown.toFixed(3)}, right ${right.toFixed(3)} of ${pairs}`;
      parts.push(
        `<circle cx="${at(x(shown))}" cy="${at(y(right))}" r="${radius}" fill="${fill}" stroke="${colour}"><title>${title}</title></circle>`,
      );
    }
    const top = MARGIN + 20 + 18 * k;
    parts.push(
      `<circle cx="${x(0) + 16}" cy="${top - 4}" r="5" fill="${colour}"/>`,
      `<text x="${x(0) + 28}" y="${top}">${name}</text>`,
    );
  });
  const whole = SIZE + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" font-family="sans-serif" font-size="12" fill="#333">
<rect width="${whole}" height="${whole}" fill="#fff"/>
<text x="${whole / 2}" y="24" text-anchor="middle" font-size="14">Probability shown, and share of pairs that are right</text>
${parts.join('\n')}
<text x="${whole / 2}" y="${whole - 8}" text-anchor="middle">shown (hollow: fewer than ${least} pairs)</text>
</svg>
`;
}

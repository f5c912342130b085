// The parts of pdfkit that are used here; its own types are a separate package.

declare module 'pdfkit' {
  interface LaidOut {
    readonly glyphs: readonly object[];
    readonly positions: readonly { readonly advanceWidth: number }[];
    readonly advanceWidth: number;
  }
  export interface PdfFont {
    /** The font, as fontkit reads it. */
    readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
    layout(text: string, features?: readonly string[], onlyWidth?: boolean): LaidOut;
    layoutRun(text: string): LaidOut;
  }
  export default class PDFDocument {
    constructor(options: object);
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    registerFont(name: string, font: string | Uint8Array): this;
    /** The chosen font. */
    readonly _font: PdfFont;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    text(text: string, options?: object): this;
    text(text: string, left: number, top: number, options?: object): this;
    heightOfString(text: string, options: object): number;
    addPage(): this;
    bufferedPageRange(): { readonly start: number; readonly count: number };
    switchToPage(n: number): this;
    image(picture: Uint8Array, left: number, top: number, options: object): this;
    rect(left: number, top: number, width: number, height: number): this;
    roundedRect(left: number, top: number, width: number, height: number, radius: number): this;
    fill(color: string): this;
    fillAndStroke(fill: string, stroke: string): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    stroke(color: string): this;
    moveDown(lines?: number): this;
    end(): void;
  }
}

// The parts of pdfkit that are used here; its own types are a separate package.

declare module 'pdfkit' {
  export default class PDFDocument {
    constructor(options: object);
    on(event: 'data', listener: (chunk: Uint8Array) => void): this;
    on(event: 'end', listener: () => void): this;
    registerFont(name: string, path: string): this;
    font(name: string): this;
    fontSize(size: number): this;
    text(text: string, options?: object): this;
    addPage(): this;
    image(picture: Uint8Array, left: number, top: number, options: object): this;
    moveDown(lines?: number): this;
    end(): void;
  }
}

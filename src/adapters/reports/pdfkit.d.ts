// What is used here of pdfkit, whose own types are a package of their own.

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

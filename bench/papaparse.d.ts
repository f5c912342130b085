// The little of papaparse that the reading benchmark uses; the package ships no types.
declare module 'papaparse' {
  interface Options<Row> {
    delimiter: string;
    skipEmptyLines: boolean;
    step: (result: { data: Row }) => void;
  }
  const Papa: { parse<Row>(text: string, options: Options<Row>): void };
  export default Papa;
}

// The little of autocannon that the benchmark of REST uses; the package ships no types.
declare module 'autocannon' {
  interface Options {
    url: string;
    method: 'POST';
    headers: Readonly<Record<string, string>>;
    body: string;
    connections: number;
    pipelining: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds between two looks at whether the duration is over. */
    sampleInt: number;
  }
  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds, to hundredths. */
    duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}

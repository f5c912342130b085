// XML as UTF-8, whatever it is written in: UTF-16 shows by its byte order mark, another encoding by its declaration.

type ToUtf8 = (bytes: Uint8Array, isLast: boolean) => Uint8Array;

/** Turns the pieces of one XML file into UTF-8, without a byte order mark. */
export function utf8Of(): ToUtf8 {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isFirst = true;
  const encoder = new TextEncoder();
  return (bytes, isLast) => {
    if (isFirst && bytes.length > 0) {
      isFirst = false;
      const encoding = encodingOf(bytes);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding);
      else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
    }
    return decoder === null ? bytes : encoder.encode(decoder.decode(bytes, { stream: !isLast }));
  };
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const beginning = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const declared = /^<\?xml[^>]{1,100}encoding=["']([\w.:-]{1,40})["']/.exec(beginning.trimStart())?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').encoding;
  } catch {
    return 'utf-8';
  }
}

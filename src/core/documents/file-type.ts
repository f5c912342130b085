// The type of a file by its first bytes; its name does not matter.

export type FileType = 'jpeg' | 'png' | 'pdf';

const BEGINNINGS: readonly (readonly [FileType, readonly number[]])[] = [
  ['jpeg', [0xff, 0xd8, 0xff]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** Null for any other type. */
export const fileType = (bytes: Uint8Array): FileType | null =>
  BEGINNINGS.find(([, beginning]) => beginning.every((byte, at) => bytes[at] === byte))?.[0] ?? null;

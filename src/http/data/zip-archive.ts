/** A ZIP archive of a few short files, which are stored as they are. */
import { crc32 } from "node:zlib";

export type ArchivedFile = { readonly name: string; readonly text: string };

const LOCAL_HEADER = 0x04_03_4b_50;
const DIRECTORY_ENTRY = 0x02_01_4b_50;
const DIRECTORY_END = 0x06_05_4b_50;
/** Version 2.0, which every reader knows. */
const VERSION = 20;
/** Names and texts are UTF-8. */
const UTF8 = 0x08_00;
const STORED = 0;
/** Midnight of 1980-01-01, where the format begins to count: files have no time. */
const NO_TIME = 0;
const FIRST_DATE = 0x21;

export function zipArchive(files: readonly ArchivedFile[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of files) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)];
    const described = description(nameBytes, bytes);
    const file = Buffer.concat([uint32(LOCAL_HEADER), described, nameBytes, bytes]);
    // No comment, on the first disk, without attributes.
    const ending = Buffer.concat([uint16(0, 0, 0), uint32(0, offset)]);
    entries.push(Buffer.concat([uint32(DIRECTORY_ENTRY), uint16(VERSION), described, ending, nameBytes]));
    parts.push(file);
    offset += file.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.concat([
    uint32(DIRECTORY_END),
    uint16(0, 0, files.length, files.length),
    uint32(directory.length, offset),
    uint16(0),
  ]);
  return Buffer.concat([...parts, directory, end]);
}

/** The part that a file's header and its entry in the directory have in common. */
const description = (name: Buffer, bytes: Buffer): Buffer =>
  Buffer.concat([
    uint16(VERSION, UTF8, STORED, NO_TIME, FIRST_DATE),
    uint32(crc32(bytes), bytes.length, bytes.length),
    uint16(name.length, 0),
  ]);

const uint16 = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(2 * numbers.length);
  numbers.forEach((number, index) => buffer.writeUInt16LE(number, 2 * index));
  return buffer;
};

const uint32 = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => buffer.writeUInt32LE(number, 4 * index));
  return buffer;
};

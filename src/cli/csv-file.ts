/** Files of CSV that a person gives to a subcommand. */
import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";

/** Reads a file of CSV; throws an Error of one line when it cannot be read, or is not in UTF-8. */
export function readCsv(file: string): string {
  const bytes = readBytes(file);
  if (!isUtf8(bytes))
    throw new Error(`${file}: expected CSV in UTF-8, got ${wrongByteOf(bytes)}; save it as CSV UTF-8`);
  return bytes.toString("utf8");
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const NEWLINE = 10;

/** Names the first byte that no text in UTF-8 has at its place. */
function wrongByteOf(bytes: Buffer): string {
  let [at, length] = [0, lengthAt(bytes, 0)];
  while (length !== undefined) {
    at += length;
    length = lengthAt(bytes, at);
  }
  const line = bytes.subarray(0, at).filter((byte) => byte === NEWLINE).length + 1;
  return `the byte 0x${bytes.subarray(at, at + 1).toString("hex")} in line ${line}`;
}

/** Bytes of the character at this place; `undefined` where none begins. */
const lengthAt = (bytes: Buffer, at: number): number | undefined =>
  [1, 2, 3, 4].find((length) => at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)));

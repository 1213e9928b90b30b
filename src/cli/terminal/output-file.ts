/** Output of a subcommand into a file or to standard output. */
import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { streamDurably } from "../../operate/backup/framed-file.ts";

/** File name that stands for standard output. */
export const STANDARD_OUTPUT = "-";

/** Refuses a path where no file can be written; `noun` names the content: "backup". */
export function assertWritable(file: string, noun: string): void {
  if (file === STANDARD_OUTPUT) return;
  if (file === "") throw new Error(`expected a file for the ${noun}, got ""`);
  const directory = dirname(resolve(file));
  if (!existsSync(directory)) throw new Error(`there is no directory ${directory} for the ${noun}`);
  if (existsSync(file) && !statSync(file).isFile())
    throw new Error(`${file} is there and is not a file: a ${noun} does not replace it`);
}

/**
 * Writes the pieces and returns their length in bytes. The file appears only once its content is complete and on the
 * disk.
 */
export const writeOutput = (file: string, pieces: AsyncIterable<Uint8Array>): Promise<number> =>
  file === STANDARD_OUTPUT ? print(pieces) : streamDurably(file, pieces);

/** Reports to a person what was written: on standard error if the output itself is on standard output. */
export const reportWritten = (file: string, text: string): void =>
  void (file === STANDARD_OUTPUT ? process.stderr : process.stdout).write(text);

async function print(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  const countBytes = async function* (): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.length;
      yield piece;
    }
  };
  await pipeline(countBytes, process.stdout, { end: false });
  return bytes;
}

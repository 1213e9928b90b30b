/** Location for backups: a directory or an object store. A file becomes visible only when it is complete. */
import { resolve } from "node:path";

export type StoredFile = { readonly name: string; readonly bytes: number };

export type BackupStorage = {
  /** The location as in settings. */
  readonly text: string;
  /** Lists the files with a name prefix; all files if undefined. */
  list(prefix?: string): Promise<readonly StoredFile[]>;
  /** Writes a file from these pieces, and returns its length. A failure leaves no file. */
  write(name: string, pieces: AsyncIterable<Uint8Array>): Promise<number>;
  read(name: string): AsyncIterable<Uint8Array>;
  /** Reads this many bytes from the start of a file, or fewer if it is shorter. */
  readStart(name: string, bytes: number): Promise<Buffer>;
  /** Reads this many bytes from the end of a file that is at least as long. */
  readEnd(name: string, bytes: number): Promise<Buffer>;
  /** Removes a file; a missing file is no error. */
  remove(name: string): Promise<void>;
  /** Removes remains of interrupted writes, except writes underway here, and returns their number. */
  clean(): Promise<number>;
  /** Throws if a file of about this length must not be started. */
  refuseFull(bytes: number): Promise<void>;
  close(): void;
};

/** Joins pieces to one buffer. */
export async function joinChunks(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const joined: Uint8Array[] = [];
  for await (const piece of pieces) joined.push(piece);
  return Buffer.concat(joined);
}

// Names of backup locations in settings and commands.

/** A directory, or objects of a bucket whose names begin with a prefix, which is empty or ends with a slash. */
export type BackupLocation =
  | { readonly kind: "directory"; readonly path: string }
  | { readonly kind: "s3"; readonly bucket: string; readonly prefix: string };

const S3 = "s3://";
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9!_.*'()/-]{0,500}$/;

/** Reads `s3://BUCKET/PREFIX`, or the path of a directory. */
export function parseBackupLocation(text: string): BackupLocation {
  if (text === "") throw new Error('expected a directory, or s3://BUCKET/PREFIX, got ""');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: "directory", path: resolve(text) };
  const [, bucket = "", prefix = ""] = /^s3:\/\/([^/]*)\/?(.*)$/s.exec(text) ?? [];
  const parts = prefix.split("/").filter((part) => part !== "");
  if (!text.startsWith(S3)) throw new Error(`expected a directory, or s3://BUCKET/PREFIX, got "${text}"`);
  if (!BUCKET.test(bucket))
    throw new Error(
      `expected a bucket of 3 to 63 small letters, digits, dots and dashes, got "${bucket}" in "${text}"`,
    );
  if (!PREFIX.test(prefix))
    throw new Error(
      `expected a prefix of at most 500 letters, digits, slashes and !_.*'()-, got "${prefix}" in "${text}"`,
    );
  return { kind: "s3", bucket, prefix: parts.map((part) => `${part}/`).join("") };
}

/** Tells if a text names a bucket and no file. */
export const isBucket = (text: string): boolean => text.startsWith(S3);

export type S3Account = { readonly id: string; readonly secret: string };

/** Access to an S3-compatible store. */
export type S3Access = {
  /** Base address; `undefined` is Amazon's of the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** The access key; `undefined` takes that of the machine, as Amazon's tools find it. */
  readonly account: S3Account | undefined;
};

/** Writes a location in the form of settings. */
export const formatBackupLocation = (place: BackupLocation): string =>
  place.kind === "directory" ? place.path : `${S3}${place.bucket}/${place.prefix}`.replace(/\/$/, "");

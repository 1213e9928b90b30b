/**
 * Bucket of an S3-compatible store as location for backups. A long file is sent in parts, which become an object only
 * once all are there.
 */
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  paginateListObjectsV2,
} from "@aws-sdk/client-s3";
import { readName } from "./archived-file.ts";
import { joinChunks, formatBackupLocation } from "./backup-storage.ts";
import type { BackupLocation, BackupStorage, StoredFile, S3Access } from "./backup-storage.ts";

// Cuts a file into parts for an object store, which accepts at most ten thousand. Each except the last has at least 5 MiB.

const MEBIBYTE = 1024 * 1024;
/** Length of the first parts, which suffice for most files. */
const SHORT_BYTES = 8 * MEBIBYTE;
const SHORT_PARTS = 1_000;
/** Length of all later parts: ten thousand parts are 584 GB. */
const LONG_BYTES = 64 * MEBIBYTE;

async function* cutParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  let parts = 0;
  for await (const piece of pieces) {
    waiting.push(piece);
    length += piece.length;
    if (length < (parts < SHORT_PARTS ? SHORT_BYTES : LONG_BYTES)) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    length = 0;
    parts += 1;
  }
  if (length > 0) yield Buffer.concat(waiting);
  return undefined;
}

type BucketName = Extract<BackupLocation, { kind: "s3" }>;

const CONNECT_MS = 10_000;
const IDLE_MS = 30_000;
const ATTEMPTS = 3;

export type BucketOptions = {
  /** Idle timeout of a connection, ms. */
  readonly idleMs?: number;
};

export function openBucket(
  named: BucketName,
  { endpoint, region, account }: S3Access,
  { idleMs = IDLE_MS }: BucketOptions = {},
): BackupStorage {
  const client = new S3Client({
    region,
    maxAttempts: ATTEMPTS,
    // Stores other than Amazon's have no host names for buckets, and some reject its newer checksums.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(account !== undefined && {
      credentials: { accessKeyId: account.id, secretAccessKey: account.secret },
    }),
    requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: idleMs, throwOnRequestTimeout: true },
  });
  const bucket: Bucket = { client, named, text: formatBackupLocation(named), writing: new Set() };
  return {
    text: bucket.text,
    list: (prefix) => withLocation(bucket, "list", listObjects(bucket, prefix)),
    write: (name, pieces) => {
      bucket.writing.add(name);
      return withLocation(bucket, "write", writeObject(bucket, name, pieces)).finally(() =>
        bucket.writing.delete(name),
      );
    },
    read: (name) => readObject(bucket, name),
    readStart: (name, bytes) => joinChunks(readObject(bucket, name, `bytes=0-${bytes - 1}`)),
    readEnd: (name, bytes) => joinChunks(readObject(bucket, name, `bytes=-${bytes}`)),
    remove: async (name) => {
      await withLocation(bucket, "remove", client.send(new DeleteObjectCommand(getObjectKey(bucket, name))));
    },
    clean: () => withLocation(bucket, "list", abortUnfinishedUploads(bucket)),
    refuseFull: async () => {},
    close: () => client.destroy(),
  };
}

type Bucket = {
  readonly client: S3Client;
  readonly named: BucketName;
  readonly text: string;
  /** Names of files being written. */
  readonly writing: Set<string>;
};

const getObjectKey = ({ named: { bucket, prefix } }: Bucket, name: string) => ({
  Bucket: bucket,
  Key: `${prefix}${name}`,
});

/** Adds the location to an error, in one line. */
async function withLocation<T>({ text }: Pick<Bucket, "text">, verb: string, doing: Promise<T>): Promise<T> {
  try {
    return await doing;
  } catch (error) {
    throw new BucketFailed(text, verb, error);
  }
}

class BucketFailed extends Error {
  constructor(text: string, verb: string, cause: unknown) {
    const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
    const why = message === "" || message === name ? name : `${name}: ${message}`;
    super(`${text} does not let backups be ${PAST_TENSE[verb] ?? verb}: ${why}`, { cause });
  }
}

const PAST_TENSE: Readonly<Record<string, string>> = {
  list: "listed",
  write: "written",
  read: "read",
  remove: "removed",
};

async function listObjects({ client, named }: Bucket, begun = ""): Promise<StoredFile[]> {
  const { bucket: Bucket, prefix } = named;
  const Prefix = `${prefix}${begun}`;
  const files: StoredFile[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
    for (const { Key = "", Size = 0 } of Contents) {
      const name = Key.slice(prefix.length);
      if (!name.includes("/")) files.push({ name, bytes: Size });
    }
  return files;
}

async function* readObject(bucket: Bucket, name: string, range?: string): AsyncGenerator<Uint8Array> {
  const asked = { ...getObjectKey(bucket, name), ...(range !== undefined && { Range: range }) };
  const { Body } = await withLocation(bucket, "read", bucket.client.send(new GetObjectCommand(asked)));
  if (!(Body instanceof Readable)) throw new TypeError("an object has no stream");
  try {
    yield* Body;
  } catch (error) {
    throw new BucketFailed(bucket.text, "read", error);
  }
}

/** Writes a file; one that fits in a single part is sent at once. */
async function writeObject(bucket: Bucket, name: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const parts = cutParts(pieces);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  const { value: second, done } = await parts.next();
  if (done === true) {
    await bucket.client.send(new PutObjectCommand({ ...getObjectKey(bucket, name), Body: first }));
    return first.length;
  }
  return writeParts(bucket, name, [first, second], parts);
}

async function writeParts(
  bucket: Bucket,
  name: string,
  begun: readonly Buffer[],
  rest: AsyncIterable<Buffer>,
): Promise<number> {
  const { client } = bucket;
  const place = getObjectKey(bucket, name);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place));
  const upload = { ...place, UploadId };
  const sentParts: { ETag: string | undefined; PartNumber: number }[] = [];
  let bytes = 0;
  const send = async (Body: Buffer): Promise<void> => {
    const PartNumber = sentParts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
    sentParts.push({ ETag, PartNumber });
    bytes += Body.length;
  };
  try {
    for (const part of begun) await send(part);
    for await (const part of rest) await send(part);
    await client.send(
      new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: sentParts } }),
    );
    return bytes;
  } catch (error) {
    // If the store does not answer, the parts stay until the next clean.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    throw error;
  }
}

/** Aborts unfinished uploads of backups, except those underway here. */
async function abortUnfinishedUploads({ client, named, writing }: Bucket): Promise<number> {
  const { bucket: Bucket, prefix: Prefix } = named;
  let abortedCount = 0;
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  for (const { Key = "", UploadId } of Uploads) {
    const name = Key.slice(Prefix.length);
    if (readName(name) === undefined || writing.has(name)) continue;
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    abortedCount += 1;
  }
  return abortedCount;
}

/**
 * The part of the kernel's FUSE protocol (linux/fuse.h, version 7.31) that a flat directory of files needs: requests
 * as read from /dev/fuse, and the bytes of their answers. Numbers are in the machine's order, little-endian on all
 * machines that run this.
 */

export const OPERATIONS = {
  lookup: 1,
  forget: 2,
  getAttributes: 3,
  setAttributes: 4,
  open: 14,
  read: 15,
  write: 16,
  statistics: 17,
  release: 18,
  sync: 20,
  flush: 25,
  initialise: 26,
  interrupt: 36,
  destroy: 38,
  batchForget: 42,
} as const;

/** Error numbers; the kernel wants them negative. */
export const ERRORS = { noEntry: -2, inputOutput: -5, notImplemented: -38 } as const;

/** Most bytes in one write or one read. */
export const MAX_TRANSFER = 128 * 1024;
/** Size of a buffer for the largest request. */
export const REQUEST_BYTES = MAX_TRANSFER + 4096;

const REQUEST_HEADER = 40;
const ANSWER_HEADER = 16;
const TRANSFER_HEADER = 40;
const VERSION = { major: 7, minor: 31 };
/** Flag in answers of open: the kernel caches no pages of this file. */
const DIRECT_IO = 1;
const DIRECTORY_MODE = 0o040755;
const FILE_MODE = 0o100644;

export const ROOT = 1;

export type FuseRequest = {
  readonly operation: number;
  readonly unique: bigint;
  readonly node: number;
  readonly body: Buffer;
};

/** Parses a request. Its `body` is a view, valid until the buffer is read into again. */
export const readRequest = (bytes: Buffer): FuseRequest => ({
  operation: bytes.readUInt32LE(4),
  unique: bytes.readBigUInt64LE(8),
  node: Number(bytes.readBigUInt64LE(16)),
  body: bytes.subarray(REQUEST_HEADER),
});

export function answerOf(request: FuseRequest, content: Buffer | number): Buffer {
  const body = typeof content === "number" ? Buffer.alloc(0) : content;
  const header = Buffer.alloc(ANSWER_HEADER);
  header.writeUInt32LE(ANSWER_HEADER + body.length, 0);
  header.writeInt32LE(typeof content === "number" ? content : 0, 4);
  header.writeBigUInt64LE(request.unique, 8);
  return Buffer.concat([header, body]);
}

export type Transfer = { readonly offset: number; readonly size: number };

/** Position and length of a read or a write. */
export const transferOf = ({ body }: FuseRequest): Transfer => ({
  offset: Number(body.readBigUInt64LE(8)),
  size: body.readUInt32LE(16),
});

export const writtenData = ({ body }: FuseRequest): Buffer => body.subarray(TRANSFER_HEADER);

export const lookedUpName = ({ body }: FuseRequest): string => body.subarray(0, body.indexOf(0)).toString();

export function initialisation(): Buffer {
  const body = Buffer.alloc(64);
  body.writeUInt32LE(VERSION.major, 0);
  body.writeUInt32LE(VERSION.minor, 4);
  body.writeUInt16LE(16, 16);
  body.writeUInt16LE(12, 18);
  body.writeUInt32LE(MAX_TRANSFER, 20);
  body.writeUInt32LE(1, 24);
  return body;
}

/** Attributes of a file of this size, or of the root directory. */
function attributes(node: number, size: number): Buffer {
  const body = Buffer.alloc(88);
  body.writeBigUInt64LE(BigInt(node), 0);
  body.writeBigUInt64LE(BigInt(size), 8);
  body.writeBigUInt64LE(BigInt(Math.ceil(size / 512)), 16);
  body.writeUInt32LE(node === ROOT ? DIRECTORY_MODE : FILE_MODE, 60);
  body.writeUInt32LE(1, 64);
  body.writeUInt32LE(4096, 80);
  return body;
}

export const attributeAnswer = (node: number, size: number): Buffer =>
  Buffer.concat([Buffer.alloc(16), attributes(node, size)]);

export function entryAnswer(node: number, size: number): Buffer {
  const head = Buffer.alloc(40);
  head.writeBigUInt64LE(BigInt(node), 0);
  return Buffer.concat([head, attributes(node, size)]);
}

export function openAnswer(): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt32LE(DIRECT_IO, 8);
  return body;
}

export function writeAnswer(size: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeUInt32LE(size, 0);
  return body;
}

export const statisticsAnswer = (): Buffer => Buffer.alloc(80);

/**
 * A program that serves a disk whose cache is lost when the power is cut: `node volatile-disk.ts IMAGE`, with
 * /dev/fuse as its file 3. It serves two files.
 * `disk` is the block device for a loop device. Writes to it wait in memory and get into IMAGE at a flush, as in a
 * disk with a volatile write cache.
 * `control` takes `cut SEED WRITES`: so many writes later the cut comes. A random part of the writes since the last
 * flush is kept, in sectors of 512 bytes that are whole or old. From then on all reads and writes fail. It also takes
 * `lie`: from then on flushes are answered and not done. Reading `control` gives a report.
 * The program is one loop without a turn of the event loop, so nothing in it happens concurrently.
 */
import { fsyncSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { createRandom } from "../support/random.ts";
import type { Random } from "../support/random.ts";
import * as fuse from "./fuse-protocol.ts";

const DEVICE = 3;
const FILES = new Map([
  ["disk", 2],
  ["control", 3],
]);
const DISK = 2;
const SECTOR = 512;

type Write = { readonly offset: number; readonly data: Buffer };

/** Parts of the unflushed writes that a cut may keep. */
const LEFT_BY_CUT = ["nothing", "everything", "the first of them", "any of them", "parts of them"] as const;
type CutRemainder = (typeof LEFT_BY_CUT)[number];

export type DiskReport = {
  writes: number;
  flushes: number;
  /** Unflushed writes at the cut; `kept` of them were written at least partly, by the rule `left`. */
  pending: number;
  kept: number;
  left: CutRemainder | undefined;
};

type Disk = {
  readonly image: number;
  readonly size: number;
  /** Writes since the last flush, the oldest first. */
  cache: Write[];
  readonly report: DiskReport;
  lies: boolean;
  /** A cut that is to come after so many writes. */
  planned: { readonly random: Random; writes: number } | undefined;
};

/** True after the cut, when every request fails. */
const isCut = ({ report }: Disk): boolean => report.left !== undefined;

function readDisk(disk: Disk, { offset, size }: fuse.Transfer): Buffer | number {
  if (isCut(disk)) return fuse.ERRORS.inputOutput;
  const bytes = Buffer.alloc(Math.max(0, Math.min(size, disk.size - offset)));
  readSync(disk.image, bytes, 0, bytes.length, offset);
  for (const write of disk.cache) {
    const at = write.offset - offset;
    if (at < bytes.length && at + write.data.length > 0)
      write.data.copy(bytes, Math.max(0, at), Math.max(0, -at));
  }
  return bytes;
}

function writeDisk(disk: Disk, offset: number, data: Buffer): Buffer | number {
  if (isCut(disk)) return fuse.ERRORS.inputOutput;
  disk.report.writes += 1;
  disk.cache.push({ offset, data: Buffer.from(data) });
  if (disk.planned !== undefined && disk.planned.writes > 0) {
    disk.planned.writes -= 1;
    cutWhenDue(disk);
    if (isCut(disk)) return fuse.ERRORS.inputOutput;
  }
  return fuse.writeAnswer(data.length);
}

function flushDisk(disk: Disk): number {
  if (isCut(disk)) return fuse.ERRORS.inputOutput;
  disk.report.flushes += 1;
  if (disk.lies) return 0;
  for (const write of disk.cache.splice(0)) keep(disk, write);
  return 0;
}

const keep = ({ image }: Disk, { offset, data }: Write): number =>
  writeSync(image, data, 0, data.length, offset);

function cutWhenDue(disk: Disk): void {
  if (disk.planned?.writes === 0 && !isCut(disk)) cut(disk, disk.planned.random);
}

function cut(disk: Disk, random: Random): void {
  const left = random.pick(LEFT_BY_CUT);
  const pending = disk.cache.splice(0);
  const first = random.below(pending.length + 1);
  const parts = pending.map((write, index) => keptParts(write, { left, random, first: index < first }));
  for (const part of parts.flat()) keep(disk, part);
  const kept = parts.filter((part) => part.length > 0).length;
  Object.assign(disk.report, { pending: pending.length, kept, left });
}

type CutRule = { readonly left: CutRemainder; readonly random: Random; readonly first: boolean };

/** The parts of a write that the disk keeps after a cut. */
function keptParts(write: Write, { left, random, first }: CutRule): Write[] {
  switch (left) {
    case "nothing":
      return [];
    case "everything":
      return [write];
    case "the first of them":
      return first ? [write] : [];
    case "any of them":
      return random.chance(50) ? [write] : [];
    case "parts of them":
      return sectorsOf(write).filter(() => random.chance(50));
  }
}

function sectorsOf({ offset, data }: Write): Write[] {
  const sectors: Write[] = [];
  for (let at = 0; at < data.length; at += SECTOR)
    sectors.push({ offset: offset + at, data: data.subarray(at, at + SECTOR) });
  return sectors;
}

function control(disk: Disk, text: string): void {
  const [word, seed, writes] = text.trim().split(" ");
  if (word === "lie") disk.lies = true;
  else if (word === "cut") disk.planned = { random: createRandom(Number(seed)), writes: Number(writes) };
  cutWhenDue(disk);
}

/** Answers a request; `undefined` where the kernel expects no answer. */
function answer(disk: Disk, request: fuse.FuseRequest): Buffer | number | undefined {
  const { operation, node } = request;
  switch (operation) {
    case fuse.OPERATIONS.initialise:
      return fuse.initialisation();
    case fuse.OPERATIONS.lookup: {
      const found = FILES.get(fuse.lookedUpName(request));
      return found === undefined ? fuse.ERRORS.noEntry : fuse.entryAnswer(found, sizeOf(disk, found));
    }
    case fuse.OPERATIONS.getAttributes:
    case fuse.OPERATIONS.setAttributes:
      return fuse.attributeAnswer(node, sizeOf(disk, node));
    case fuse.OPERATIONS.open:
      return fuse.openAnswer();
    case fuse.OPERATIONS.read:
      return node === DISK ? readDisk(disk, fuse.transferOf(request)) : readReport(disk, request);
    case fuse.OPERATIONS.write:
      return writeFile(disk, request);
    case fuse.OPERATIONS.sync:
      return node === DISK ? flushDisk(disk) : 0;
    case fuse.OPERATIONS.statistics:
      return fuse.statisticsAnswer();
    case fuse.OPERATIONS.flush:
    case fuse.OPERATIONS.release:
    case fuse.OPERATIONS.destroy:
      return 0;
    case fuse.OPERATIONS.forget:
    case fuse.OPERATIONS.batchForget:
    case fuse.OPERATIONS.interrupt:
      return undefined;
    default:
      return fuse.ERRORS.notImplemented;
  }
}

const sizeOf = (disk: Disk, node: number): number => (node === DISK ? disk.size : 0);

function writeFile(disk: Disk, request: fuse.FuseRequest): Buffer | number {
  const { offset, size } = fuse.transferOf(request);
  const data = fuse.writtenData(request).subarray(0, size);
  if (request.node === DISK) return writeDisk(disk, offset, data);
  control(disk, data.toString());
  return fuse.writeAnswer(size);
}

function readReport({ report }: Disk, request: fuse.FuseRequest): Buffer {
  const { offset, size } = fuse.transferOf(request);
  return Buffer.from(`${JSON.stringify(report)}\n`).subarray(offset, offset + size);
}

/** Waits a moment where the file system is not mounted yet. */
const waitForMount = (): unknown => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);

/** Reads the next request; `undefined` once the file system is unmounted. */
function nextRequest(buffer: Buffer): fuse.FuseRequest | undefined {
  for (;;) {
    try {
      const length = readSync(DEVICE, buffer, 0, buffer.length, null);
      return fuse.readRequest(buffer.subarray(0, length));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENODEV") return undefined;
      if (code === "EPERM") waitForMount();
      // The request was withdrawn before it was read, or a signal came.
      else if (code !== "ENOENT" && code !== "EINTR" && code !== "EAGAIN") throw error;
    }
  }
}

function send(bytes: Buffer): void {
  try {
    writeSync(DEVICE, bytes);
  } catch (error) {
    // The process that asked was killed meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

function serve(imageFile: string): void {
  const image = openSync(imageFile, "r+");
  const report: DiskReport = { writes: 0, flushes: 0, pending: 0, kept: 0, left: undefined };
  const disk: Disk = {
    image,
    size: fstatSync(image).size,
    cache: [],
    report,
    lies: false,
    planned: undefined,
  };
  const buffer = Buffer.alloc(fuse.REQUEST_BYTES);
  for (let request = nextRequest(buffer); request !== undefined; request = nextRequest(buffer)) {
    const content = answer(disk, request);
    if (content !== undefined) send(fuse.answerOf(request, content));
  }
  fsyncSync(image);
}

if (import.meta.main) serve(process.argv[2] ?? "");

/**
 * A disk whose cache forgets when the power is cut, as a program: `node volatile-disk.ts IMAGE`, with /dev/fuse as its
 * file 3. It serves two files. `disk` is the block device, for a loop device to sit on: what is written to it waits in
 * memory and gets into IMAGE when a flush comes, as in a disk with a volatile write cache. `control` takes
 * `cut SEED WRITES`: after so many writes, of what was written since the last flush a random part is kept, in sectors of
 * 512 bytes that are whole or old, and from then on nothing is read or written any more; and `lie`: from then on flushes
 * are answered and not done. Reading `control` tells what happened so far.
 * It is one loop without a turn of the event loop, so nothing here happens at the same time as anything else.
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

/** What a cut leaves of the writes that no flush made durable. */
const LEFT_BY_CUT = ["nothing", "everything", "the first of them", "any of them", "parts of them"] as const;
type Left = (typeof LEFT_BY_CUT)[number];

export type DiskStory = {
  writes: number;
  flushes: number;
  /** Of the cut: writes that no flush had made durable, how many of them were kept at least partly, and by which rule. */
  pending: number;
  kept: number;
  left: Left | undefined;
};

type Disk = {
  readonly image: number;
  readonly size: number;
  /** Since the last flush, the oldest first. */
  cache: Write[];
  readonly story: DiskStory;
  lies: boolean;
  /** A cut that is to come. */
  planned: { readonly random: Random; writes: number } | undefined;
};

/** Unplugged, it answers nothing but errors. */
const isCut = ({ story }: Disk): boolean => story.left !== undefined;

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
  disk.story.writes += 1;
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
  disk.story.flushes += 1;
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
  const parts = pending.map((write, index) => survivors(write, { left, random, first: index < first }));
  for (const part of parts.flat()) keep(disk, part);
  const kept = parts.filter((part) => part.length > 0).length;
  Object.assign(disk.story, { pending: pending.length, kept, left });
}

type Survival = { readonly left: Left; readonly random: Random; readonly first: boolean };

/** The parts of a write that get onto the disk after all. */
function survivors(write: Write, { left, random, first }: Survival): Write[] {
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

/** The answer to a request; `undefined` where none is wanted. */
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
      return node === DISK ? readDisk(disk, fuse.transferOf(request)) : readStory(disk, request);
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

function readStory({ story }: Disk, request: fuse.FuseRequest): Buffer {
  const { offset, size } = fuse.transferOf(request);
  return Buffer.from(`${JSON.stringify(story)}\n`).subarray(offset, offset + size);
}

/** `undefined` when the file system is unmounted. */
function nextRequest(buffer: Buffer): fuse.FuseRequest | undefined {
  for (;;) {
    try {
      const length = readSync(DEVICE, buffer, 0, buffer.length, null);
      return fuse.readRequest(buffer.subarray(0, length));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENODEV") return undefined;
      // A request that was taken back before it was read, or a signal.
      if (code !== "ENOENT" && code !== "EINTR" && code !== "EAGAIN") throw error;
    }
  }
}

function send(bytes: Buffer): void {
  try {
    writeSync(DEVICE, bytes);
  } catch (error) {
    // Who asked was killed meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}

function serve(imageFile: string): void {
  const image = openSync(imageFile, "r+");
  const story: DiskStory = { writes: 0, flushes: 0, pending: 0, kept: 0, left: undefined };
  const disk: Disk = {
    image,
    size: fstatSync(image).size,
    cache: [],
    story,
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

/** WebSocket frames: valid and faulty ones of clients, and a strict reader of the server's. */
import type { Random } from "../support/random.ts";

export type Frame = { readonly first: number; readonly payload: Buffer };

const FIN = 0x80;
const MASKED = 0x80;
const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const SHORT = 126;
const LONG = 127;

/** Writes a frame with an all-zero mask, which changes nothing; `length` is written into its head. */
export function writeFrame({ first, payload }: Frame, length = payload.length, masked = MASKED): Buffer {
  const head =
    length < SHORT
      ? Buffer.from([first, masked | length])
      : length < 65_536
        ? Buffer.from([first, masked | SHORT, length >> 8, length & 0xff])
        : longHead(first, length, masked);
  return Buffer.concat([head, ...(masked === 0 ? [] : [Buffer.alloc(4)]), payload]);
}

function longHead(first: number, length: number, masked: number): Buffer {
  const head = Buffer.alloc(10);
  head[0] = first;
  head[1] = masked | LONG;
  head.writeBigUInt64BE(BigInt(length), 2);
  return head;
}

export const textFrame = (text: string): Buffer =>
  writeFrame({ first: FIN | TEXT, payload: Buffer.from(text) });

export const closeFrame = (code: number, reason = ""): Buffer =>
  writeFrame({
    first: FIN | CLOSE,
    payload: Buffer.concat([Buffer.from([code >> 8, code & 0xff]), Buffer.from(reason)]),
  });

/** Bytes that break the protocol, or come near to it. */
export function oddFrames(random: Random, text: string): Buffer {
  const payload = Buffer.from(text);
  const at = random.below(payload.length + 1);
  const [start, rest] = [payload.subarray(0, at), payload.subarray(at)];
  const ways: readonly (() => Buffer)[] = [
    () =>
      Buffer.concat([writeFrame({ first: TEXT, payload: start }), writeFrame({ first: FIN, payload: rest })]),
    () =>
      Buffer.concat([
        writeFrame({ first: TEXT, payload: start }),
        writeFrame({ first: FIN | PING, payload: Buffer.from("between") }),
        writeFrame({ first: FIN, payload: rest }),
      ]),
    () => Buffer.concat([writeFrame({ first: TEXT, payload: start }), textFrame(text)]),
    () =>
      Buffer.concat([
        writeFrame({ first: TEXT, payload }),
        ...Array<Buffer>(80).fill(writeFrame({ first: 0, payload: start.subarray(0, 1) })),
      ]),
    () => writeFrame({ first: FIN, payload }),
    () => writeFrame({ first: FIN | 2, payload }),
    () => writeFrame({ first: FIN | random.between(3, 7), payload }),
    () => writeFrame({ first: FIN | random.between(11, 15), payload }),
    () => writeFrame({ first: FIN | (random.between(1, 7) << 4) | TEXT, payload }),
    () => writeFrame({ first: FIN | TEXT, payload }, payload.length, 0),
    () => writeFrame({ first: FIN | TEXT, payload }, payload.length + random.between(1, 60)),
    () => writeFrame({ first: FIN | TEXT, payload }, random.pick([65_537, 2 ** 31, 2 ** 52])),
    () => writeFrame({ first: FIN | TEXT, payload: Buffer.from([0xc3, 0x28, 0xff]) }),
    () => writeFrame({ first: FIN | TEXT, payload: Buffer.from([0xed, 0xa0, 0x80]) }),
    () => writeFrame({ first: FIN | TEXT, payload: Buffer.alloc(0) }),
    () => writeFrame({ first: FIN | PING, payload: Buffer.alloc(random.pick([0, 125, 126])) }),
    () => writeFrame({ first: PING, payload: Buffer.alloc(1) }),
    () => writeFrame({ first: FIN | 10, payload: Buffer.alloc(5) }),
    () => closeFrame(random.pick([0, 999, 1_000, 1_004, 1_005, 1_006, 1_012, 2_999, 4_999, 65_535])),
    () => writeFrame({ first: FIN | CLOSE, payload: Buffer.alloc(1) }),
    () => writeFrame({ first: FIN | CLOSE, payload: Buffer.from([0x03, 0xe8, 0xff, 0xfe]) }),
    () => Buffer.from(text),
    () => Buffer.from(Array.from({ length: 40 }, () => random.below(256))),
  ];
  return random.pick(ways)();
}

export type ServerFrame = { readonly opcode: number; readonly payload: Buffer };

/** Reads the frames of a server, or names the fault of the bytes. An incomplete frame at the end is left out. */
export function readFrames(bytes: Buffer): readonly ServerFrame[] | string {
  const frames: ServerFrame[] = [];
  for (let at = 0; at + 2 <= bytes.length;) {
    const [first = 0, second = 0] = bytes.subarray(at, at + 2);
    const opcode = first & 0x0f;
    if ((first & 0xf0) !== FIN || ![TEXT, CLOSE, PING, 10].includes(opcode))
      return `a frame that begins with ${first}`;
    if ((second & MASKED) !== 0) return "a masked frame";
    const wide = second === SHORT ? 2 : second === LONG ? 8 : 0;
    if (at + 2 + wide > bytes.length) break;
    const length =
      wide === 0 ? second : wide === 2 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
    const end = at + 2 + wide + length;
    if (end > bytes.length) break;
    frames.push({ opcode, payload: bytes.subarray(at + 2 + wide, end) });
    at = end;
  }
  return frames;
}

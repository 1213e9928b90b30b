/**
 * A text message framed as by a server (RFC 6455, 5.2): in one unmasked frame. The frame is the same for every connection,
 * so a message to many is framed once.
 */

/** First byte of the only frame of a text message. */
const WHOLE_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export const textFrame = (text: Buffer): Buffer => Buffer.concat([textHead(text.length), text]);

/** Returns the header of a text frame of `length` bytes. */
export function textHead(length: number): Buffer {
  const size = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const head = Buffer.alloc(size);
  head[0] = WHOLE_TEXT;
  head[1] = size === 2 ? length : size === 4 ? LENGTH_16 : LENGTH_64;
  if (size === 4) head.writeUInt16BE(length, 2);
  if (size === 10) head.writeUInt32BE(length, 6);
  return head;
}

export const jsonFrame = (message: object): Buffer => textFrame(Buffer.from(JSON.stringify(message)));

/** Returns the texts of complete frames built by `textFrame`. */
export function decodeTextFrames(frames: Buffer): Buffer[] {
  const texts: Buffer[] = [];
  for (let at = 0; at < frames.length;) {
    const mark = frames[at + 1] ?? 0;
    const head = mark === LENGTH_64 ? 10 : mark === LENGTH_16 ? 4 : 2;
    const length = head === 2 ? mark : frames.readUIntBE(at + (head === 4 ? 2 : 4), head === 4 ? 2 : 6);
    texts.push(frames.subarray(at + head, at + head + length));
    at += head + length;
  }
  return texts;
}

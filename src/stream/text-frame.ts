/**
 * A text message framed as by a server (RFC 6455, 5.2): whole and unmasked. The frame is the same for every connection,
 * so a message to many is framed once.
 */

/** First byte: the final frame of a message, of text. */
const WHOLE_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export function textFrame(text: Buffer): Buffer {
  const { length } = text;
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.alloc(head + length);
  frame[0] = WHOLE_TEXT;
  frame[1] = head === 2 ? length : head === 4 ? LENGTH_16 : LENGTH_64;
  if (head === 4) frame.writeUInt16BE(length, 2);
  if (head === 10) frame.writeUInt32BE(length, 6);
  text.copy(frame, head);
  return frame;
}

export const jsonFrame = (message: object): Buffer => textFrame(Buffer.from(JSON.stringify(message)));

/** Gives the texts of complete frames, as `textFrame` made them. */
export function textsOf(frames: Buffer): Buffer[] {
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

/** The JSON of a long body in buffers that are made slice by slice, with their hash where clients ask by it. */
import { createHash } from "node:crypto";
import { jsonParts, rowPart } from "./rows.ts";
import type { JsonPart } from "./rows.ts";
import type { Slices } from "./slices.ts";

export type JsonSlices = {
  readonly buffers: Buffer[];
  readonly bytes: number;
  /** SHA-256 in base64url; "" where nobody asked. */
  readonly hash: string;
};

type WriteOptions = {
  readonly slices: Slices;
  /** True when nobody waits for the answer any more. */
  readonly isGone: () => boolean;
  readonly hashed: boolean;
};

/** Characters that are gathered before they become bytes. */
const BUFFER_LENGTH = 128 * 1024;

/** Writes the body, or the part of it until nobody waits for it any more. */
export async function writeJson(body: unknown, making: WriteOptions): Promise<JsonSlices> {
  const { slices, isGone } = making;
  const pieces = createPieces(making.hashed);
  for (const part of jsonParts(body)) {
    if (part instanceof Promise) pieces.add(settled(await part));
    else pieces.add(part);
    if (!slices.isOver()) continue;
    await slices.next();
    if (isGone()) break;
  }
  return pieces.end();
}

/** Writes as a row the result of its promise. */
function settled(row: unknown): Exclude<JsonPart, Promise<unknown>> {
  const part = rowPart(row);
  if (part instanceof Promise) throw new Error("a promise cannot give another one");
  return part;
}

function createPieces(hashed: boolean) {
  const hash = hashed ? createHash("sha256") : undefined;
  const buffers: Buffer[] = [];
  let bytes = 0;
  let text = "";

  function push(buffer: Buffer): void {
    hash?.update(buffer);
    bytes += buffer.length;
    buffers.push(buffer);
  }

  function flush(): void {
    if (text === "") return;
    push(Buffer.from(text));
    text = "";
  }

  return {
    add(part: string | Buffer): void {
      if (typeof part === "string") text += part;
      else {
        flush();
        push(part);
      }
      if (text.length >= BUFFER_LENGTH) flush();
    },
    end(): JsonSlices {
      flush();
      return { buffers, bytes, hash: hash?.digest("base64url") ?? "" };
    },
  };
}

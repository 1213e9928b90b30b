/**
 * Decoding of pictures before they are kept, one after the other in threads of their own beside the exchange's. Operators
 * wait for them, so that their priority is the usual one. A picture's size was checked in its header: no small file can take
 * much memory.
 */
import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { RequestTurns } from "../../engine/request-turns.ts";
import { THREAD_MS, threadInTime } from "../../store/sql/in-time.ts";
import type { ImageType } from "./image-limits.ts";
import type { ImageSize } from "./read-image.ts";

export type DecodedPicture = ImageSize & { readonly mediaType: ImageType; readonly bytes: Uint8Array };

/** The file name, with the extension of this module: the package has both compiled. */
const WORKER = `decode-worker${extname(import.meta.filename)}`;

/** Finds a fault of the pixels, in words that go on from "expected"; `undefined` if they can be seen. */
export async function findPixelFault(
  picture: DecodedPicture,
  turns: Pick<RequestTurns, "take">,
  waitMs = THREAD_MS,
): Promise<string | undefined> {
  const gone = new AbortController();
  const decoded = turns.take(["image decoding"], () => canDecode(picture, gone.signal));
  try {
    if (await threadInTime("image decoding", decoded, waitMs)) return undefined;
  } finally {
    gone.abort();
  }
  return `a picture that can be seen, got ${picture.mediaType} whose pixels cannot be decoded, or are all transparent`;
}

/** Decodes unless, or until, nobody waits any more. */
async function canDecode(picture: DecodedPicture, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: picture });
  worker.unref();
  try {
    const [seen]: unknown[] = await once(worker, "message", { signal });
    return seen === true;
  } finally {
    await worker.terminate();
  }
}

/**
 * Decodes pictures before they are stored, one at a time, each in a new thread. Operators wait for the result, so the
 * threads have normal priority. The size in a picture's header was checked before, so that no small file can take much
 * memory.
 */
import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { SubjectQueues } from "../../base/async.ts";
import { THREAD_TIMEOUT_MS, askThreadWithTimeout } from "../../store/sql/with-timeout.ts";
import type { ImageType } from "./image-limits.ts";
import type { ImageSize } from "./read-image.ts";

export type DecodedPicture = ImageSize & { readonly mediaType: ImageType; readonly bytes: Uint8Array };

/** File name of the worker, with this module's extension: compiled in the package, TypeScript in the source. */
const WORKER = `decode-worker${extname(import.meta.filename)}`;

/** Finds a fault of the pixels, in words that continue "expected"; `undefined` for a visible picture. */
export async function findPixelFault(
  picture: DecodedPicture,
  turns: Pick<SubjectQueues, "take">,
  waitMs = THREAD_TIMEOUT_MS,
): Promise<string | undefined> {
  const abortController = new AbortController();
  const decoding = turns.take(["image decoding"], () => canDecode(picture, abortController.signal));
  try {
    if (await askThreadWithTimeout("image decoding", decoding, waitMs)) return undefined;
  } finally {
    abortController.abort();
  }
  return `a picture that can be seen, got ${picture.mediaType} whose pixels cannot be decoded, or are all transparent`;
}

/** Decodes the picture; the signal stops the thread. */
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

/**
 * Decoding of pictures before they are kept, each in a thread of its own beside the exchange's, of low priority. Its size was
 * checked in its header, so that no small file can take much memory.
 */
import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { ImageType } from "./image-limits.ts";
import type { ImageSize } from "./image-size.ts";

export type DecodedPicture = ImageSize & { readonly mediaType: ImageType; readonly bytes: Uint8Array };

/** The file name, with the extension of this module: the package has both compiled. */
const WORKER = `decode-worker${extname(import.meta.filename)}`;

/** Finds a fault of the pixels, in words that go on from "expected"; `undefined` if they can be seen. */
export async function findPixelFault(picture: DecodedPicture): Promise<string | undefined> {
  if (await canDecode(picture)) return undefined;
  return `a picture that can be seen, got ${picture.mediaType} whose pixels cannot be decoded, or are all transparent`;
}

async function canDecode(picture: DecodedPicture): Promise<boolean> {
  const worker = new Worker(new URL(WORKER, import.meta.url), { workerData: picture });
  worker.unref();
  try {
    const [seen]: unknown[] = await once(worker, "message");
    return seen === true;
  } finally {
    await worker.terminate();
  }
}

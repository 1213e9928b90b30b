/**
 * Paints pictures in a separate thread, one at a time. A picture takes 50 ms. Recent pictures are cached; a few callers
 * wait, and further callers are refused. The thread starts with the first picture, and stops after a minute without
 * pictures.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { createSubjectQueues } from "../../../base/async.ts";
import { isShort } from "../../../base/slot-pool.ts";
import type { SlotPool } from "../../../base/slot-pool.ts";

export type PicturePainter = {
  /**
   * Returns the PNG of an SVG; `undefined` if too many callers wait, in total or of this address. Rejects if the
   * painting fails.
   */
  paint(svg: string, address: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

/** Tells whether images of this type can be parts of a picture. */
export const canPaint = (mediaType: string): boolean => PAINTED_TYPES.has(mediaType);

const PAINTED_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/svg+xml"]);

const MAX_CACHED = 64;
const IDLE_MS = 60_000;
/** File name of the worker, with this module's extension: compiled in the package, TypeScript in the source. */
const WORKER = `picture-worker${extname(import.meta.filename)}`;

type Thread = {
  paint(svg: string): Promise<Buffer>;
  end(): Promise<void>;
};

/** Starts the thread when needed, and again after a fault of the library has terminated the thread. */
function createThread(fontFolder: string): Thread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  function open(): Worker {
    const opened = new Worker(new URL(WORKER, import.meta.url), { workerData: fontFolder });
    // The thread terminated by itself: reject the picture in progress.
    opened.on("error", () => {
      if (worker === opened) worker = undefined;
    });
    opened.unref();
    return opened;
  }
  return {
    paint: async (svg) => {
      clearTimeout(idle);
      worker ??= open();
      const painting = once(worker, "message");
      worker.postMessage(svg);
      const [png]: unknown[] = await painting;
      idle = setTimeout(() => void end(), IDLE_MS).unref();
      if (!(png instanceof Uint8Array)) throw new Error("the thread gave no picture");
      return Buffer.from(png);
    },
    end,
  };
}

/** Creates the painter; `fontFolder` has the fonts of its texts. */
export function createPicturePainter(fontFolder: string, places: SlotPool): PicturePainter {
  const thread = createThread(fontFolder);
  /** Painted pictures, by a hash of the SVG, since an SVG may contain a picture of a megabyte. */
  const cachedPictures = new Map<string, Promise<Buffer>>();
  const { take } = createSubjectQueues();

  /** Paints after all waiting pictures, even if these fail. */
  async function paintQueued(svg: string, key: string): Promise<Buffer> {
    try {
      return await take(["pictures"], () => thread.paint(svg));
    } catch (error) {
      cachedPictures.delete(key);
      throw error;
    }
  }

  return {
    paint: async (svg, address) => {
      const key = createHash("sha256").update(svg).digest("base64url");
      const known = cachedPictures.get(key);
      if (known !== undefined) return known;
      const place = places.take({ address });
      if (isShort(place)) return undefined;
      const picture = paintQueued(svg, key).finally(place.end);
      cachedPictures.set(key, picture);
      const [oldest] = cachedPictures.keys();
      if (cachedPictures.size > MAX_CACHED && oldest !== undefined) cachedPictures.delete(oldest);
      return picture;
    },
    close: thread.end,
  };
}

/**
 * Painting of pictures in a thread beside the exchange's own, one at a time. A picture takes a twentieth of a second.
 * Pictures that were painted lately are kept; a few callers wait, and further ones are turned away. The thread starts
 * with the first picture, and ends when none was wanted for a minute.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";

import { isShort } from "../../shares.ts";
import type { Shares } from "../../shares.ts";

export type PicturePainter = {
  /** Gives the PNG of an SVG; `undefined` when too many wait, of all or of this address. Rejects where it cannot be painted. */
  paint(svg: string, address: string): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

/** True of the kinds of images that may be parts of a picture. */
export const canPaint = (mediaType: string): boolean =>
  mediaType === "image/png" || mediaType === "image/jpeg";

const MAX_KEPT = 64;
const IDLE_MS = 60_000;
/** The file name, with the extension of this module: the package has both compiled. */
const WORKER = `picture-worker${extname(import.meta.filename)}`;

type Thread = {
  paint(svg: string): Promise<Buffer>;
  end(): Promise<void>;
};

/** Starts the thread when it is needed, and once more after a fault of the library, which ends it. */
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
    // Of a thread that ended by itself; a picture that was underway is told as well.
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
      const painted = once(worker, "message");
      worker.postMessage(svg);
      const [png]: unknown[] = await painted;
      idle = setTimeout(() => void end(), IDLE_MS).unref();
      if (!(png instanceof Uint8Array)) throw new Error("the thread gave no picture");
      return Buffer.from(png);
    },
    end,
  };
}

/** Creates the painter; `fontFolder` has the fonts of its texts. */
export function createPicturePainter(fontFolder: string, places: Shares): PicturePainter {
  const thread = createThread(fontFolder);
  /** Painted pictures by the hash of the SVG, which may have a picture of a megabyte in it. */
  const kept = new Map<string, Promise<Buffer>>();
  let last: Promise<unknown> = Promise.resolve();

  /** Paints after all that wait already, whatever becomes of these. */
  async function paintInTurn(svg: string, key: string): Promise<Buffer> {
    const before = last;
    const picture = before.then(
      () => thread.paint(svg),
      () => thread.paint(svg),
    );
    last = picture;
    try {
      return await picture;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  }

  return {
    paint: async (svg, address) => {
      const key = createHash("sha256").update(svg).digest("base64url");
      const known = kept.get(key);
      if (known !== undefined) return known;
      const place = places.take({ address });
      if (isShort(place)) return undefined;
      const picture = paintInTurn(svg, key).finally(place.end);
      kept.set(key, picture);
      const [oldest] = kept.keys();
      if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      return picture;
    },
    close: thread.end,
  };
}

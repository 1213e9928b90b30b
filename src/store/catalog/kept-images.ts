/**
 * Pictures as they are served, those asked for lately kept in memory. A few are read at once, so that a page full of
 * them leaves connections to other reads; the others wait, and when many wait further ones are turned away.
 */
import type { OwnSql } from "../sql/database.ts";
import { findImage } from "./images.ts";
import type { StoredImage } from "./images.ts";

export type FoundImage = StoredImage | "unknown" | "busy";

export type KeptImages = {
  find(hash: string): Promise<FoundImage>;
  /** Forgets a picture that was removed. */
  forget(hash: string): void;
};

const KEPT_BYTES = 32 * 1024 * 1024;
const MOST_AT_ONCE = 2;
const MOST_WAITING = 500;
const HASH = /^[0-9a-f]{64}$/;

export function createKeptImages(sql: OwnSql): KeptImages {
  /** Pictures by hash, the one asked for last at the end. */
  const kept = new Map<string, StoredImage>();
  const underway = new Map<string, Promise<FoundImage>>();
  const waiting: (() => void)[] = [];
  let [reading, keptBytes] = [0, 0];

  function forget(hash: string): void {
    keptBytes -= kept.get(hash)?.bytes.length ?? 0;
    kept.delete(hash);
  }

  function keep(hash: string, image: StoredImage): void {
    forget(hash);
    kept.set(hash, image);
    keptBytes += image.bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES) break;
      forget(oldest);
    }
  }

  async function readInTurn(hash: string): Promise<FoundImage> {
    if (reading >= MOST_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    else reading += 1;
    try {
      const image = await findImage(sql, hash);
      if (image !== undefined) keep(hash, image);
      return image ?? "unknown";
    } finally {
      underway.delete(hash);
      const next = waiting.shift();
      // Its place goes to the next one.
      if (next === undefined) reading -= 1;
      else next();
    }
  }

  return {
    forget,
    find: async (hash) => {
      if (!HASH.test(hash)) return "unknown";
      const known = kept.get(hash);
      if (known !== undefined) {
        keep(hash, known);
        return known;
      }
      const begun = underway.get(hash);
      if (begun !== undefined) return begun;
      if (waiting.length >= MOST_WAITING) return "busy";
      const found = readInTurn(hash);
      underway.set(hash, found);
      return found;
    },
  };
}

/** Pictures that operators added, by the SHA-256 of their bytes. They are not derived from the journal. */
import type { AnySql, OwnSql, Sql } from "../sql/database.ts";

export type ImageFacts = {
  readonly hash: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  /** Size in bytes. */
  readonly size: number;
  /** Time of the exchange, ms. */
  readonly addedAt: number;
};

export type StoredImage = { readonly mediaType: string; readonly bytes: Buffer };

/** An event or a market that shows a picture. */
export type ImageUse = { readonly kind: "event" | "market"; readonly slug: string };

type ListedImage = ImageFacts & { readonly uses: readonly ImageUse[] };

const IMAGE_PATH = "/images/";

/** Returns the path of a picture, as listings refer to it. */
export const imagePath = (hash: string): string => `${IMAGE_PATH}${hash}`;

/** Parses the hash from the path of a picture; `undefined` for other addresses. */
export const parseImageHash = (path: string | undefined): string | undefined =>
  path?.startsWith(IMAGE_PATH) === true ? path.slice(IMAGE_PATH.length) : undefined;

/** Stores a picture; an existing one stays as it is. */
export async function addImage(
  sql: OwnSql,
  { hash, mediaType, width, height, addedAt, bytes }: Omit<ImageFacts, "size"> & StoredImage,
): Promise<void> {
  await sql`
    insert into images (hash, media_type, width, height, bytes, added_at)
    values (${hash}, ${mediaType}, ${width}, ${height}, ${bytes}, ${addedAt}::bigint)
    on conflict (hash) do nothing`;
}

/** Removes a picture; false if there was none. */
export async function removeImage(sql: OwnSql, hash: string): Promise<boolean> {
  const { count } = await sql`delete from images where hash = ${hash}`;
  return count > 0;
}

async function findImage(sql: OwnSql, hash: string): Promise<StoredImage | undefined> {
  const [row] = await sql<StoredImage[]>`
    select media_type as "mediaType", bytes from images where hash = ${hash}`;
  return row;
}

export async function findImageFacts(sql: OwnSql, hash: string): Promise<ImageFacts | undefined> {
  const [row] = await sql<ImageFacts[]>`
    select hash, media_type as "mediaType", width, height, octet_length(bytes) as size, added_at as "addedAt"
    from images where hash = ${hash}`;
  return row;
}

/** Counts the pictures and their total bytes. */
export async function countImages(sql: OwnSql): Promise<{ readonly count: number; readonly bytes: number }> {
  const [row] = await sql<[{ count: number; bytes: number }]>`
    select count(*) as count, coalesce(sum(octet_length(bytes)), 0)::bigint as bytes from images`;
  return row;
}

/** Finds the first of these hashes without a picture. */
export async function findAbsentImage(sql: AnySql, hashes: readonly string[]): Promise<string | undefined> {
  const rows = await sql<{ hash: string }[]>`
    select hash from images where hash = any(${hashes as string[]}::text[])`;
  const present = new Set(rows.map(({ hash }) => hash));
  return hashes.find((hash) => !present.has(hash));
}

/** Lists all pictures, latest first, with the events and markets that show them. */
export async function listImages(sql: Sql): Promise<readonly ListedImage[]> {
  const images = await sql<ImageFacts[]>`
    select hash, media_type as "mediaType", width, height, octet_length(bytes) as size, added_at as "addedAt"
    from images order by added_at desc, hash`;
  const uses = await listUses(sql);
  return images.map((image) => ({ ...image, uses: uses.get(imagePath(image.hash)) ?? [] }));
}

/** Lists the events and markets that show a picture. */
export const listImageUses = async (sql: AnySql, hash: string): Promise<readonly ImageUse[]> =>
  (await listUses(sql)).get(imagePath(hash)) ?? [];

async function listUses(sql: AnySql): Promise<Map<string, ImageUse[]>> {
  const rows = await sql<(ImageUse & { path: string })[]>`
    select distinct path, kind, slug from (
      select unnest(array[content ->> 'image', content ->> 'icon']) as path, 'event' as kind, slug from events
      union all
      select unnest(array[content ->> 'image', content ->> 'icon']), 'market', slug from markets
    ) as shown
    where starts_with(path, ${IMAGE_PATH}) order by kind, slug`;
  const uses = new Map<string, ImageUse[]>();
  for (const { path, kind, slug } of rows) uses.set(path, [...(uses.get(path) ?? []), { kind, slug }]);
  return uses;
}

// Pictures as they are served, with a memory cache of recently requested ones. Only a few are read at once, so that a page
// full of pictures leaves connections for other reads. Other requests wait in a queue; if it is full, they are rejected.

type FoundImage = StoredImage | "unknown" | "busy";

export type ImageCache = {
  find(hash: string): Promise<FoundImage>;
  /** Removes a deleted picture from the cache. */
  forget(hash: string): void;
  /** Empties the cache. */
  forgetAll(): void;
};

const CACHE_BYTES = 32 * 1024 * 1024;
const MAX_AT_ONCE = 2;
const MAX_WAITING = 500;
const HASH = /^[0-9a-f]{64}$/;

/** Creates the cache; `onForget` gets each deleted picture. */
export function createImageCache(sql: OwnSql, onForget: (hash: string) => void = () => {}): ImageCache {
  /** Cached pictures by hash, most recently used last. */
  const cachedImages = new Map<string, StoredImage>();
  const underway = new Map<string, Promise<FoundImage>>();
  const waitingRequests: (() => void)[] = [];
  let [reading, keptBytes] = [0, 0];

  function forget(hash: string): void {
    keptBytes -= cachedImages.get(hash)?.bytes.length ?? 0;
    cachedImages.delete(hash);
  }

  function keep(hash: string, image: StoredImage): void {
    forget(hash);
    cachedImages.set(hash, image);
    keptBytes += image.bytes.length;
    for (const oldest of cachedImages.keys()) {
      if (keptBytes <= CACHE_BYTES) break;
      forget(oldest);
    }
  }

  async function readInTurn(hash: string): Promise<FoundImage> {
    if (reading >= MAX_AT_ONCE) await new Promise<void>((resolve) => waitingRequests.push(resolve));
    else reading += 1;
    try {
      const image = await findImage(sql, hash);
      if (image !== undefined) keep(hash, image);
      return image ?? "unknown";
    } finally {
      underway.delete(hash);
      const next = waitingRequests.shift();
      // The read slot passes to the next request.
      if (next === undefined) reading -= 1;
      else next();
    }
  }

  return {
    forget: (hash) => {
      forget(hash);
      onForget(hash);
    },
    forgetAll: () => {
      for (const hash of cachedImages.keys()) forget(hash);
    },
    find: async (hash) => {
      if (!HASH.test(hash)) return "unknown";
      const known = cachedImages.get(hash);
      if (known !== undefined) {
        keep(hash, known);
        return known;
      }
      const begun = underway.get(hash);
      if (begun !== undefined) return begun;
      if (waitingRequests.length >= MAX_WAITING) return "busy";
      const found = readInTurn(hash);
      underway.set(hash, found);
      return found;
    },
  };
}

/**
 * Logos by the hash of their content. The journal names the one in use, and nothing recomputes them. Pictures of listings
 * are counted, listed and removed. Logos are stored apart from them, so that a logo which an earlier state of the
 * exchange names stays.
 */
import type { OwnSql } from "../sql/database.ts";

export type BrandImage = {
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly type: string;
  readonly content: Buffer;
};

/** Saves an image, which may be there already. */
export async function saveBrandImage(sql: OwnSql, { hash, type, content }: BrandImage): Promise<void> {
  await sql`insert into brand_images (hash, type, content) values (${hash}, ${type}, ${content}) on conflict do nothing`;
}

export async function findBrandImage(sql: OwnSql, hash: string): Promise<BrandImage | undefined> {
  const [row] = await sql<BrandImage[]>`select hash, type, content from brand_images where hash = ${hash}`;
  return row;
}

/** Changes of the pictures that operators store: each change is checked, then rejected with a reason or applied. */
import { createHash } from "node:crypto";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import {
  addImage,
  countImages,
  findAbsentImage,
  findImageFacts,
  parseImageHash,
  imagePath,
  listImageUses,
  removeImage,
} from "../../store/catalog/images.ts";
import type { ImageFacts, ImageUse } from "../../store/catalog/images.ts";
import { withListingLock } from "../../store/catalog/stored-listings.ts";
import { readFirst } from "../../store/sql/unavailable.ts";
import type { OwnSql, TransactionSql } from "../../store/sql/database.ts";
import type { FencedPool } from "../../store/sql/fenced-pool.ts";
import type { SubjectQueues } from "../../base/async.ts";
import { findPixelFault } from "./decode-picture.ts";
import { IMAGE_LIMITS } from "./image-limits.ts";
import { readImage } from "./read-image.ts";
import type { ReadImage } from "./read-image.ts";

/** A checked picture, ready to store. */
export type CheckedImage = ReadImage & { readonly hash: string; readonly bytes: Buffer };

/** Checks a picture. Decodes the pixels last, and only if the picture is not stored already. */
export async function checkImage(
  {
    ownSql,
    requestTurns,
  }: Pick<ImageStores, "ownSql"> & { readonly requestTurns: Pick<SubjectQueues, "take"> },
  bytes: Buffer,
): Promise<CheckedImage | Rejection> {
  const read = readImage(bytes);
  if ("fault" in read) return reject("invalid_payload", `content: expected ${read.fault}`);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const known = await readFirst(() => findImageFacts(ownSql, hash));
  const pixelFault = known === undefined ? await findPixelFault({ ...read, bytes }, requestTurns) : undefined;
  if (pixelFault !== undefined) return reject("invalid_payload", `content: expected ${pixelFault}`);
  return { ...read, hash, bytes };
}

/**
 * Stores a picture, at engine time `now` in ms. If a picture with the same bytes is stored already, returns that
 * picture.
 */
export async function storeImage(
  sql: OwnSql,
  { bytes, ...checked }: CheckedImage,
  now: number,
): Promise<ImageFacts | Rejection> {
  const known = await findImageFacts(sql, checked.hash);
  if (known !== undefined) return known;
  const kept = await countImages(sql);
  if (kept.count >= IMAGE_LIMITS.count || kept.bytes + bytes.length > IMAGE_LIMITS.total)
    return reject(
      "invalid_payload",
      `content: expected at most ${IMAGE_LIMITS.count} pictures of ${IMAGE_LIMITS.total} bytes together, there are ${kept.count} of ${kept.bytes}; remove those that nothing shows`,
    );
  const facts = { ...checked, addedAt: now };
  await addImage(sql, { ...facts, bytes });
  return { ...facts, size: bytes.length };
}

type ImageStores = { readonly ownSql: OwnSql; readonly readSql: FencedPool };

/**
 * Removes a picture; rejects the removal if an event or market shows the picture. A lock keeps new listings out
 * meanwhile.
 */
export async function dropImage(
  { ownSql, readSql }: ImageStores,
  hash: string,
): Promise<ImageFacts | Rejection> {
  const facts = await findImageFacts(ownSql, hash);
  if (facts === undefined) return reject("invalid_payload", `image: ${EXPECTED_HASH}, got "${hash}"`);
  return withListingLock<ImageFacts | Rejection>(readSql, async (transaction) => {
    const [use, ...more] = await listImageUses(transaction, hash);
    if (use !== undefined) return async () => rejectUsedImage(use, more.length);
    return async () => {
      await removeImage(ownSql, hash);
      return facts;
    };
  });
}

const EXPECTED_HASH = "expected the id of a picture that was added";

const rejectUsedImage = ({ kind, slug }: ImageUse, more: number): Rejection =>
  reject(
    "listing_conflict",
    `image: expected one that nothing shows, the ${kind} ${slug} does${more > 0 ? `, and ${more} more` : ""}`,
  );

type PicturePaths = { readonly image: string | undefined; readonly icon: string | undefined };

/** Rejects a path of a stored picture if no such picture is stored. */
export async function findUnknownImage(
  transaction: TransactionSql,
  { image, icon }: PicturePaths,
): Promise<Rejection | undefined> {
  const hashes = [image, icon].flatMap((path) => parseImageHash(path) ?? []);
  const absentHash = hashes.length === 0 ? undefined : await findAbsentImage(transaction, hashes);
  if (absentHash === undefined) return undefined;
  const name = parseImageHash(image) === absentHash ? "image" : "icon";
  return reject("invalid_payload", `${name}: ${EXPECTED_HASH}, got "${imagePath(absentHash)}"`);
}

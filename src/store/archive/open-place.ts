/** Opens the place for backups that settings or a command name. */
import { openDirectory } from "./directory-place.ts";
import type { Place } from "./place.ts";
import type { BackupPlace, S3Access } from "./place-name.ts";

/** Opens a place; the client of a store of objects is loaded for it alone. */
export async function openPlace(place: BackupPlace, access: S3Access): Promise<Place> {
  if (place.kind === "directory") return openDirectory(place.path);
  const { openBucket } = await import("./s3-place.ts");
  return openBucket(place, access);
}

/** Opens the backup location that settings or a command name. */
import { makeDirectory, openDirectory } from "./directory-place.ts";
import type { BackupPlace, Place, S3Access } from "./place.ts";

/** Creates the location if it is a missing directory; buckets are created by the owner of the object store. */
export async function makePlace(place: BackupPlace): Promise<void> {
  if (place.kind === "directory") await makeDirectory(place.path);
}

/** Opens an existing location; the client of an object store is loaded only if it is needed. */
export async function openPlace(place: BackupPlace, access: S3Access): Promise<Place> {
  if (place.kind === "directory") return openDirectory(place.path);
  const { openBucket } = await import("./s3-place.ts");
  return openBucket(place, access);
}

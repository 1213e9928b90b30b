/** Opens the place for backups that settings or a command name. */
import { makeDirectory, openDirectory } from "./directory-place.ts";
import type { Place } from "./place.ts";
import type { BackupPlace, S3Access } from "./place-name.ts";

/** Makes the place where it is a directory that is not there; buckets are made by who owns the store. */
export async function makePlace(place: BackupPlace): Promise<void> {
  if (place.kind === "directory") await makeDirectory(place.path);
}

/** Opens a place that is there; the client of a store of objects is loaded for it alone. */
export async function openPlace(place: BackupPlace, access: S3Access): Promise<Place> {
  if (place.kind === "directory") return openDirectory(place.path);
  const { openBucket } = await import("./s3-place.ts");
  return openBucket(place, access);
}

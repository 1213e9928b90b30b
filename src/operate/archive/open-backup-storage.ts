/** Opens the backup location that settings or a command name. */
import { makeDirectory, openDirectory } from "./directory-storage.ts";
import type { BackupLocation, BackupStorage, S3Access } from "./backup-storage.ts";

/** Creates the location if it is a missing directory; buckets are created by the owner of the object store. */
export async function createBackupStorage(place: BackupLocation): Promise<void> {
  if (place.kind === "directory") await makeDirectory(place.path);
}

/** Opens an existing location; the client of an object store is loaded only if it is needed. */
export async function openBackupStorage(place: BackupLocation, access: S3Access): Promise<BackupStorage> {
  if (place.kind === "directory") return openDirectory(place.path);
  const { openBucket } = await import("./s3-storage.ts");
  return openBucket(place, access);
}

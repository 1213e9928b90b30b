/** The master key of an exchange that is there already, or that a backup is to be restored for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { readOrCreateSecret } from "../store/data-directory.ts";

/** As context.ts reads it, but never made: `undefined` where there is none. */
export function findMasterKey({ masterKey, dataDirectory }: Config): string | undefined {
  if (masterKey !== undefined) return masterKey;
  if (!existsSync(join(dataDirectory, "master-key"))) return undefined;
  return readOrCreateSecret(dataDirectory, "master-key", 32);
}

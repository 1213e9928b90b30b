/** The master key of an exchange that is there already, or that a backup is to be restored for. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { MASTER_KEY, readOrCreateSecret } from "../store/data-directory.ts";

/** As context.ts reads it, but never made: `undefined` where there is none. */
export function findMasterKey({ masterKey, dataDirectory }: Config): string | undefined {
  if (masterKey !== undefined) return masterKey;
  if (!existsSync(join(dataDirectory, MASTER_KEY))) return undefined;
  return readOrCreateSecret(dataDirectory, MASTER_KEY, 32);
}

/** Where it stands, for people. */
export const masterKeyPlace = ({ masterKey, dataDirectory }: Config): string =>
  masterKey === undefined ? join(dataDirectory, MASTER_KEY) : "PRESAGE_MASTER_KEY";

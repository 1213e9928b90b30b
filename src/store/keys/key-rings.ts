/** The keys of an exchange: those of wallets, those of builders, and the ids of further keys. */
import { deriveFurtherKeyId } from "../../signing/credentials.ts";
import type { Sql } from "../sql/database.ts";
import { createKeyRing } from "./api-keys.ts";
import type { KeyRing } from "./api-keys.ts";
import { createBuilderKeyRing } from "./builder-keys.ts";
import type { BuilderKeyRing } from "./builder-keys.ts";
import type { FurtherKeyKind } from "./further-keys.ts";

export type KeyRings = {
  readonly keys: KeyRing;
  readonly builderKeys: BuilderKeyRing;
  /** Derives the id of the read-only or builder key that a request asks for. */
  readonly furtherKeyId: (kind: FurtherKeyKind, request: string) => string;
};

export async function openKeyRings(sql: Sql, master: Uint8Array): Promise<KeyRings> {
  return {
    keys: await createKeyRing(sql, master),
    builderKeys: await createBuilderKeyRing(sql, master),
    furtherKeyId: (kind, request) => deriveFurtherKeyId(master, kind, request),
  };
}

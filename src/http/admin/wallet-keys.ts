/** The keys of wallets, of all kinds, as operators find and revoke them. */
import type { Context } from "../../context.ts";
import type { KeyRecord } from "../../store/keys/api-keys.ts";
import { listFurtherKeys, readFurtherKey, revokeFurtherKeys } from "../../store/keys/further-keys.ts";
import type { FurtherKey } from "../../store/keys/further-keys.ts";
import { isUuid } from "../../store/keys/remembered-keys.ts";

/** Nonce of a key that trades; others have none. */
export type WalletKey = (KeyRecord & { readonly kind: "trading" }) | (FurtherKey & { readonly nonce: null });

/** A wallet's keys: those that trade, then those that read, then those of builders. */
export async function listWalletKeys(context: Context, address: string): Promise<WalletKey[]> {
  const [trading, readonly, builder] = await Promise.all([
    context.keys.list(address),
    listFurtherKeys(context.ownSql, "readonly", address),
    context.builderKeys.list(address),
  ]);
  return [...trading.map(ofTrading), ...[...readonly, ...builder].map(furtherKey)];
}

/** The key, revoked or not. */
export async function findWalletKey(context: Context, apiKey: string): Promise<WalletKey | undefined> {
  const trading = await context.keys.read(apiKey);
  if (trading !== undefined) return ofTrading(trading);
  const further = isUuid(apiKey) ? await readFurtherKey(context.ownSql, apiKey) : undefined;
  return further && furtherKey(further);
}

/** Revokes a key for good as of a time, unless it was revoked before: requests that come after it are refused. */
export async function revokeWalletKey(
  context: Context,
  { kind, apiKey, address }: Pick<WalletKey, "kind" | "apiKey" | "address">,
  at: Date,
): Promise<void> {
  switch (kind) {
    case "trading":
      await context.keys.revoke(apiKey, at);
      return;
    case "readonly":
      await revokeFurtherKeys(context.ownSql, "readonly", { apiKey, address, at });
      return;
    case "builder":
      await context.builderKeys.revoke({ apiKey, address, at });
  }
}

const ofTrading = (key: KeyRecord): WalletKey => ({ ...key, kind: "trading" });
const furtherKey = (key: FurtherKey): WalletKey => ({ ...key, nonce: null });

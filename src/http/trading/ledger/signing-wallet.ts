/**
 * The wallet that a client means when it names a signature type and no address: the one whose orders it signs that way.
 * Types 1 and 2 derive it from the key's address, by each service's factory: the dialect says which, and in the
 * specification's it is the one of both whose account came last. A deposit wallet (type 3) is derived from nothing: of
 * several, it is the one that came last.
 */
import type { Context } from "../../../context.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { deriveWallets } from "../../../signing/contract-wallet.ts";
import type { DerivedWalletType } from "../../../signing/contract-wallet.ts";
import { findLastWallet } from "../../../store/reads/balances.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { openSandboxAccount } from "../../sandbox-account.ts";

export type SignatureType = 0 | DerivedWalletType | 3;

export type WalletTerms = { readonly owner: string; readonly type: SignatureType; readonly dialect: Dialect };

/** Lower case; `undefined` when the owner has no such wallet. In the sandbox one that is derived is opened here. */
export async function findSigningWallet(
  context: Context,
  { owner, type, dialect }: WalletTerms,
): Promise<{ readonly address: string | undefined } | Rejection> {
  if (type === 0) return { address: owner };
  if (type === 3) {
    const derived = ([1, 2] as const).flatMap((other) => derivedWallets(other, owner, "spec"));
    return { address: await findLastWallet(await context.sql(), { owner, except: [owner, ...derived] }) };
  }
  const derived = derivedWallets(type, owner, dialect);
  const known = await findLastWallet(await context.sql(), { owner, only: derived });
  if (known !== undefined) return { address: known };
  const [address = owner] = derived;
  const refused = await openSandboxAccount(context, { address, owner });
  return refused ?? { address };
}

const derivedWallets = (type: DerivedWalletType, owner: string, dialect: Dialect): string[] =>
  deriveWallets(type, owner)
    .filter(({ venue }) => DIFFERENCES.derivedWallets.does[dialect] === "both" || venue === dialect)
    .map(({ wallet }) => wallet);

/**
 * The wallet that a client means when it names a signature type and no address: the one whose orders it signs that way.
 * It is derived from the key's address, by each service's factory: the dialect says which, and in the specification's it
 * is the one of both whose account came last. A deposit wallet (type 3) may be any other contract too: of several, it
 * is the one that came last.
 */
import type { Context } from "../../../context.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { deriveWallets } from "../../../signing/contract-wallet.ts";
import type { DerivedWalletType } from "../../../signing/contract-wallet.ts";
import { deriveDepositWallets } from "../../../signing/deposit-wallet.ts";
import { findLastWallet } from "../../../store/reads/balances.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { openSandboxAccount } from "../../sandbox-account.ts";

export type SignatureType = 0 | DerivedWalletType | 3;

export type WalletTerms = { readonly owner: string; readonly type: SignatureType; readonly dialect: Dialect };

/** Finds the wallet, lower case. In the sandbox one that is derived and has no account yet is opened here. */
export async function findSigningWallet(
  context: Context,
  { owner, type, dialect }: WalletTerms,
): Promise<{ readonly address: string } | Rejection> {
  if (type === 0) return { address: owner };
  const derived = derivedWallets(type, owner, dialect);
  const among = type === 3 ? { except: allBut(derived, owner) } : { only: derived };
  const known = await findLastWallet(await context.sql(), { owner, ...among });
  if (known !== undefined) return { address: known };
  const [address = owner] = derived;
  const refused = await openSandboxAccount(context, { address, owner });
  return refused ?? { address };
}

/** Lists the owner's address and all wallets that are derived from it, except these. */
const allBut = (wallets: readonly string[], owner: string): string[] => [
  owner,
  ...([1, 2, 3] as const)
    .flatMap((type) => derivedWallets(type, owner, "spec"))
    .filter((wallet) => !wallets.includes(wallet)),
];

const derivedWallets = (type: Exclude<SignatureType, 0>, owner: string, dialect: Dialect): string[] =>
  (type === 3 ? deriveDepositWallets(owner) : deriveWallets(type, owner))
    .filter(({ venue }) => DIFFERENCES.derivedWallets.does[dialect] === "both" || venue === dialect)
    .map(({ wallet }) => wallet);

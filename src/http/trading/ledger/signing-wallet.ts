/**
 * The wallet that a client means when it names a signature type and no address: the one whose orders it signs that way.
 * It is derived from the key's address, by each service's factory: the dialect says which, and in the specification's it
 * is the one of both whose account came last. A deposit wallet (type 3) may be any other contract too: of several, it
 * is the one that came last.
 */
import { Type } from "typebox";
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

export const SignatureTypeTerm = Type.Unsafe<SignatureType>(
  Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3,
    description: "How the wallet's orders are signed: 0 by itself, 1 proxy, 2 Safe, 3 deposit wallet",
  }),
);

export type WalletTerms = { readonly owner: string; readonly type: SignatureType; readonly dialect: Dialect };

type SigningWallet = {
  /** Lower case. */
  readonly address: string;
  readonly isOpen: boolean;
};

/** Names the wallet, whether or not it has an account yet. */
export async function nameSigningWallet(
  context: Context,
  { owner, type, dialect }: WalletTerms,
): Promise<SigningWallet> {
  if (type === 0) return { address: owner, isOpen: true };
  const derived = derivedWallets(type, owner, dialect);
  const among = type === 3 ? { except: allBut(derived, owner) } : { only: derived };
  const known = await findLastWallet(await context.sql(), { owner, ...among });
  const [address = owner] = known === undefined ? derived : [known];
  return { address, isOpen: known !== undefined };
}

/** Finds the wallet. In the sandbox one that is derived and has no account yet is opened here. */
export async function findSigningWallet(
  context: Context,
  terms: WalletTerms,
): Promise<{ readonly address: string } | Rejection> {
  const { address, isOpen } = await nameSigningWallet(context, terms);
  const refused = isOpen ? undefined : await openSandboxAccount(context, { address, owner: terms.owner });
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

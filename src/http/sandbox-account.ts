/** First funds: in the sandbox a wallet gets an account with collateral when it is first seen. */
import type { Context } from "../context.ts";
import type { Rejection } from "../core/rejection.ts";
import { micros } from "../core/units.ts";
import { deriveDepositWallets } from "../signing/deposit-wallet.ts";
import type { Dialect } from "./dialects/dialect.ts";

/** Collateral of a wallet that is first seen in the sandbox: 10,000 units. */
export const FIRST_CREDIT = micros(10_000_000_000);

/** Opens the wallet's account with the first credit; does nothing when it has one, or outside the sandbox. */
export async function openSandboxAccount(
  context: Context,
  wallet: { readonly address: string; readonly owner: string },
): Promise<Rejection | undefined> {
  if (context.config.mode !== "sandbox") return undefined;
  const outcome = await context.engine.submit({ type: "open-account", ...wallet, credit: FIRST_CREDIT });
  return outcome.type === "rejected" ? outcome.rejection : undefined;
}

/**
 * Opens the accounts of an owner that is first seen: its own, and that of the deposit wallet that the dialect's service
 * makes for it. Ones that have stood for another signer before stay the other's.
 */
export async function openFirstAccounts(
  context: Context,
  { owner, dialect }: { readonly owner: string; readonly dialect: Dialect },
): Promise<Rejection | undefined> {
  const known = context.engine.exchange.accountByAddress.has(owner);
  const deposit = known ? undefined : deriveDepositWallets(owner).find(({ venue }) => venue === dialect);
  for (const address of deposit === undefined ? [owner] : [owner, deposit.wallet]) {
    const refused = await openSandboxAccount(context, { address, owner });
    if (refused !== undefined && refused.code !== "wallet_taken") return refused;
  }
  return undefined;
}

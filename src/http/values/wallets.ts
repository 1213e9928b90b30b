/** Wallets in requests and answers: their format, and their names for people. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { ZERO_ADDRESS } from "../../core/ledger/accounts.ts";
import { reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { micros } from "../../core/units.ts";
import { HOUSE_MAKER_NAME } from "../../engine/operators/house-maker-registry.ts";
import type { Names as AllNames } from "../../engine/operators/names.ts";
import { checksumAddress, parseAddress } from "../../signing/address.ts";
import { deriveDepositWallets } from "../../signing/orders/contract-wallet.ts";
import type { Dialect } from "../dialects/dialect.ts";

// Wallet addresses in requests: in any letter case; mixed case must be a valid checksum.

/** Name of the JSON Schema format. */
export const WALLET_FORMAT = "wallet";

/** The format's check, for the validator. */
export const WALLET_FORMATS = {
  [WALLET_FORMAT]: (text: string): boolean => parseAddress(text) !== undefined,
};

/** Rejects a value that is no wallet; `name` is the field's name. */
export function rejectWallet(name: string, got: string): Rejection {
  const lower = parseAddress(got.toLowerCase());
  const expected =
    lower === undefined
      ? "expected a wallet address, 0x and 40 hex digits"
      : `the checksum of the letters' case is wrong: expected ${checksumAddress(lower)}, or lower case`;
  return reject("invalid_payload", `${name}: ${expected}, got "${got}"`);
}

/**
 * Reads the wallet of a request in lower case; `name` is the field's name. The zero address is no wallet: it means "nobody"
 * in orders and on a chain.
 */
export function readWallet(given: string, name = "address"): string | Rejection {
  const address = parseAddress(given);
  if (address === undefined) return rejectWallet(name, given);
  if (address !== ZERO_ADDRESS) return address;
  return reject(
    "invalid_payload",
    `${name}: expected a wallet that somebody signs for, got the zero address ${address}`,
  );
}

// Names of wallets in answers: chosen names, and the generated name of every wallet.

export const WalletName = Type.String({
  description: `Name that the wallet's owner chose; "" without one. Accounts of the exchange's own market makers have ${HOUSE_MAKER_NAME}`,
});

export const Pseudonym = Type.String({
  description: `Generated name, which follows from the address; ${HOUSE_MAKER_NAME} of the exchange's own market makers`,
});

export const HasName = Type.Boolean({ description: "Whether the wallet's owner chose a name" });

/** Source of the names. */
export type Names = Pick<AllNames, "nameOf" | "pseudonymOf">;

// First funds: in the sandbox a wallet that is seen for the first time gets an account with collateral.

/** Collateral of a wallet that is seen for the first time in the sandbox: 10,000 units. */
export const FIRST_CREDIT = micros(10_000_000_000);

/** Opens the wallet's account with the first credit; does nothing if the wallet has an account, or outside the sandbox. */
export async function openSandboxAccount(
  context: Context,
  wallet: { readonly address: string; readonly owner: string },
): Promise<Rejection | undefined> {
  if (context.config.mode !== "sandbox") return undefined;
  const outcome = await context.engine.submit({ type: "open-account", ...wallet, credit: FIRST_CREDIT });
  return outcome.type === "rejected" ? outcome.rejection : undefined;
}

/**
 * Opens the accounts of an owner seen for the first time: of the owner's address, and of the deposit wallet from the
 * dialect's factory. Wallets registered to another signer stay with that signer.
 */
export async function openFirstAccounts(
  context: Context,
  { owner, dialect }: { readonly owner: string; readonly dialect: Dialect },
): Promise<Rejection | undefined> {
  const known = context.engine.exchange.accountByAddress.has(owner);
  const deposit = known ? undefined : deriveDepositWallets(owner).find(({ venue }) => venue === dialect);
  for (const address of deposit === undefined ? [owner] : [owner, deposit.wallet]) {
    const rejection = await openSandboxAccount(context, { address, owner });
    if (rejection !== undefined && rejection.code !== "wallet_taken") return rejection;
  }
  return undefined;
}

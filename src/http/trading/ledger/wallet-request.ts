/** Shared parts of the operations on a wallet's collateral and shares: the wallet, the market and the answer. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import type { Command, PlaceOrder } from "../../../core/events/command.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import { NO_MICROS, collateralText } from "../../../core/units.ts";
import { normalizeCondition, parseCondition } from "../../../core/markets/market-version.ts";
import type { CommittedEvents } from "../../../engine/repeats/entry.ts";
import { deriveDepositWallets, deriveWallets } from "../../../signing/orders/contract-wallet.ts";
import type { DerivedWalletType } from "../../../signing/orders/contract-wallet.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { findLastWallet } from "../../../store/reads/accounts/balances.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { CONDITION_FORM, CONDITION_PATTERN, otherId } from "../../operation/id-patterns.ts";
import { openSandboxAccount, readWallet } from "../../values/wallets.ts";
import { describeMistake } from "../../operation/validation-fault.ts";

// The wallet of a request that names a signature type and no address: the wallet whose orders the client signs with that
// type. The wallet is derived from the key's address by Polymarket's or Kuest's factory, as the dialect says. In the
// specification's dialect both factories count, and the wallet with the newest account is taken. A deposit wallet (type 3)
// may also be any other contract; the newest is taken.

type SignatureType = 0 | DerivedWalletType | 3;

export const SignatureTypeParam = Type.Unsafe<SignatureType>(
  Type.Integer({
    default: 0,
    minimum: 0,
    maximum: 3,
    description: "How the wallet's orders are signed: 0 by itself, 1 proxy, 2 Safe, 3 deposit wallet",
  }),
);

type WalletParams = { readonly owner: string; readonly type: SignatureType; readonly dialect: Dialect };

type SigningWallet = {
  /** Lower case. */
  readonly address: string;
  readonly isOpen: boolean;
};

/** Returns the wallet, whether or not it has an account yet. */
export async function nameSigningWallet(
  context: Context,
  { owner, type, dialect }: WalletParams,
): Promise<SigningWallet> {
  if (type === 0) return { address: owner, isOpen: true };
  const derived = listDerivedWallets(type, owner, dialect);
  const among = type === 3 ? { except: listOtherWallets(derived, owner) } : { only: derived };
  const known = await findLastWallet(await context.sql(), { owner, ...among });
  const [address = owner] = known === undefined ? derived : [known];
  return { address, isOpen: known !== undefined };
}

/** Finds the wallet. In the sandbox, opens the account of a derived wallet that has none. */
export async function findSigningWallet(
  context: Context,
  terms: WalletParams,
): Promise<{ readonly address: string } | Rejection> {
  const { address, isOpen } = await nameSigningWallet(context, terms);
  const rejection = isOpen ? undefined : await openSandboxAccount(context, { address, owner: terms.owner });
  return rejection ?? { address };
}

/** Lists the owner's address and all wallets derived from it, except `wallets`. */
const listOtherWallets = (wallets: readonly string[], owner: string): string[] => [
  owner,
  ...([1, 2, 3] as const)
    .flatMap((type) => listDerivedWallets(type, owner, "spec"))
    .filter((wallet) => !wallets.includes(wallet)),
];

const listDerivedWallets = (type: Exclude<SignatureType, 0>, owner: string, dialect: Dialect): string[] =>
  (type === 3 ? deriveDepositWallets(owner) : deriveWallets(type, owner))
    .filter(({ venue }) => DIFFERENCES.derivedWallets.does[dialect] === "both" || venue === dialect)
    .map(({ wallet }) => wallet);

const Id = Type.String({ maxLength: 100 });

/** Fields for the market, in both spellings. */
export const MarketFields = {
  conditionId: Type.Optional(Id),
  condition_id: Type.Optional(Id),
};

export const WalletFields = {
  address: Type.Optional(
    Type.String({ maxLength: 100, description: "A wallet of the caller; the key's address when absent" }),
  ),
};

/** Position of the change in the journal. */
export const ReceiptFields = {
  transaction_hash: Type.String({ description: "Journal hash of the batch that settled it" }),
  sequence: Type.Integer({ description: "The journal's number of that batch" }),
};

export const describeReceipt = ({ hash, seq }: { readonly hash: Buffer; readonly seq: number }) => ({
  transaction_hash: `0x${hash.toString("hex")}`,
  sequence: seq,
});

/** Formats the collateral of a wallet, including the amount that its open orders reserve. */
export const formatCollateral = ({ accountByAddress }: Exchange, address: string): string =>
  collateralText(accountByAddress.get(address)?.collateral ?? NO_MICROS);

/** A wallet and its owner, both lower case. */
export type OwnWallet = { readonly address: string; readonly owner: string };

/** Reads the wallet of a request. The exchange checks that the caller owns it. */
export function readOwnWallet(
  given: { readonly address?: string },
  caller: ActiveKey | undefined,
): OwnWallet | Rejection {
  if (caller === undefined) return reject("unauthorized", "an API key is required");
  const owner = caller.address;
  if (given.address === undefined) return { address: owner, owner };
  const address = readWallet(given.address);
  return isRejection(address) ? address : { address, owner };
}

/** The wallets of a read: one of the caller's, or all of them. */
type OwnWallets = { readonly owner: string; readonly address: string | undefined };

export function readOwnWallets(
  { engine }: Context,
  given: { readonly address?: string },
  caller: ActiveKey | undefined,
): OwnWallets | Rejection {
  const wallet = readOwnWallet(given, caller);
  if (isRejection(wallet)) return wallet;
  const { owner } = wallet;
  if (given.address === undefined) return { owner, address: undefined };
  const account = engine.exchange.accountByAddress.get(wallet.address);
  if (account === undefined) return reject("unknown_account", `no account has address ${wallet.address}`);
  if (account.owner === owner) return wallet;
  return reject("wallet_taken", `wallet ${wallet.address} belongs to another signer`);
}

/** Reads the condition id in its stored form. */
export function readCondition(given: {
  readonly conditionId?: string;
  readonly condition_id?: string;
}): string | Rejection {
  const { conditionId, condition_id: other } = given;
  if (
    conditionId !== undefined &&
    other !== undefined &&
    normalizeCondition(conditionId) !== normalizeCondition(other)
  )
    return reject(
      "invalid_payload",
      `expected conditionId or condition_id, got two that differ: "${conditionId}" and "${other}"`,
    );
  const id = conditionId ?? other;
  if (id === undefined) return reject("invalid_payload", "conditionId: expected a condition id, got none");
  return parseCondition(id) ?? badCondition("conditionId", id);
}

export function badCondition(name: string, got: string): Rejection {
  const mistake = {
    expected: CONDITION_FORM,
    got,
    instead: otherId(CONDITION_PATTERN, got),
  };
  return reject("invalid_payload", describeMistake(name, mistake));
}

/** Submits a command that places no order. Only an order can be a duplicate, so any other duplicate throws. */
export async function submit(
  context: Context,
  command: Exclude<Command, PlaceOrder>,
): Promise<CommittedEvents | Rejection> {
  const outcome = await context.engine.submit(command);
  switch (outcome.type) {
    case "committed":
      return outcome.committed;
    case "rejected":
      return outcome.rejection;
    case "duplicate":
      throw new Error(`${command.type} was taken for an order`);
  }
}

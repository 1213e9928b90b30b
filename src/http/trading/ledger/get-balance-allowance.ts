/**
 * GET /balance-allowance: the balance of the caller's wallet in collateral or a token, and its allowances, in base
 * units. There is no chain here that could limit allowances. GET /balance-allowance/update, with which clients have the
 * services read the chain again, answers the same.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { baseUnits, NO_LOTS } from "../../../core/units.ts";
import { findBalance, findShares } from "../../../store/reads/balances.ts";
import type { Endpoint } from "../../endpoint.ts";
import { TRADING_LIMITS } from "../../guard/rate-limits.ts";
import type { RateLimit } from "../../guard/rate-limits.ts";
import { BALANCES } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { readToken } from "../token-id.ts";
import { findSigningWallet, SignatureTypeTerm } from "./signing-wallet.ts";

const UNLIMITED = String(2n ** 256n - 1n);

const BaseUnits = Type.String({ description: "Base units: 0.000001 of the collateral, or of a share" });

const Query = Type.Object({
  asset_type: Type.Enum(["COLLATERAL", "CONDITIONAL"], { description: "Collateral, or shares of a token" }),
  token_id: Type.Optional(Type.String({ description: "The token, with CONDITIONAL" })),
  signature_type: SignatureTypeTerm,
});

type BalanceRead = { readonly path: string; readonly summary: string; readonly limit: RateLimit };

const balanceRead = ({ path, summary, limit }: BalanceRead): Endpoint =>
  keyOperation({
    method: "GET",
    path,
    summary,
    group: BALANCES,
    limits: [limit],
    // The sandbox may open the wallet's account.
    refuses: ["unknown_token", "not_accepting", "wallet_taken", "amount_too_large"],
    query: Query,
    answer: Type.Object({
      balance: BaseUnits,
      allowance: BaseUnits,
      allowances: Type.Record(Type.String(), BaseUnits, { description: "By exchange contract" }),
    }),
    handle: async ({ context, dialect, query, caller }) => {
      const { signature_type: type } = query;
      const wallet = await findSigningWallet(context, { owner: caller.address, type, dialect });
      if (isRejection(wallet)) return { rejection: wallet };
      const balance = await readBalance(context, query, wallet.address);
      if (isRejection(balance)) return { rejection: balance };
      const contracts = new Set(context.config.domains.map(({ verifyingContract }) => verifyingContract));
      const allowances = Object.fromEntries([...contracts].map((contract) => [contract, UNLIMITED]));
      return { body: { balance: String(balance), allowance: UNLIMITED, allowances } };
    },
  });

/** Reads the balance in base units; zero without an account. */
async function readBalance(
  context: Context,
  { asset_type: asset, token_id: tokenId }: Static<typeof Query>,
  wallet: string,
): Promise<number | Rejection> {
  if (asset === "COLLATERAL") return (await findBalance(await context.sql(), wallet))?.collateral ?? 0;
  if (tokenId === undefined)
    return reject("invalid_payload", "token_id: expected a token id with asset_type CONDITIONAL, got none");
  const token = readToken(context, tokenId);
  if (isRejection(token)) return token;
  const held = { market: token.market.no, outcome: token.outcome };
  return baseUnits((await findShares(await context.sql(), wallet, held)) ?? NO_LOTS);
}

export const getBalanceAllowance: readonly Endpoint[] = [
  balanceRead({
    path: "/balance-allowance",
    summary: "Get what the caller has of the collateral or a token",
    limit: TRADING_LIMITS.balance,
  }),
  balanceRead({
    path: "/balance-allowance/update",
    summary: "Get it, as anew",
    limit: TRADING_LIMITS.balanceUpdate,
  }),
];

/** Balances and allowances of a wallet. */
import { Type } from "typebox";
import type { Static } from "typebox";
import type { Context } from "../../../context.ts";
import { kindOfMarket, versionOf } from "../../../core/markets/market-version.ts";
import type { MarketKind } from "../../../core/markets/market-version.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { getLots } from "../../../core/ledger/sets.ts";
import { OUTCOMES } from "../../../core/state.ts";
import type { Exchange } from "../../../core/state.ts";
import {
  NO_LOTS,
  baseUnits,
  collateralText,
  sharesText,
  subtractLots,
  subtractMicros,
} from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import {
  findBalance,
  findShares,
  listBalances as readBalances,
} from "../../../store/reads/accounts/balances.ts";
import type { BalanceRow } from "../../../store/reads/accounts/balances.ts";
import { endpoint } from "../../operation/endpoint.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT, TRADING_LIMITS } from "../../guard/rate-limits.ts";
import type { RateLimit } from "../../guard/rate-limits.ts";
import { BALANCES } from "../groups.ts";
import { keyOperation } from "../account/keys.ts";
import { answerPage, pageSchema, walkPage, CursorField } from "../pages.ts";
import type { RowCursor } from "../pages.ts";
import { readToken } from "../../values/token-id.ts";
import {
  SignatureTypeParam,
  WalletFields,
  formatCollateral,
  findSigningWallet,
  readOwnWallets,
} from "./wallet-request.ts";

// Holdings of a wallet in the markets whose shares the request changed: the answer of share operations.

export const HoldingsFields = {
  address: Type.String(),
  balance: Type.String({ description: "The wallet's collateral, with what its open orders hold" }),
  positions: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      asset_id: Type.String({ description: "Token id: a decimal number that names the outcome" }),
      outcome: Type.String(),
      size: Type.String({ description: "Shares, with those that open orders hold" }),
    }),
  ),
};

/** Holdings without outcome names, since a later listing may change these. */
type Holdings = {
  readonly address: string;
  readonly balance: string;
  readonly positions: readonly Position[];
};
type Position = { readonly condition_id: string; readonly asset_id: string; readonly size: string };

type HoldingsQuery = { readonly address: string; readonly conditionIds: readonly string[] };

/** Returns the collateral of a wallet, and its shares of both outcomes of each market. */
export function readHoldings(exchange: Exchange, { address, conditionIds }: HoldingsQuery): Holdings {
  const account = exchange.accountByAddress.get(address);
  const positions = conditionIds.flatMap((conditionId): Position[] => {
    const market = exchange.marketByCondition.get(conditionId);
    if (market === undefined || account === undefined) return [];
    return OUTCOMES.map((outcome) => ({
      condition_id: conditionId,
      asset_id: market.tokenIds[outcome],
      size: sharesText(getLots(account, market, outcome)),
    }));
  });
  return { address: checksumAddress(address), balance: formatCollateral(exchange, address), positions };
}

/** Adds the current names of the outcomes. */
export const addOutcomeNames = ({ tokens }: Exchange, { positions, ...holdings }: Holdings) => ({
  ...holdings,
  positions: positions.map(({ condition_id, asset_id, size }) => {
    const token = tokens.get(asset_id);
    return { condition_id, asset_id, outcome: token?.market.outcomes[token.outcome] ?? "", size };
  }),
});

/** Rows per page; wallets and positions both count. */
const BALANCE_PAGE = 500;

const AmountFields = {
  balance: Type.String(),
  held: Type.String({ description: "Held by open orders, in USDC; of a token, in shares" }),
  available: Type.String({ description: "The balance less what is held, in USDC; of a token, in shares" }),
};

export const WalletBalance = Type.Object({
  address: Type.String(),
  collateral: Type.Object(AmountFields),
  positions: Type.Array(
    Type.Object({
      condition_id: Type.String(),
      asset_id: Type.String({ description: "Token id: a decimal number that names the outcome" }),
      outcome: Type.String(),
      outcome_index: Type.Integer(),
      ...AmountFields,
    }),
  ),
});
type WalletBalance = Type.Static<typeof WalletBalance>;

/**
 * GET /balances: collateral and tokens of the caller's wallets. Rows of a page are wallets and positions; a wallet that
 * spans pages is repeated in each.
 */
export const listBalances = endpoint({
  method: "GET",
  path: "/balances",
  summary: "List what the caller's wallets have",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["wallet_taken", "unknown_account"],
  access: "key",
  query: Type.Object({
    ...WalletFields,
    ...CursorField,
  }),
  strict: true,
  answer: pageSchema(WalletBalance),
  rows: BALANCE_PAGE,
  handle: async ({ context, query, caller }) => {
    const wallets = readOwnWallets(context, query, caller);
    if (isRejection(wallets)) return { rejection: wallets };
    const page = await walkPage({
      cursor: query.next_cursor,
      limit: BALANCE_PAGE,
      start: () => [0, 0, 0],
      read: async ([account = 0, market = 0, outcome = 0], limit) =>
        readBalances(await context.adHocSql(), { ...wallets, after: [account, market, outcome], limit }),
      after: getCursorAfter,
    });
    if (isRejection(page)) return { rejection: page };
    return answerPage(page, groupByWallet(page.rows), BALANCE_PAGE);
  },
});

function getCursorAfter(place: RowCursor, rows: readonly BalanceRow[]): RowCursor {
  const last = rows.at(-1);
  return last === undefined ? place : [last.account, last.market, last.outcome];
}

function groupByWallet(rows: readonly BalanceRow[]): WalletBalance[] {
  const wallets = new Map<string, WalletBalance>();
  for (const row of rows) {
    const wallet = wallets.get(row.address) ?? { ...describeBalance(row), positions: [] };
    wallets.set(row.address, wallet);
    wallet.positions.push(...describePositions(row));
  }
  return [...wallets.values()];
}

const describeBalance = ({ address, collateral, collateralHeld }: BalanceRow) => ({
  address: checksumAddress(address),
  collateral: {
    balance: collateralText(collateral),
    held: collateralText(collateralHeld),
    available: collateralText(subtractMicros(collateral, collateralHeld)),
  },
});

/** Lists the row's position; empty for a row without one. */
function describePositions(row: BalanceRow): WalletBalance["positions"] {
  const { lots, held, conditionId, tokenId, outcome, outcomeLabel } = row;
  if (lots === null || conditionId === null || tokenId === null) return [];
  const inOrders = held ?? NO_LOTS;
  return [
    {
      condition_id: conditionId,
      asset_id: tokenId,
      outcome: outcomeLabel ?? "",
      outcome_index: outcome,
      balance: sharesText(lots),
      held: sharesText(inOrders),
      available: sharesText(subtractLots(lots, inOrders)),
    },
  ];
}

// GET /balance-allowance: the balance of the caller's wallet in collateral or in a token, and its allowances, in base
// units. Without a chain allowances are unlimited. GET /balance-allowance/update answers the same; at Polymarket and Kuest
// this request rereads the chain.

const UNLIMITED = String(2n ** 256n - 1n);

const BaseUnits = Type.String({ description: "Base units: 0.000001 of the collateral, or of a share" });

const Query = Type.Object({
  asset_type: Type.Enum(["COLLATERAL", "CONDITIONAL", "CONDITIONAL-V2"], {
    description:
      "Collateral, or shares of a token: CONDITIONAL of a v1 market, CONDITIONAL-V2 of a v2 market",
  }),
  token_id: Type.Optional(Type.String({ description: "The token, unless asset_type is COLLATERAL" })),
  signature_type: SignatureTypeParam,
});

type BalanceRead = { readonly path: string; readonly summary: string; readonly limit: RateLimit };

const balanceRead = ({ path, summary, limit }: BalanceRead): Endpoint =>
  keyOperation({
    method: "GET",
    path,
    summary,
    group: BALANCES,
    limits: [limit],
    // The sandbox may open the wallet's account, hence the last two codes.
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
      const spenders = context.config.domains.filter(
        ({ kind }) => query.asset_type === "COLLATERAL" || assetTypeOf(kind) === query.asset_type,
      );
      const allowances = Object.fromEntries(
        spenders.map(({ verifyingContract }) => [verifyingContract, UNLIMITED]),
      );
      return { body: { balance: String(balance), allowance: UNLIMITED, allowances } };
    },
  });

const assetTypeOf = (kind: MarketKind) => (kind === "protocol-v2" ? "CONDITIONAL-V2" : "CONDITIONAL");

/** Reads the balance in base units; zero without an account. */
async function readBalance(
  context: Context,
  { asset_type: asset, token_id: tokenId }: Static<typeof Query>,
  wallet: string,
): Promise<number | Rejection> {
  if (asset === "COLLATERAL") return (await findBalance(await context.sql(), wallet))?.collateral ?? 0;
  if (tokenId === undefined)
    return reject("invalid_payload", `token_id: expected a token id with asset_type ${asset}, got none`);
  const token = readToken(context, tokenId);
  if (isRejection(token)) return token;
  const fitting = assetTypeOf(kindOfMarket(token.market));
  if (asset !== fitting)
    return reject(
      "invalid_payload",
      `asset_type: expected ${fitting} for a token of a ${versionOf(token.market)} market, got ${asset}`,
    );
  const position = { market: token.market.no, outcome: token.outcome };
  return baseUnits((await findShares(await context.sql(), wallet, position)) ?? NO_LOTS);
}

export const getBalanceAllowance: readonly Endpoint[] = [
  balanceRead({
    path: "/balance-allowance",
    summary: "Get what the caller has of the collateral or a token",
    limit: TRADING_LIMITS.balance,
  }),
  balanceRead({
    path: "/balance-allowance/update",
    summary: "Get the balance and the allowance again",
    limit: TRADING_LIMITS.balanceUpdate,
  }),
];

/** The filters that the trade listings share, under all the names that clients use for them. */
import { Type } from "typebox";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import type { Exchange } from "../../../core/state.ts";
import { parseCount } from "../../../core/units.ts";
import { parseAddress } from "../../../signing/address.ts";
import { tradeNumber } from "../../../store/reads/trade-id.ts";
import type { TradeFilter } from "../../../store/reads/matching-fills.ts";
import { otherId, TOKEN_PATTERN } from "../../id-patterns.ts";
import { MAX_SECONDS, nearestSeconds } from "../../meant-amount.ts";
import { describeMistake } from "../../validation-fault.ts";
import { badWallet } from "../../wallet-format.ts";
import { badCondition, parseCondition } from "../ledger/wallet-request.ts";

const optional = (description: string) => Type.Optional(Type.String({ description }));

export const TradeQuery = {
  id: optional("Trade id; that of any of its fills finds a trade of several"),
  maker_address: optional("Wallet on either side of the trade"),
  market: optional("Condition id"),
  asset_id: optional("Token id of either side"),
  before: optional("Unix seconds; trades strictly before"),
  after: optional("Unix seconds; trades strictly after"),
  next_cursor: optional("From the page before; absent for the first"),
};

type Query = {
  readonly [name in keyof typeof TradeQuery | "taker" | "maker"]?: string | undefined;
};

/** A number that no trade has: an id in another form than ours, or an unknown token, finds nothing. */
const NO_TRADE = 0;

export function readTradeFilter(query: Query, { tokens }: Pick<Exchange, "tokens">): TradeFilter | Rejection {
  const wallets: Record<string, string | undefined> = {};
  for (const name of ["taker", "maker", "maker_address"] as const) {
    const given = query[name];
    wallets[name] = given === undefined ? undefined : parseAddress(given);
    if (given !== undefined && wallets[name] === undefined) return badWallet(name, given);
  }
  const conditionId = query.market === undefined ? undefined : parseCondition(query.market);
  if (query.market !== undefined && conditionId === undefined) return badCondition("market", query.market);
  const tokenId = query.asset_id;
  if (tokenId !== undefined && !TOKEN.test(tokenId)) return badToken("asset_id", tokenId);
  const token = tokenId === undefined ? undefined : tokens.get(tokenId);
  const before = readSeconds("before", query.before);
  if (isRejection(before)) return before;
  const after = readSeconds("after", query.after);
  if (isRejection(after)) return after;
  const no = query.id === undefined ? undefined : (tradeNumber(query.id) ?? NO_TRADE);
  return {
    no: tokenId !== undefined && token === undefined ? NO_TRADE : no,
    taker: wallets["taker"],
    maker: wallets["maker"],
    party: wallets["maker_address"],
    conditionId,
    token: token && { market: token.market.no, outcome: token.outcome },
    before,
    after,
  };
}

function readSeconds(name: string, got: string | undefined): number | Rejection | undefined {
  if (got === undefined) return undefined;
  const given = parseCount(got);
  if (given !== undefined && given <= MAX_SECONDS) return given;
  const mistake = { expected: "unix seconds", got, nearest: nearestSeconds(got) };
  return reject("invalid_payload", describeMistake(name, mistake));
}

const TOKEN = new RegExp(TOKEN_PATTERN);

function badToken(name: string, got: string): Rejection {
  const mistake = { expected: "a token id, decimal digits", got, instead: otherId(TOKEN_PATTERN, got) };
  return reject("invalid_payload", describeMistake(name, mistake));
}

/** GET /v2/value: the worth of a wallet's positions together. */
import { isRefused } from "../../refusal-form.ts";
import { Type } from "typebox";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { readPortfolioValue } from "../portfolio-value.ts";
import { Envelope } from "./envelope.ts";
import { MARKETS, readMarkets, Wallet } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getV2Value = v2Operation({
  path: "/v2/value",
  summary: "Get what the positions of a wallet are worth, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User, ...MARKETS }),
  answer: Envelope(
    Type.Object({
      proxy_wallet: Wallet,
      value: Type.Number({ description: "Sum of size x current price; collateral is not in it" }),
    }),
  ),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const markets = readMarkets(query);
    if (isRefused(markets)) return markets;
    const wallet = lowerCase(query.user);
    const value = await readPortfolioValue(context, { wallet, conditionIds: markets.conditionIds });
    return { body: { data: { proxy_wallet: wallet, value } } };
  },
});

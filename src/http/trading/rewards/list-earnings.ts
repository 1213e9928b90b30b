/**
 * GET /rewards/user, /rewards/user/total and /rewards/user/percentages: liquidity rewards of the caller on a day, by
 * market and in all, and its share of them now. Nothing is paid out here, so all three are empty.
 */
import { Type } from "typebox";
import type { Endpoint } from "../../endpoint.ts";
import { REWARDS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { ACCOUNT_PAGE, listingPage, PageOf } from "../listing-page.ts";
import { SignatureTypeTerm } from "../ledger/signing-wallet.ts";
import { MarketPageQuery } from "../markets/market-page.ts";
import { EarningsQuery } from "./earnings-query.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const TotalEarning = Type.Object({
  date: Type.String(),
  asset_address: Type.String(),
  maker_address: Type.String(),
  earnings: Type.Number(),
  asset_rate: Type.Number(),
});
const Earning = Type.Object({ condition_id: Type.String(), ...TotalEarning.properties });

export const listEarnings: readonly Endpoint[] = [
  keyOperation({
    method: "GET",
    path: "/rewards/user",
    fromMemory: true,
    summary: "List the caller's earnings of a day by market",
    group: REWARDS,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    query: Type.Object({ ...EarningsQuery, ...MarketPageQuery.properties }),
    answer: PageOf(Earning),
    handle: ({ query }) => listingPage(query.next_cursor, ACCOUNT_PAGE, async () => []),
  }),
  keyOperation({
    method: "GET",
    path: "/rewards/user/total",
    fromMemory: true,
    summary: "List the caller's earnings of a day by token",
    group: REWARDS,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    query: Type.Object(EarningsQuery),
    answer: Type.Array(TotalEarning),
    handle: () => ({ body: [] }),
  }),
  keyOperation({
    method: "GET",
    path: "/rewards/user/percentages",
    fromMemory: true,
    summary: "Get the caller's share of the rewards of each market",
    group: REWARDS,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: [],
    query: Type.Object({ signature_type: SignatureTypeTerm }),
    answer: Type.Record(Type.String(), Type.Number(), { description: "Percent by condition id" }),
    handle: () => ({ body: {} }),
  }),
];

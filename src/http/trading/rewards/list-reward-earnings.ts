/** GET /rewards/user/markets: open markets with liquidity rewards, and what the caller earned of each: nothing. */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import type { Rejection } from "../../../core/rejection.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { listRewardedMarketRecords } from "../../../store/catalog/market-records.ts";
import { pageLimit } from "../../page-limit.ts";
import { describeMistake } from "../../validation-fault.ts";
import { REWARDS } from "../groups.ts";
import { keyOperation } from "../keys/key-operation.ts";
import { nameSigningWallet } from "../ledger/signing-wallet.ts";
import { MARKET_PAGE, PageOf } from "../listing-page.ts";
import { marketPage, MarketPageQuery } from "../markets/market-page.ts";
import { EarningsQuery } from "./earnings-query.ts";
import { MarketReward, rewardRecord } from "./reward-record.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const RewardEarning = Type.Object({
  ...MarketReward.properties,
  maker_address: Type.String(),
  earning_percentage: Type.Number(),
  earnings: Type.Array(
    Type.Object({ asset_address: Type.String(), earnings: Type.Number(), asset_rate: Type.Number() }),
  ),
});

const Query = Type.Object({
  ...EarningsQuery,
  ...MarketPageQuery.properties,
  page_size: pageLimit({ default: MARKET_PAGE, maximum: MARKET_PAGE }),
  no_competition: Type.Boolean({
    default: false,
    description: "true is refused: competition is not measured",
  }),
  order_by: Type.Optional(Type.String({ description: "Any is refused: markets are in order of their ids" })),
  position: Type.Optional(Type.String({ description: "Any is refused: positions earn nothing" })),
});
type Query = Type.Static<typeof Query>;

export const listRewardEarnings = keyOperation({
  method: "GET",
  path: "/rewards/user/markets",
  summary: "List open markets with liquidity rewards and the caller's earnings",
  group: REWARDS,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Query,
  answer: PageOf(RewardEarning),
  handle: async ({ context, dialect, query, caller }) => {
    const refused = unsupported(query);
    if (refused !== undefined) return { rejection: refused };
    const wallet = { owner: caller.address, type: query.signature_type, dialect };
    const { address } = await nameSigningWallet(context, wallet);
    const nothing = { maker_address: checksumAddress(address), earning_percentage: 0, earnings: [] };
    return marketPage(context, {
      cursor: query.next_cursor,
      limit: query.page_size,
      list: async (slice) => listRewardedMarketRecords(await context.sql(), slice),
      show: (listed) => ({ ...rewardRecord(listed), ...nothing }),
    });
  },
});

/** Refuses a choice among markets that nothing here tells apart. */
function unsupported(query: Query): Rejection | undefined {
  if (query.no_competition)
    return reject(
      "invalid_payload",
      "no_competition: expected false, as competition is not measured, got true",
    );
  const name = (["order_by", "position"] as const).find((one) => query[one] !== undefined);
  return name === undefined
    ? undefined
    : reject("invalid_payload", describeMistake(name, { expected: "none", got: query[name] }));
}

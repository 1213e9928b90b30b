/** Part of the story: two traders make keys, place and cancel orders, trade and move shares. */
import { concatHex } from "viem";
import type { Hex } from "viem";
import type { Trader } from "../../../support/trader.ts";
import { walletHeaders } from "../../../support/trader.ts";
import { place, placement, signed } from "./cast.ts";
import type { Story, StoryMarket } from "./cast.ts";

/** Contract of orders in negative-risk markets. */
const NEGATIVE_RISK = "polymarket-v2-137-neg";

/** Code of a builder: its wallet's address. */
export const builderOf = ({ address }: Trader): Hex => concatHex([`0x${"0".repeat(24)}`, address as Hex]);

export async function makeKeys({ ask, ann, ben, clock }: Story): Promise<void> {
  await ask("trading", "getAuthDeriveApiKey", { headers: await walletHeaders(ann.account, clock.now + 1) });
  await ask("trading", "getAuthApiKeys", { as: ann });
  await ask("trading", "getAuthBanStatusClosedOnly", { as: ann });
  const { apiKey: reading } = await ask("trading", "postAuthReadonlyApiKey", { as: ann });
  await ask("trading", "getAuthReadonlyApiKeys", { as: ann });
  await ask("trading", "getAuthValidateReadonlyApiKey", { query: { address: ann.address, key: reading } });
  await ask("trading", "deleteAuthReadonlyApiKey", { as: ann, body: { key: reading } });
  await ask("trading", "postAuthBuilderApiKey", { as: ben });
  await ask("trading", "getAuthBuilderApiKey", { as: ben });
  await ask("trading", "deleteAuthBuilderApiKey", { as: ben });
  await ask("trading", "postName", { as: ann, body: { name: "Ann of the Lake" } });
  await ask("trading", "getName", { as: ann });
}

/** Trades in the ordinary market: Ann buys of both outcomes, Ben sells and buys. */
export async function tradeRain(story: Story): Promise<void> {
  const { ask, ann, ben, rain } = story;
  const [yes, no] = rain.tokenIds;
  const bid = await place(story, ann, { tokenId: yes, side: "BUY", price: "0.54", size: "100" });
  await place(story, ben, {
    tokenId: no,
    side: "BUY",
    price: "0.46",
    size: "40",
    builder: builderOf(ben),
  });
  await ask("trading", "postPositionsSplit", {
    as: ben,
    body: { conditionId: rain.conditionId, amount: "50" },
  });
  const asks = await Promise.all(
    ["0.57", "0.58"].map((price) => signed(ben, story, { tokenId: yes, side: "SELL", price, size: "20" })),
  );
  await ask("trading", "postOrders", { as: ben, body: asks.map((order) => placement(ben, order)) });
  await ask("trading", "postPositionsMerge", {
    as: ben,
    body: { conditionId: rain.conditionId, amount: "5" },
  });
  await readOrders(story, bid);
  const spare = await place(story, ann, { tokenId: yes, side: "BUY", price: "0.5", size: "10" });
  await ask("trading", "deleteOrder", { as: ann, body: { orderID: spare } });
  const others = [
    await place(story, ann, { tokenId: yes, side: "BUY", price: "0.49", size: "10" }),
    await place(story, ann, { tokenId: yes, side: "BUY", price: "0.48", size: "10" }),
  ];
  await ask("trading", "deleteOrders", { as: ann, body: others });
  await place(story, ann, { tokenId: no, side: "BUY", price: "0.3", size: "10" });
  await ask("trading", "deleteCancelMarketOrders", {
    as: ann,
    body: { market: rain.conditionId, asset_id: no },
  });
}

async function readOrders({ ask, ann, rain }: Story, order: string): Promise<void> {
  await ask("trading", "getDataOrderById", { as: ann, params: { id: order } });
  await ask("trading", "getDataOrders", { as: ann, query: { market: rain.conditionId } });
  await ask("trading", "postDataOrders", { as: ann, body: [{ orderId: order }] });
  await ask("trading", "getDataPreMigrationOrders", { as: ann });
  await ask("trading", "getOrderScoring", { as: ann, query: { order_id: order } });
  await ask("trading", "postOrdersScoring", { as: ann, body: [order] });
  await ask("trading", "getQueuePosition", { as: ann, query: { order_id: order } });
}

/** Trades in the negative-risk event, and converts shares. */
export async function tradeCup(story: Story): Promise<void> {
  const { ask, ann, ben, cup } = story;
  for (const [market, price] of [
    [cup[0], "0.45"],
    [cup[1], "0.3"],
  ] as const)
    await buyFromEachOther(story, market, price);
  await ask("trading", "postPositionsConvert", {
    as: ben,
    body: { conditionIds: [cup[0].conditionId], amount: "10" },
  });
  const group = { group: "cup-quotes" };
  await ask("trading", "postOrderGroups", {
    as: ann,
    body: { ...group, shares_limit: "500", window_ms: 60_000 },
  });
  const order = await signed(ann, story, {
    tokenId: cup[2].tokenIds[0],
    side: "BUY",
    price: "0.2",
    size: "30",
    domain: NEGATIVE_RISK,
  });
  await ask("trading", "postOrder", {
    as: ann,
    body: placement(ann, order, { order_group: group.group }),
  });
  await ask("trading", "getOrderGroups", { as: ann });
  await ask("trading", "postOrderGroupsReset", { as: ann, body: group });
  await ask("trading", "deleteOrderGroups", { as: ann, body: group });
}

async function buyFromEachOther(story: Story, { tokenIds }: StoryMarket, price: string): Promise<void> {
  const other = (1 - Number(price)).toFixed(2);
  const terms = { side: "BUY", size: "60", domain: NEGATIVE_RISK } as const;
  await place(story, story.ann, { ...terms, tokenId: tokenIds[0], price });
  await place(story, story.ben, { ...terms, tokenId: tokenIds[1], price: other });
}

/** Trades in the market that resolves, and redeems what it pays. */
export async function tradeSnow(story: Story): Promise<void> {
  const { ask, snow } = story;
  await ask("operator", "postMarketsByMarketEdit", {
    params: { market: snow.slug },
    body: { tick: "0.001", reason: "finer prices" },
  });
  await place(story, story.ann, { tokenId: snow.tokenIds[1], side: "BUY", price: "0.97", size: "30" });
  await place(story, story.ben, { tokenId: snow.tokenIds[0], side: "BUY", price: "0.03", size: "30" });
}

/** Takes leave: a name ends, and beats on which orders depend; then all are cancelled, and the key is revoked. */
export async function leave({ ask, ann, ben }: Story): Promise<void> {
  await ask("trading", "deleteName", { as: ann });
  const { heartbeat_id } = await ask("trading", "postV1Heartbeats", { as: ben, body: {} });
  await ask("trading", "postHeartbeats", { as: ben, body: { heartbeat_id } });
  await ask("trading", "deleteCancelAll", { as: ben });
  await ask("trading", "deleteAuthApiKey", { as: ben });
}

/** Reads of what a wallet has and got. */
export async function readAccount({ ask, ann, rain }: Story): Promise<void> {
  const own = { as: ann };
  await ask("trading", "getDataTrades", { ...own, query: { market: rain.conditionId } });
  await ask("trading", "getBalances", own);
  await ask("trading", "getBalanceAllowance", { ...own, query: { asset_type: "COLLATERAL" } });
  await ask("trading", "getBalanceAllowanceUpdate", { ...own, query: { asset_type: "COLLATERAL" } });
  await ask("trading", "getLedger", own);
  await ask("trading", "postWithdrawals", { ...own, body: { amount: "25" } });
  const notified = await ask("trading", "getNotifications", own);
  const [{ id }] = notified.length === 0 ? [{ id: 1 }] : notified;
  await ask("trading", "deleteNotifications", { ...own, query: { ids: String(id) } });
  await ask("trading", "getRewardsUser", { ...own, query: { date: "2026-06-01" } });
  await ask("trading", "getRewardsUserTotal", { ...own, query: { date: "2026-06-01" } });
  await ask("trading", "getRewardsUserPercentages", own);
  await ask("trading", "getRewardsUserMarkets", { ...own, query: { date: "2026-06-01" } });
}

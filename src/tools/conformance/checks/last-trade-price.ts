/** Checks that last_trade_price agrees with the trade in GET /data/trades. */
import { Unchecked } from "../answer.ts";
import { isNear } from "../book.ts";
import { listMessages } from "../channel-records.ts";
import type { Run } from "../check.ts";
import { getField, listIn, numberIn, textIn } from "../json-value.ts";
import { tradeFault } from "../purchase.ts";
import type { LiveChannel } from "../live-channel.ts";
import { isMatched, readTraded } from "./trades.ts";

export async function expectLastTradePrice(run: Run, channel: LiveChannel): Promise<void> {
  const trade = await takerTrade(run);
  const isWhole = listIn(getField(trade, "maker_orders")).length < 2;
  const [token, side] = ["asset_id", "side"].map((field) => textIn(trade, field));
  const [price, size] = [numberIn(trade, "price"), numberIn(trade, "size")];
  // With several fills, each has its own price and size.
  const fits = (message: unknown): boolean =>
    textIn(message, "asset_id") === token &&
    textIn(message, "side") === side &&
    (!isWhole || (isNear(numberIn(message, "price"), price) && isNear(numberIn(message, "size"), size)));
  await channel.until({
    find: () =>
      listMessages(channel.heard, "last_trade_price").find(
        ({ stage, message }) => (stage === "trading" || stage === "traded") && fits(message),
      ),
    after: `a trade of token ${token}, then ${channel.address}`,
    expected: `last_trade_price of it with side ${side}, price ${price}, size ${size}, as of GET /data/trades`,
  });
}

/** Reads the trade of the order that matched on arrival; throws `Unchecked` if there is none. */
async function takerTrade(run: Run): Promise<unknown> {
  const trading = run.trading();
  const taker = trading.resting.findLast(({ placed }) => isMatched(placed));
  const find = (json: unknown): unknown =>
    listIn(getField(json, "data")).find((one) => textIn(one, "taker_order_id") === taker?.id);
  const path = `/data/trades?market=${run.market().conditionId}`;
  const read = () => trading.ask({ path }, taker?.by);
  const { json } = await readTraded(run, read, (answer) => find(answer.json) !== undefined);
  const trade = find(json);
  if (trade === undefined || taker === undefined)
    throw new Unchecked("the trade is not found: see GET /data/trades");
  if (tradeFault(trade, taker) !== undefined)
    throw new Unchecked("the trade is not that of the order: see GET /data/trades");
  return trade;
}

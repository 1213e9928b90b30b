/** An exchange on which every parameter of the data interface has something to change. */
import { lots, ticks } from "../../../src/core/units.ts";
import { NOT_SIGNED } from "../../core/support/orders.ts";
import { hashOf, START_AT, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { ANN, BOB, CID, startStory, trade } from "./v2/world.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Unix seconds of the second day's noon. */
export const SECOND_DAY = (START_AT + DAY_MS) / 1000;
const NO_KEY = "00000000-0000-4000-8000-000000000000";
export const BLUE_YES = tokenOf("blue yes");
/** A wallet whose address begins as Ann's does. */
const ALIKE = walletOf("ann 324");

/** The story of version 2, markets that are over and archived after it, and a day of trades with builders. */
export async function startWalkedStory(): Promise<TestExchange> {
  const exchange = await startStory();
  await endMarkets(exchange);
  await takeFor(exchange, { price: 4_000, size: 900, builder: "builder" });
  await quote(exchange, "0.2");
  await exchange.wait(DAY_MS);
  for (const bid of ["0.3", "0.35", "0.4"]) await quote(exchange, bid);
  await takeFor(exchange, { price: 4_500, size: 400, builder: "another builder" });
  await trade(exchange, "green yes", "0.15", "2");
  await tradeAlike(exchange);
  return exchange;
}

/** Gives the search by beginnings of addresses a second wallet to find. */
async function tradeAlike(exchange: TestExchange): Promise<void> {
  await exchange.open(ALIKE, "10");
  const order = { tokenId: tokenOf("green yes"), price: "0.15", size: "5" } as const;
  await exchange.place({ ...order, account: ANN, side: "SELL" });
  await exchange.place({ ...order, account: ALIKE, side: "BUY" });
}

async function quote(exchange: TestExchange, bid: string): Promise<void> {
  await exchange.place({ account: CID, tokenId: BLUE_YES, side: "BUY", price: bid, size: "5" });
  await exchange.place({ account: CID, tokenId: tokenOf("blue no"), side: "BUY", price: "0.5", size: "5" });
  await exchange.wait(10 * MINUTE_MS);
}

/** Ann has gone out of the one, and still has shares of the other, which is archived. */
async function endMarkets(exchange: TestExchange): Promise<void> {
  const over = ["wind", "hail"].map((name) => ({ name, tick: ticks(100), autoRedeem: false }));
  await exchange.list(testListing(over, { id: "9", slug: "air" }));
  for (const [index, name] of ["wind", "hail"].entries()) {
    const conditionId = hashOf(name);
    await exchange.submit({ type: "split", address: ANN, owner: ANN, conditionId, lots: lots(3_000) });
    await trade(exchange, `${name} yes`, "0.6", "10");
    await exchange.submit({ type: "resolve-market", conditionId, payout: [1, 0] });
    if (index === 0) await exchange.submit({ type: "redeem", address: ANN, owner: ANN, conditionId });
    else await exchange.submit({ type: "archive-market", conditionId });
  }
}

type BuiltOrder = { readonly price: number; readonly size: number; readonly builder: string };

/** Ann sells, and Bob's order takes it with the code of a builder. */
async function takeFor(exchange: TestExchange, { price, size, builder }: BuiltOrder): Promise<void> {
  const order = {
    type: "place-order",
    tokenId: BLUE_YES,
    kind: "GTC",
    postOnly: false,
    expiresAt: 0,
  } as const;
  const amount = { limit: ticks(price), lots: lots(size), budget: undefined, apiKey: NO_KEY };
  for (const [side, wallet] of [
    ["SELL", ANN],
    ["BUY", BOB],
  ] as const)
    await exchange.submit({
      ...order,
      ...amount,
      id: hashOf(`${side} for ${builder}`),
      maker: wallet,
      owner: wallet,
      side,
      signed: { ...NOT_SIGNED, builder: side === "BUY" ? hashOf(builder) : "" },
    });
}

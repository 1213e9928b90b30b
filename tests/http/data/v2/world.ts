/** An exchange on which all kinds of things happened, and reads of version 2 beside those of version 1. */
import assert from "node:assert/strict";
import { lots, ticks } from "../../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../../support/exchange.ts";
import type { TestExchange } from "../../../support/exchange.ts";
import { answered, startData } from "../world.ts";

export const [ANN, BOB, CID] = [walletOf("ann"), walletOf("bob"), walletOf("cid")];
export const RAIN = hashOf("rain");
export const SNOW = hashOf("snow");
export const [RED, GREEN, BLUE] = [hashOf("red"), hashOf("green"), hashOf("blue")];

/** Trades, splits, a merge, a conversion, redemptions, a deposit and a withdrawal of three wallets. */
export async function startStory(): Promise<TestExchange> {
  const exchange = await startData();
  const fees = { rate: 500, exponent: 1, takerOnly: true };
  const rain = { name: "rain", icon: "https://icons.test/rain.png", fees, tick: ticks(1), autoRedeem: false };
  await exchange.list(testListing([rain, { name: "snow" }], { slug: "weather" }));
  const exclusive = ["red", "green", "blue"].map((name) => ({ name, negativeRisk: true }));
  await exchange.list(testListing(exclusive, { id: "8", slug: "colours", negativeRisk: true }));
  for (const wallet of [ANN, BOB, CID]) await exchange.open(wallet, "1000");
  const own = { address: ANN, owner: ANN };
  await exchange.submit({ type: "split", ...own, conditionId: RAIN, lots: lots(5_025) });
  await exchange.submit({ type: "merge", ...own, conditionId: RAIN, lots: lots(25) });
  for (const conditionId of [RED, GREEN])
    await exchange.submit({ type: "split", ...own, conditionId, lots: lots(1_000) });
  await exchange.submit({ type: "split", ...own, conditionId: BLUE, lots: lots(20_000) });
  await exchange.submit({ type: "convert", ...own, conditionIds: [GREEN, RED], lots: lots(400) });
  exchange.clock.now += 5_000;
  await trade(exchange, "rain yes", "0.33", "10.03");
  await trade(exchange, "red yes", "0.2", "7");
  await trade(exchange, "rain yes", "0.41", "3");
  exchange.clock.now += 5_000;
  await exchange.place({ account: CID, tokenId: tokenOf("snow no"), side: "BUY", price: "0.6", size: "20" });
  await exchange.place({ account: BOB, tokenId: tokenOf("snow yes"), side: "BUY", price: "0.5", size: "12" });
  await exchange.submit({ type: "resolve-market", conditionId: RAIN, payout: [0, 1] });
  await exchange.submit({ type: "redeem", ...own, conditionId: RAIN });
  return exchange;
}

/** Ann sells to Bob. */
export async function trade(
  exchange: TestExchange,
  token: string,
  price: string,
  size: string,
): Promise<void> {
  const tokenId = tokenOf(token);
  await exchange.place({ account: ANN, tokenId, side: "SELL", price, size });
  await exchange.place({ account: BOB, tokenId, side: "BUY", price, size });
}

export type Page<Row> = {
  readonly data: readonly Row[];
  readonly pagination: {
    readonly limit: number;
    readonly offset: number;
    readonly has_more: boolean;
    readonly next_cursor: string | null;
  };
};

/** The body of a read of version 2, in the shape that it documents. */
export async function read<Body>(exchange: TestExchange, path: string): Promise<Body> {
  const [route = ""] = path.split("?", 1);
  return answered(await exchange.get(path, "polymarket"), route, "polymarket");
}

/** All rows of a walk in pages of so many; between two pages `meanwhile` happens. */
export async function walk<Row>(
  exchange: TestExchange,
  path: string,
  limit: number,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null; pages += 1) {
    assert.ok(pages < 100, "a walk without end");
    const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const page: Page<Row> = await read(exchange, `${path}&limit=${limit}${after}`);
    const { limit: applied, offset, has_more, next_cursor } = page.pagination;
    assert.deepEqual([applied, offset, has_more], [limit, 0, next_cursor !== null]);
    rows.push(...page.data);
    cursor = next_cursor;
    await meanwhile();
  }
  return rows;
}

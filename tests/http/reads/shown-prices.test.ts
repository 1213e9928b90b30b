/** The kind: places that show the price of an outcome. All of them, over all states of a book, beside one rule. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { lots } from "../../../src/core/units.ts";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { hashOf, startTestExchange, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";

const [MAKER, TAKER] = [walletOf("maker"), walletOf("taker")];

type Quotes = { readonly bid?: string; readonly ask?: string };
type Row = readonly [quotes: string, quoted: Quotes, untraded: number, traded: number];

/** The price of the first token without a trade, and after one at 0.3. */
const QUOTES: readonly Row[] = [
  ["empty", {}, 0.5, 0.3],
  ["bids alone", { bid: "0.2" }, 0.6, 0.3],
  ["asks alone", { ask: "0.7" }, 0.35, 0.3],
  ["a narrow spread", { bid: "0.45", ask: "0.55" }, 0.5, 0.5],
  ["the widest spread that counts", { bid: "0.4", ask: "0.5" }, 0.45, 0.45],
  ["a wide spread", { bid: "0.4", ask: "0.51" }, 0.455, 0.3],
];
const ENDS = ["active", "paused", "1/0", "0/1", "1/1"] as const;

let exchange: TestExchange;
let count = 0;
before(async () => {
  const others = [...dataEndpoints, ...catalogEndpoints].filter(({ path }) =>
    ["/positions", "/closed-positions", "/v2/prices-history", "/markets/slug/:slug"].includes(path),
  );
  exchange = await startTestExchange({ endpoints: [...tradingEndpoints("sandbox"), ...others] });
  for (const wallet of [MAKER, TAKER]) await exchange.open(wallet, "100000");
});
after(() => exchange.close());

const get = async (path: string) => {
  const { status, body } = await exchange.get(path, "polymarket");
  assert.equal(status, 200, path);
  return body;
};

/** Every price that is shown of both outcomes, by place. */
async function pricesShown(name: string): Promise<Record<string, readonly [number, number]>> {
  const conditionId = hashOf(name);
  const tokens = [tokenOf(`${name} yes`), tokenOf(`${name} no`)] as const;
  const ofBoth = async (read: (token: string) => Promise<number>) =>
    [await read(tokens[0]), await read(tokens[1])] as const;
  const listing = await get(`/markets/slug/${name.replaceAll(" ", "-")}`);
  const market = await get(`/markets/${conditionId}`);
  // A resolution pays the holders, after which their positions are closed.
  const list = market.closed ? "/closed-positions" : "/positions";
  const positions: readonly { asset: string; curPrice: number }[] = await get(
    `${list}?user=${MAKER}&market=${conditionId}`,
  );
  const { body: batch } = await exchange.post("/batch-prices-history", { markets: tokens }, "kuest");
  return {
    outcomePrices: JSON.parse(listing.outcomePrices).map(Number),
    tokens: market.tokens.map(({ price }: { price: number }) => price),
    curPrice: await ofBoth(async (token) => positions.find(({ asset }) => asset === token)!.curPrice),
    history: await ofBoth(
      async (token) => (await get(`/prices-history?market=${token}&interval=max`)).history.at(-1)?.p,
    ),
    coarse: await ofBoth(
      async (token) => (await get(`/prices-history?market=${token}&fidelity=1440`)).history.at(-1)?.p,
    ),
    batch: await ofBoth(async (token) => batch.history[token].at(-1)?.p),
    "history, version 2": await ofBoth(
      async (token) => (await get(`/v2/prices-history?token_id=${token}&interval=max`)).data.at(-1)?.price,
    ),
  };
}

void describe("one price in all places", () => {
  for (const traded of [false, true])
    for (const [quotes, quoted, untradedPrice, tradedPrice] of QUOTES)
      for (const end of ENDS)
        void it(`${quotes}, ${traded ? "traded" : "never traded"}, ${end}`, async () => {
          count += 1;
          const name = `market ${count}`;
          await exchange.list(
            testListing([{ name, id: String(count) }], {
              id: String(count),
              slug: `e-${count}`,
              ticker: `e${count}`,
            }),
          );
          const [yes, no] = [tokenOf(`${name} yes`), tokenOf(`${name} no`)];
          const conditionId = hashOf(name);
          await exchange.submit({
            type: "split",
            address: MAKER,
            owner: MAKER,
            conditionId,
            lots: lots(1_000),
          });
          if (traded) {
            await exchange.place({ account: MAKER, tokenId: yes, side: "SELL", size: "5", price: "0.3" });
            await exchange.place({ account: TAKER, tokenId: yes, side: "BUY", size: "5", price: "0.3" });
          }
          if (quoted.bid !== undefined)
            await exchange.place({ account: MAKER, tokenId: yes, side: "BUY", size: "5", price: quoted.bid });
          if (quoted.ask !== undefined)
            await exchange.place({
              account: MAKER,
              tokenId: yes,
              side: "SELL",
              size: "5",
              price: quoted.ask,
            });
          const payout = end.split("/").map(Number) as [number, number];
          if (end === "paused") await exchange.submit({ type: "pause-market", conditionId });
          else if (end !== "active") await exchange.submit({ type: "resolve-market", conditionId, payout });
          await exchange.wait(120_000);

          const open = end === "active" || end === "paused";
          const first = !open ? payout[0] / (payout[0] + payout[1]) : traded ? tradedPrice : untradedPrice;
          const both = [first, Number((1 - first).toFixed(5))];
          const shown = await pricesShown(name);
          const hasHistory = traded || !open || quotes !== "empty";
          for (const [place, prices] of Object.entries(shown))
            assert.deepEqual(
              prices,
              !hasHistory && /histor|coarse|batch/.test(place) ? [undefined, undefined] : both,
              place,
            );
          // Where nothing but the book tells the price, it is the midpoint.
          if (!open || (quoted.bid === undefined && quoted.ask === undefined)) return;
          const { mid } = await get(`/midpoint?token_id=${no}`);
          const quotedPrice = !traded || first !== tradedPrice || first !== 0.3;
          assert.equal(Number(mid) === both[1], quotedPrice, `midpoint ${mid}`);
        });
});

void it("a market that has traded has a point each minute from its first trade to now", async () => {
  const name = "from the first trade";
  await exchange.list(testListing([{ name, id: "900" }], { id: "900", slug: "e-900", ticker: "e900" }));
  const yes = tokenOf(`${name} yes`);
  await exchange.submit({
    type: "split",
    address: MAKER,
    owner: MAKER,
    conditionId: hashOf(name),
    lots: lots(1_000),
  });
  await exchange.place({ account: MAKER, tokenId: yes, side: "SELL", size: "5", price: "0.3" });
  await exchange.place({ account: TAKER, tokenId: yes, side: "BUY", size: "5", price: "0.3" });
  const from = Math.floor(exchange.clock.now / 60_000) + 1;
  await exchange.wait(5 * 3_600_000);
  const to = Math.floor(exchange.clock.now / 60_000);
  for (const [dialect, minutes] of [
    ["polymarket", 1],
    ["polymarket", 60],
    ["spec", 60],
    ["kuest", 30],
  ] as const) {
    const reply = await exchange.get(`/prices-history?market=${yes}&fidelity=${minutes}`, dialect);
    const times = Array.from(
      { length: Math.floor(to / minutes) - Math.ceil(from / minutes) + 1 },
      (_, index) => (Math.ceil(from / minutes) + index) * minutes * 60,
    );
    if (times.at(-1) !== Math.floor(exchange.clock.now / 1000))
      times.push(Math.floor(exchange.clock.now / 1000));
    assert.deepEqual(
      reply.body.history,
      times.map((t) => ({ t, p: 0.3 })),
    );
  }
});

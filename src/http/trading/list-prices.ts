/** POST /prices: the best prices of many tokens. What BUY and SELL name differs between the dialects. */
import { Type } from "typebox";
import { priceText } from "../../core/units.ts";
import type { Ticks } from "../../core/units.ts";
import type { Dialect } from "../dialect.ts";
import { endpoint } from "../endpoint.ts";
import { bestPrices, MARKET_VIEW } from "./market-view.ts";
import { BATCH_BODY_BYTES, listKnownTokens, TokenList } from "./token-id.ts";

const BestPrices = Type.Object({
  BUY: Type.Optional(Type.String({ description: "Best ask; in the Polymarket dialect best bid" })),
  SELL: Type.Optional(Type.String({ description: "Best bid; in the Polymarket dialect best ask" })),
});

export const listPrices = endpoint({
  method: "POST",
  path: "/prices",
  summary: "List the best prices of tokens; a side without orders is left out",
  body: TokenList,
  bodyLimit: BATCH_BODY_BYTES,
  answer: Type.Record(Type.String(), BestPrices),
  handle: async ({ context, dialect, body }) => {
    const tokens = listKnownTokens(
      context,
      body.map(({ token_id }) => token_id),
    );
    const entries = [...tokens].map(async ([tokenId, { market, outcome }]) => {
      const view = await context.engine.reads.read(market, MARKET_VIEW);
      return [tokenId, pricesRecord(bestPrices(view, outcome), dialect)] as const;
    });
    return { body: Object.fromEntries(await Promise.all(entries)) };
  },
});

type Best = { readonly bid: Ticks | undefined; readonly ask: Ticks | undefined };

function pricesRecord({ bid, ask }: Best, dialect: Dialect): Type.Static<typeof BestPrices> {
  const [buy, sell] = dialect === "polymarket" ? [bid, ask] : [ask, bid];
  return {
    ...(buy !== undefined && { BUY: priceText(buy) }),
    ...(sell !== undefined && { SELL: priceText(sell) }),
  };
}

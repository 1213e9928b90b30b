/** POST /markets: creates a market in an event, as a draft unless it is to open at once. */
import { Type } from "typebox";
import { createMarket as create } from "../../catalog/create-market.ts";
import { LIMITS } from "../../catalog/gamma-fields.ts";
import { instantAt } from "../../catalog/instants.ts";
import type { Listing } from "../../core/catalog.ts";
import { elementAt } from "../../core/element-at.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Exchange } from "../../core/state.ts";
import { operatorMarketOf } from "../../store/reads/operator-markets.ts";
import { once } from "../once.ts";
import { MarketFields, readMarket } from "./given-market.ts";
import { MARKETS } from "./groups.ts";
import { listCreated } from "./list-created.ts";
import { describeMarket, MarketAnswer } from "./market-answer.ts";
import { operation, Reason } from "./operation.ts";

const GivenMarket = Type.Object(
  {
    event: Type.String({ maxLength: LIMITS.slug, description: "Id or slug of its event" }),
    ...MarketFields,
    open: Type.Optional(Type.Boolean({ description: "Whether it takes orders at once; else it is a draft" })),
    reason: Reason,
  },
  { additionalProperties: false },
);

export const createMarket = operation({
  method: "POST",
  path: "/markets",
  summary: "Create a market in an event",
  group: MARKETS,
  refuses: ["not_accepting", "listing_conflict", "wallet_taken"],
  role: "market-admin",
  body: GivenMarket,
  answer: MarketAnswer,
  bodyLimit: 512 * 1024,
  handle: (call) =>
    once(call, {
      act: async () => {
        const { context, body } = call;
        const market = readMarket(body);
        if (isRejection(market)) return market;
        const { event: named, open = false } = body;
        const list = listCreated(call, {
          describe: ({ event, markets }) => {
            const { conditionId, slug, question } = elementAt(markets, 0);
            return {
              action: "create-market",
              subject: conditionId,
              reason: body.reason,
              details: { event: event.id, slug, question, open },
            };
          },
          tell: tellListed,
        });
        return create(
          { sql: context.readSql, now: instantAt(context.clock()), list },
          { ...market, event: named, open },
        );
      },
      tell: ({ result }) => result,
    }),
});

/** The answer for a market that was listed just now. */
function tellListed({ event, markets }: Listing, exchange: Exchange) {
  const content = elementAt(markets, 0);
  const market = exchange.marketByCondition.get(content.conditionId);
  if (market === undefined) throw new Error(`market ${content.conditionId} was listed and is not there`);
  return describeMarket(operatorMarketOf(market, { content, event, lastEdit: 0, steps: [] }));
}

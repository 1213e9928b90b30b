/** GET /house-makers: the house's makers, those of the past too. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { HouseMaker } from "../../engine/house.ts";
import { findSlugs } from "../../store/reads/operator-markets.ts";
import type { Endpoint } from "../endpoint.ts";
import { HOUSE } from "./groups.ts";
import { describeHouse, HouseMakerAnswer } from "./house-maker-answer.ts";
import type { HouseFacts } from "./house-maker-answer.ts";
import type { CountQuotes } from "./house-quotes.ts";
import { readMarketTerm } from "./market-term.ts";
import { operation } from "./operation.ts";

export const listHouseMakers = (count: CountQuotes): Endpoint =>
  operation({
    method: "GET",
    path: "/house-makers",
    summary: "List the house's makers with what they have and may lose, those that were stopped too",
    group: HOUSE,
    refuses: ["not_accepting", "unknown_market"],
    query: Type.Object({
      market: Type.Optional(
        Type.String({ description: "A condition id, or the slug of one market; all markets without it" }),
      ),
    }),
    answer: Type.Object({
      data: Type.Array(HouseMakerAnswer, { description: "In the order of their starts" }),
    }),
    handle: async ({ context, query }) => {
      const only = query.market === undefined ? undefined : await readMarketTerm(context, query.market);
      if (isRejection(only)) return { rejection: only };
      const makers = context.house
        .list()
        .filter(({ conditionId }) => only === undefined || conditionId === only);
      const data = await describeMakers(context, makers, count);
      return isRejection(data) ? { rejection: data } : { body: { data } };
    },
  });

/** Describes makers as the exchange stands. */
export async function describeMakers(
  context: Context,
  makers: readonly HouseMaker[],
  count: CountQuotes,
): Promise<HouseMakerAnswer[] | Rejection> {
  const slugs = await findSlugs(
    await context.sql(),
    makers.map(({ conditionId }) => conditionId),
  );
  return context.engine.examine((exchange) =>
    makers.map((maker) => {
      const facts = factsOf(context, maker, slugs.get(maker.conditionId) ?? "");
      return describeHouse(maker, { exchange, facts, count });
    }),
  );
}

/** Collects what a maker's state depends on beside the ledger. */
export const factsOf = (
  { house, engine }: Context,
  { conditionId, run, address }: Pick<HouseMaker, "conditionId" | "run" | "address">,
  slug: string,
): HouseFacts => ({
  slug,
  mode: engine.availability.now().mode,
  signs: house.walletOf(conditionId, run).address === address,
});

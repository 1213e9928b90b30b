/** Reads the filters and the order of markets, which all lists of markets share, however they are cut into pages. */
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isFault } from "../../core/input-fault.ts";
import { MARKET_ORDERS } from "../../store/catalog/catalog-markets.ts";
import type { MarketPage } from "../../store/catalog/catalog-markets.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../endpoint.ts";
import { MarketFilterParameters, readMarketFilter } from "./market-filter.ts";
import { Creator, IncludeTag, nothingToAdd, orderParameters, readOrder } from "./parameters.ts";
import { badParameter } from "./refusal.ts";
import { readList } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";

export const MarketListParameters = Type.Object({
  ...MarketFilterParameters.properties,
  related_tags: nothingToAdd("relations between tags"),
  include_tag: IncludeTag,
  ...orderParameters(MARKET_ORDERS),
  creator: Creator,
});

/** A page but for where it begins and ends. */
type MarketList = Omit<MarketPage, "offset" | "limit" | "after">;

type MarketListRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly query: Type.Static<typeof MarketListParameters>;
};

/** Reads what is asked for; refused when it cannot be read. */
export async function readMarketList(
  call: MarketListRequest,
  read: (list: MarketList, reading: CatalogRead) => Promise<Answer>,
): Promise<Answer> {
  const { context, query, dialect } = call;
  const order = readOrder(query, MARKET_ORDERS);
  if (order === undefined) return badParameter("order", dialect);
  const filter = readMarketFilter(query, context.engine.exchange.tokens);
  if (isFault(filter)) return badParameter(filter.fault, dialect);
  return readList(call, (reading) => {
    const { scope, since } = reading;
    return read({ filter: { ...filter, scope }, ...order, since }, reading);
  });
}

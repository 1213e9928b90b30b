/** Reads the filters and the order of markets, which all lists of markets share, however they are cut into pages. */
import { isRefused } from "../refusal-form.ts";
import { Type } from "typebox";
import type { Context } from "../../context.ts";
import { isFault } from "../../core/input-fault.ts";
import type { InputFault } from "../../core/input-fault.ts";
import { MARKET_ORDERS } from "../../store/catalog/catalog-markets.ts";
import type { MarketFilter, MarketPage } from "../../store/catalog/catalog-markets.ts";
import type { Dialect } from "../dialects/dialect.ts";
import type { Answer } from "../endpoint.ts";
import { ABSENT_OF_MARKETS, asksForNone, UNUSED_OF_MARKETS } from "./absent-parameters.ts";
import { MarketFilterParameters, readMarketFilter } from "./market-filter.ts";
import { refuseOtherKind } from "./other-kinds.ts";
import { Creator, IncludeTag, nothingToAdd, orderParameters, readOrder } from "./parameters.ts";
import { badParameter } from "./refusal.ts";
import { readList } from "./scope.ts";
import type { CatalogRead } from "./scope.ts";

export const MarketListParameters = Type.Object({
  ...MarketFilterParameters.properties,
  ...ABSENT_OF_MARKETS,
  ...UNUSED_OF_MARKETS,
  related_tags: nothingToAdd("events of a tag that do not carry it"),
  include_tag: IncludeTag,
  ...orderParameters(MARKET_ORDERS),
  creator: Creator,
});

/** A page but for where it begins and ends. */
type MarketList = Omit<MarketPage, "offset" | "limit" | "after">;

type OrderedRequest = {
  readonly context: Context;
  readonly dialect: Dialect;
  readonly forOperators: boolean;
  readonly query: {
    readonly creator?: string;
    readonly order?: string;
    readonly ascending: boolean;
  };
};

type MarketListRequest = OrderedRequest & { readonly query: Type.Static<typeof MarketListParameters> };

type Read = (list: MarketList, reading: CatalogRead) => Promise<Answer>;

/** Reads what is asked for; refused when it cannot be read. */
export async function readMarketList(call: MarketListRequest, read: Read): Promise<Answer> {
  const { query, context, dialect } = call;
  const refused = refuseOtherKind(query, dialect);
  if (refused !== undefined) return refused;
  const filter = readMarketFilter(query, context.engine.exchange.tokens, dialect);
  const isNone = asksForNone(query, ABSENT_OF_MARKETS);
  return readFilteredMarkets(call, isNone && !isFault(filter) ? { ...filter, ids: [] } : filter, read);
}

/** The same where the filter comes by another way than the query. */
export async function readFilteredMarkets(
  call: OrderedRequest,
  filter: MarketFilter | InputFault,
  read: Read,
): Promise<Answer> {
  const { query, dialect } = call;
  const order = readOrder(query, MARKET_ORDERS, dialect);
  if (isRefused(order)) return order;
  if (isFault(filter)) return badParameter(filter.fault, dialect);
  return readList(call, (reading) => {
    const { scope, since } = reading;
    return read({ filter: { ...filter, scope }, ...order, since }, reading);
  });
}

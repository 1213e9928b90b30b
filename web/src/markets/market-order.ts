/** The order of an event's markets on its page. */
import type { Market, MarketEvent } from "./market.ts";

type OrderedMarket = Pick<Market, "conditionId" | "name" | "outcomes" | "priced" | "closed">;
type OrderedEvent<One> = Pick<MarketEvent, "negativeRisk"> & { readonly markets: readonly One[] };

/** Most markets whose own order is shown: the likeliest of more would stand beyond the first rows. */
const MAX_LISTED = 20;

/**
 * Ranks the markets: open ones first. Of markets that exclude each other the likeliest come first, and so they do of many.
 * A few others answer questions of their own, and stay as they are listed.
 */
export function rankMarkets<One extends OrderedMarket>({
  negativeRisk,
  markets,
}: OrderedEvent<One>): readonly One[] {
  const isRanked = negativeRisk || markets.length > MAX_LISTED;
  return markets.toSorted(
    (a, b) =>
      Number(a.closed) - Number(b.closed) ||
      (isRanked ? Number(b.priced) - Number(a.priced) || b.outcomes[0].price - a.outcomes[0].price : 0),
  );
}

/** True if the names are steps of one scale, such as ranges or dates: their first numbers do not fall as they are listed. */
export function isScale(names: readonly string[]): boolean {
  const numbers = names.map((name) =>
    Number(/\d+(\.\d+)?/.exec(name.replaceAll(",", ""))?.[0] ?? Number.NaN),
  );
  return (
    names.length > 2 &&
    names.length <= MAX_LISTED &&
    numbers.every((number, index) => number >= (numbers[index - 1] ?? Number.NEGATIVE_INFINITY))
  );
}

/** Sorts rows of markets, and remembers the place of each. */
type RowOrder = <One extends OrderedMarket>(event: OrderedEvent<One>) => readonly One[];

/**
 * Creates an order of rows. A scale stays as it is listed, and other markets are ranked once: no row moves under the
 * pointer when prices change. Markets that come later are last.
 */
export function createRowOrder(): RowOrder {
  const places = new Map<string, number>();
  return (event) => {
    const { markets } = event;
    const first = isScale(markets.map(({ name }) => name)) ? markets : rankMarkets(event);
    for (const { conditionId } of first) if (!places.has(conditionId)) places.set(conditionId, places.size);
    return markets.toSorted((a, b) => (places.get(a.conditionId) ?? 0) - (places.get(b.conditionId) ?? 0));
  };
}

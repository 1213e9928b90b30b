/** A market by its condition: its listing in the catalog, and its trading state. */
import type { Context } from "../../../context.ts";
import { findMarketRecord } from "../../../store/catalog/market-records.ts";
import { findPublicMarket } from "../../public-market.ts";
import { MARKET_VIEW } from "../market-view.ts";
import type { MarketListing } from "./market-record.ts";

/** `conditionId` comes in any case of letters. */
export async function findListedMarket(
  { engine, sql }: Context,
  conditionId: string,
): Promise<MarketListing | undefined> {
  const market = findPublicMarket(engine.exchange, conditionId);
  // The reading waits for the commit that lists the market, so the row is there when it is looked for.
  const view = market && (await engine.reads.read(market, MARKET_VIEW));
  const record = market && (await findMarketRecord(await sql(), market.no));
  return view === undefined || record === undefined ? undefined : { record, view };
}

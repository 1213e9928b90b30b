/** The trades that match the filters, live. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { cost } from "../../../../src/core/units.ts";
import { openActivity } from "../../api/live/activity-channel.ts";
import { throttle } from "../../api/live/connection.ts";
import type { Market, MarketEvent } from "../../markets/market.ts";
import { TradeTime } from "../../markets/book/trade-time.tsx";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { NumberCell, Table } from "../../parts/table.tsx";
import { useNow } from "../../parts/hooks/use-now.ts";
import { MarketCell } from "../people/people-tables.tsx";
import { AddressLink } from "../people/shown-name.tsx";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import type { ActivityFilter } from "./activity-filter.ts";
import { keyTrades, readLaterTrades, tradesPages } from "./activity-trades.ts";
import type { SiteTrade, TradesFilter, TradesPage } from "./activity-trades.ts";

// Trades that match a filter: earlier trades page by page, later trades as the live channel reports each.

/** Minimum time between two reads of later trades, in milliseconds. */
const MIN_UPDATE_MS = 1_500;

type LoadedTrades = InfiniteData<TradesPage, string>;

const findNewestHash = (held: LoadedTrades | undefined): string | undefined =>
  held?.pages.flatMap(({ rows }) => rows)[0]?.hash;

/**
 * Adds later trades above the loaded ones. Returns false while a page is being read, since that page would overwrite the
 * added trades.
 */
async function addLater(client: QueryClient, filter: TradesFilter): Promise<boolean> {
  const { queryKey } = tradesPages(filter);
  const loadedTrades = client.getQueryData<LoadedTrades>(queryKey);
  const newest = findNewestHash(loadedTrades);
  if (loadedTrades === undefined) return true;
  const laterTrades = newest === undefined ? undefined : await readLaterTrades(filter, newest);
  if (client.isFetching({ queryKey, exact: true }) > 0) return false;
  if (laterTrades === undefined) await client.resetQueries({ queryKey, exact: true });
  else if (laterTrades.length > 0)
    client.setQueryData<LoadedTrades>(queryKey, (now) => {
      const [first, ...others] = now?.pages ?? [];
      // The list may have been loaded again meanwhile.
      if (now === undefined || first === undefined || findNewestHash(now) !== newest) return now;
      return { ...now, pages: [{ ...first, rows: [...laterTrades, ...first.rows] }, ...others] };
    });
  return true;
}

/** Reads later trades, one read at a time. Reads again if something was traded during a read. */
function followTrades(add: () => Promise<boolean>, onError: (error: unknown) => void): () => void {
  let isRunning = false;
  async function run(): Promise<void> {
    if (isRunning) return runSoon.call();
    isRunning = true;
    try {
      if (!(await add())) runSoon.call();
      onError(undefined);
    } catch (error) {
      onError(error);
    }
    isRunning = false;
  }
  const runSoon = throttle(MIN_UPDATE_MS, () => void run());
  const channel = openActivity({
    onMessage: runSoon.call,
    onState: (state) => state === "live" && runSoon.call(),
  });
  return () => {
    runSoon.stop();
    channel.close();
  };
}

/** Returns the trades, newest first. While paused, nothing is added above them. */
function useSiteActivity(filter: TradesFilter) {
  const client = useQueryClient();
  const query = useInfiniteQuery(tradesPages(filter));
  const [isPaused, setPaused] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const name = JSON.stringify(filter);
  useEffect(() => {
    if (isPaused) return undefined;
    const read: TradesFilter = JSON.parse(name);
    return followTrades(() => addLater(client, read), setError);
  }, [client, name, isPaused]);
  const pages = query.data?.pages;
  const trades = useMemo(() => pages && keyTrades(pages.flatMap(({ rows }) => rows)), [pages]);
  return { query, trades, error: query.error ?? error, isPaused, toggle: () => setPaused(!isPaused) };
}

const CLOCK_INTERVAL_MS = 5_000;

export function ActivityList({ filter }: { readonly filter: TradesFilter }) {
  const { activity: text, common, home } = useText();
  const { query, trades, error, isPaused, toggle } = useSiteActivity(filter);
  const now = useNow(CLOCK_INTERVAL_MS);
  const columns = [
    { name: common.market },
    { name: text.person },
    { name: text.trade },
    { name: common.price, isNumber: true },
    { name: common.shares, isNumber: true },
    { name: common.value, isNumber: true },
    { name: common.time, isNumber: true },
  ];
  return (
    <div className="panel stack">
      <div className="activity-head">
        <h2>{text.table}</h2>
        <button type="button" className="plain" onClick={toggle}>
          {isPaused ? home.resume : home.pause}
        </button>
      </div>
      {error !== null && error !== undefined && <Failure error={error} retry={() => void query.refetch()} />}
      {trades === undefined && query.error === null && <Loading rows={10} />}
      {trades?.length === 0 && <Empty>{text.none}</Empty>}
      {trades !== undefined && trades.length > 0 && (
        <Table name={text.table} columns={columns}>
          {trades.map(({ key, trade }) => (
            <ActivityRow key={key} trade={trade} now={now} />
          ))}
        </Table>
      )}
      <MoreButton pages={query} />
    </div>
  );
}

function ActivityRow({ trade, now }: { readonly trade: SiteTrade; readonly now: number }) {
  const { activity: text } = useText();
  const formats = useFormats();
  const nameOf = useOutcomeName();
  const { side, outcome, price, size, at } = trade;
  const verb = side === "BUY" ? text.bought : text.sold;
  return (
    <tr>
      <MarketCell title={trade.title} event={trade.eventSlug} market={trade.marketSlug} />
      <td className="unlabelled">
        <AddressLink address={trade.trader} name={trade.name} />
      </td>
      <td className={`unlabelled ${side === "BUY" ? "up" : "down"}`}>{verb(nameOf(outcome))}</td>
      <NumberCell kind="unlabelled">{formats.cents(price)}</NumberCell>
      <NumberCell>{formats.shares(size)}</NumberCell>
      <NumberCell kind="unlabelled">{formats.money(cost(size, price))}</NumberCell>
      <NumberCell kind="soft unlabelled">
        <TradeTime at={at} now={now} />
      </NumberCell>
    </tr>
  );
}

// Converts the filters in the page's address to those of the API, which identifies events and markets by ids.

/** Finds the market of the filter: the named one, or the only one of the event. */
export function findFilterMarket(
  { market }: Pick<ActivityFilter, "market">,
  event: MarketEvent | undefined,
): Market | undefined {
  if (market !== "") return event?.markets.find(({ slug }) => slug === market);
  return event?.markets.length === 1 ? event.markets[0] : undefined;
}

/**
 * Converts the filter. `event` is the filter's event, `undefined` without one. Returns `undefined` if the event lacks the
 * market.
 */
export function buildTradesFilter(
  filter: ActivityFilter,
  event: MarketEvent | undefined,
): TradesFilter | undefined {
  const market = findFilterMarket(filter, event);
  if (filter.market !== "" && market === undefined) return undefined;
  const { outcome, kind, least, user } = filter;
  return {
    ...(market !== undefined && { condition_id: [market.conditionId] }),
    ...(market === undefined && event !== undefined && { event_id: [Number(event.id)] }),
    ...(market !== undefined && outcome !== undefined && { outcome_index: outcome }),
    ...(kind !== "all" && { side: kind }),
    ...(least > 0 && { filter_type: "CASH", filter_amount: least }),
    // Trades of a wallet include trades in which the wallet's order was resting.
    ...(user !== "" && { user, taker_only: false }),
  };
}

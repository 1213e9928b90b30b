/** The trades that match the filters, live. */
import { MoreButton } from "../parts/more-button.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { NumberCell, Table } from "../parts/table.tsx";
import { useNow } from "../parts/use-now.ts";
import { AddressLink } from "../people/address-link.tsx";
import { MarketCell } from "../people/market-cell.tsx";
import { TradeTime } from "../markets/trade-time.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { cost } from "../../../src/core/units.ts";
import type { SiteTrade, TradesFilter } from "./activity-trades.ts";
import { useSiteActivity } from "./use-site-activity.ts";

const SECONDS_MS = 5_000;

export function ActivityList({ filter }: { readonly filter: TradesFilter }) {
  const { activity: text, common, home } = useText();
  const { query, trades, error, isPaused, toggle } = useSiteActivity(filter);
  const now = useNow(SECONDS_MS);
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
  const says = side === "BUY" ? text.bought : text.sold;
  return (
    <tr>
      <MarketCell title={trade.title} event={trade.eventSlug} market={trade.marketSlug} />
      <td className="unlabelled">
        <AddressLink address={trade.trader} name={trade.name} />
      </td>
      <td className={`unlabelled ${side === "BUY" ? "up" : "down"}`}>{says(nameOf(outcome))}</td>
      <NumberCell kind="unlabelled">{formats.cents(price)}</NumberCell>
      <NumberCell>{formats.shares(size)}</NumberCell>
      <NumberCell kind="unlabelled">{formats.money(cost(size, price))}</NumberCell>
      <NumberCell kind="soft unlabelled">
        <TradeTime at={at} now={now} />
      </NumberCell>
    </tr>
  );
}

/** The trader's resting orders, with buttons to cancel one or all. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trading } from "../api/interfaces.ts";
import type { Order } from "../api/generated/trading.ts";
import { readLots, readTicks } from "../money.ts";
import { Loaded } from "../parts/loaded.tsx";
import { SendButton } from "../parts/send-button.tsx";
import { Empty } from "../parts/states.tsx";
import { NumberCell, Table } from "../parts/table.tsx";
import { MarketCell } from "../people/market-cell.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { lots, ticks } from "../../../src/core/units.ts";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { CancelAll } from "./cancel-all.tsx";
import { CancelResult } from "./cancel-result.tsx";
import { useMarketNames } from "./market-names.ts";
import type { MarketName } from "./market-names.ts";
import { ordersQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";

const FIRST = 50;

export function OpenOrders({ trader }: SectionProps) {
  const query = useQuery(ordersQuery(trader));
  const canceling = useTraderAction(({ headers, once }, orderID: string) =>
    trading("DELETE /order", { headers, once, body: { orderID } }),
  );
  return (
    <Loaded query={query}>
      {(orders) => (
        <>
          <CancelAll count={orders.length} />
          <CancelResult done={canceling.data} error={canceling.error} again={canceling.again} />
          <OrdersTable orders={orders} cancel={canceling.isPending ? undefined : canceling.mutate} />
        </>
      )}
    </Loaded>
  );
}

/** Cancels an order; `undefined` while another cancellation runs. */
type Cancel = ((id: string) => void) | undefined;

function OrdersTable({ orders, cancel }: { readonly orders: readonly Order[]; readonly cancel: Cancel }) {
  const { common, portfolio } = useText();
  const [most, setMost] = useState(FIRST);
  const shown = orders.toReversed().slice(0, most);
  const names = useMarketNames(shown.map(({ market }) => market));
  const columns = [
    { name: common.market },
    { name: common.side },
    { name: common.price, isNumber: true },
    { name: common.shares, isNumber: true },
    { name: portfolio.filled, isNumber: true },
    { name: portfolio.expires },
    { name: portfolio.actions },
  ];
  if (orders.length === 0) return <Empty>{portfolio.noOrders}</Empty>;
  return (
    <>
      <Table name={portfolio.orders} columns={columns}>
        {shown.map((order) => (
          <OrderRow key={order.id} order={order} market={names.get(order.market)} cancel={cancel} />
        ))}
      </Table>
      {orders.length > most && (
        <button type="button" onClick={() => setMost(most + FIRST)}>
          {common.more}
        </button>
      )}
    </>
  );
}

type RowProps = {
  readonly order: Order;
  readonly market: MarketName | undefined;
  readonly cancel: Cancel;
};

function OrderRow({ order, market, cancel }: RowProps) {
  const { common, portfolio } = useText();
  const formats = useFormats();
  const title = market?.title ?? "…";
  const buy = order.side === "BUY";
  return (
    <tr>
      <MarketCell title={title} event={market?.slug ?? ""} outcome={order.outcome} />
      <td className={buy ? "up" : "down"}>{buy ? common.buy : common.sell}</td>
      <NumberCell>{formats.cents(readTicks(order.price) ?? ticks(0))}</NumberCell>
      <NumberCell>{formats.shares(readLots(order.original_size) ?? lots(0))}</NumberCell>
      <NumberCell>{formats.shares(readLots(order.size_matched) ?? lots(0))}</NumberCell>
      <td>{order.expiration === "0" ? "–" : formats.dateTime(Number(order.expiration) * 1000)}</td>
      <td>
        <SendButton
          className="small"
          isOff={cancel === undefined}
          aria-label={portfolio.cancelOf(title)}
          onClick={() => cancel?.(order.id)}
        >
          {portfolio.cancel}
        </SendButton>
      </td>
    </tr>
  );
}

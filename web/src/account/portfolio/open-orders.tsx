/** The trader's resting orders, with buttons to cancel one or all. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lots, ticks } from "../../../../src/core/units.ts";
import type { Cancellation, Order } from "../../api/generated/trading.ts";
import { trading } from "../../api/interfaces.ts";
import { readLots, readTicks } from "../../base/money.ts";
import { SendButton } from "../../parts/controls/buttons.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { Empty, Failure } from "../../parts/states.tsx";
import { NumberCell, Table } from "../../parts/table.tsx";
import { MarketCell } from "../people/people-tables.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { useMarketNames } from "./market-names.ts";
import type { MarketName } from "./market-names.ts";
import type { SectionProps } from "./section-props.ts";
import { ordersQuery } from "./trader-queries.ts";

// The result of a cancellation.

type Props = {
  readonly done: Cancellation | undefined;
  readonly error: unknown;
  /** Sends the cancellation again, if no answer came. */
  readonly again: (() => void) | undefined;
};

function CancelResult({ done, error, again }: Props) {
  const { portfolio } = useText();
  const formats = useFormats();
  const refusals = Object.values(done?.not_canceled ?? {});
  return (
    <div aria-live="polite">
      {error !== null && <Failure error={error} retry={again} />}
      {done !== undefined && done.canceled.length > 0 && (
        <p className="success">{portfolio.canceled(formats.count(done.canceled.length))}</p>
      )}
      {refusals.length > 0 && (
        <p className="failure">
          {portfolio.notCanceled} {[...new Set(refusals)].join("; ")}
        </p>
      )}
    </div>
  );
}

// A button that cancels all open orders, after a confirmation.

function CancelAll({ count }: { readonly count: number }) {
  const { portfolio } = useText();
  const formats = useFormats();
  const [isConfirming, setConfirming] = useState(false);
  const cancelAction = useTraderAction(({ headers, once }) =>
    trading("DELETE /cancel-all", { headers, once }),
  );
  function cancel(): void {
    setConfirming(false);
    cancelAction.mutate(undefined);
  }
  return (
    <>
      {count > 0 && !isConfirming && (
        <div>
          <SendButton isOff={cancelAction.isPending} onClick={() => setConfirming(true)}>
            {portfolio.cancelAll}
          </SendButton>
        </div>
      )}
      {count > 0 && isConfirming && (
        <div className="row" role="group" aria-label={portfolio.cancelAll}>
          <span role="alert">{portfolio.cancelAllAsk(formats.count(count))}</span>
          <SendButton className="primary" onClick={cancel}>
            {portfolio.cancelAllYes}
          </SendButton>
          <button type="button" onClick={() => setConfirming(false)}>
            {portfolio.keep}
          </button>
        </div>
      )}
      <CancelResult done={cancelAction.data} error={cancelAction.error} again={cancelAction.again} />
    </>
  );
}

const INITIAL_ORDERS = 50;

export function OpenOrders({ trader }: SectionProps) {
  const query = useQuery(ordersQuery(trader));
  const cancelAction = useTraderAction(({ headers, once }, orderID: string) =>
    trading("DELETE /order", { headers, once, body: { orderID } }),
  );
  return (
    <Loaded query={query}>
      {(orders) => (
        <>
          <CancelAll count={orders.length} />
          <CancelResult done={cancelAction.data} error={cancelAction.error} again={cancelAction.again} />
          <OrdersTable orders={orders} cancel={cancelAction.isPending ? undefined : cancelAction.mutate} />
        </>
      )}
    </Loaded>
  );
}

/** Cancels an order; `undefined` while another cancellation runs. */
type Cancel = ((id: string) => void) | undefined;

function OrdersTable({ orders, cancel }: { readonly orders: readonly Order[]; readonly cancel: Cancel }) {
  const { common, portfolio } = useText();
  const [most, setMost] = useState(INITIAL_ORDERS);
  const shownOrders = orders.toReversed().slice(0, most);
  const names = useMarketNames(shownOrders.map(({ market }) => market));
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
        {shownOrders.map((order) => (
          <OrderRow key={order.id} order={order} market={names.get(order.market)} cancel={cancel} />
        ))}
      </Table>
      {orders.length > most && (
        <button type="button" onClick={() => setMost(most + INITIAL_ORDERS)}>
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

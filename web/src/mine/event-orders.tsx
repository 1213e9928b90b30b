/** The trader's open orders in an event, each with a cross that cancels it at once. */
import { useState } from "react";
import { NO_LOTS } from "../../../src/core/units.ts";
import { trading } from "../api/interfaces.ts";
import type { Order } from "../api/generated/trading.ts";
import type { MarketEvent } from "../markets/market.ts";
import { readLots } from "../money.ts";
import { SendButton } from "../parts/send-button.tsx";
import { Failure } from "../parts/states.tsx";
import { useToasts } from "../parts/toasts.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { useTraderAction } from "../wallet/use-trader-action.ts";
import { usePositionName } from "./market-names.ts";
import { limitOf, remainingOf } from "./own-levels.ts";

type Props = { readonly event: MarketEvent; readonly orders: readonly Order[] };

const FIRST = 5;

export function EventOrders({ event, orders }: Props) {
  const { mine, common } = useText();
  const [all, setAll] = useState(false);
  const nameOf = useOrderName(event);
  const { cancel, error, again } = useCancel(event, nameOf);
  const latest = orders.toReversed();
  const shown = all ? latest : latest.slice(0, FIRST);
  return (
    <>
      <h2>{mine.orders}</h2>
      {error !== null && <Failure error={error} retry={again} />}
      <ul className="mine-list">
        {shown.map((order) => (
          <li key={order.id}>
            <div className="mine-what">
              <strong>{nameOf(order)}</strong>
              <Filled order={order} />
            </div>
            <SendButton
              className="plain"
              aria-label={mine.cancel(nameOf(order))}
              title={common.cancel}
              onClick={() => cancel(order)}
            >
              ✕
            </SendButton>
          </li>
        ))}
      </ul>
      {shown.length < orders.length && (
        <button type="button" className="plain" onClick={() => setAll(true)}>
          {common.more}
        </button>
      )}
    </>
  );
}

function Filled({ order }: { readonly order: Order }) {
  const { mine } = useText();
  const formats = useFormats();
  const matched = readLots(order.size_matched) ?? NO_LOTS;
  const of = readLots(order.original_size) ?? NO_LOTS;
  return (
    <span className="soft number">
      {matched > 0
        ? mine.filled(formats.shares(matched), formats.shares(of))
        : mine.waits(formats.shares(remainingOf(order)))}
      {order.expiration !== "0" && ` · ${mine.until(formats.dateTime(Number(order.expiration) * 1000))}`}
    </span>
  );
}

/** Returns a function that describes an order in short, such as "Buy 30 Yes at 37¢". */
function useOrderName(event: MarketEvent): (order: Order) => string {
  const { common, mine } = useText();
  const formats = useFormats();
  const nameOf = usePositionName(event);
  return (order) =>
    mine.order(
      order.side === "BUY" ? common.buy : common.sell,
      formats.shares(readLots(order.original_size) ?? NO_LOTS),
      nameOf({ conditionId: order.market, outcome: order.outcome }),
      formats.cents(limitOf(order)),
    );
}

/** Cancels an order and confirms it, since it cannot be undone. */
function useCancel({ title }: MarketEvent, nameOf: (order: Order) => string) {
  const { mine, portfolio } = useText();
  const { say } = useToasts();
  const canceling = useTraderAction(
    ({ headers, once }, { id: orderID }: Order) =>
      trading("DELETE /order", { headers, once, body: { orderID } }),
    {
      onDone: ({ canceled, not_canceled: refused }, order) =>
        say({
          title,
          lines: [
            ...(canceled.length > 0 ? [mine.canceled(nameOf(order))] : []),
            ...Object.values(refused).map((why) => `${portfolio.notCanceled} ${why}`),
          ],
        }),
      aboutOf: ({ id }) => id,
    },
  );
  return { cancel: canceling.mutate, error: canceling.error, again: canceling.again };
}

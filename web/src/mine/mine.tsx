/** The trader's part of an event: results, positions, open orders and the conversion of shares. */
import { useQuery } from "@tanstack/react-query";
import type { MarketEvent } from "../markets/market.ts";
import type { MarketSelection } from "../markets/use-market-selection.ts";
import { ordersQuery, positionsQuery } from "../portfolio/trader-queries.ts";
import { useText } from "../text/language.tsx";
import { useSession } from "../wallet/session.tsx";
import { Conversion } from "./conversion.tsx";
import { EventOrders } from "./event-orders.tsx";
import { EventPositions } from "./event-positions.tsx";
import { ResolvedBanner } from "./resolved-banner.tsx";
import "../styles/mine.css";

type Props = { readonly event: MarketEvent; readonly chosen: MarketSelection };

export function Mine({ event, chosen }: Props) {
  const { mine } = useText();
  const { trader } = useSession();
  const conditions = new Set(event.markets.map(({ conditionId }) => conditionId));
  const { data: allPositions = [] } = useQuery(positionsQuery(trader));
  const { data: allOrders = [] } = useQuery(ordersQuery(trader));
  const positions = allPositions.filter(({ conditionId }) => conditions.has(conditionId));
  const orders = allOrders.filter(({ market }) => conditions.has(market));
  return (
    <>
      <ResolvedBanner event={event} market={chosen.market} />
      {positions.length + orders.length > 0 && (
        <section className="panel mine" aria-label={mine.title}>
          {positions.length > 0 && <EventPositions {...{ event, chosen, positions }} />}
          {orders.length > 0 && <EventOrders event={event} orders={orders} />}
          {event.negativeRisk && <Conversion event={event} />}
        </section>
      )}
    </>
  );
}

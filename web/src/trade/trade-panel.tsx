/** The panel that trades shares of a market. */
import { useText } from "../text/language.tsx";
import { OrderTicket } from "./order-ticket.tsx";
import type { OrderTicketProps } from "./order-ticket.tsx";
import { SetsSection } from "./sets-section.tsx";
import "../styles/trade.css";

export function TradePanel(props: OrderTicketProps) {
  const { trade } = useText();
  const { market } = props;
  return (
    <section className="panel trade" aria-label={`${trade.title}: ${market.name}`}>
      {market.closed ? (
        <p className="trade-over">{trade.resolved}</p>
      ) : (
        <>
          <OrderTicket key={market.conditionId} {...props} />
          <SetsSection key={`sets ${market.conditionId}`} market={market} />
        </>
      )}
    </section>
  );
}

/** Buys and sells shares of a market. */
import type { Market } from "../markets/market.ts";
import type { Ticks } from "../../../src/core/units.ts";
import { useText } from "../text/language.tsx";
import { OrderTicket } from "./order-ticket.tsx";
import { RedeemSection } from "./redeem-section.tsx";
import { SetsSection } from "./sets-section.tsx";
import "../styles/trade.css";

export type TradePanelProps = {
  readonly market: Market;
  /** Which outcome is traded, and how to choose the other one. */
  readonly outcome: 0 | 1;
  readonly onOutcome: (outcome: 0 | 1) => void;
  /** A price that the user picked in the book; a new object for each pick. */
  readonly picked: { readonly price: Ticks } | undefined;
};

export function TradePanel(props: TradePanelProps) {
  const { trade } = useText();
  const { market } = props;
  return (
    <section className="panel trade" aria-label={`${trade.title}: ${market.name}`}>
      {market.closed ? (
        <RedeemSection market={market} />
      ) : (
        <>
          {market.acceptingOrders ? (
            <OrderTicket key={market.conditionId} {...props} />
          ) : (
            <p className="trade-note">{trade.closed}</p>
          )}
          <SetsSection key={`sets ${market.conditionId}`} market={market} />
        </>
      )}
    </section>
  );
}

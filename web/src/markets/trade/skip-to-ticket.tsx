/** A link for keyboard users that skips the chart and the outcomes. */
import type { Market } from "../market.ts";
import { useText } from "../../text/language.tsx";

export const TICKET_ID = "ticket";

export function SkipToTicket({ market }: { readonly market: Market }) {
  const { trade } = useText();
  if (market.closed) return null;
  return (
    <a className="skip" href={`#${TICKET_ID}`}>
      {trade.skip}
    </a>
  );
}

/** The markets of one event, with their prices and their results. */
import { useFormats } from "../../text/language.tsx";
import type { EventWithMarkets } from "../../api/generated/operator.ts";
import { useConsoleText } from "../console-text.ts";
import { formatPayout } from "../format-payout.ts";
import { EndTime } from "../listing/end-time.tsx";
import type { ListedEventRow, ListedMarket } from "../listing/listed-rows.ts";
import { MarketStatus, MarketTitle } from "../listing/market-table.tsx";
import { DataTable } from "../parts/data-table.tsx";

type OperatedMarket = EventWithMarkets["markets"][number];

type EventMarketsProps = {
  readonly event: ListedEventRow;
  /** The same event as the operator API has it; `undefined` until it is known. */
  readonly operated: EventWithMarkets | undefined;
};

export function EventMarkets({ event, operated }: EventMarketsProps) {
  const { markets: words, market } = useConsoleText();
  const formats = useFormats();
  const known = new Map(operated?.markets.map((one) => [one.conditionId, one]));
  // The title of the view names the event, so the rows need not.
  const rows = event.markets.map((one) => ({ ...one, event: undefined }));
  const resultOf = ({ conditionId, outcomes: [first, second] }: ListedMarket): string =>
    formatPayout(known.get(conditionId)?.payout ?? null, [first.name, second.name], market);
  const priceOf = ({ priced, status, outcomes: [first] }: ListedMarket): string =>
    priced && status !== "resolved" ? `${first.name} ${formats.cents(first.price)}` : "";
  return (
    <section className="panel">
      <h2>{words.kinds.markets}</h2>
      <DataTable
        caption={words.kinds.markets}
        columns={[
          { name: words.market, cell: (one) => <MarketTitle market={one} /> },
          { name: words.status, cell: (one) => <MarketStatus market={one} /> },
          { name: words.result, cell: resultOf },
          { name: words.price, number: true, cell: priceOf },
          { name: words.ends, cell: ({ endsAt }) => <EndTime at={endsAt} /> },
          { name: words.volume, number: true, cell: ({ volume }) => formats.money(volume) },
          { name: words.id, number: true, cell: ({ id }) => id },
        ]}
        rows={rows}
        keyOf={({ conditionId }) => conditionId}
        empty={words.noMarkets}
      />
    </section>
  );
}

/** Names the markets that pay their first outcome, of an event of which exactly one wins; empty before. */
export const namesOfWinners = ({ exclusive, markets }: EventWithMarkets): string =>
  exclusive
    ? markets
        .filter(({ payout }) => payout !== null && payout[0] > payout[1])
        .map(nameInItsEvent)
        .join(", ")
    : "";

export const nameInItsEvent = ({ label, question }: Pick<OperatedMarket, "label" | "question">): string =>
  label ?? question;

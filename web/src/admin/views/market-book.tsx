/** The order book of a market's first outcome: the best bids and offers. */
import { useQuery } from "@tanstack/react-query";
import { trading } from "../../api/interfaces.ts";
import type { OrderBook } from "../../api/generated/trading.ts";
import type { Market } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatPrice, formatShares } from "../format-amounts.ts";
import { DataTable } from "../parts/data-table.tsx";

/** Levels of each side that are shown at first. */
const AT_ONCE = 10;
const EVERY_MS = 5_000;

export function MarketBook({ market }: { readonly market: Market }) {
  const { book: words } = useConsoleText();
  const token = market.tokenIds[0];
  const query = useQuery({
    queryKey: ["market", "book", token],
    queryFn: ({ signal }) => trading("GET /book", { query: { token_id: token }, signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <section className="panel">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead(market.outcomes[0])}</p>
      <Loaded query={query}>
        {({ bids, asks }) => (
          <div className="pair">
            <Side name={words.bids} levels={bids} bestIsHighest />
            <Side name={words.asks} levels={asks} />
          </div>
        )}
      </Loaded>
    </section>
  );
}

type SideProps = {
  readonly name: string;
  readonly levels: OrderBook["bids"];
  readonly bestIsHighest?: boolean;
};

function Side({ name, levels, bestIsHighest = false }: SideProps) {
  const { book: words } = useConsoleText();
  const formats = useFormats();
  const rising = levels.toSorted((one, other) => Number(one.price) - Number(other.price));
  return (
    <div>
      <h3>{name}</h3>
      <DataTable
        caption={name}
        columns={[
          { name: words.price, number: true, cell: ({ price }) => formatPrice(price, formats) },
          { name: words.shares, number: true, cell: ({ size }) => formatShares(size, formats) },
        ]}
        rows={bestIsHighest ? rising.toReversed() : rising}
        keyOf={({ price }) => price}
        empty={words.empty}
        atOnce={AT_ONCE}
      />
    </div>
  );
}

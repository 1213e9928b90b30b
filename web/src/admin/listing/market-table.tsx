/** A table of markets, with links to each one and to its event. */
import { Link } from "wouter";
import { useFormats } from "../../text/language.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { EndTime } from "./end-time.tsx";
import { eventPath } from "./event-table.tsx";
import type { ListedMarket } from "./listed-rows.ts";

type MarketTableProps = {
  readonly caption: string;
  readonly rows: readonly ListedMarket[];
  readonly empty: string;
  /** Number of rows shown at first; infinite if the list itself has pages. */
  readonly atOnce?: number;
};

export function MarketTable({ caption, rows, empty, atOnce }: MarketTableProps) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={caption}
      columns={[
        { name: words.market, cell: (market) => <MarketTitle market={market} /> },
        { name: words.status, cell: (market) => <MarketStatus market={market} /> },
        { name: words.ends, cell: ({ endsAt }) => <EndTime at={endsAt} /> },
        { name: words.volume, number: true, cell: ({ volume }) => formats.money(volume) },
        { name: words.id, number: true, cell: ({ id }) => id },
      ]}
      rows={rows}
      keyOf={({ conditionId }) => conditionId}
      empty={empty}
      atOnce={atOnce}
    />
  );
}

export const MarketTitle = ({
  market: { conditionId, question, event },
}: {
  readonly market: ListedMarket;
}) => (
  <span className="title">
    <Link href={`/markets/${conditionId}`}>{question}</Link>
    {event && event.title !== question && (
      <small>
        <Link href={eventPath(event.id)} className="soft">
          {event.title}
        </Link>
      </small>
    )}
  </span>
);

export function MarketStatus({ market: { status, proposal } }: { readonly market: ListedMarket }) {
  const { market: words, markets } = useConsoleText();
  return (
    <span className="badges">
      <span className={`badge ${status}`}>{words.statuses[status]}</span>
      {proposal && <span className="badge paused">{markets.proposals[proposal]}</span>}
    </span>
  );
}

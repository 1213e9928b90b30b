/** A table of events. */
import { Link } from "wouter";
import { useFormats } from "../../text/language.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { EndTime } from "./end-time.tsx";
import type { ListedEventRow } from "./listed-rows.ts";

export const eventPath = (id: string): string => `/markets/events/${encodeURIComponent(id)}`;

type EventTableProps = {
  readonly rows: readonly ListedEventRow[];
  readonly empty: string;
};

export function EventTable({ rows, empty }: EventTableProps) {
  const { markets: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.kinds.events}
      columns={[
        {
          name: words.event,
          cell: ({ id, title }) => (
            <span className="title">
              <Link href={eventPath(id)}>{title}</Link>
            </span>
          ),
        },
        { name: words.status, cell: ({ status }) => <EventBadge status={status} /> },
        { name: words.ends, cell: ({ endsAt }) => <EndTime at={endsAt} /> },
        { name: words.kinds.markets, number: true, cell: ({ markets }) => formats.count(markets.length) },
        { name: words.volume, number: true, cell: ({ volume }) => formats.money(volume) },
        { name: words.id, number: true, cell: ({ id }) => id },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
      empty={empty}
      atOnce={Infinity}
    />
  );
}

export function EventBadge({ status }: Pick<ListedEventRow, "status">) {
  const { markets: words } = useConsoleText();
  return <span className={`badge ${status === "open" ? "active" : status}`}>{words.states[status]}</span>;
}

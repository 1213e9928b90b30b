/** The view of one event with all its markets. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { RefusedError } from "../../api/client.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { EndTime } from "../listing/end-time.tsx";
import { EventBadge } from "../listing/event-table.tsx";
import { eventQuery } from "../listing/list-queries.ts";
import type { ListedEventRow } from "../listing/listed-rows.ts";
import { MarketTable } from "../listing/market-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";
import { EditPanel } from "./edit-panel.tsx";
import { EventStepsPanel } from "./event-steps-panel.tsx";
import { useOperatedEvent } from "./use-operated-event.ts";

export function EventView({ id }: { readonly id: string }) {
  const { markets: words } = useConsoleText();
  const { data, error, refetch } = useQuery(eventQuery(id));
  return (
    <View title={data?.title ?? words.event}>
      <p>
        <Link href="/markets">{words.back}</Link>
      </p>
      {isUnknown(error) && <Empty>{words.noEvent(id)}</Empty>}
      {error && !isUnknown(error) && <Failure error={error} retry={() => void refetch()} />}
      {data === undefined && !error && <Loading rows={6} />}
      {data && <EventDetails event={data} />}
    </View>
  );
}

const isUnknown = (error: unknown): boolean => error instanceof RefusedError && error.status === 404;

function EventDetails({ event }: { readonly event: ListedEventRow }) {
  const { markets: words, create, newEvent } = useConsoleText();
  const formats = useFormats();
  const { data: operated } = useOperatedEvent(event.id);
  // The title of the view names the event, so the rows need not.
  const rows = event.markets.map((market) => ({ ...market, event: undefined }));
  return (
    <>
      <section className="panel">
        <h2>
          {words.event} <EventBadge status={event.status} />
        </h2>
        <Facts
          facts={[
            [words.id, event.id],
            [words.slug, event.slug],
            [create.tags, operated?.tags.join(", ") || "–"],
            [words.ends, <EndTime at={event.endsAt} />],
            [words.volume, formats.money(event.volume)],
          ]}
        />
        <p>
          <Link href={`/new-market/${encodeURIComponent(event.slug)}`} className="button">
            {create.addMarket}
          </Link>{" "}
          <Link href={`/new-event/${encodeURIComponent(event.slug)}`} className="button">
            {newEvent.repeatThis}
          </Link>
        </p>
      </section>
      <EventStepsPanel id={event.id} />
      <EditPanel kind="event" id={event.id} betFixed={operated?.betFixed ?? false} tags={operated?.tags} />
      <section className="panel">
        <h2>{words.kinds.markets}</h2>
        <MarketTable caption={words.kinds.markets} rows={rows} empty={words.noMarkets} />
      </section>
    </>
  );
}

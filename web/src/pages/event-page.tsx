/** The page of one event with its markets. */
import { useQuery } from "@tanstack/react-query";
import { RejectedError } from "../api/client.ts";
import { eventQuery } from "../markets/queries/catalog-queries.ts";
import { EventHeader } from "../markets/event-header.tsx";
import { EventView } from "../markets/event-view.tsx";
import { LongText } from "../parts/long-text.tsx";
import { Empty, Failure, Loading } from "../parts/states.tsx";
import { useTitle } from "../parts/controls/brand.tsx";
import { RelatedEvents } from "../discover/related/related-events.tsx";
import { useText } from "../text/language.tsx";
import { EventNotFoundPage } from "./not-found-page.tsx";
import "../styles/markets/markets.css";
import "../styles/markets/event.css";
import "../styles/markets/chart.css";
import "../styles/markets/market-panel.css";

export function EventPage({ slug }: { readonly slug: string }) {
  const { markets: text } = useText();
  const { data: event, error, isPending, refetch } = useQuery(eventQuery(slug));
  useTitle(event?.title ?? "");
  if (isPending) return <Loading rows={8} />;
  if (event === undefined && error instanceof RejectedError && error.status === 404)
    return <EventNotFoundPage nearestSlug={error.nearestSlug} />;
  const failure = error !== null && <Failure error={error} retry={() => void refetch()} />;
  if (event === undefined) return failure;
  return (
    <>
      {failure}
      {event.markets.length > 0 ? (
        <EventView event={event} />
      ) : (
        <>
          <EventHeader event={event} />
          <LongText text={event.description} />
          <Empty>{text.event.noMarkets}</Empty>
          <RelatedEvents event={event} />
        </>
      )}
    </>
  );
}

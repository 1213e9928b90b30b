/** The view of one event with all its markets. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { RefusedError } from "../../api/client.ts";
import { Empty, Failure, Loading } from "../../parts/states.tsx";
import { eventQuery } from "../listing/list-queries.ts";
import type { ListedEventRow } from "../listing/listed-rows.ts";
import { SubjectAudit } from "../parts/subject-audit.tsx";
import { View } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";
import { EditPanel } from "./edit-panel.tsx";
import { EventFacts } from "./event-facts.tsx";
import { EventMarkets, nameInItsEvent } from "./event-markets.tsx";
import { EventStepsPanel } from "./event-steps-panel.tsx";
import { ShownTexts } from "./shown-texts.tsx";
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
  const { markets: words, market } = useConsoleText();
  const { data: operated } = useOperatedEvent(event.id);
  const names = new Map(operated?.markets.map((one) => [one.conditionId, nameInItsEvent(one)]));
  return (
    <>
      <EventFacts event={event} operated={operated} />
      <EventMarkets event={event} operated={operated} />
      <EventStepsPanel id={event.id} />
      <ShownTexts
        texts={event}
        event={event.slug}
        id={event.id}
        nameOf={(conditionId) => names.get(conditionId) ?? words.market}
      />
      {operated && (
        <EditPanel
          kind="event"
          id={event.id}
          betFixed={operated.betFixed}
          tags={operated.tags}
          lastEdit={operated.lastEdit}
        />
      )}
      <SubjectAudit title={market.actions} subject={event.id} />
    </>
  );
}

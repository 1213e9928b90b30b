/** The view of one event with all its markets. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { RejectedError } from "../../../api/client.ts";
import type { EventWithMarkets } from "../../../api/generated/operator.ts";
import { Empty, Failure, Loading } from "../../../parts/states.tsx";
import { useFormats } from "../../../text/language.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { EndTime } from "../../listing/end-time.tsx";
import { EventBadge } from "../../listing/event-table.tsx";
import { eventQuery } from "../../listing/list-queries.ts";
import type { ListedEventRow, ListedMarket } from "../../listing/listed-rows.ts";
import { MarketStatus, MarketTitle } from "../../listing/market-table.tsx";
import { formatPayout, isDraftEvent } from "./market-steps.ts";
import { SubjectAudit } from "../../parts/audit-entry.tsx";
import { DataTable } from "../../parts/data-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import type { Fact } from "../../parts/facts.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { EditPanel } from "./edit-panel.tsx";
import { EventStepsPanel, nameInItsEvent, useOperatedEvent } from "./event-steps-panel.tsx";
import { ShownTexts } from "./shown-texts.tsx";

export function EventView({ event: id }: { readonly event: string }) {
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

const isUnknown = (error: unknown): boolean => error instanceof RejectedError && error.status === 404;

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
        <EditPanel kind="event" id={event.id} listed={operated} isDraft={isDraftEvent(operated)} />
      )}
      <SubjectAudit title={market.actions} subject={event.id} />
    </>
  );
}

type EventProps = {
  readonly event: ListedEventRow;
  /** The same event from the operator API; `undefined` until it is known. */
  readonly operated: EventWithMarkets | undefined;
};

/** The markets of one event, with prices and results. */
function EventMarkets({ event, operated }: EventProps) {
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
    <Panel title={words.kinds.markets}>
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
    </Panel>
  );
}

/** The facts of one event that an operator checks before opening or resolving it. */
function EventFacts({ event, operated }: EventProps) {
  const { markets: words, create, newEvent } = useConsoleText();
  const formats = useFormats();
  const operatedFacts = useOperatedFacts(operated);
  const title = (
    <>
      {words.event} <EventBadge status={event.status} />
    </>
  );
  return (
    <Panel title={title}>
      <Facts
        facts={[
          ...operatedFacts,
          [words.starts, event.startsAt === undefined ? "–" : <EndTime at={event.startsAt} />],
          [words.ends, <EndTime at={event.endsAt} />],
          [words.volume, formats.money(event.volume)],
          [create.tags, operated?.tags.join(", ") || "–"],
          [words.id, event.id],
          [words.slug, event.slug],
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
    </Panel>
  );
}

/** Lists facts from the operator API, the winner first, since operators look for it once the event is over. */
function useOperatedFacts(operated: EventWithMarkets | undefined): readonly Fact[] {
  const { markets: words, market } = useConsoleText();
  if (operated === undefined) return [];
  const exclusive: Fact = [words.oneWins, operated.exclusive ? market.yes : market.no];
  if (!operated.exclusive) return [exclusive];
  const winners = formatWinnerNames(operated);
  return [[words.winner, winners === "" ? words.noWinner : <strong>{winners}</strong>], exclusive];
}

/** Names the markets that pay their first outcome in an event with exactly one winner; empty before the resolution. */
const formatWinnerNames = ({ exclusive, markets }: EventWithMarkets): string =>
  exclusive
    ? markets
        .filter(({ payout }) => payout !== null && payout[0] > payout[1])
        .map(nameInItsEvent)
        .join(", ")
    : "";

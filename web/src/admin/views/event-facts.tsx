/** The facts of one event that an operator checks before opening or resolving it. */
import { Link } from "wouter";
import type { EventWithMarkets } from "../../api/generated/operator.ts";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { EndTime } from "../listing/end-time.tsx";
import { EventBadge } from "../listing/event-table.tsx";
import type { ListedEventRow } from "../listing/listed-rows.ts";
import { Facts } from "../parts/facts.tsx";
import type { Fact } from "../parts/facts.tsx";
import { namesOfWinners } from "./event-markets.tsx";

type EventFactsProps = {
  readonly event: ListedEventRow;
  readonly operated: EventWithMarkets | undefined;
};

export function EventFacts({ event, operated }: EventFactsProps) {
  const { markets: words, create, newEvent } = useConsoleText();
  const formats = useFormats();
  const operatedFacts = useOperatedFacts(operated);
  return (
    <section className="panel">
      <h2>
        {words.event} <EventBadge status={event.status} />
      </h2>
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
    </section>
  );
}

/** The winner comes first: it is the fact that is looked for once the event is over. */
function useOperatedFacts(operated: EventWithMarkets | undefined): readonly Fact[] {
  const { markets: words, market } = useConsoleText();
  if (operated === undefined) return [];
  const exclusive: Fact = [words.oneWins, operated.exclusive ? market.yes : market.no];
  if (!operated.exclusive) return [exclusive];
  const winners = namesOfWinners(operated);
  return [[words.winner, winners === "" ? words.noWinner : <strong>{winners}</strong>], exclusive];
}

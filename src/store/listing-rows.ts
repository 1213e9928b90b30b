/** Catalog rows of the listings in a batch, as the JSON parameters of the commit statement. */
import type { EventOf } from "../core/event.ts";

type Listed = EventOf<"listed">;

/** Events and markets to write; of several listings of one event in a batch, the last counts. */
export function listingParameters(listings: readonly Listed[]): [events: string, markets: string] {
  const events = new Map<string, unknown>();
  const markets = new Map<number, unknown>();
  for (const { listing, markets: listed } of listings) {
    const { id, slug } = listing.event;
    events.set(id, { id, slug, content: listing.event });
    listed.forEach(({ no }, index) => markets.set(no, marketRow(no, id, listing.markets[index])));
  }
  return [JSON.stringify([...events.values()]), JSON.stringify([...markets.values()])];
}

function marketRow(no: number, eventId: string, content: Listed["listing"]["markets"][number]): unknown {
  return {
    no,
    id: content.id,
    event_id: eventId,
    condition_id: content.conditionId,
    token_ids: content.tokenIds,
    slug: content.slug,
    content,
  };
}

/** Reads an event as the draft of a new one, without slugs, past dates and prices. */
import { catalog } from "../../api/interfaces.ts";
import type { Event } from "../../api/generated/catalog.ts";
import type { Market } from "../../api/generated/operator.ts";
import type { OperatorClient } from "../session/operator-session.tsx";
import { pickAmounts } from "../parts/market/market-terms.ts";
import { EMPTY, formatLocalTime, createOption } from "./event-draft.ts";
import type { EventDraft } from "./event-draft.ts";

/** Reads the event by id or slug; throws the exchange's rejection if there is none. */
export async function repeatEvent(request: OperatorClient, term: string): Promise<EventDraft> {
  const named = await request("GET /events/{event}", { params: { event: term } });
  const event = await catalog("GET /events/{id}", { params: { id: named.id } });
  const [first] = named.markets;
  const terms = first && (await request("GET /markets/{market}", { params: { market: first.conditionId } }));
  return { ...toDraft(event, named.exclusive), ...(terms && copyMarketTerms(terms)) };
}

const toDraft = (event: Event, exclusive: boolean): EventDraft => ({
  ...EMPTY,
  title: event.title ?? "",
  description: event.description || event.markets[0]?.description || "",
  resolutionSource: event.resolutionSource ?? "",
  tags: event.tags.flatMap(({ label }) => label ?? []).join(", "),
  image: event.image ?? "",
  exclusive,
  endDate: keepFutureTime(event.endDate),
  options: event.markets.map(({ groupItemTitle, question, image, endDate }, key) => ({
    ...createOption(key),
    label: groupItemTitle ?? "",
    question: question ?? "",
    image: image === event.image ? "" : (image ?? ""),
    endDate: endDate === event.endDate ? "" : keepFutureTime(endDate),
  })),
});

const copyMarketTerms = (market: Market) => ({
  ...pickAmounts(market),
  ...copyFees(market),
  protocolV2: market.version === "v2",
});

const copyFees = ({ fees }: Market) =>
  fees !== null && {
    rate: fees.rate,
    exponent: String(fees.exponent),
    makersPay: !fees.takerOnly,
  };
function keepFutureTime(time: string | undefined): string {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) || at <= Date.now() ? "" : formatLocalTime(new Date(at));
}

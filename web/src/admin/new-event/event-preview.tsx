/** A preview of a new event with the page's own card and header, without working controls. */
import { makeSlug } from "../../../../src/listings/slug.ts";
import { NO_MICROS, ONE, parseDecimal, ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";
import { memo, useDeferredValue } from "react";
import { CardView } from "../../discover/cards/card-view.tsx";
import type { Card, CardMarket } from "../../discover/cards/card.ts";
import { EventHeader } from "../../markets/event-header.tsx";
import type { MarketEvent } from "../../markets/market.ts";
import { useNow } from "../../parts/hooks/use-now.ts";
import { useConsoleText } from "../parts/console-text.ts";
import { RulesPreview } from "../parts/market/preview.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { readTags } from "../parts/tags.ts";
import { useFormFields } from "./form-fields.ts";
import type { FormFields } from "./form-fields.ts";
import { buildOptionField, readQuestion, readStartPrice } from "./read-event.ts";
import "../../styles/markets/markets.css";
import "../../styles/discover/cards.css";
import "../../styles/markets/event.css";

type PreviewProps = { readonly fields: FormFields; readonly count: number };
type ShownProps = { readonly readField: FieldReader; readonly count: number };

/** Number of markets on a card. */
const MARKETS_ON_CARD = 2;
const PRICE_DECIMALS = 4;
const MINUTE_MS = 60_000;

/** Renders the preview deferred, so that slow drawing does not delay typing. */
export function NewEventPreview({ fields, count }: PreviewProps) {
  return <ShownEvent readField={useDeferredValue(useFormFields(fields))} count={count} />;
}

const ShownEvent = memo(({ readField, count }: ShownProps) => {
  const { create: words, newEvent } = useConsoleText();
  const now = useNow(MINUTE_MS);
  const title = readField("title") || words.noTitle;
  const card = buildPreviewCard(readField, { count, title });
  return (
    <aside className="panel preview" aria-label={words.preview}>
      <p className="soft">{words.preview}</p>
      <h2>{newEvent.card}</h2>
      <div inert>
        <CardView card={card} now={now} quotes={card.markets} />
      </div>
      <h2>{newEvent.head}</h2>
      <div inert>
        <EventHeader event={buildPreviewEvent(readField, title)} />
      </div>
      <h3>{newEvent.questions}</h3>
      <ol className="option-questions">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>{readQuestion(readField, index)}</li>
        ))}
      </ol>
      <RulesPreview text={readField("description")} />
    </aside>
  );
});

const readEndTime = (readField: FieldReader): number | undefined => {
  const at = Date.parse(readField("endDate"));
  return Number.isNaN(at) ? undefined : at;
};

/** Placeholder id for the generated mark of an event without a picture; the exchange assigns the real id. */
const NO_ID = "new";

const readPreviewTags = (readField: FieldReader) =>
  readTags(readField("tags")).map((label) => ({ slug: makeSlug("tag", label), label }));

type CardOptions = { readonly count: number; readonly title: string };

const buildPreviewCard = (readField: FieldReader, { count, title }: CardOptions): Card => ({
  id: NO_ID,
  slug: makeSlug("event", title),
  title,
  image: readField("image"),
  topics: readPreviewTags(readField).map(({ slug }) => slug),
  volume: NO_MICROS,
  volume24h: NO_MICROS,
  endsAt: readEndTime(readField),
  closed: false,
  marketCount: count,
  markets: Array.from({ length: Math.min(count, MARKETS_ON_CARD) }, (_, index) =>
    buildPreviewMarket(readField, index),
  ),
});

function buildPreviewMarket(readField: FieldReader, index: number): CardMarket {
  const price = parsePrice(readStartPrice(readField, index));
  const question = readQuestion(readField, index);
  return {
    id: String(index),
    slug: makeSlug("market", question),
    name: readField(buildOptionField(index, "label")) || question,
    place: index,
    outcomes: ["Yes", "No"],
    price,
    bid: price,
    ask: price,
    change: 0,
    closed: false,
    acceptingOrders: true,
  };
}

function parsePrice(text: string): Ticks | undefined {
  const price = parseDecimal(text, PRICE_DECIMALS);
  return price === undefined || price <= 0 || price >= ONE ? undefined : ticks(price);
}

const buildPreviewEvent = (readField: FieldReader, title: string): MarketEvent => ({
  id: NO_ID,
  slug: makeSlug("event", title),
  title,
  description: "",
  image: readField("image"),
  tags: readPreviewTags(readField),
  series: undefined,
  volume: NO_MICROS,
  volume24h: NO_MICROS,
  liquidity: NO_MICROS,
  openInterest: NO_MICROS,
  endsAt: readEndTime(readField),
  closed: false,
  negativeRisk: readField("exclusive") !== "",
  markets: [],
});

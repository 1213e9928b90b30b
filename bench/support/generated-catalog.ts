/**
 * A catalog of any size with the shape of a real one. Titles have common and rare words, an event has one to four
 * markets. Few tags are on most events and many on few; most events are over. The same seed gives the same catalog.
 */
import type { CatalogEvent, CatalogMarket, Listing } from "../../src/core/markets/catalog.ts";
import { lots, ticks } from "../../src/core/units.ts";
import { createRandom } from "./random.ts";
import type { Random } from "./random.ts";

const SYLLABLES =
  "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so ta te ti to".split(
    " ",
  );
const COMMON = "the in by before of on to win above price 2026 december".split(" ");
const VOCABULARY = 30_000;
const TAGS = 400;
const SERIES = 200;
const WALLETS = 200;
const HOUR_MS = 3_600_000;
const FIRST_MS = Date.UTC(2024, 0, 1);
const TEXT = "Resolves by the rules of its question, as reported by the source that is named there. ".repeat(
  8,
);

/** Draws a number, smaller ones more often: half of them are below the square root of `limit`. */
const drawSkewed = (random: Random, limit: number): number =>
  Math.floor(limit ** (random.below(1_000_000) / 1_000_000)) - 1;

/** Gives the word of this rank: distinct for each, pronounceable. */
export function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + SYLLABLES.length; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

const words = (random: Random, count: number): string =>
  Array.from({ length: count }, () =>
    random.below(100) < 35 ? COMMON[random.below(COMMON.length)] : wordOf(drawSkewed(random, VOCABULARY)),
  ).join(" ");

/** Generates listings 1 to `count`. */
export function* generateListings(count: number): Generator<Listing> {
  const random = createRandom(20_261_101);
  let market = 0;
  for (let id = 1; id <= count; id += 1) {
    const event = generateEvent(random, id);
    const markets = Array.from({ length: 1 + random.below(4) }, () => {
      market += 1;
      return generateMarket(random, market, event);
    });
    yield { event, markets };
  }
}

function generateEvent(random: Random, id: number): CatalogEvent {
  const startMs = FIRST_MS + id * 0.2 * HOUR_MS;
  const title = `Will ${words(random, 4 + random.below(5))}?`;
  const tags = new Set(Array.from({ length: 1 + random.below(4) }, () => 1 + drawSkewed(random, TAGS)));
  const series = random.below(100) < 15 ? [1 + drawSkewed(random, SERIES)] : [];
  const slug = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}${id}`;
  return {
    id: String(id),
    ticker: slug,
    slug,
    title,
    description: TEXT,
    startDate: new Date(startMs).toISOString(),
    creationDate: new Date(startMs).toISOString(),
    endDate: new Date(startMs + random.below(2_000) * HOUR_MS).toISOString(),
    createdAt: new Date(startMs - HOUR_MS).toISOString(),
    updatedAt: new Date(startMs + random.below(100) * HOUR_MS).toISOString(),
    active: true,
    closed: random.below(100) < 85,
    archived: random.below(1000) === 0,
    negativeRisk: false,
    tags: [...tags].map((no) => ({ id: String(no), label: `Tag ${wordOf(no)}`, slug: `tag-${wordOf(no)}` })),
    series: series.map((no) => generateSeries(no)),
  };
}

const generateSeries = (no: number): CatalogEvent["series"][number] => ({
  id: String(no),
  ticker: `series-${no}`,
  slug: `series-${no}`,
  title: `Series ${no}`,
  seriesType: "single",
  recurrence: "daily",
  image: "",
  icon: "",
  active: true,
  closed: false,
  archived: false,
});

function generateMarket(random: Random, no: number, event: CatalogEvent): CatalogMarket {
  const { startDate = "", endDate = "", closed } = event;
  const question = `${event.title} ${words(random, 2)}?`;
  return {
    id: String(no),
    conditionId: `0x${random.hex(64)}`,
    questionId: `0x${random.hex(64)}`,
    tokenIds: [random.decimal(77), random.decimal(77)],
    outcomes: ["Yes", "No"],
    question,
    slug: `market-${no}`,
    description: TEXT,
    startDate,
    endDate,
    createdAt: startDate,
    updatedAt: startDate,
    active: true,
    closed,
    archived: event.archived,
    tick: ticks(100),
    minimumLots: lots(100),
    negativeRisk: false,
    secondsDelay: 0,
    rewards: { rates: [], minSize: 0, maxSpread: 0 },
    creator: `0x${drawSkewed(random, WALLETS).toString(16).padStart(40, "0")}`,
    ...(closed && { payout: [1, 0] as const }),
  };
}

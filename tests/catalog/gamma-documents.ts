/** Gamma documents made for the tests, and the way back from a listing to such a document. */
import type { CatalogMarket, Listing } from "../../src/core/markets/catalog.ts";

export type Document = Record<string, unknown>;

const hash = (seed: number): string => `0x${seed.toString(16).padStart(64, "0")}`;

export const gammaMarket = (seed: number, changes: Document = {}): Document => ({
  id: String(500_000 + seed),
  question: `Will kettle ${seed} boil before noon?`,
  conditionId: hash(seed),
  slug: `kettle-${seed}-boils`,
  resolutionSource: "",
  endDate: "2031-03-04T12:00:00Z",
  startDate: "2030-12-31T19:05:03.54Z",
  image: "https://kettles.example/k.png",
  icon: "https://kettles.example/i.png",
  description: "Resolves to Yes if the lid rattles.",
  outcomes: '["Yes", "No"]',
  active: true,
  closed: false,
  archived: false,
  createdAt: "2030-12-31T18:18:37.683247Z",
  updatedAt: "2031-01-02T03:04:05Z",
  questionID: hash(seed + 1_000_000),
  orderPriceMinTickSize: 0.01,
  orderMinSize: 5,
  clobTokenIds: `["${2 * seed}", "${2 * seed + 1}"]`,
  negRisk: false,
  ...changes,
});

export const gammaEvent = (seed: number, changes: Document = {}): Document => ({
  id: String(20_000 + seed),
  ticker: `kettles-${seed}`,
  slug: `kettles-${seed}`,
  title: `Kettles of house ${seed}`,
  description: "Which kettles boil?",
  startDate: "2030-12-31T19:05:45.901363Z",
  creationDate: "2030-12-31T19:05:45.901361Z",
  endDate: "2031-03-04T12:00:00Z",
  createdAt: "2030-12-31T18:18:36.692417Z",
  updatedAt: "2031-01-02T03:04:05.606076Z",
  active: true,
  closed: false,
  archived: false,
  tags: [{ id: "7", label: "Tea", slug: "tea", createdAt: "2030-01-01T00:00:00Z" }],
  markets: [gammaMarket(seed)],
  ...changes,
});

const MARKET_FIELDS =
  "id question conditionId slug resolutionSource image icon description startDate endDate createdAt updatedAt active closed archived".split(
    " ",
  );

const listText = (items: readonly string[]): string =>
  `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;

/** The specified fields of a market (2.12), as in its document. */
function marketAnswer(market: CatalogMarket): Document {
  const known = Object.entries(market).filter(([name]) => MARKET_FIELDS.includes(name));
  return {
    ...Object.fromEntries(known),
    questionID: market.questionId,
    outcomes: listText(market.outcomes),
    clobTokenIds: listText(market.tokenIds),
  };
}

/** The specified fields of an event (2.13), as in its document. */
export function eventAnswer({ event, markets }: Listing): Document {
  const { negativeRisk, negativeRiskMarketId, ...answer } = event;
  return {
    ...answer,
    ...(negativeRisk ? { negRisk: true, negRiskMarketID: negativeRiskMarketId } : {}),
    markets: markets.map(marketAnswer),
  };
}

/** The keys that Polymarket's service always sends, which strict parsers need, are in every record of its dialect. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestExchange } from "../../support/exchange.ts";
import { startCatalog } from "./world.ts";
import { bareListing, rainListing } from "./rich-listing.ts";

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const MARKET =
  words(`id question conditionId slug resolutionSource image icon description outcomes startDate createdAt
  updatedAt active closed archived questionID clobTokenIds outcomePrices volume liquidity volumeNum liquidityNum volumeClob
  liquidityClob volume24hr volume24hrClob competitive bestBid bestAsk spread orderPriceMinTickSize orderMinSize
  acceptingOrders enableOrderBook negRisk groupItemTitle rewardsMinSize rewardsMaxSpread marketMakerAddress new featured
  restricted ready funded cyom approved automaticallyActive clearBookOnStart manualActivation negRiskOther
  pagerDutyNotificationEnabled feesEnabled umaResolutionStatuses volume1wk volume1mo volume1yr volume1wkClob
  volume1moClob volume1yrClob pendingDeployment deploying groupItemThreshold hasReviewedDates umaBond umaReward resolvedBy
  submitted_by`);
const SUMMARY =
  words(`id ticker slug title description resolutionSource image icon active closed archived new featured
  restricted liquidity liquidityClob volume volume24hr enableOrderBook commentCount cyom showAllOutcomes showMarketImages
  enableNegRisk negRisk negRiskAugmented automaticallyActive openInterest pendingDeployment deploying volume1wk volume1mo
  volume1yr`);

/** Keys of each kind of record, which is the name under which others hold it. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {
  markets: MARKET,
  events: SUMMARY,
  tags: words("id label slug requiresTranslation"),
  series: words(
    "id ticker slug title seriesType recurrence image icon active closed archived volume liquidity commentCount",
  ),
};
/** Further keys of events with their markets. */
const WHOLE = words("competitive markets tags");
const DATED = words("startDate creationDate createdAt updatedAt");

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Visits every record below an answer, with the kind that the name of its list says. */
function assertWhole(value: unknown, kind: string, path: string): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + assertWhole(one, kind, path), 0);
  if (!isRecord(value)) return 0;
  const missing = (ALWAYS[kind] ?? []).filter((name) => value[name] === undefined || value[name] === null);
  assert.deepEqual(missing, [], `${path}: ${kind} ${JSON.stringify(value)}`);
  const held = Object.entries(value).filter(([name]) => name in ALWAYS);
  // The service leaves the key out, and readers that make a row of each lose the event by an empty list.
  assert.notDeepEqual(value["series"], [], path);
  return 1 + held.reduce((sum, [name, more]) => sum + assertWhole(more, name, path), 0);
}

const ROUTES: readonly (readonly [kind: string, path: string])[] = [
  ["events", "/events"],
  ["events", "/events/901"],
  ["events", "/events/902"],
  ["events", "/events/slug/bare-event"],
  ["", "/events/keyset"],
  ["", "/events/pagination"],
  ["markets", "/markets"],
  ["markets", "/markets?include_tag=true"],
  ["markets", "/markets/1001"],
  ["markets", "/markets/1002"],
  ["markets", "/markets/slug/bare"],
  ["", "/markets/keyset"],
  ["", "/public-search?q=bare"],
  ["tags", "/tags"],
  ["tags", "/tags/12"],
  ["tags", "/tags/slug/sky-sea"],
  ["tags", "/events/901/tags"],
  ["tags", "/markets/1001/tags"],
  ["series", "/series"],
  ["series", "/series/21"],
];

void describe("Keys that Polymarket's service always sends", () => {
  let exchange: TestExchange;
  before(async () => {
    exchange = await startCatalog();
    await exchange.list(rainListing());
    await exchange.list(bareListing());
  });
  after(() => exchange.close());

  for (const [kind, path] of ROUTES)
    void it(`are in every record of ${path}`, async () => {
      const { body } = await exchange.get(path, "polymarket");
      const list = isRecord(body) && kind === "" ? { events: body["data"], ...body } : body;
      assert.ok(assertWhole(list, kind, path) > 0, path);
    });

  void it("are in an event with its markets", async () => {
    for (const path of ["/events/901", "/events/902"]) {
      const { body } = await exchange.get(path, "polymarket");
      assert.deepEqual(
        WHOLE.filter((name) => !(name in body)),
        [],
        path,
      );
    }
    const { body } = await exchange.get("/events/901", "polymarket");
    assert.deepEqual(
      DATED.filter((name) => !(name in body)),
      [],
    );
  });
});

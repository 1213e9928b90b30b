/**
 * Walks over all fields of dumps of events, each in the forms of public dumps. The catalog answers it with the same meaning
 * after the import, or the report names the field. The second import changes nothing.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { ParsedEvent } from "../../../src/listings/gamma-event.ts";
import { readGammaFile } from "../../../src/listings/gamma-file.ts";
import { importListings } from "../../../src/listings/import-listings.ts";
import { gammaEvent, gammaMarket } from "../../catalog/gamma-documents.ts";
import type { Document } from "../../catalog/gamma-documents.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { startCatalog } from "./world.ts";

/** Stands for the meaning of a value that only the report can give back. */
const NAMED = Symbol("named in the report");

/** A value of a dump, and its meaning as the catalog writes it. */
type Form = readonly [given: unknown, meant: unknown];
type Forms = Readonly<Record<string, readonly Form[]>>;

const named = (...given: unknown[]): Form[] => given.map((one) => [one, NAMED]);

const python = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('"', "'")
    .replaceAll("true", "True")
    .replaceAll("false", "False")
    .replaceAll("null", "None");

const textForms = (text: string): Form[] => [[text, text]];
const words: readonly Form[] = [...textForms('A kettle\'s "lid" — 5 %'), [2024, "2024"]];
const addresses = textForms("https://kettles.example/a.png");
const flagForms = (value: boolean): Form[] =>
  [value, Number(value), `${value}`, value ? "True" : "False", value ? "1" : "0", value ? "1.0" : "0.0"].map(
    (given) => [given, value],
  );
const flags: readonly Form[] = [...flagForms(true), ...flagForms(false)];
const numberForms = (value: number): Form[] =>
  [value, `${value}`, value.toFixed(3)].map((given) => [given, value]);
const hash = `0x${"ab".repeat(32)}`;
const hashes: readonly Form[] = [hash, `0x${"AB".repeat(32)}`].map((given) => [given, hash]);
const NOON = "2026-03-04T12:00:00Z";
const dates: readonly Form[] = [
  ...[
    NOON,
    "2026-03-04T12:00:00+00:00",
    "2026-03-04T14:00:00+02:00",
    "2026-03-04 12:00:00+00",
    "2026-03-04T12:00:00",
    "2026-03-04 12:00:00",
    "2026-03-04T12:00:00.000Z",
    "2026-03-04T12:00:00.000000",
    1_772_625_600,
    1_772_625_600_000,
    "1772625600",
    "1772625600.0",
  ].map((given): Form => [given, NOON]),
  ["2026-03-04", "2026-03-04T00:00:00Z"],
  ...named("4 March 2026", "2026-02-30", -5, true),
];
const objectForms = (value: unknown): Form[] =>
  [value, JSON.stringify(value), python(value)].map((given) => [given, value]);
const listForms = (value: readonly unknown[]): Form[] =>
  objectForms(value).map(([given]) => [given, JSON.stringify(value).replaceAll('","', '", "')]);

/** Fields that the catalog takes over. */
const MARKET_FIELDS: Forms = {
  ...Object.fromEntries(
    ["question", "description", "resolutionSource", "groupItemTitle"].map((name) => [name, words]),
  ),
  image: addresses,
  icon: addresses,
  ...Object.fromEntries(
    ["startDate", "endDate", "createdAt", "updatedAt", "gameStartTime", "acceptingOrdersTimestamp"].map(
      (name) => [name, dates],
    ),
  ),
  ...Object.fromEntries(
    ["active", "closed", "archived", "acceptingOrders", "negRisk"].map((name) => [name, flags]),
  ),
  outcomes: [
    ...listForms(["Up", "Down"]),
    [`["O'Hara", "Li"]`, '["O\'Hara", "Li"]'],
    [`["O'Hara", 'Li']`, '["O\'Hara", "Li"]'],
    [`['O\\'Hara', 'Caf\\xe9 "x"']`, '["O\'Hara", "Café \\"x\\""]'],
  ],
  orderPriceMinTickSize: numberForms(0.001),
  orderMinSize: numberForms(15),
  secondsDelay: numberForms(3),
  rewardsMinSize: numberForms(50),
  rewardsMaxSpread: numberForms(3.5),
  questionID: hashes,
  negRiskMarketID: hashes,
  negRiskRequestID: hashes,
  submitted_by: [
    ...[`0x${"ab".repeat(20)}`, `0x${"AB".repeat(20)}`].map((given): Form => [given, `0x${"ab".repeat(20)}`]),
    ...named("somebody"),
  ],
  enableOrderBook: [...flagForms(true), ...named(...flagForms(false).map(([given]) => given))],
  feesEnabled: [...flagForms(false), ...named(...flagForms(true).map(([given]) => given))],
  feeSchedule: objectForms({ rate: 0.07, exponent: 1, takerOnly: true, rebateRate: 0 }),
  clobRewards: [
    ...objectForms([{ assetAddress: `0x${"cd".repeat(20)}`, rewardsDailyRate: 2 }]),
    ...named([{ assetAddress: `0x${"cd".repeat(20)}`, rewardsDailyRate: 2, rewardsAmount: 5 }]),
  ],
};
const EVENT_FIELDS: Forms = {
  ...Object.fromEntries(["title", "description", "resolutionSource", "ticker"].map((name) => [name, words])),
  image: addresses,
  icon: addresses,
  ...Object.fromEntries(
    ["startDate", "endDate", "creationDate", "createdAt", "updatedAt"].map((name) => [name, dates]),
  ),
  ...Object.fromEntries(["closed", "archived", "negRisk", "enableNegRisk"].map((name) => [name, flags])),
  negRiskMarketID: hashes,
  eventMetadata: objectForms({ context: "tea", boils: true, cups: 3 }),
  active: [...flagForms(true), ...named(...flagForms(false).map(([given]) => given))],
  tags: [
    ...objectForms([{ id: "7", label: "Tea", slug: "tea", createdAt: NOON, requiresTranslation: true }]),
    ...named(
      [{ id: 7, label: "Tea", slug: "tea", forceShow: true }],
      [{ id: 7, slug: "tea", createdAt: "today" }],
    ),
  ],
  series: [
    ...objectForms([
      {
        id: "9",
        ticker: "tea",
        slug: "tea",
        title: "Tea",
        seriesType: "single",
        recurrence: "daily",
        active: false,
      },
    ]),
    ...named([{ id: 9, slug: "tea", volume: 5.5 }]),
  ],
};

/** Fields of the service alone, which the report names unless the exchange answers the same. */
const FIGURES =
  "liquidity volume volume24hr volume1wk volume1mo volume1yr liquidityClob liquidityAmm competitive new featured " +
  "restricted cyom automaticallyActive pendingDeployment deploying deployingTimestamp requiresTranslation closedTime category";
const MARKET_FIGURES =
  "outcomePrices volumeNum liquidityNum endDateIso startDateIso hasReviewedDates umaBond umaReward marketMakerAddress " +
  "resolvedBy groupItemThreshold volume24hrClob volume1wkClob volume1moClob volume1yrClob volumeClob ready funded " +
  "pagerDutyNotificationEnabled approved spread oneHourPriceChange oneDayPriceChange oneWeekPriceChange " +
  "oneMonthPriceChange oneYearPriceChange lastTradePrice bestBid bestAsk clearBookOnStart manualActivation negRiskOther " +
  "umaResolutionStatuses umaResolutionStatus umaEndDate rfqEnabled volume24hrAmm volume1wkAmm volume1moAmm volume1yrAmm " +
  "volumeAmm automaticallyResolved seriesColor showGmpSeries showGmpOutcome comboStatus makerBaseFee takerBaseFee " +
  "customLiveness holdingRewardsEnabled feeType sportsMarketType line fee marketType formatType lowerBound upperBound";
const EVENT_FIGURES =
  "openInterest commentCount showAllOutcomes showMarketImages negRiskAugmented gmpChartMode eventCreators sortBy " +
  "featuredOrder startTime countryName electionType estimateValue cumulativeMarkets eventDate eventWeek score elapsed " +
  "period live ended finishedTimestamp gameId seriesSlug subcategory color createdBy isTemplate published_at";

type Case = {
  readonly kind: "event" | "market";
  readonly changes: Document;
  /** The meaning of each field, unless the field is one of the service alone. */
  readonly meant?: Document;
};

const casesOf = (kind: Case["kind"], forms: Forms, figures: string): Case[] => [
  ...Object.entries(forms).flatMap(([name, list]) =>
    list.map(([given, meant]) => ({ kind, changes: { [name]: given }, meant: { [name]: meant } })),
  ),
  ...["12.5", 12.5, true, { a: 1 }, [1]].map((value) => ({
    kind,
    changes: filled(figures.split(" "), value),
  })),
  // Absence has no meaning to lose, and hinders no listing.
  ...[null, "", undefined].map((blank) => {
    const names = [...Object.keys(forms), ...figures.split(" ")].filter((name) => !REQUIRED.has(name));
    return { kind, changes: filled(names, blank), meant: {} };
  }),
];
const REQUIRED: ReadonlySet<string> = new Set(["question", "title", "outcomes"]);

const filled = (names: readonly string[], value: unknown): Document =>
  Object.fromEntries(names.map((name) => [name, value]));

const prices = (given: unknown, meant: unknown): Case => ({
  kind: "market",
  changes: { closed: true, outcomePrices: given },
  meant: { outcomePrices: meant },
});
const fees = (changes: Document): Case => ({ kind: "market", changes, meant: { feeSchedule: NAMED } });
const schedule = { rate: "0.0700", exponent: "2", takerOnly: "False" };
const CASES: readonly Case[] = [
  ...casesOf("market", MARKET_FIELDS, `${FIGURES} ${MARKET_FIGURES}`),
  ...casesOf("event", EVENT_FIELDS, `${FIGURES} ${EVENT_FIGURES}`),
  prices('["1", "0"]', '["1", "0"]'),
  prices(["0.0", 1], '["0", "1"]'),
  prices("['0.5', '0.5']", '["0.5", "0.5"]'),
  prices("[0.62, 0.38]", '["0.62", "0.38"]'),
  prices('["0.0000004", "0.9999996"]', NAMED),
  prices('["7", "8"]', NAMED),
  fees({ feesEnabled: 0, feeSchedule: schedule }),
  fees({ feesEnabled: "1", feeSchedule: { ...schedule, rebateRate: 0.2 } }),
  fees({ feeSchedule: { ...schedule, base: 5 } }),
  fees({ feeSchedule: { ...schedule, rate: 0.9 } }),
  fees({ feeSchedule: "none" }),
];

/** True if the answered value means at least what the dump says. */
function covers(shown: unknown, meant: unknown): boolean {
  if (isDeepStrictEqual(shown, meant)) return true;
  if (
    typeof shown === "string" &&
    typeof meant === "string" &&
    /^\d{4}-/.test(meant) &&
    Date.parse(shown) === Date.parse(meant)
  )
    return true;
  if (Array.isArray(shown) && Array.isArray(meant))
    return shown.length === meant.length && meant.every((one, index) => covers(shown[index], one));
  return (
    typeof shown === "object" &&
    typeof meant === "object" &&
    shown !== null &&
    meant !== null &&
    Object.entries(meant).every(([name, value]) =>
      covers(new Map<string, unknown>(Object.entries(shown)).get(name), value),
    )
  );
}

/** True if the report of the import has the field, or one inside it. */
const isNamed = ({ left, unread }: ParsedEvent, kind: Case["kind"], name: string): boolean =>
  unread.some(({ what, field }) => what === kind && field.split(".", 1)[0] === name) ||
  left.some(({ what, reason }) => what === kind && reason.split(/[ .]/, 1)[0] === name);

describe("each field of a dump, in each form of public dumps", () => {
  const directory = mkdtempSync(join(tmpdir(), "presage-walk-"));
  const parsed: ParsedEvent[] = [];
  let exchange: TestExchange;
  const importAll = async () => {
    const { engine, readSql: sql } = exchange.context;
    const listings = parsed.flatMap(({ listing }) => listing ?? []);
    return importListings({ engine, sql, operator: "import", reason: "a dump" }, listings);
  };

  before(async () => {
    const documents = CASES.map(({ kind, changes }, index) => {
      const seed = index + 1;
      const market = gammaMarket(seed, kind === "market" ? changes : {});
      return gammaEvent(seed, { ...(kind === "event" ? changes : {}), markets: [market] });
    });
    const path = join(directory, "dump.json");
    writeFileSync(path, JSON.stringify(documents));
    exchange = await startCatalog();
    for await (const one of readGammaFile(path)) parsed.push(one);
  });
  after(async () => {
    await exchange.close();
    rmSync(directory, { recursive: true });
  });

  it("is read back with its meaning, or named in the report", async () => {
    const refused = (await importAll()).filter(({ result }) => result !== "listed");
    assert.deepEqual(refused, []);
    assert.deepEqual(
      parsed.flatMap(({ skipped }) => skipped),
      [],
    );
    const lost: unknown[] = [];
    for (const [index, { kind, changes, meant }] of CASES.entries()) {
      const { status, body } = await exchange.get(`/events/${20_001 + index}`, "polymarket");
      assert.equal(status, 200, JSON.stringify(body));
      const record = kind === "event" ? body : body.markets[0];
      for (const [name, meaning] of Object.entries(meant ?? changes)) {
        const isSaid = isNamed(parsed[index]!, kind, name);
        const isKept = covers(record?.[name], meaning);
        if (!(meaning === NAMED || (meant === undefined && !isKept) ? isSaid : isKept))
          lost.push([kind, name, changes[name], record?.[name]]);
      }
    }
    assert.deepEqual(lost, []);
  });

  it("changes nothing when it is imported again", async () => {
    const results = await importAll();
    const changed = results.filter(({ result, markets }) => result !== "unchanged" || markets.listed > 0);
    assert.deepEqual(changed, []);
  });
});

/** Checks that each endpoint agrees with the others, and that records of the market and its event are consistent. */
import { setTimeout as delay } from "node:timers/promises";
import { Difference } from "../shape/answer.ts";
import { describeChecks } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields, notAfter } from "../shape/expected.ts";
import type { Expected } from "../shape/expected.ts";
import {
  findAgreedValue,
  ALL_FACTS,
  FACT_ENDPOINTS,
  LIVE_FACTS,
  readMarketViews,
  listFactValues,
} from "../facts.ts";
import type { View } from "../facts.ts";
import { getField, isObject, listIn, numberIn, parsedJson } from "../shape/json-value.ts";
import { instant, leaf, shapeFields } from "../shape/shape.ts";
import type { Shape } from "../shape/shape.ts";
import type { Stage } from "../channels.ts";

const MAX_READS = 12;
const PAUSE_MS = 250;

type Dispute = { readonly view: View; readonly fact: string; readonly agreed: string; readonly got: string };

/**
 * Lists facts of a view that contradict at least two other views and their majority. Best prices must agree with the
 * book.
 */
function listDisputes(views: readonly View[]): Dispute[] {
  return views.flatMap((view) =>
    ALL_FACTS.flatMap((fact) => {
      if (/Book|book/.test(view.endpoint) && LIVE_FACTS.has(fact)) return [];
      const others = views.filter((other) => other !== view);
      const agreed = findAgreedValue(others, fact, 2);
      const got = listFactValues(view, fact).find((value) => value !== agreed);
      return agreed === undefined || got === undefined ? [] : [{ view, fact, agreed, got }];
    }),
  );
}

const factKey = ({ view, fact, agreed, got }: Dispute): string => [view.endpoint, fact, agreed, got].join();

/** Reads until nothing is disputed, at most three seconds; returns the disputes that were the same in every read. */
async function readLastingDisputes(
  run: Run,
): Promise<{ views: readonly View[]; disputes: readonly Dispute[] }> {
  let views = await readMarketViews(run.ask, run.market());
  let disputes = listDisputes(views);
  for (let reads = 1; reads < MAX_READS && disputes.some(({ fact }) => LIVE_FACTS.has(fact)); reads += 1) {
    await delay(PAUSE_MS);
    views = await readMarketViews(run.ask, run.market());
    const currentKeys = new Set(listDisputes(views).map(factKey));
    disputes = disputes.filter((dispute) => currentKeys.has(factKey(dispute)));
  }
  return { views, disputes };
}

const cachedViews = new WeakMap<Run, Map<Stage, ReturnType<typeof readLastingDisputes>>>();

/** Caches the views of a stage for the checks of all endpoints. */
function readViewsOnce(run: Run, stage: Stage): ReturnType<typeof readLastingDisputes> {
  const ofRun = cachedViews.get(run) ?? new Map<Stage, ReturnType<typeof readLastingDisputes>>();
  cachedViews.set(run, ofRun);
  const read = ofRun.get(stage) ?? readLastingDisputes(run);
  ofRun.set(stage, read);
  return read;
}

const notNegative = leaf("a number of at least 0", (value) => value !== "" && Number(value) >= 0);
const share = leaf("a number from 0 to 1", (value) => Number(value) >= 0 && Number(value) <= 1);
const isoOrBlank: Shape = (value, at) => (value === "" || value === null ? undefined : instant(value, at));
const complementary = leaf("prices of both outcomes that make 1 together", (value) => {
  const prices = listIn(typeof value === "string" ? parsedJson(value) : value).map((one) =>
    isObject(one) ? numberIn(one, "price") : Number(one),
  );
  const sum = prices.reduce((total, price) => total + price, 0);
  return prices.every((price) => price >= 0) && (sum === 0 || Math.abs(sum - 1) < 0.02);
});

/** Computes the values that a record of a market or event must have because of its own fields. */
const computeConsistentValues = (record: unknown): Expected => ({
  ...shapeFields(notNegative, "volume", "volumeNum", "volumeClob", "volume24hr", "volume24hrClob"),
  ...shapeFields(notNegative, "liquidity", "liquidityNum", "liquidityClob", "openInterest", "competitive"),
  ...shapeFields(notNegative, "maker_base_fee", "taker_base_fee", "seconds_delay", "commentCount"),
  ...shapeFields(share, "bestBid", "bestAsk", "lastTradePrice", "last_trade_price"),
  ...shapeFields(isoOrBlank, "accepting_order_timestamp", "end_date_iso", "game_start_time"),
  ...shapeFields(isoOrBlank, "acceptingOrdersTimestamp", "startDateIso", "endDateIso"),
  startDate: notAfter(getField(record, "endDate"), "endDate"),
  createdAt: notAfter(getField(record, "updatedAt"), "updatedAt"),
  spread: numberIn(record, "bestAsk") - numberIn(record, "bestBid"),
  tokens: complementary,
  outcomePrices: complementary,
});

/**
 * Expects an endpoint to agree with the others, and its records to be consistent. Other checks report an endpoint that
 * shows nothing.
 */
async function expectAgreement(run: Run, endpoint: string, stage: Stage): Promise<void> {
  const { views, disputes } = await readViewsOnce(run, stage);
  for (const view of views.filter((one) => one.endpoint === endpoint))
    for (const record of [view.market, view.event])
      expectFields(view.answer, record, computeConsistentValues(record));
  const dispute = disputes.find(({ view }) => view.endpoint === endpoint);
  if (dispute === undefined) return;
  const { view, fact, agreed, got } = dispute;
  throw new Difference(view.answer.request, `${fact} ${agreed}, as of most other endpoints`, got);
}

export const AGREEMENT_CHECKS: readonly Check[] = (["resting", "traded"] as const).flatMap((stage) =>
  FACT_ENDPOINTS.flatMap((endpoint) =>
    describeChecks(endpoint, stage, {
      [`agrees with itself and with others, ${stage === "resting" ? "before" : "after"} trades`]: (run) =>
        expectAgreement(run, endpoint, stage),
    }),
  ),
);

/** Checks of the listings of markets, and of a single market. */
import { Difference, expectJson, expectThat } from "../answer.ts";
import { describeChecks } from "../check.ts";
import type { Check, Run } from "../check.ts";
import type { EndpointName } from "../endpoints.ts";
import { getField, listIn, numberIn, textIn } from "../json-value.ts";
import type { Shape } from "../shape.ts";
import { fullMarket, page, rejectionShape, simplifiedMarket } from "../trading-records.ts";

export const END_CURSOR = "LTE=";
/** Number of pages after which a listing counts as endless. */
const MAX_PAGES = 1_000;
const UNKNOWN_CONDITION = `0x${"0123456789abcdef".repeat(4)}`;

/** Reads all pages of a listing, and expects each item once, and a last page. */
export async function expectWalk(
  ask: (cursor: string) => ReturnType<Run["ask"]>,
  shape: Shape,
  key: string,
): Promise<void> {
  const seen = new Set<string>();
  const cursors = new Set<string>();
  let cursor = "MA==";
  while (cursors.size < MAX_PAGES) {
    cursors.add(cursor);
    const answer = await ask(cursor);
    const json = expectJson(answer, 200, page(shape));
    const items = listIn(getField(json, "data"));
    expectThat(
      answer,
      numberIn(json, "count") === items.length,
      `count ${items.length}, as of data`,
      getField(json, "count"),
    );
    for (const item of items) {
      const id = textIn(item, key) ?? "";
      expectThat(answer, !seen.has(id), "each item once", `${key} ${id} again`);
      seen.add(id);
    }
    cursor = textIn(json, "next_cursor") ?? END_CURSOR;
    if (cursor === END_CURSOR) return;
    expectThat(
      answer,
      !cursors.has(cursor),
      `next_cursor of another page, or ${END_CURSOR} at the end`,
      cursor,
    );
  }
  throw new Difference(`pages of ${key}`, `${END_CURSOR} within ${MAX_PAGES} pages`, "more pages");
}

type Listing = {
  readonly endpoint: EndpointName;
  readonly path: string;
  readonly shapeOf: (run: Run) => Shape;
};

const LISTINGS: readonly Listing[] = [
  {
    endpoint: "GET /sampling-markets",
    path: "/sampling-markets",
    shapeOf: ({ terms }) => fullMarket(terms),
  },
  {
    endpoint: "GET /sampling-simplified-markets",
    path: "/sampling-simplified-markets",
    shapeOf: () => simplifiedMarket,
  },
  { endpoint: "GET /simplified-markets", path: "/simplified-markets", shapeOf: () => simplifiedMarket },
];

const describeListingChecks = ({ endpoint, path, shapeOf }: Listing): Check[] =>
  describeChecks(endpoint, "reading", {
    "gives a page without a cursor": async (run) => {
      expectJson(await run.ask("trading", { path }), 200, page(shapeOf(run)));
    },
    "gives each market once, and ends": (run) => {
      const ask = (cursor: string) =>
        run.ask("trading", { path: `${path}?next_cursor=${encodeURIComponent(cursor)}` });
      return expectWalk(ask, shapeOf(run), "condition_id");
    },
    "refuses a cursor that is none": async (run) => {
      expectJson(await run.ask("trading", { path: `${path}?next_cursor=none!` }), 400, rejectionShape);
    },
  });

const getMarket = (run: Run, conditionId: string) => run.ask("trading", { path: `/markets/${conditionId}` });

export const LISTING_CHECKS: readonly Check[] = [
  ...LISTINGS.flatMap(describeListingChecks),
  ...describeChecks("GET /markets/{condition_id}", "reading", {
    "gives the market": async (run) => {
      const { conditionId } = run.market();
      const answer = await getMarket(run, conditionId);
      const given = textIn(expectJson(answer, 200, fullMarket(run.terms)), "condition_id");
      expectThat(answer, given === conditionId, `condition_id ${conditionId}`, given);
    },
    "refuses an unknown market": async (run) => {
      expectJson(await getMarket(run, UNKNOWN_CONDITION), 404, rejectionShape);
    },
  }),
];

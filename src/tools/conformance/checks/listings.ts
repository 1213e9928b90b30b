/** Checks of the listings of markets, and of a single market. */
import { Difference, expectJson, expectThat } from "../shape/answer.ts";
import { describeChecks, expectRejection } from "../check.ts";
import type { Check, Run } from "../check.ts";
import { expectFields } from "../shape/expected.ts";
import { getField, listIn, textIn } from "../shape/json-value.ts";
import { fullMarket, page, simplifiedMarket } from "../shape/records.ts";
import type { Shape } from "../shape/shape.ts";
import { UNKNOWN_CONDITION } from "./books.ts";

const END_CURSOR = "LTE=";
/** Number of pages after which a listing counts as endless. */
const MAX_PAGES = 1_000;

/** Reads all pages of a listing; expects a last page, and each item exactly once. */
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
    expectFields(answer, json, { count: items.length });
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

const describeListingChecks = (
  path: "/sampling-markets" | "/sampling-simplified-markets" | "/simplified-markets",
  shapeOf: (run: Run) => Shape,
): Check[] =>
  describeChecks(`GET ${path}`, "reading", {
    "gives a page without a cursor": async (run) => {
      expectJson(await run.ask("trading", { path }), 200, page(shapeOf(run)));
    },
    "gives each market once, and ends": (run) => {
      const ask = (cursor: string) =>
        run.ask("trading", { path: `${path}?next_cursor=${encodeURIComponent(cursor)}` });
      return expectWalk(ask, shapeOf(run), "condition_id");
    },
    "refuses a cursor that is none": expectRejection(400, (run) =>
      run.ask("trading", { path: `${path}?next_cursor=none!` }),
    ),
  });

const getMarket = (run: Run, conditionId: string) => run.ask("trading", { path: `/markets/${conditionId}` });

export const LISTING_CHECKS: readonly Check[] = [
  ...describeListingChecks("/sampling-markets", ({ terms }) => fullMarket(terms)),
  ...describeListingChecks("/sampling-simplified-markets", () => simplifiedMarket),
  ...describeListingChecks("/simplified-markets", () => simplifiedMarket),
  ...describeChecks("GET /markets/{condition_id}", "reading", {
    "gives the market": async (run) => {
      const { conditionId } = run.market();
      const answer = await getMarket(run, conditionId);
      expectFields(answer, expectJson(answer, 200, fullMarket(run.terms)), { condition_id: conditionId });
    },
    "refuses an unknown market": expectRejection(404, (run) => getMarket(run, UNKNOWN_CONDITION)),
  }),
];

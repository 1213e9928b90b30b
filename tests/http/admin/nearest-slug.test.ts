/** Mistyped slugs in requests of operators, and the nearest one in the refusals. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { testListing } from "../../support/exchange.ts";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange();
  await exchange.list(testListing([{ name: "rain-in-bern" }, { name: "snow-in-bern" }], { slug: "weather" }));
  // More than the first slugs that are compared, and all before the one in question.
  const crowd = Array.from({ length: 150 }, (_, index) => ({ name: `m-${index}` }));
  await exchange.list(testListing(crowd, { id: "8", slug: "crowd", title: "Crowd" }));
});
after(() => exchange.close());

const WRONG: readonly (readonly [path: string, code: string, end: string])[] = [
  ["/events/wether", "unknown_event", '"wether" (did you mean weather?)'],
  ["/events/elections", "unknown_event", '"elections"'],
  ["/markets/rain-in-bren", "unknown_market", '"rain-in-bren" (did you mean rain-in-bern?)'],
  ["/markets/snow-im-bern", "unknown_market", '"snow-im-bern" (did you mean snow-in-bern?)'],
  ["/markets/elections", "unknown_market", '"elections"'],
  [`/markets/${"x".repeat(300)}`, "unknown_market", `"${"x".repeat(300)}"`],
  ["/figures?event=wether", "unknown_event", '"wether" (did you mean weather?)'],
];

describe("a slug that nothing has", () => {
  for (const [path, code, end] of WRONG)
    it(`${path.slice(0, 40)} is refused with the nearest one, if one is near`, async () => {
      const { body } = await exchange.call("watch", "GET", path);
      assert.equal(body.code, code);
      assert.ok(body.hint.endsWith(end), body.hint);
    });
});

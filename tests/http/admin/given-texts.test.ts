/** Slugs, addresses and dates that no event and no market can be made with. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startOperatedExchange();
  await exchange.done("POST", "/events", { title: "Taken", reason: "for the markets" });
});
after(() => exchange.close());

const REFUSED: readonly (readonly [
  what: string,
  path: string,
  body: object,
  status: number,
  hint: RegExp,
])[] = [
  [
    "a slug that is a number",
    "/events",
    { title: "T", slug: "101" },
    400,
    /^slug: expected words of a-z and digits .* which are no number, .* got "101"$/,
  ],
  [
    "a slug that is a word of a path",
    "/markets",
    { event: "taken", question: "Q?", slug: "keyset" },
    400,
    /^slug: expected words .* and none of .*keyset.*, got "keyset"$/,
  ],
  [
    "a slug of a market made with its event",
    "/events",
    { title: "T", markets: [{ question: "Q?", slug: ".." }] },
    400,
    /^markets\.0\.slug: expected words/,
  ],
  [
    "a script for a picture",
    "/events",
    { title: "T", image: "javascript:alert(1)" },
    400,
    /^image: expected an address with http.* got "javascript:alert\(1\)"$/,
  ],
  [
    "a script for a source",
    "/markets",
    { event: "taken", question: "Q?", resolutionSource: "data:text/html,x" },
    400,
    /^resolutionSource: expected an address with http.*, or text .* got "data:/,
  ],
  [
    "an end before the start",
    "/events",
    { title: "T", startDate: "2027-02-02T00:00:00Z", endDate: "2027-02-01T00:00:00Z" },
    400,
    /^endDate: expected an instant after the start, 2027-02-02T00:00:00Z .*, got "2027-02-01T00:00:00Z"$/,
  ],
  [
    "an end before now, when it starts",
    "/markets",
    { event: "taken", question: "Q?", endDate: "2026-01-01T00:00:00Z" },
    400,
    /^endDate: expected an instant after the start, 2026-06-01T/,
  ],
  [
    "an option that ends before it starts",
    "/events",
    {
      title: "T",
      markets: [{ question: "Q?", startDate: "2027-01-02T00:00:00Z", endDate: "2027-01-01T00:00:00Z" }],
    },
    400,
    /^markets\.0\.endDate: expected an instant after the start/,
  ],
];

describe("what is made is refused", () => {
  for (const [what, path, body, status, hint] of REFUSED)
    it(`for ${what}`, async () => {
      const refused = await exchange.call("admin", "POST", path, { reason: "asked for", ...body });
      assert.deepEqual([refused.status, refused.body.code], [status, "invalid_payload"]);
      assert.match(refused.body.hint, hint);
    });
});

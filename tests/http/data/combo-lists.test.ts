/** Lists of combos: empty pages in the forms of both versions. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SERVICES } from "../../../src/http/dialects/dialect.ts";
import { walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, startData } from "./world.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
});
after(() => exchange.close());

const END = { offset: 0, has_more: false, next_cursor: null };

/** Paths with a query as clients send it, and the answer. */
const ASKED: readonly (readonly [path: string, query: string, answer: unknown])[] = [
  [
    "/v1/positions/combos",
    "limit=20&status=OPEN&sort=NEWEST&market_id=0x1,0x2&updatedAfter=1",
    { combos: [], pagination: { limit: 20, ...END } },
  ],
  ["/v1/activity/combos", "limit=20&market_id=0x1", { activity: [], pagination: { limit: 20, ...END } }],
  [
    "/v2/positions/combos",
    "limit=20&status=OPEN,PARTIAL&sort_by=UPDATED_AT&sort_direction=DESC&updated_before=9",
    { data: [], pagination: { limit: 20, ...END } },
  ],
  ["/v2/activity/combos", "limit=20&condition_id=0x1", { data: [], pagination: { limit: 20, ...END } }],
];

void describe("a list of combos", () => {
  for (const [path, query, answer] of ASKED)
    void it(`${path} is an empty page`, async () => {
      const isOfBoth = path.startsWith("/v2/");
      for (const dialect of isOfBoth ? SERVICES : (["polymarket"] as const)) {
        const reply = await exchange.get(`${path}?user=${walletOf("ann")}&${query}`, dialect);
        assert.deepEqual(answered(reply, path, dialect), answer);
      }
      const stranger = isOfBoth ? "spec" : "kuest";
      assert.equal((await exchange.get(`${path}?user=${walletOf("ann")}`, stranger)).status, 404);
    });
});

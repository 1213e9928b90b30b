/** Lists of what the exchange has not: empty in the form that clients parse, and refused where no client asks them. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { emptyLists } from "../../../src/http/catalog/events/event-lists.ts";
import { operationsIn } from "../../../src/http/dialects/dialect-parameters.ts";
import { walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startCatalog } from "./world.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startCatalog();
});
after(() => exchange.close());

/** A path and a query as clients send it, with the answer. */
const ASKED: readonly (readonly [path: string, asked: string, answer: unknown])[] = [
  ["/sports", "/sports", []],
  ["/sports/market-types", "/sports/market-types", { marketTypes: [] }],
  ["/teams", "/teams?limit=20&offset=0&league=nfl&league=nba&provider_id=7&order=name&ascending=true", []],
  ["/comments", "/comments?parent_entity_type=Event&parent_entity_id=1&holders_only=true", []],
  [
    "/comments/keyset",
    "/comments/keyset?parent_entity_type=Event&parent_entity_id=1&order=createdAt&ascending=false&limit=20",
    { comments: [] },
  ],
  ["/comments/:id", "/comments/17?get_positions=true", []],
  ["/comments/user_address/:user_address", `/comments/user_address/${walletOf("ann")}?limit=100`, []],
  ["/market-clarifications", "/market-clarifications?market_id=1&state=queued&show_in_frontend=true", []],
];

void describe("an empty list", () => {
  for (const dialect of DIALECTS) {
    const known = new Set(operationsIn(emptyLists, dialect).map(({ path }) => path));
    for (const [path, asked, answer] of ASKED)
      void it(`${asked} ${known.has(path) ? "is empty" : "is not there"} in the ${dialect} dialect`, async () => {
        const reply = await exchange.get(asked, dialect);
        if (known.has(path)) assert.deepEqual(answered(reply, path, dialect), answer);
        else assert.ok(reply.status >= 400, reply.text);
      });
  }

  void it("is there for the clients of both services, and for all of Polymarket's", () => {
    assert.deepEqual(ASKED.map(([path]) => path).sort(), emptyLists.map(({ path }) => path).sort());
    assert.equal(operationsIn(emptyLists, "spec").length, 0);
    assert.equal(operationsIn(emptyLists, "polymarket").length, emptyLists.length);
  });
});

void describe("GET /status", () => {
  void it("says OK as plain text", async () => {
    for (const dialect of ["polymarket", "kuest"] as const) {
      const { status, text, headers } = await exchange.get("/status", dialect);
      assert.deepEqual(
        { status, text, type: headers.get("content-type") },
        { status: 200, text: "OK", type: "text/plain; charset=utf-8" },
      );
    }
    assert.equal((await exchange.get("/status", "spec")).status, 404);
  });

  void it("is told as plain text in its description", () => {
    const status = catalogEndpoints.find(({ path }) => path === "/status");
    assert.equal(status?.mediaType, "text/plain; charset=utf-8");
  });
});

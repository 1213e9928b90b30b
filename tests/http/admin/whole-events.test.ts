/** Events that are created with all their markets in one request. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { startOperatedExchange } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

let exchange: OperatedExchange;
before(async () => {
  exchange = await startOperatedExchange();
});
after(() => exchange.close());

const reason = "asked for by the members";

const newEvent = (title: string, fields: object = {}) =>
  exchange.done("POST", "/events", { title, reason, ...fields });
const newMarket = (event: string, question: string) =>
  exchange.done("POST", "/markets", { event, question, reason });

describe("an event", () => {
  it("comes with its markets in one request, as drafts in their order, which open as one", async () => {
    const fees = { rate: "0.02", exponent: 1, takerOnly: true };
    const body = {
      title: "Who lifts the harbour bowl?",
      negativeRisk: true,
      endDate: "2027-05-01T12:00:00Z",
      markets: [
        { question: "Will the North win?", label: "North", tick: "0.001", fees },
        { question: "Will the South win?", label: "South", endDate: "2027-04-01T12:00:00Z" },
        { question: "Will the South win again?", label: "South again", slug: "south-again" },
      ],
    };
    const event = await newEvent(body.title, body);
    assert.deepEqual(
      event.markets.map(({ slug, label }: { slug: string; label: string | null }) => [slug, label]),
      [
        ["will-the-north-win", "North"],
        ["will-the-south-win", "South"],
        ["south-again", "South again"],
      ],
    );
    const empty = await newEvent("Who lifts it next year?", { negativeRisk: true });
    assert.equal((await exchange.done("GET", `/events/${empty.slug}`)).exclusive, true);
    const shown = await exchange.done("GET", `/events/${event.slug}`);
    assert.deepEqual([shown.exclusive, shown.statuses.draft], [true, 3]);
    const [north, south] = await Promise.all(
      event.markets.map(({ slug }: { slug: string }) => exchange.done("GET", `/markets/${slug}`)),
    );
    assert.deepEqual([north.tick, north.fees, north.endDate], ["0.001", fees, "2027-05-01T12:00:00Z"]);
    assert.deepEqual([south.tick, south.fees, south.endDate], ["0.01", null, "2027-04-01T12:00:00Z"]);
    const open = await exchange.done("POST", `/events/${event.slug}/open`, { reason });
    assert.deepEqual([open.changed, open.statuses.active], [3, 3]);
    // One more joins with an index of its own.
    const joined = await newMarket(event.slug, "Will the West win?");
    assert.equal(new Set([...event.markets, joined].map(({ conditionId }) => conditionId)).size, 4);
  });

  it("is not made without all of its markets, whose fault has its place", async () => {
    const refused = [
      [[{ question: "One?" }, { question: "One?", slug: "one" }], /^markets\.1\.slug: expected one that no/],
      [[{ question: "One?" }, { question: "Two?", tick: "0.3" }], /^markets\.1\.tick: expected one of/],
      [[{ question: "One?", image: `/images/${"a".repeat(64)}` }], /^markets\.0\.image: expected the id of/],
      [[{ question: " " }], /^markets\.0\.question: expected text that is not blank/],
    ] as const;
    for (const [markets, hint] of refused) {
      const { status, body } = await exchange.call("admin", "POST", "/events", {
        title: "Refused whole",
        markets,
        reason,
      });
      assert.ok(status === 400 || status === 409, String(status));
      assert.match(body.hint, hint);
    }
    assert.equal((await exchange.call("admin", "GET", "/events/refused-whole")).status, 404);
    assert.equal((await exchange.call("admin", "GET", "/markets/one")).status, 404);
  });

  it("has options that can be told apart where exactly one wins", async () => {
    const option = (label: string | undefined, question = `Will ${label} win?`) => ({ question, label });
    const refused = [
      [
        [option("A"), option("B"), option(" a", "Will it be A?")],
        /^markets\.2\.label: .* got "a", as markets\.0 has/,
      ],
      [
        [option("A"), option(undefined, "Will  win?")],
        /^markets\.1\.label: expected a name, as other options/,
      ],
      [
        [option(undefined, "Rain?"), option(undefined, "RAIN?")],
        /^markets\.1\.question: .* as markets\.0 has/,
      ],
    ] as const;
    for (const [markets, hint] of refused) {
      const body = { title: "Twins", negativeRisk: true, markets, reason };
      const reply = await exchange.call("admin", "POST", "/events", body);
      assert.deepEqual([reply.status, hint.test(reply.body.hint)], [400, true], reply.body.hint);
    }
    const twins = [option("A"), option("A")];
    await newEvent("Apart", { markets: twins });
    const event = await newEvent("One of a kind", {
      negativeRisk: true,
      markets: [option("A"), option("B")],
    });
    const joined = { event: event.slug, question: "Will  a win?", reason };
    const reply = await exchange.call("admin", "POST", "/markets", joined);
    assert.equal(reply.status, 409);
    assert.match(reply.body.hint, /^question: expected one that no other option of the event has/);
    await exchange.done("POST", `/markets/${event.markets[0].conditionId}/archive`, { reason });
    await exchange.done("POST", "/markets", joined);
  });
});

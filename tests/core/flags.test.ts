/** Flags of markets and events, after listings and changes of status. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CatalogMarket, Flags, MarketStatus } from "../../src/core/markets/catalog.ts";
import {
  computeFlagsAfter,
  computeEventFlags,
  computeListedFlags,
  listedStatus,
} from "../../src/core/markets/flags.ts";
import { marketListing } from "./support/listing.ts";

/** "ACX": active, closed, archived; a dash where it is not. */
const text = ({ active, closed, archived }: Flags): string =>
  (active ? "A" : "-") + (closed ? "C" : "-") + (archived ? "X" : "-");
const flags = (letters: string): Flags => ({
  active: letters.includes("A"),
  closed: letters.includes("C"),
  archived: letters.includes("X"),
});

function terms(letters: string, acceptingOrders = false): CatalogMarket {
  const [market] = marketListing({ name: "m" }).markets;
  return { ...market!, ...flags(letters), ...(acceptingOrders && { acceptingOrders }) };
}

const LISTED: readonly (readonly [CatalogMarket, MarketStatus])[] = [
  [terms("---"), "draft"],
  [terms("A--"), "active"],
  [terms("---", true), "active"],
  [terms("AC-"), "resolved"],
  [terms("-C-"), "resolved"],
  [terms("--X"), "archived"],
  [terms("ACX"), "archived"],
];

for (const [market, status] of LISTED) {
  test(`a market listed as ${text(market)} is ${status} and keeps its flags, paused or not`, () => {
    assert.equal(listedStatus(market), status);
    assert.equal(text(computeListedFlags(status, market)), text(market));
    if (status === "active") assert.equal(text(computeListedFlags("paused", market)), text(market));
  });
}

test("listing again says nothing of a market that went on since", () => {
  assert.equal(text(computeListedFlags("resolved", terms("A--"))), "AC-");
  assert.equal(text(computeListedFlags("active", terms("AC-"))), "A--");
  assert.equal(text(computeListedFlags("archived", terms("A--"))), "--X");
});

const CHANGES: readonly (readonly [string, MarketStatus, MarketStatus, string])[] = [
  ["---", "draft", "active", "A--"],
  ["A--", "active", "paused", "A--"],
  ["A--", "paused", "active", "A--"],
  ["---", "active", "paused", "---"],
  ["---", "active", "resolved", "AC-"],
  ["A--", "paused", "resolved", "AC-"],
  ["AC-", "resolved", "archived", "--X"],
];

for (const [before, from, to, after] of CHANGES) {
  test(`${before} that goes from ${from} to ${to} shows ${after}`, () => {
    assert.equal(text(computeFlagsAfter(flags(before), from, to)), after);
  });
}

const EVENTS: readonly (readonly [listed: string, markets: readonly string[], shown: string])[] = [
  ["A--", [], "A--"],
  ["A--", ["A--", "A--"], "A--"],
  ["A--", ["A--", "AC-"], "A--"],
  ["A--", ["AC-", "AC-"], "AC-"],
  ["A--", ["AC-", "--X"], "AC-"],
  ["A--", ["--X", "--X"], "--X"],
  ["A--", ["A--", "--X", "---"], "A--"],
  ["---", ["---"], "---"],
  ["---", ["A--", "---"], "A--"],
  ["AC-", ["A--"], "AC-"],
  ["A-X", ["A--"], "A-X"],
  ["A-X", ["--X"], "A-X"],
];

for (const [listed, markets, shown] of EVENTS) {
  test(`an event listed as ${listed} with markets ${markets.join(" ") || "none"} shows ${shown}`, () => {
    assert.equal(
      text(
        computeEventFlags({ listed: flags(listed), markets: markets.map((one) => ({ flags: flags(one) })) }),
      ),
      shown,
    );
  });
}

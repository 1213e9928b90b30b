/** The past as it is made: the same for the same seed, of every kind of event, and signed throughout. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { demoCatalogSince } from "../../src/listings/demo-catalog.ts";
import type { EventOf } from "../../src/core/events/event.ts";
import { listLevels } from "../../src/core/orders/book.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { makeSeededHistory } from "../../src/sandbox/seeded-history/make-seeded-history.ts";
import type {
  AppliedBatch,
  SeededHistory,
  SeededHistoryParams,
} from "../../src/sandbox/seeded-history/make-seeded-history.ts";
import { ZERO_ADDRESS } from "../../src/core/ledger/accounts.ts";
import { builtInDomains } from "../../src/signing/orders/order-domain.ts";
import { verifyOrder } from "../../src/signing/orders/verify-order.ts";
import { kindOfMarket } from "../../src/core/markets/market-version.ts";

const UNTIL = Date.parse("2031-05-06T07:08:09.123Z");
const FROM = UNTIL - 30 * 86_400_000;
const DOMAINS = builtInDomains([137]);

const TERMS: SeededHistoryParams = {
  seed: "a seed",
  from: FROM,
  until: UNTIL,
  listings: demoCatalogSince(FROM, UNTIL),
  rules: { selfTrade: "allow", autoRedeem: true, limits: STANDARD_LIMITS },
  domains: DOMAINS,
  activity: 0.2,
};

type LivedPast = SeededHistory & { readonly list: readonly AppliedBatch[] };

function live(terms: SeededHistoryParams): LivedPast {
  const past = makeSeededHistory(terms);
  return { ...past, list: [...past.batches] };
}

const hashOf = ({ list }: LivedPast): string | undefined => list.at(-1)?.batch.hash.toString("hex");

const past = live(TERMS);
const events = past.list.flatMap((batch) => batch.events);

describe("the past of a sandbox", () => {
  it("is the same for the same seed, start and listings, and another for another seed", () => {
    assert.equal(hashOf(live(TERMS)), hashOf(past));
    assert.notEqual(hashOf(live({ ...TERMS, seed: "another seed" })), hashOf(past));
  });

  it("goes forward in time, from its first moment to its last", () => {
    const times = past.list.map(({ batch }) => batch.at);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    assert.ok(times[0]! >= FROM && times.at(-1)! <= UNTIL);
    assert.ok(times.at(-1)! > UNTIL - 120_000, "something happens just before its end");
  });

  it("has events of every kind that trading and resolutions leave", () => {
    const kinds = new Set(events.map(({ type }) => type));
    for (const kind of [
      "account-opened",
      "credited",
      "debited",
      "order-placed",
      "order-canceled",
      "sets-split",
      "sets-merged",
      "converted",
      "resolution-proposed",
      "resolution-disputed",
      "market-resolved",
      "redeemed",
      "operated",
      "prices-recorded",
    ] as const)
      assert.ok(kinds.has(kind), kind);
    const expired = events.some((event) => "reason" in event && event.reason === "expired");
    assert.ok(expired, "an order expires");
  });

  it("lists each event when it was created", () => {
    for (const { batch, events: some } of past.list)
      for (const event of some)
        if (event.type === "listed") assert.equal(batch.at, Date.parse(event.listing.event.createdAt!));
  });

  it("ends the events that are over, but for one proposal", () => {
    const markets = past.exchange.markets.filter((market) => market !== undefined);
    const ended = new Set(
      TERMS.listings
        .flatMap((listing) => listing.markets)
        .filter(({ endDate }) => Date.parse(endDate!) < UNTIL)
        .map(({ conditionId }) => conditionId),
    );
    const standing = markets.filter(({ conditionId }) => ended.has(conditionId));
    assert.deepEqual(
      standing.filter(({ status }) => status !== "resolved").map(({ proposal }) => proposal?.disputed),
      [false],
    );
  });

  it("leaves books with both sides and several levels in all open markets", () => {
    const open = past.exchange.markets.filter((market) => market?.status === "active");
    for (const { book, conditionId } of open.filter(({ proposal }) => proposal === undefined)) {
      const sides = [true, false].map((bids) => listLevels(book, bids).length);
      // A price near its bound has fewer levels on one side; one in steps of ten cents has few in all.
      assert.ok(Math.min(...sides) >= 1 && Math.max(...sides) >= 3, `${conditionId}: ${sides.join(" and ")}`);
    }
  });

  it("has orders that their makers signed, each of which the exchange would take", () => {
    const placed = events.filter((event): event is EventOf<"order-placed"> => event.type === "order-placed");
    assert.ok(placed.length > 2_000, `${placed.length} orders`);
    for (const { order, signed } of placed) {
      const { address: maker } = order.account;
      const verdict = verifyOrder(
        {
          ...signed,
          struct: "v2",
          signatureType: 0,
          maker,
          taker: ZERO_ADDRESS,
          tokenId: order.market.tokenIds[order.outcome],
          side: order.side,
        },
        {
          domains: DOMAINS,
          kind: kindOfMarket(order.market),
          caller: maker,
          walletOwner: (wallet) => wallet,
          trustFirstUse: false,
        },
      );
      assert.ok(verdict.ok, JSON.stringify(verdict));
      assert.equal(verdict.digest, order.id);
    }
  });

  it("has no refusals but of orders that were not to take", () => {
    assert.deepEqual(
      past.refused.filter((text) => !text.includes("postOnly would cross")),
      [],
    );
  });
});

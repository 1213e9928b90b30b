/** Redemptions in the journal's text: those that follow each other are rows of one entry, and read as events of their own. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createReplay, encodeEvents, parseEvents, replayBatch } from "../../src/core/events/event-codec.ts";
import type { Event } from "../../src/core/events/event.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import type { Command } from "../../src/core/events/command.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { lots, micros } from "../../src/core/units.ts";
import { walletOf } from "../support/exchange.ts";
import { marketListing } from "./support/listing.ts";

const WALLETS = ["first", "second", "third"].map(walletOf);
const MARKET = "redeemed";

const commands: readonly Command[] = [
  { type: "list", listing: marketListing({ name: MARKET, autoRedeem: true }) },
  ...WALLETS.flatMap((address): Command[] => [
    { type: "open-account", address, owner: address, credit: micros(10_000_000) },
    { type: "split", address, owner: address, conditionId: MARKET, lots: lots(250) },
  ]),
  { type: "resolve-market", conditionId: MARKET, payout: [1, 0] },
];

/** Executes the commands, each in a batch of its own. */
function trade(): readonly (readonly Event[])[] {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  return commands.map((command, at) => {
    const events = execute(exchange, command, at);
    if (isRejection(events)) throw new Error(events.hint);
    return events;
  });
}

describe("redemptions in the journal", () => {
  const batches = trade();
  const resolution = batches.at(-1) ?? [];

  it("are one entry of the text, and events with an index each when read", () => {
    const text = encodeEvents(resolution);
    const entries: readonly { readonly type: string }[] = JSON.parse(text);
    assert.deepEqual(
      entries.map(({ type }) => type),
      ["market-resolved", "all-redeemed"],
    );
    assert.deepEqual(
      parseEvents(text).map(({ type, account, market }) => ({ type, account, market })),
      resolution.map((event) => ({
        type: event.type,
        account: event.type === "redeemed" ? event.account.no : undefined,
        market: "market" in event ? event.market.no : undefined,
      })),
    );
  });

  it("replay as they were, also from a text with an entry for each", () => {
    const each = JSON.stringify(resolution.flatMap((event) => JSON.parse(encodeEvents([event]))));
    assert.notEqual(each, encodeEvents(resolution));
    const [together, apart] = [encodeEvents(resolution), each].map((last) => {
      const replay = createReplay();
      batches.forEach((events, at) =>
        replayBatch(replay, at === batches.length - 1 ? last : encodeEvents(events), at),
      );
      return WALLETS.map((wallet) => {
        const account = replay.exchange.accountByAddress.get(wallet);
        return { collateral: account?.collateral, positions: account?.positions };
      });
    });
    assert.deepEqual(together, apart);
    assert.deepEqual(
      together?.map(({ collateral }) => collateral),
      WALLETS.map(() => 10_000_000),
    );
  });
});

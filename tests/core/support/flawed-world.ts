/** The exchange in which flawed orders and commands are decided: markets in every state, and accounts. */
import assert from "node:assert/strict";
import { STANDARD_LIMITS } from "../../../src/core/limits.ts";
import type { Command } from "../../../src/core/events/command.ts";
import { createExchange, execute } from "../../../src/core/exchange.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import type { Exchange } from "../../../src/core/state.ts";
import { lots, micros } from "../../../src/core/units.ts";
import { eventListing, marketListing } from "./listing.ts";
import type { TestMarket } from "./listing.ts";
import { AT, BID } from "./flawed-orders.ts";

const FEES = { rate: 100, exponent: 1, takerOnly: true };

/** Events of which one market wins; the markets of one event begin with the same letter. */
const RISKY: readonly (readonly TestMarket[])[] = [
  [{ name: "ra" }, { name: "rb" }],
  [{ name: "sa" }, { name: "s-draft", state: "draft" }, { name: "s-gone", state: "archived" }],
  [{ name: "wa" }, { name: "wb" }],
  [{ name: "ua" }, { name: "u-closed", state: "closed" }],
  [{ name: "la" }, { name: "l-lost", state: "closed", payout: [0, 1] }],
  [{ name: "alone" }],
];

const LISTINGS: readonly Command[] = RISKY.map((markets, index) => ({
  type: "list",
  listing: eventListing(
    String(index + 2),
    markets.map((market) => ({ ...market, negativeRisk: true })),
  ),
}));

export function createWorld(): Exchange {
  const exchange = createExchange({
    selfTrade: "cancel-incoming",
    autoRedeem: false,
    limits: STANDARD_LIMITS,
  });
  const commands: Command[] = [
    {
      type: "list",
      listing: marketListing(
        { name: "open", minimumLots: 500, fees: FEES },
        { name: "paused", minimumLots: 500 },
        { name: "draft", minimumLots: 500, state: "draft" },
        { name: "done", minimumLots: 500 },
      ),
    },
    ...LISTINGS,
    ...["ann", "ben", "poor", "out"].map((name): Command => ({
      type: "open-account",
      address: name,
      owner: name,
      credit: micros(name === "ann" || name === "ben" ? 200_000_000 : 0),
    })),
    ...["ann", "ben"].flatMap((address) =>
      ["open", "paused", "done"].map((conditionId): Command => ({
        type: "split",
        address,
        owner: address,
        conditionId,
        lots: lots(5000),
      })),
    ),
    { ...BID, id: "bid-open-yes" },
    { ...BID, id: "bid-paused-yes", tokenId: "paused-yes" },
    { type: "pause-market", conditionId: "paused" },
    { type: "resolve-market", conditionId: "done", payout: [1, 0] },
    { type: "redeem", address: "ben", owner: "ben", conditionId: "done" },
    { type: "resolve-market", conditionId: "wa", payout: [1, 0] },
    { type: "ban", address: "out" },
  ];
  for (const command of commands) assert.ok(!isRejection(execute(exchange, command, AT)));
  return exchange;
}

/** Ends of more orders than a run has, which are rows of their own: merged with the batches around them, and alone. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/command.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import { collectTouched } from "../../src/store/projector/projection.ts";
import { mergeRows, readRows } from "../../src/store/projector/table-rows.ts";
import type { TableRows } from "../../src/store/projector/table-rows.ts";
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { applyRows, compareAll, createTableContents, rowsOf } from "./table-contents.ts";

/** Orders that one command ends; a thousand at most are ended one by one. */
const ORDERS = 1_001;
const WALLET = { maker: "ann", owner: "ann" };

const rest = (no: number): Command => ({
  ...WALLET,
  type: "place-order",
  id: `o-${no}`,
  tokenId: "m-yes",
  side: "BUY",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(5_000),
  lots: lots(1),
  budget: undefined,
  apiKey: "key",
  signed: NOT_SIGNED,
});

const BATCHES: readonly (readonly Command[])[] = [
  [
    { type: "list", listing: marketListing({ name: "m", minimumLots: 1 }) },
    { type: "open-account", address: "ann", owner: "ann", credit: micros(1_000_000_000) },
  ],
  Array.from({ length: ORDERS }, (_, no) => rest(no)),
  [{ type: "cancel-orders", owner: "ann", reason: "by-owner" }],
  [rest(ORDERS)],
];

/** The rows of each batch, read right after it. */
function rowsOfBatches(): TableRows[] {
  const limits = { ...STANDARD_LIMITS, ofAccountInMarket: 10_000 };
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits });
  return BATCHES.map((commands, index) => {
    const at = 1_000 * (index + 1);
    const events = commands.flatMap((command) => {
      const decided = execute(exchange, command, at);
      return isRejection(decided) ? assert.fail(decided.hint) : decided;
    });
    return readRows(collectTouched(exchange, events), { seq: index + 1, at });
  });
}

test("orders that end together are ended in the tables, whatever they are merged with", () => {
  const wanted = createTableContents();
  for (const rows of rowsOfBatches()) applyRows(wanted, rows);
  const ended = [...rowsOf(wanted, "orders").values()].filter(({ status }) => status === "canceled");
  assert.equal(ended.length, ORDERS);
  const merged = createTableContents();
  const [first, ...others] = rowsOfBatches();
  for (const next of others) mergeRows(first!, next);
  assert.equal(first!.sweeps.length, 1);
  applyRows(merged, first!);
  compareAll(merged, wanted, "when all batches are merged");
});

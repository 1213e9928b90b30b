/**
 * Ends of orders and of shares, whose rows are made when they are written: merged with the batches around them, and alone. They
 * leave the tables as rows do that are made right after their batch.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command } from "../../src/core/events/command.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { lots, micros, ticks } from "../../src/core/units.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import { collectTouched } from "../../src/store/projector/projection.ts";
import { countRows, mergeRows, readRows } from "../../src/store/projector/table-rows.ts";
import type { TableRows } from "../../src/store/projector/table-rows.ts";
import { marketListing } from "../core/support/listing.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import { applyRows, compareAll, createTableContents, rowsOf } from "./table-contents.ts";
import type { TableContents } from "./table-contents.ts";

/** Orders that one command ends: one more than have their rows made at once. */
const ORDERS = PROJECTOR_LIMITS.manyEnds + 1;

type Rest = { readonly no: number; readonly by: string; readonly side?: "BUY" | "SELL" };

const rest = ({ no, by, side = "BUY" }: Rest): Command => ({
  maker: by,
  owner: by,
  type: "place-order",
  id: `o-${no}`,
  tokenId: "m-yes",
  side,
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(side === "BUY" ? 4_000 : 6_000),
  lots: lots(1),
  budget: undefined,
  apiKey: "key",
  signed: NOT_SIGNED,
});

const open = (address: string): Command => ({
  type: "open-account",
  address,
  owner: address,
  credit: micros(1_000_000_000),
});

const OPENING: readonly Command[] = [
  { type: "list", listing: marketListing({ name: "m", minimumLots: 1 }) },
  open("ann"),
  open("bob"),
];

/** The rows of each batch, read right after it. */
function rowsOfBatches(batches: readonly (readonly Command[])[], manyEnds: number): TableRows[] {
  const limits = { ...STANDARD_LIMITS, ofAccountInMarket: 10_000 };
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: true, limits });
  return batches.map((commands, index) => {
    const at = 1_000 * (index + 1);
    const events = commands.flatMap((command) => {
      const decided = execute(exchange, command, at);
      return isRejection(decided) ? assert.fail(decided.hint) : decided;
    });
    return readRows(collectTouched(exchange, events, manyEnds), { seq: index + 1, at });
  });
}

function contentsOf(all: readonly TableRows[]): TableContents {
  const contents = createTableContents();
  for (const rows of all) applyRows(contents, rows);
  return contents;
}

/** Checks all ways of writing the batches against rows that are made at once; gives the contents. */
function assertSame(batches: readonly (readonly Command[])[], manyEnds: number): TableContents {
  const wanted = contentsOf(rowsOfBatches(batches, Number.POSITIVE_INFINITY));
  const alone = rowsOfBatches(batches, manyEnds);
  assert.equal(alone.filter(({ ends }) => ends.length > 0).length, 1);
  compareAll(contentsOf(alone), wanted, "when each batch is written alone");
  const [first, ...others] = rowsOfBatches(batches, manyEnds);
  for (const next of others) mergeRows(first!, next);
  assert.equal(first!.ends.length, 1);
  compareAll(contentsOf([first!]), wanted, "when all batches are merged");
  return wanted;
}

test("orders that end together are ended in the tables, whatever they are merged with", () => {
  const batches: readonly (readonly Command[])[] = [
    OPENING,
    Array.from({ length: ORDERS }, (_, no) => rest({ no, by: "ann" })),
    [{ type: "cancel-orders", owner: "ann", reason: "by-owner" }],
    [rest({ no: ORDERS, by: "ann" })],
  ];
  const wanted = assertSame(batches, PROJECTOR_LIMITS.manyEnds);
  const ended = [...rowsOf(wanted, "orders").values()].filter(({ status }) => status === "canceled");
  assert.equal(ended.length, ORDERS);
});

test("a resolution ends orders and shares in the tables, whatever it is merged with", () => {
  const split = (address: string): Command => ({
    type: "split",
    address,
    owner: address,
    conditionId: "m",
    lots: lots(10),
  });
  const batches: readonly (readonly Command[])[] = [
    OPENING,
    [split("ann"), split("bob"), rest({ no: 1, by: "ann" }), rest({ no: 2, by: "bob", side: "SELL" })],
    [
      rest({ no: 3, by: "bob", side: "SELL" }),
      { type: "resolve-market", conditionId: "m", payout: [1, 0] },
      { type: "credit", address: "ann", amount: micros(5) },
    ],
    [
      { type: "credit", address: "ann", amount: micros(7) },
      { type: "archive-market", conditionId: "m" },
    ],
  ];
  const wanted = assertSame(batches, 0);
  const kinds = [...rowsOf(wanted, "operations").values()].map(({ kind }) => kind);
  assert.equal(kinds.filter((kind) => kind === "redemption").length, 2);
  for (const { lots: left, held } of rowsOf(wanted, "positions").values())
    assert.deepEqual([left, held], [0, 0]);
});

test("ends take no room of the rows that are made, however many", () => {
  const orders = Array.from({ length: ORDERS }, (_, no) => rest({ no, by: "ann" }));
  const batches = [OPENING, orders, [{ type: "cancel-orders", owner: "ann", reason: "by-owner" } as const]];
  const rows = rowsOfBatches(batches, PROJECTOR_LIMITS.manyEnds).at(-1)!;
  assert.equal(rows.ends[0]!.rows, ORDERS);
  assert.ok(countRows(rows) < 10, `${countRows(rows)} rows are made`);
});

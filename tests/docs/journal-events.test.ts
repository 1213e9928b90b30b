/** The table of the journal's events in docs/data/dictionary.md, held to the events that the exchange writes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EVENT_KINDS } from "../../src/core/events/event-codec.ts";
import { lots, micros } from "../../src/core/units.ts";
import { createTradedJournal } from "../store/made-journal.ts";
import { hashOf, START_AT, walletOf } from "../support/exchange.ts";

const page = readFileSync(new URL("../../docs/data/dictionary.md", import.meta.url), "utf8");
const section = page.split("\n## Events of the journal\n")[1] ?? "";

/** Names between backticks. */
const namesIn = (text: string): string[] => [...text.matchAll(/`(\w[\w-]*)`/g)].map(([, name]) => name!);

const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => {
    const [, types = "", fields = ""] = line.split("|");
    return { types: namesIn(types), fields: namesIn(fields) };
  });
const ORDER = namesIn(/^- \*\*`order`\*\*[^]*?(?=^- )/m.exec(section)?.[0] ?? "");

test("the table has each type of event once", () => {
  assert.deepEqual(rows.flatMap(({ types }) => types).sort(), [...EVENT_KINDS].sort());
});

type Written = { readonly type: string; readonly order?: unknown } & Readonly<Record<string, unknown>>;

/** Trades, deposits, withdrawals, merges and payouts, as the journal has them. */
function listWritten(): Written[] {
  const journal = createTradedJournal();
  const conditionId = hashOf("rain");
  const [ann, bob] = ["ann", "bob"].map((name) => ({ address: walletOf(name), owner: walletOf(name) }));
  journal.batch(START_AT + 6, [
    { type: "merge", ...bob!, conditionId, lots: lots(100) },
    { type: "credit", address: ann!.address, amount: micros(1_000_000) },
    { type: "debit", address: ann!.address, amount: micros(1_000_000) },
    { type: "resolve-market", conditionId, payout: [1, 0] },
  ]);
  return journal.batches.flatMap(({ events }): Written[] => JSON.parse(events));
}

test("the row of an event has all of its fields", () => {
  const written = listWritten();
  const types = new Set(written.map(({ type }) => type));
  for (const type of ["order-placed", "order-canceled", "sets-merged", "credited", "market-resolved"])
    assert.ok(types.has(type), type);
  for (const { type, ...event } of written) {
    const { fields } = rows.find((row) => row.types.includes(type))!;
    assert.deepEqual(
      Object.keys(event).filter((name) => !fields.includes(name)),
      [],
      type,
    );
    if (type !== "order-placed") continue;
    const { order } = event;
    assert.ok(typeof order === "object" && order !== null);
    assert.deepEqual(
      Object.keys(order).filter((name) => !ORDER.includes(name)),
      [],
    );
  }
});

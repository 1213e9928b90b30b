/** Tests that steps of a whole event are among what operators dealt with lately. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { findRecentListings } from "../../web/src/admin/listing/recent/recent-listings.ts";

const CONDITION = `0x${"ab".repeat(32)}`;
let batch = 100;

/** An entry of the audit log, each older than the one before. */
const entry = (action: string, subject: string, details = {}) => {
  batch -= 1;
  const time = `2026-11-26T06:00:${batch}.000Z`;
  return { sequence: batch, time, operator: "ann", action, subject, reason: "r", details, names: [] };
};

it("lists markets and events by their latest step, and nothing else", () => {
  const entries = [
    entry("resolve-event", "17"),
    entry("clarify", "18", { text: "t" }),
    entry("pause-market", CONDITION),
    entry("withdraw-announcement", "17"),
    entry("create-market", CONDITION, { question: "Will it?" }),
    entry("ban", "0x80d840ec54950079f111451b5cdf9aa389cd60b6"),
    entry("create-event", "17", { title: "The cup" }),
  ];
  assert.deepEqual(
    findRecentListings(entries).map(({ subject, action }) => [subject, action]),
    [
      ["17", "resolve-event"],
      ["18", "clarify"],
      [CONDITION, "pause-market"],
    ],
  );
});

/** Texts of the exchange in the words of the console: mistakes in fields, earlier edits, and what is wrong with a webhook. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { explainEarlierEdit, explainMistake } from "../../web/src/admin/action/explain-refusal.ts";
import { readPrice } from "../../web/src/admin/parts/read-form.ts";
import { explainTroubles } from "../../web/src/admin/views/explain-delivery.ts";
import { explainMaker } from "../../web/src/admin/views/explain-maker.ts";
import { RejectedError } from "../../web/src/api/client.ts";
import { consoleEn } from "../../web/src/text/console-en.ts";
import { consolePt } from "../../web/src/text/console-pt.ts";
import { createFormats } from "../../web/src/text/formats.ts";

const formats = createFormats("en-GB");
const { action } = consoleEn;

test("a mistake in a field is told in plain words, and unknown ones as they are", () => {
  for (const [hint, words] of [
    ['expected an instant after the start, 2026-01-31T12:00:00Z, got ""', action.mistakes.tooEarly],
    ['expected a wallet address, 0x and 40 hex digits, got "Ana"', action.mistakes.address],
    ['expected a decimal above 0 and below 1 with up to 4 decimals, got "50"', action.mistakes.price],
    ["expected labels with letters", "expected labels with letters"],
  ] as const)
    assert.equal(explainMistake(hint, action), words);
});

test("an earlier edit is told with its operator, time and fields, in both languages", () => {
  const hint =
    "changed after batch 0: label, description by admin at 2026-01-31T12:00:00.000Z (batch 7); read it again";
  const error = new RejectedError(409, { code: "listing_changed", hint }, null);
  const said = explainEarlierEdit(error, consoleEn, formats);
  assert.match(said ?? "", /^admin changed these fields at 31 Jan 2026, .+: short name, rules\. Reload/);
  assert.match(explainEarlierEdit(error, consolePt, formats) ?? "", /nome curto, regras/);
  assert.equal(explainEarlierEdit(new Error("another"), consoleEn, formats), undefined);
});

test("a price is read in cents or as a part of 1", () => {
  for (const [typed, price] of [
    ["50", "0.5"],
    ["50¢", "0.5"],
    ["0.50", "0.5"],
    ["0,5", "0.5"],
    ["1", "0.01"],
    ["0.5 ¢", "0.005"],
    ["99.5", "0.995"],
    ["100", undefined],
    ["0", undefined],
    ["-5", undefined],
    ["half", undefined],
  ] as const)
    assert.equal(readPrice(typed), price, typed);
});

test("troubles of webhooks and house makers are told with what to do", () => {
  const told = (trouble: string) => explainTroubles(trouble, consoleEn.webhooks, formats);
  assert.match(
    told("stopped: 1000 messages could not be delivered; repair the address, or delete the webhook"),
    /^Stopped\. Messages not delivered: 1,000\. Correct/,
  );
  assert.equal(told("it is paused; 2 deliveries were given up"), "Paused. Deliveries given up: 2.");
  assert.equal(explainMaker("the market is resolved", consolePt, formats), consolePt.house.whys.ended);
  assert.match(
    explainMaker(
      "its loss at the worst winner is 19.5 of at most 20: no quote fits what is left",
      consoleEn,
      formats,
    ),
    /lose (US)?\$19\.50, and the maximum is (US)?\$20\.00\./,
  );
});

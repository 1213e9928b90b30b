/** Checks that docs/rejections.md has every rejection, in order of precedence, with its effect and a remedy. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { REJECTIONS } from "../../src/core/rejection.ts";
import { ERROR_TEXTS } from "../../src/http/trading/wire-error.ts";
import { listMissingEntries } from "./rejection-entries.ts";
import { REMEDIES } from "./rejection-remedies.ts";
import { rejectionsPage } from "./rejections-page.ts";

const codes = Object.keys(REJECTIONS);

test("the page is what the tables give; npm run openapi writes it", () => {
  const { url, text } = rejectionsPage();
  assert.equal(readFileSync(url, "utf8"), text);
});

for (const code of codes)
  test(`${code} has every entry that a rejection needs`, () => {
    const missing = listMissingEntries(code);
    assert.deepEqual(missing, [], `${code}: ${missing.join(", ")}`);
  });

test("a code that is nowhere is told what it needs", () => {
  assert.deepEqual(listMissingEntries("new_code"), [
    "no file in tests/docs/tested-rejections.ts that provokes it",
    "no status and text in src/http/trading/wire-error.ts",
    "no remedy in tests/docs/rejection-remedies.ts",
  ]);
});

/** Codes by their status, where that is not 400: clients tell by the status what to do. */
const STATUSES: readonly (readonly [number, string, readonly string[]])[] = [
  [401, "credentials are missing or wrong", ["unauthorized", "wallet_unauthorized"]],
  [403, "the caller is known and may not", ["forbidden", "user_banned"]],
  [
    404,
    "nothing has the name that was given",
    [
      "key_not_found",
      "unknown_token",
      "no_book",
      "no_trades",
      "unknown_event",
      "unknown_market",
      "invite_not_found",
      "unknown_account",
      "name_not_found",
      "order_not_found",
      "not_quarantined",
      "webhook_not_found",
    ],
  ],
  [
    409,
    "a right request that the present state of the exchange, a market or a thing forbids: it may be right later",
    [
      "quarantined",
      "exchange_halted",
      "read_only",
      "cancel_only",
      "post_only_mode",
      "request_underway",
      "market_paused",
      "event_decided",
      "invite_revoked",
      "invite_used_up",
      "invite_ended",
      "name_taken",
      "name_changed_lately",
      "webhook_conflict",
      "no_backup_place",
      "backup_underway",
      "market_already_resolved",
      "market_not_resolved",
      "market_not_draft",
      "proposal_exists",
      "no_proposal",
      "already_redeemed",
      "market_has_shares",
      "listing_changed",
      "listing_conflict",
    ],
  ],
  [413, "the body is too long", ["payload_too_large"]],
  [422, "a name of a request was used for another one", ["idempotency_key_reused", "signature_reused"]],
  [429, "the caller asks too often", ["rate_limited"]],
  [501, "the exchange has no such thing", ["not_supported"]],
  [503, "the exchange cannot answer now", ["not_accepting", "read_unavailable", "outcome_unknown"]],
];

test("a code answers 400, unless it is named here with the meaning of its status", () => {
  for (const [status, meaning, named] of STATUSES) {
    const found = Object.entries(ERROR_TEXTS).filter((entry) => entry[1].status === status);
    assert.deepEqual(
      found.map(([code]) => code).toSorted(),
      named.toSorted(),
      `${status} says: ${meaning}; a new code with it is named here`,
    );
  }
  const known = new Set([400, ...STATUSES.map(([status]) => status)]);
  for (const [code, { status }] of Object.entries(ERROR_TEXTS))
    assert.ok(known.has(status), `${code}: ${status}`);
});

test("the tables of texts and of remedies have the order of precedence", () => {
  assert.deepEqual(Object.keys(ERROR_TEXTS), codes);
  assert.deepEqual(Object.keys(REMEDIES), codes);
});

for (const [code, { todo, hint }] of Object.entries(REMEDIES)) {
  test(`${code}: something to do about it, and a hint`, () => {
    assert.match(todo, /^[A-Z].{8,}\.$/);
    assert.ok(hint.length > 8);
  });
}

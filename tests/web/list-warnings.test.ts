/** Warnings of the operators' console. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listWarnings } from "../../web/src/admin/session/describe-status.ts";
import { consoleEn } from "../../web/src/text/console-en.ts";

const WELL = { mode: "normal", why: "", suspended: null, waiting: null } as const;

const CASES = [
  ["an exchange that takes everything", WELL, "", []],
  [
    "a mode",
    { ...WELL, mode: "cancel-only", why: "the disk is full" },
    "",
    [`Cancel-only: ${consoleEn.mode.takes["cancel-only"]} (the disk is full)`],
  ],
  [
    "a wrong clock and a database that is away",
    { ...WELL, suspended: "the database does not answer" },
    "it jumped",
    [
      "Clock: it jumped",
      "The exchange now refuses orders and all other changes. Reason: the database does not answer",
    ],
  ],
  [
    "commands that wait",
    { ...WELL, waiting: "the read tables cannot take more" },
    "",
    [
      "Orders and other changes have to wait. After two seconds, the exchange refuses them. Reason: the read tables cannot take more",
    ],
  ],
] as const;

describe("the warnings of the console", () => {
  for (const [what, exchange, why, warnings] of CASES)
    it(`tell of ${what}`, () =>
      assert.deepEqual(listWarnings({ exchange, clock: { why } }, consoleEn), warnings));
});

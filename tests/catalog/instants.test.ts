import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { instantAt, parseListedInstant, longDateText } from "../../src/listings/dates.ts";

describe("an instant", () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["2026-01-14T08:36:20Z", "2026-01-14T08:36:20Z"],
    ["2026-01-14T08:36:20.54Z", "2026-01-14T08:36:20.54Z"],
    ["2026-01-14T08:36:20.250900Z", "2026-01-14T08:36:20.250900Z"],
    ["2026-01-14 08:36:20+00", "2026-01-14T08:36:20Z"],
    ["2026-01-14 08:36:20.05+00", "2026-01-14T08:36:20.05Z"],
    ["2026-01-14 00:36:20.5+01:30", "2026-01-13T23:06:20.5Z"],
    ["2026-01-14T08:36:20-0500", "2026-01-14T13:36:20Z"],
    ["2026-01-14T08:36:20+00:00", "2026-01-14T08:36:20Z"],
    ["2026-01-14t08:36:20z", "2026-01-14T08:36:20Z"],
    ["2026-01-14", "2026-01-14T00:00:00Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
    ["2026-02-29T00:00:00Z", undefined],
    ["2026-13-01T00:00:00Z", undefined],
    ["2026-01-14T24:00:00Z", undefined],
    ["2026-01-14T08:36:60Z", undefined],
    ["2026-01-14T08:36:20+25:00", undefined],
    ["2026-01-14T08:36:20", undefined],
    ["2026-01-14T08:36Z", undefined],
    ["14 January 2026", undefined],
    ["2026-01-14T08:36:20Z ", undefined],
    ["", undefined],
  ];
  for (const [text, expected] of rows)
    it(`${expected === undefined ? "is not" : "is"} in "${text}"`, () => {
      assert.equal(parseListedInstant(text), expected);
    });

  it("is written for machines and for people", () => {
    const moment = Date.UTC(2031, 2, 4, 15, 6, 7, 890);
    assert.equal(instantAt(moment), "2031-03-04T15:06:07Z");
    assert.equal(longDateText(moment), "4 March 2031, 15:06 UTC");
  });
});

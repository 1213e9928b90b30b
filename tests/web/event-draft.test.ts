/** Templates of new events: their options, and the questions that these have. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  buildSeriesDraft,
  moveOption,
  buildRangesDraft,
  buildOptionsDraft,
} from "../../web/src/admin/new-event/event-draft.ts";

const words = {
  pattern: "{title} {name}",
  below: (number: string) => `< ${number}`,
  between: (from: string, to: string) => `${from}-${to}`,
  above: (number: string) => `>= ${number}`,
};

describe("the template", () => {
  it("of ranges covers every number once, however its step adds up", () => {
    const { options, exclusive } = buildRangesDraft({ from: 0, to: 0.3, step: 0.1 }, words);
    assert.equal(exclusive, true);
    assert.deepEqual(
      options.map(({ label }) => label),
      ["< 0", "0-0.1", "0.1-0.2", "0.2-0.3", ">= 0.3"],
    );
  });

  it("of a series has an option a day, over the end of a month", () => {
    const first = new Date(2027, 1, 27);
    const draft = buildSeriesDraft(
      { first, days: 3 },
      { pattern: "", day: (at) => String(new Date(at).getDate()) },
    );
    assert.deepEqual(
      draft.options.map(({ label, endDate }) => [label, endDate]),
      [
        ["27", "2027-02-28T00:00"],
        ["28", "2027-03-01T00:00"],
        ["1", "2027-03-02T00:00"],
      ],
    );
    assert.equal(draft.endDate, "2027-03-02T00:00");
  });

  it("has options that move and keep their names", () => {
    const { options } = buildOptionsDraft("Will {name} win?");
    assert.deepEqual(
      moveOption(options, 2, -1).map(({ key }) => key),
      [0, 2, 1],
    );
  });
});

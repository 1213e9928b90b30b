/** Tests that the console writes money, shares and prices of the operator API in one format each. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  formatChange,
  formatExactMoney,
  formatMoney,
  formatPrice,
  formatShares,
} from "../../web/src/admin/parts/format-amounts.ts";
import { createFormats } from "../../web/src/text/formats.ts";

const ROWS = [
  [formatMoney, "0", "$0.00"],
  [formatMoney, "19932.6644", "$19,932.66"],
  [formatMoney, "-0.004", "−$0.00"],
  [formatMoney, "186.3181", "$186.32"],
  [formatMoney, "-5.1", "−$5.10"],
  [formatMoney, "5-5", "5-5"],
  [formatMoney, "a lot", "a lot"],
  [formatExactMoney, "19932.6644", "$19,932.6644"],
  [formatExactMoney, "50", "$50.00"],
  [formatExactMoney, "0.000001", "$0.000001"],
  [formatExactMoney, "1,000", "1,000"],
  [formatChange, "-11.2744", "−$11.27"],
  [formatChange, "65.5248", "+$65.52"],
  [formatChange, "0", "$0.00"],
  [formatShares, "1234.5", "1,234.50"],
  [formatShares, "-2", "−2"],
  [formatPrice, "0.3", "30¢"],
  [formatPrice, "0.31005", "31.01¢"],
  [formatPrice, "1", "100¢"],
  [formatPrice, "none", "none"],
] as const;

describe("amounts in the console", () => {
  const formats = createFormats("en");
  for (const [format, text, expected] of ROWS)
    it(`writes ${text} as ${expected} by ${format.name || "a formatter"}`, () => {
      assert.equal(format(text, formats), expected);
    });
});

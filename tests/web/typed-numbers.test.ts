/** Tests that typed numbers are read by the separators of the language, as the page writes them, and else refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { lots, micros, ticks } from "../../src/core/units.ts";
import { formatDecimalMicros, readMicros } from "../../web/src/base/money.ts";
import { en } from "../../web/src/text/en.ts";
import type { Text } from "../../web/src/text/en.ts";
import { createFormats } from "../../web/src/text/formats.ts";
import { pt } from "../../web/src/text/pt.ts";
import { explainAmount, explainBlock } from "../../web/src/markets/trade/explain-block.ts";
import { EMPTY_FORM, planTypedOrder } from "../../web/src/markets/trade/plan-order.ts";
import { findOrderBlock } from "../../web/src/markets/trade/order-block.ts";
import { createRandom } from "../support/random.ts";
import { createTradedMarket } from "./traded-market.ts";

const LOCALES = ["en", "en-GB", "en-IN", "en-ZA", "en-CH", "pt-BR", "pt-PT", "pt-AO"];

test("each language reads its own separators, and refuses those of others", () => {
  const rows: readonly (readonly [string, Readonly<Record<string, string>>, readonly string[]])[] = [
    [
      "en",
      {
        "": "",
        " 12 ": "12",
        "012": "012",
        "1,000": "1000",
        "1,234,567.5": "1234567.5",
        "10.5": "10.5",
        ".5": ".5",
      },
      [
        "10,5",
        "1,00",
        "1,0000",
        "10,00,000",
        "1.000,5",
        "1.2.3",
        "1 000",
        "-1",
        "1e3",
        "$1",
        ",5",
        "1,",
        "0,001",
      ],
    ],
    [
      "pt-BR",
      { "1.000": "1000", "1.234.567,5": "1234567.5", "10,5": "10.5", ",5": ".5", "1000": "1000" },
      ["10.5", "1.00", "1,000.5", "1,2,3", "1 000", ".5", "0.001"],
    ],
    [
      "pt-PT",
      { "1 000": "1000", "10\u00a0000,5": "10000.5", "10,5": "10.5" },
      ["10.5", "1.000", "1 00", "1,0,0"],
    ],
    ["en-IN", { "1,00,000": "100000", "1,000.5": "1000.5" }, ["100,000", "10,5"]],
  ];
  for (const [locale, read, refused] of rows) {
    const { typed } = createFormats(locale);
    for (const [text, value] of Object.entries(read)) assert.equal(typed(text), value, `${locale} ${text}`);
    for (const text of refused) assert.equal(readMicros(typed(text)), undefined, `${locale} ${text}`);
  }
});

test("every language reads what it writes, in a field, with grouping and in its example", () => {
  const random = createRandom(25);
  for (const locale of LOCALES) {
    const formats = createFormats(locale);
    const grouped = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
    for (let round = 0; round < 200; round += 1) {
      const amount = micros(random.between(0, 10 ** random.between(1, 14)));
      for (const text of [formats.written(formatDecimalMicros(amount)), grouped.format(amount / 1_000_000)])
        assert.equal(readMicros(formats.typed(text)), amount, `${locale} ${text}`);
    }
    assert.equal(readMicros(formats.typed(formats.exampleNumber)), 1_250_500_000, locale);
  }
});

test("a refused amount of shares is told apart by its flaw, in each language", () => {
  const say = (locale: string, text: Text, amount: string) =>
    explainAmount(amount, "shares", { text, formats: createFormats(locale) });
  for (const amount of ["", " ", "0", "0.00"])
    assert.equal(say("en", en, amount), "Enter an amount.", amount);
  assert.match(say("en", en, "1e3"), /^“1e3” is not an amount/);
  assert.match(say("en", en, "1,000.001"), /^“1,000.001” has too many decimals/);
  assert.match(say("en", en, "9".repeat(20)), /too large for a balance/);
  assert.match(
    say("pt-PT", pt, "0,125"),
    /^“0,125” tem casas decimais a mais. Use no máximo 2 casas decimais/,
  );
  assert.match(say("pt-PT", pt, "0.125"), /^“0.125” não é uma quantia/);
});

test("money in short is a thousand from where it rounds to one", () => {
  const { shortMoney } = createFormats("en");
  const short = (dollars: number) => shortMoney(micros(Math.round(dollars * 1_000_000)));
  assert.deepEqual([999.49, 999.5, 1_000, 1_049].map(short), ["$999", "$1K", "$1K", "$1K"]);
  assert.deepEqual([0, 9.5, 9.999, 10, 999_960].map(short), ["$0", "$9.50", "$10", "$10", "$1M"]);
});

test("the sign of money stands where the language puts it", () => {
  const isBehind = LOCALES.filter((locale) => createFormats(locale).moneySign.isBehind);
  assert.deepEqual(isBehind, ["pt-PT", "pt-AO"]);
});

const MARKET = createTradedMarket({ tick: 100, minimum: 1, fees: undefined });

/** Says why an order with the typed fields cannot succeed, in English. */
function explain(fields: Partial<typeof EMPTY_FORM>): string | undefined {
  const form = { ...EMPTY_FORM, ...fields };
  const formats = createFormats("en");
  const book = MARKET.book(0);
  const planned = planTypedOrder({ form, book, tick: ticks(100) }, formats);
  const block = findOrderBlock(planned, {
    market: { acceptingOrders: true, minimumSize: lots(1), tick: ticks(100) },
    tokenId: "1",
    book,
    mode: "normal",
    hasWallet: true,
    balances: undefined,
    fees: undefined,
    now: 0,
  });
  return block && explainBlock(block, form, { text: en, formats });
}

test("a refused number is named with an example, and a price outside the range with the range", () => {
  const limit = { kind: "limit", unit: "shares", amount: "1,000", price: "55" } as const;
  assert.equal(explain(limit), undefined);
  assert.equal(explain({ amount: "10,5" }), "“10,5” is not an amount. Enter an amount such as 1,250.50.");
  assert.equal(explain({ amount: "0" }), "Enter an amount.");
  assert.equal(
    explain({ amount: "99999999999" }),
    "“99999999999” is too large for a balance. Enter a smaller amount.",
  );
  assert.equal(
    explain({ ...limit, amount: "10.125" }),
    "“10.125” has too many decimals. Use at most 2 decimals.",
  );
  assert.equal(explain({ ...limit, amount: "10.100" }), undefined);
  assert.equal(
    explain({ ...limit, price: "5,5" }),
    "“5,5” is not a price. Enter a price in cents, such as 55.5.",
  );
  assert.equal(explain({ ...limit, price: "" }), "Enter a price in cents, such as 55.5.");
  for (const price of ["0", "100", "1,000"])
    assert.equal(explain({ ...limit, price }), "Enter a price from 1¢ to 99¢.", price);
});

/** Tests that what moves money is sent once: by double clicks, by Enter pressed again, and again after a lost answer. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Browser, Locator, Page } from "playwright-core";
import { NO_BROWSER } from "./open-browser.ts";
import { makeMarket, newTrader, place } from "./running-exchange.ts";
import type { DemoMarket, SharedExchange } from "./running-exchange.ts";
import { shareExchange } from "./shared-exchange.ts";
import { fillLimit, makeWallet, sendButtonOf, showEvent, ticketOf, untilFilled } from "./visitor.ts";
import { openPage } from "./watched-page.ts";

describe("what moves money", { skip: NO_BROWSER }, () => {
  let exchange: SharedExchange;
  let browser: Browser;
  let market: DemoMarket;

  before(async () => {
    ({ browser, exchange } = await shareExchange());
    market = await makeMarket(exchange, "Does the ferry keep its timetable this winter?");
    const maker = await newTrader(exchange);
    await place(exchange, maker, { tokenId: market.tokens[1], side: "BUY", cents: 45, shares: 2_000 });
  });

  const amountOf = (page: Page): Locator => ticketOf(page).getByLabel("Amount", { exact: true });
  const button = sendButtonOf;
  const money = (page: Page, amount: string): Promise<void> =>
    page.getByRole("banner").getByText(amount, { exact: true }).waitFor();

  async function showTicket() {
    const watched = await openPage(browser, exchange.addresses.web);
    const { page } = watched;
    await showEvent(page, exchange, market);
    await makeWallet(page);
    return watched;
  }

  /** Collects the bodies of the requests to a path. */
  function collect(page: Page, path: string): (string | null)[] {
    const bodies: (string | null)[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && new URL(request.url()).pathname.endsWith(path))
        bodies.push(request.postData());
    });
    return bodies;
  }

  /** Has the exchange carry out the next request to a path, and loses its answer. */
  const loseAnswer = (page: Page, path: string): Promise<unknown> =>
    page.route(
      `**${path}`,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );

  async function middleOf(shown: Locator): Promise<readonly [number, number]> {
    await shown.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await shown.boundingBox()) ?? assert.fail("it is not on the page");
    return [x + width / 2, y + height / 2];
  }

  it("sends one order for a double click, and one for Enter pressed three times", async () => {
    const watched = await showTicket();
    const { page } = watched;
    const orders = collect(page, "/order");
    await amountOf(page).fill("55");
    await button(page, "Buy Yes").dblclick();
    await untilFilled(amountOf(page), "");
    await money(page, "$9,945.00");
    assert.equal(orders.length, 1);
    await amountOf(page).fill("55");
    for (const _ of [1, 2, 3]) await page.keyboard.press("Enter");
    await untilFilled(amountOf(page), "");
    await money(page, "$9,890.00");
    assert.equal(orders.length, 2);
    // A slow page draws late that the order is underway.
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await amountOf(page).fill("55");
    const [x, y] = await middleOf(button(page, "Buy Yes"));
    const click = `document.elementFromPoint(${x}, ${y}).closest("button").click()`;
    await page.evaluate([click, click, click].join(";"));
    await untilFilled(amountOf(page), "");
    await money(page, "$9,835.00");
    assert.equal(orders.length, 3);
    assert.deepEqual(watched.complaints(), []);
    await watched.close();
  });

  it("sends the same order again after a lost answer, and another after the form was changed", async () => {
    const watched = await showTicket();
    const { page } = watched;
    const orders = collect(page, "/order");
    await fillLimit(page, "100", "20");
    await loseAnswer(page, "/order");
    await button(page, "Buy Yes").click();
    const alert = ticketOf(page).getByRole("alert").filter({ hasText: "No answer from the exchange" });
    await alert
      .getByText(
        "The exchange may have received your request. You can safely send the request again: the exchange carries it out only once.",
      )
      .waitFor();
    await alert.getByRole("button", { name: "Try again" }).click();
    await untilFilled(amountOf(page), "");
    await money(page, "$9,980.00");
    assert.equal(orders.length, 2);
    assert.equal(orders[0], orders[1]);
    const mine = page.getByRole("region", { name: "Your positions and orders" });
    await mine.getByRole("listitem").filter({ hasText: "Buy 100 Yes at 20¢" }).waitFor();
    assert.equal(await mine.getByRole("listitem").count(), 1);
    // The button of the ticket sends the same order again too.
    await fillLimit(page, "100", "10");
    await loseAnswer(page, "/order");
    await button(page, "Buy Yes").click();
    await alert.waitFor();
    await button(page, "Buy Yes").click();
    await untilFilled(amountOf(page), "");
    await money(page, "$9,970.00");
    assert.equal(orders[2], orders[3]);
    assert.equal(await mine.getByRole("listitem").count(), 2);
    watched.complaints();
    await watched.close();
  });

  it("gives play money and splits once after a lost answer, and cancels one order once", async () => {
    const watched = await showTicket();
    const { page } = watched;
    await page.getByRole("banner").getByText("$10,000.00").click();
    const dialog = page.getByRole("dialog");
    await loseAnswer(page, "/sandbox/faucet");
    await dialog.getByRole("button", { name: "Get $1,000.00 of play money" }).click();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("You received $1,000.00").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await money(page, "$11,000.00");
    await ticketOf(page).getByText("Complete sets").click();
    await ticketOf(page).getByLabel("Sets").fill("10");
    await loseAnswer(page, "/positions/split");
    await button(page, "Split").click();
    await button(page, "Try again").click();
    await ticketOf(page).getByText("You split $10.00 into 10 shares of each outcome.").waitFor();
    await money(page, "$10,990.00");
    for (const cents of ["10", "11"]) {
      await fillLimit(page, "10", cents);
      await button(page, "Buy Yes").click();
      await untilFilled(amountOf(page), "");
    }
    const orders = page.getByRole("button", { name: /^Cancel: Buy 10 Yes/ });
    await orders.nth(1).waitFor();
    const cancels = collect(page, "/order");
    await orders.first().dblclick();
    await orders.nth(1).waitFor({ state: "detached" });
    assert.equal(cancels.length, 1);
    // The row of a cancelled order stays until the orders are read again.
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/data/orders*", async (route) => {
      await held;
      await route.continue();
    });
    const answered = page.waitForResponse((response) => response.request().method() === "DELETE");
    await orders.first().click();
    await answered;
    await orders.first().click();
    release();
    await orders.first().waitFor({ state: "detached" });
    assert.equal(cancels.length, 2);
    watched.complaints();
    await watched.close();
  });
});

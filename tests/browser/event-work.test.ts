/** Tests the operator's work on an event in the console: its pictures, a new event with all its options, and its edits. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Browser } from "playwright-core";
import { pngOf } from "../support/pictures.ts";
import { NO_BROWSER } from "./open-browser.ts";
import { openConsole, signIn } from "./operator.ts";
import { askOperator, startRunningExchange } from "./running-exchange.ts";
import type { RunningExchange } from "./running-exchange.ts";
import { shareBrowser } from "./shared-exchange.ts";
import { untilInPage } from "./until-in-page.ts";
import { assertAccessible, assertFits, openPage } from "./watched-page.ts";
import type { WatchedPage } from "./watched-page.ts";

const PICTURE = { name: "cup.png", mimeType: "image/png", buffer: pngOf({ width: 96, height: 96 }) };

/** Pastes a text into the first field that is found, as from the clipboard. */
const pasteText = (page: WatchedPage["page"], selector: string, text: string): Promise<void> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", ${JSON.stringify(text)});
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(${JSON.stringify(selector)}).dispatchEvent(paste);
  })()`);

describe("the work on an event", { skip: NO_BROWSER }, () => {
  let exchange: RunningExchange;
  let browser: Browser;
  let operator: WatchedPage;

  before(async () => {
    exchange = await startRunningExchange();
    browser = await shareBrowser();
    operator = await openPage(browser, exchange.addresses.admin);
    const { page } = operator;
    await openConsole(page, exchange, "images");
    await page.getByRole("heading", { name: "All pictures" }).waitFor();
  });
  after(() => exchange?.close());

  /** True once the picture is loaded. */
  const isLoaded = (selector: string): Promise<boolean> =>
    operator.page.evaluate(
      `(async (image) => (await image.decode(), image.naturalWidth > 0))(document.querySelector(${JSON.stringify(selector)}))`,
    );

  it("keeps a picture that is chosen, and removes it while nothing shows it", async () => {
    const { page } = operator;
    await page.getByLabel("Drop a picture here, or choose a file").setInputFiles(PICTURE);
    await page.getByRole("status").getByText("Added: 96 × 96 pixels.").waitFor();
    const row = page.getByRole("table").getByRole("row").nth(1);
    await row.getByText("Not used", { exact: true }).waitFor();
    assert.ok(await isLoaded("img.image-thumb"));
    await assertAccessible(page, "the pictures");
    await row.getByRole("button", { name: "Remove the picture" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").fill("chosen by mistake");
    await dialog.getByRole("button", { name: "Remove the picture" }).click();
    // Those of the demo stay: listings show them.
    await page.getByRole("table").getByText("Not used", { exact: true }).waitFor({ state: "detached" });
    assert.deepEqual(operator.complaints(), []);
  });

  it("says why a drawing is refused", async () => {
    const { page } = operator;
    const drawing = { name: "cup.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg></svg>") };
    await page.getByLabel("Drop a picture here, or choose a file").setInputFiles(drawing);
    await page.getByRole("alert").getByText("SVG, which can hold scripts").waitFor();
    await assertFits(page, "the pictures");
  });

  it("shows the picture of an event to traders", async () => {
    const { page } = operator;
    await page.goto(`${exchange.addresses.admin}/admin#/new-event`);
    await page.getByLabel("Image: drop a picture here, or choose a file").setInputFiles(PICTURE);
    await page.getByRole("status").getByText("Added: 96 × 96 pixels.").waitFor();
    assert.ok(await isLoaded(".image-row img"));
    const path = await page.getByLabel("Image", { exact: true }).inputValue();
    const markets = [{ question: "Will the north lift it?" }];
    const event = { title: "Who lifts the cup?", image: path, markets, reason: "season 2027" };
    const { slug } = await askOperator<{ slug: string }>(exchange, "/events", event);
    await askOperator(exchange, `/events/${slug}/open`, { reason: "season 2027" });
    const trader = await openPage(browser, exchange.addresses.web ?? "");
    await trader.page.goto(`${exchange.addresses.web}/event/${slug}`);
    await trader.page.locator(`.event-title img[src="${path}"]`).waitFor();
    assert.deepEqual(trader.complaints(), []);
  });

  it("makes an event with all its options, tells a fault at its field, and opens them as one", async () => {
    const { page } = operator;
    await page.getByLabel("Image", { exact: true }).fill("");
    await page.getByRole("textbox", { name: "Title" }).fill("Who wins the harbour cup?");
    await page.getByLabel("Template").selectOption("several");
    await pasteText(page, "input.option-name", "North\r\nSouth\n\n West");
    const third = page.getByRole("group", { name: "Option 3" });
    await page.getByRole("button", { name: "Question, slug, end and picture of option 3" }).click();
    assert.equal(await third.getByLabel("Question").getAttribute("placeholder"), "Will West win?");
    await third.getByLabel("Slug").fill("will-north-win");
    await third.getByLabel("Picture of this option: drop a picture here").setInputFiles(PICTURE);
    await third.locator(".image-row img").waitFor();
    await page.getByRole("button", { name: "Picture of option 3" }).locator("img").waitFor();
    await page.getByRole("button", { name: "Question, slug, end and picture of option 3" }).click();
    await page.getByRole("button", { name: "Move option 2 up" }).click();
    await page.getByLabel("Option 2: Start price").fill("0.4");
    await page.reload();
    await signIn(page, exchange.token);
    await page.getByText("The form contains your earlier entries.").waitFor();
    await page.getByLabel("Template").selectOption("yesOrNo");
    await page.getByRole("dialog").getByText("The template replaces the options").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    assert.equal(await page.getByLabel("Template").inputValue(), "several");
    assert.equal(
      await page.getByRole("textbox", { name: "Title" }).inputValue(),
      "Who wins the harbour cup?",
    );
    assert.equal(await page.getByLabel("Option 2: Start price").inputValue(), "0.4");
    await page.getByLabel("Option 1: Start price").fill("0.7");
    await page.getByText("The start prices add up to 1.1.").waitFor();
    await page.getByLabel("Option 1: Start price").fill("");
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await page.locator(".fault").getByText("the house maker needs a maximum loss").waitFor();
    await page.getByLabel("Maximum loss of each house maker").fill("50");
    const preview = page.getByRole("complementary", { name: "As traders see it" });
    await preview.locator(".card-row-name").first().getByText("South").waitFor();
    await preview.getByText("Will West win?").waitFor();
    await preview.locator("h1").getByText("Who wins the harbour cup?").waitFor();
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await page.locator(".fault").getByText("Enter a reason for the audit log").waitFor();
    await page.getByLabel("Reason").fill("season 2027");
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await third.locator(".fault").getByText("expected one that no market has").waitFor();
    await page.locator('[name="markets.2.slug"]:focus').waitFor();
    await assertAccessible(page, "the form of a new event");
    await third.getByLabel("Slug").fill("");
    await page.getByRole("button", { name: "Save as a draft" }).click();
    await page.getByRole("status").getByText("(who-wins-the-harbour-cup), markets: 3.").waitFor();
    await page.getByText("House makers that start when the options open: 1.").waitFor();
    await page.getByRole("button", { name: "Open all" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Open all" }).click();
    await page.getByText("Markets changed: 3.").waitFor();
    await page.getByLabel("Template").selectOption("repeat");
    await page.getByLabel("Event", { exact: true }).fill("who-wins-the-harbour-cup");
    await page.getByRole("button", { name: "Use this template" }).click();
    await page.getByRole("checkbox", { name: /^Exactly one/, checked: true }).waitFor();
    assert.match(await page.locator("input[name='markets.2.image']").inputValue(), /^\/images\//);
    const names = page.getByRole("textbox", { name: /^Option \d+: Name$/ });
    assert.deepEqual(await Promise.all([0, 1, 2].map((index) => names.nth(index).inputValue())), [
      "South",
      "North",
      "West",
    ]);
    await assertFits(page, "the form of a new event");
    await page.goto(`${exchange.addresses.admin}/admin#/new-event/who-wins-the-harbour-cup`);
    await untilInPage(page, 'document.querySelector("[name=title]")?.value === "Who wins the harbour cup?"');
    assert.equal(await names.nth(2).inputValue(), "West");
  });

  it("changes the title and the rules of a draft in its market too, and traders read one version without a history", async () => {
    const { page } = operator;
    const texts = { title: "Will it thaw?", description: "Old rules of the thaw." };
    const { id, slug } = await askOperator<{ id: string; slug: string }>(exchange, "/events", {
      ...texts,
      endDate: "2030-01-01T12:00:00Z",
      markets: [{ question: texts.title, description: texts.description }],
    });
    await page.goto(`${exchange.addresses.admin}/admin#/markets/events/${id}`);
    const panel = page.locator("section", { has: page.getByRole("heading", { name: "Edit and clarify" }) });
    await panel.getByText("Traders cannot see a draft.").waitFor();
    await panel.getByText("Change fields").first().click();
    assert.equal(await panel.getByLabel("Rules").inputValue(), texts.description);
    assert.match(await panel.getByLabel("Ends").inputValue(), /^2030-01-01T/);
    await panel.getByRole("button", { name: "Change fields" }).click();
    await panel.getByText("You have not changed anything.").waitFor();
    await panel.getByLabel("Title").fill("Will it thaw in March?");
    await panel.getByLabel("Rules").fill("New rules of the thaw.");
    await panel.getByRole("button", { name: "Change fields" }).click();
    await panel.getByText("Changed: title, rules. Markets changed with the event: 1.").waitFor();
    await page.getByText("Created Will it thaw? with 1 market").waitFor();
    await untilInPage(page, 'document.querySelector("[name=title]")?.value === "Will it thaw in March?"');
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Open", exact: true }).click();
    await page.getByText("Markets changed: 1.").waitFor();
    const trader = await openPage(browser, exchange.addresses.web ?? "");
    await trader.page.goto(`${exchange.addresses.web}/event/${slug}`);
    await trader.page.getByRole("heading", { name: "Will it thaw in March?" }).first().waitFor();
    await trader.page.getByText("New rules of the thaw.").first().waitFor();
    assert.equal(await trader.page.getByText("New rules of the thaw.").count(), 1);
    assert.equal(await trader.page.getByText("Old rules of the thaw.").count(), 0);
    assert.equal(await trader.page.getByText("Changes", { exact: true }).count(), 0);
    assert.deepEqual([...operator.complaints(), ...trader.complaints()], []);
    await trader.page.close();
  });

  it("clarifies the rules of an event and changes its title, which traders see with the one before", async () => {
    const { page } = operator;
    type Made = { id: string; markets: readonly { conditionId: string }[] };
    const event = await askOperator<Made>(exchange, "/events", {
      title: "Snow in the harbour",
      markets: [{ question: "Will it snow?", description: "As the harbour master sees it." }],
      reason: "asked for",
    });
    await askOperator(exchange, `/events/${event.id}/open`, { reason: "rules read" });
    await page.goto(`${exchange.addresses.admin}/admin#/markets/events/${event.id}`);
    const panel = page.locator("section", { has: page.getByRole("heading", { name: "Edit and clarify" }) });
    await panel.getByText("Add a clarification").first().click();
    await panel.getByLabel("Clarification").fill("Hail is no snow.");
    await panel.getByLabel("Reason").first().fill("somebody asked");
    await panel.getByRole("button", { name: "Add a clarification" }).click();
    await panel.getByText("The clarification is now beside the rules.").waitFor();
    await panel.getByText("Change fields").first().click();
    await panel.getByLabel("Title").fill("Snow in the old harbour");
    await panel.getByLabel("Tags").fill("Weather, Harbour");
    await panel.getByLabel("Reason").last().fill("there are two harbours");
    await panel.getByRole("button", { name: "Change fields" }).click();
    await panel.getByText("Changed: title, tags.").waitFor();
    await untilInPage(page, 'document.querySelector("[name=tags]")?.value === "Weather, Harbour"');
    await panel.getByLabel("Tags").fill("");
    await panel.getByLabel("Reason").last().fill("none of them fits");
    await panel.getByRole("button", { name: "Change fields" }).click();
    await panel.getByText("Changed: tags.").waitFor();
    assert.ok(await panel.getByLabel("Rules").isEnabled());
    const quoted = { maximumLoss: "50", price: "0.5", reason: "a book for the opening" };
    await askOperator(exchange, `/markets/${event.markets[0]?.conditionId}/house-maker/start`, quoted);
    await panel.getByText("You cannot change this field").first().waitFor();
    assert.ok(await panel.getByLabel("Rules").isDisabled());
    assert.ok(await panel.getByLabel("Title").isEnabled());
    await assertAccessible(page, "the view of an event");
    const trader = await openPage(browser, exchange.addresses.web ?? "");
    await trader.page.goto(`${exchange.addresses.web}/event/snow-in-the-harbour`);
    await trader.page.getByText("Hail is no snow.").waitFor();
    await trader.page.getByText("Changes", { exact: true }).click();
    await trader.page.locator("del").getByText("Snow in the harbour").waitFor();
    await trader.page.locator("ins").getByText("Snow in the old harbour").waitFor();
    await trader.page.locator("ins").getByText("Weather, Harbour").waitFor();
    await assertAccessible(trader.page, "the rules of an event");
    assert.deepEqual(trader.complaints(), []);
  });
});

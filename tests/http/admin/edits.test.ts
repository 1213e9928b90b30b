/** Edits of events and markets: a change counts at once and stands in a history; a bet that traded is clarified. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { editMarket } from "../../../src/listings/edit-listing.ts";
import type { Edit } from "../../../src/listings/edit-listing.ts";
import { instantAt } from "../../../src/listings/dates.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import { testListing, walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";

let exchange: ListeningExchange;
const [ANN, BOB] = ["ann", "bob"].map(walletOf) as [string, string];
const listing = testListing([{ name: "rain" }], { id: "81", slug: "weather", title: "Weather" });
const [rain] = listing.markets as [(typeof listing.markets)[number]];

const BEA_TOKEN = "be".repeat(32);

before(async () => {
  exchange = await startListeningExchange({ PRESAGE_OPERATORS: `bea=market-admin:${BEA_TOKEN}` });
  await exchange.list(listing);
  for (const wallet of [ANN, BOB]) await exchange.open(wallet, "1000");
});
after(() => exchange.close());

const reason = "the station moved";

async function call(
  path: string,
  body: object,
  token = exchange.context.adminToken,
): Promise<Pick<Reply, "status" | "body">> {
  const response = await fetch(exchange.addresses.admin + path, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ ...body, reason }),
  });
  return { status: response.status, body: await response.json() };
}

async function listAgain(...listings: readonly object[]): Promise<Reply["body"]> {
  const response = await fetch(`${exchange.addresses.admin}/listings`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${exchange.context.adminToken}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(listings),
  });
  assert.equal(response.status, 200);
  return response.json();
}

async function read(path: string): Promise<Reply["body"]> {
  const response = await fetch(exchange.addresses.spec.catalog + path);
  assert.equal(response.status, 200);
  return response.json();
}

async function operated(path: string): Promise<Reply["body"]> {
  const response = await fetch(exchange.addresses.admin + path, {
    headers: { authorization: `Bearer ${exchange.context.adminToken}` },
  });
  assert.equal(response.status, 200);
  return response.json();
}

const changes = (): Promise<Reply["body"]> => read("/events/weather/changes");
const market = `/markets/${rain.conditionId}`;

async function trade(): Promise<void> {
  const [yes, no] = rain.tokenIds;
  await exchange.place({ account: ANN, tokenId: no, side: "BUY", price: "0.5", size: "10" });
  await exchange.place({ account: BOB, tokenId: yes, side: "BUY", price: "0.5", size: "10" });
}

describe("an edit", () => {
  it("changes an event and a market, and stands in their history with the values before", async () => {
    const event = await call("/events/weather/edit", {
      title: "Weather in May",
      endDate: "2027-06-01T02:00:00+02:00",
    });
    assert.deepEqual(event.body, {
      subject: "81",
      changed: ["title", "endDate"],
      markets: [{ conditionId: rain.conditionId, changed: ["endDate"] }],
    });
    const edited = await call(`${market}/edit`, { description: "By the new station.", label: "Rain" });
    assert.deepEqual(edited.body, { subject: rain.conditionId, changed: ["description", "label"] });
    const shown = await read("/events/81");
    assert.deepEqual([shown.title, shown.endDate], ["Weather in May", "2027-06-01T00:00:00Z"]);
    assert.equal(shown.markets[0].description, "By the new station.");
    assert.equal(exchange.context.engine.exchange.marketByCondition.get(rain.conditionId)?.status, "active");
    const [latest, first] = await changes();
    assert.deepEqual(
      [latest.conditionId, latest.clarification, latest.fields[0]],
      [rain.conditionId, null, { field: "description", from: rain.description, to: "By the new station." }],
    );
    assert.deepEqual([first.conditionId, first.fields[0].from], [null, "Weather"]);
    // The reason is the audit log's alone.
    assert.ok(!JSON.stringify([latest, first]).includes(reason));
  });

  it("stands in the audit log with the names of the event and the market", async () => {
    const names = async (subject: string): Promise<unknown> => {
      const response = await fetch(`${exchange.addresses.admin}/audit?subject=${subject}&limit=1`, {
        headers: { authorization: `Bearer ${exchange.context.adminToken}` },
      });
      const page: { data: { names: unknown }[] } = (await response.json()) as never;
      return page.data[0]?.names;
    };
    assert.deepEqual(await names("81"), [
      { kind: "event", id: "81", slug: "weather", name: "Weather in May", outcomes: null },
    ]);
    assert.deepEqual(await names(rain.conditionId), [
      {
        kind: "market",
        id: rain.conditionId,
        slug: rain.slug,
        name: rain.question,
        outcomes: [...rain.outcomes],
      },
    ]);
  });

  it("is refused where it changes nothing, or nothing has that name", async () => {
    const same = await call("/events/weather/edit", { title: "Weather in May" });
    assert.deepEqual([same.status, same.body.code], [400, "invalid_payload"]);
    assert.match(same.body.hint, /^body: expected a field that differs/);
    const date = await call("/events/weather/edit", { endDate: "tomorrow" });
    assert.match(date.body.hint, /^endDate: expected an instant/);
    assert.equal((await call("/events/none/edit", { title: "x" })).body.code, "unknown_event");
    assert.equal(
      (await call(`/markets/0x${"0".repeat(64)}/edit`, { label: "x" })).body.code,
      "unknown_market",
    );
    assert.equal(
      (await call(`/markets/0x${"0".repeat(64)}/clarify`, { text: "x" })).body.code,
      "unknown_market",
    );
  });

  it("gives an event other tags, with their names before and after", async () => {
    const edited = await call("/events/weather/edit", { tags: ["Rain", "2027"] });
    assert.deepEqual(edited.body, { subject: "81", changed: ["tags"], markets: [] });
    const tags: { slug: string }[] = await read("/events/weather/tags");
    assert.deepEqual(
      tags.map(({ slug }) => slug),
      ["rain", "tag-2027"],
    );
    assert.deepEqual((await changes())[0].fields, [{ field: "tags", from: "", to: "Rain, 2027" }]);
    assert.equal((await read("/tags/slug/tag-2027")).label, "2027");
    const same = await call("/events/weather/edit", { tags: ["rain", "2027"] });
    assert.match(same.body.hint, /^body: expected a field that differs/);
    const none = await call("/events/weather/edit", { tags: ["!"] });
    assert.match(none.body.hint, /^tags: expected labels with letters/);
    assert.equal((await call("/events/weather/edit", { tags: [] })).status, 200);
    assert.deepEqual(await read("/events/weather/tags"), []);
  });

  it("is refused where it ends before it starts, whichever of the two is edited", async () => {
    const late = await call("/events/weather/edit", { startDate: "2027-07-01T00:00:00Z" });
    assert.deepEqual([late.status, late.body.code], [400, "invalid_payload"]);
    assert.match(late.body.hint, /^startDate: expected an instant before the end, 2027-06-01T00:00:00Z, got/);
    const dates = { startDate: "2027-01-02T00:00:00Z", endDate: "2027-01-01T00:00:00Z" };
    assert.match(
      (await call(`${market}/edit`, dates)).body.hint,
      /^endDate: expected an instant after the start/,
    );
    assert.equal((await call(`${market}/edit`, { startDate: dates.startDate })).status, 200);
    const early = await call(`${market}/edit`, { endDate: dates.endDate });
    assert.match(early.body.hint, /^endDate: expected an instant after the start, 2027-01-02/);
  });

  it("takes no script for an address", async () => {
    for (const [field, expected] of [
      ["image", "an address"],
      ["icon", "an address"],
      ["resolutionSource", "an address"],
    ] as const) {
      const refused = await call("/events/weather/edit", { [field]: "javascript:alert(1)" });
      assert.equal(refused.status, 400);
      assert.ok(refused.body.hint.startsWith(`${field}: expected ${expected} with http`), refused.body.hint);
    }
  });

  it("leaves the bet of what has traded, which is clarified", async () => {
    await trade();
    for (const [path, field] of [
      ["/events/weather", "description"],
      ["/events/weather", "resolutionSource"],
      [market, "question"],
      [market, "label"],
      [market, "description"],
      [market, "resolutionSource"],
    ] as const) {
      const refused = await call(`${path}/edit`, {
        image: "https://a.example/b.png",
        [field]: "Another bet",
      });
      assert.deepEqual([refused.status, refused.body.code], [409, "listing_conflict"], path + field);
      assert.match(refused.body.hint, new RegExp(`^${field}: expected a clarification, since market 0x`));
    }
    const others = { image: "https://a.example/rain.png", endDate: "2027-07-01T00:00:00Z" };
    assert.equal((await call(`${market}/edit`, others)).status, 200);
    const clarified = await call(`${market}/clarify`, { text: "  Dew is no rain. " });
    assert.deepEqual(clarified.body, { subject: rain.conditionId, text: "Dew is no rain." });
    await call("/events/weather/clarify", { text: "All times are UTC." });
    const [latest, earlier] = await changes();
    assert.deepEqual([latest.conditionId, latest.clarification], [null, "All times are UTC."]);
    assert.deepEqual([earlier.conditionId, earlier.clarification], [rain.conditionId, "Dew is no rain."]);
    assert.equal((await read("/events/81")).markets[0].description, "By the new station.");
  });

  it("is clarified a hundred times at most, and its history has pages", async () => {
    const { engine } = exchange.context;
    const noted = { type: "operate", operator: "ann", action: "clarify", subject: "81", reason } as const;
    const many = Array.from({ length: 98 }, (_, index) =>
      engine.submit({ ...noted, details: { text: `Point ${index}` }, command: undefined }),
    );
    await Promise.all(many);
    const both = await Promise.all(["One.", "Two."].map((text) => call("/events/weather/clarify", { text })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const refused = both.find(({ status }) => status === 409);
    assert.match(refused?.body.hint, /^text: expected at most 100 clarifications .*, 81 has 100$/);
    const all = await read("/events/weather/changes?limit=500");
    const pages = [
      await read("/events/weather/changes?limit=60"),
      await read("/events/weather/changes?limit=500&offset=60"),
    ];
    assert.deepEqual(pages.flat(), all);
    assert.ok(all.length > 100);
    assert.equal((await changes()).length, 100, "without a limit");
  });

  it("charges later orders the fees that it gives, and none that rests", async () => {
    const cash = (wallet: string): number =>
      exchange.context.engine.exchange.accountByAddress.get(wallet)?.collateral ?? 0;
    const [yes] = rain.tokenIds;
    await exchange.place({ account: ANN, tokenId: yes, side: "BUY", price: "0.5", size: "10" });
    const fees = { rate: "0.07", exponent: 1, takerOnly: true };
    assert.equal((await call(`${market}/edit`, { fees })).status, 200);
    const [maker, taker] = [cash(ANN), cash(BOB)];
    await exchange.place({ account: BOB, tokenId: rain.tokenIds[1], side: "BUY", price: "0.5", size: "10" });
    assert.equal(maker - cash(ANN), 5_000_000);
    // 10 shares x 0.07 x 0.25 on top of the price.
    assert.equal(taker - cash(BOB), 5_000_000 + 175_000);
    const [latest] = await changes();
    assert.deepEqual(latest.fields, [
      { field: "fees", from: null, to: "0.07 x shares x (price x (1 - price)) ^ 1, of incoming orders" },
    ]);
    await exchange.place({ account: ANN, tokenId: yes, side: "BUY", price: "0.4", size: "10" });
    const both = await call(`${market}/edit`, { fees: { ...fees, takerOnly: false } });
    assert.deepEqual([both.status, both.body.code], [409, "listing_conflict"]);
    assert.match(both.body.hint, /^fees: expected no resting orders while resting orders pay fees/);
    assert.equal((await call(`${market}/edit`, { free: true })).status, 200);
    assert.equal(exchange.context.engine.exchange.marketByCondition.get(rain.conditionId)?.fees, undefined);
  });

  it("gives another price step, which every order that rests has to keep", async () => {
    const { engine } = exchange.context;
    const [yes] = rain.tokenIds;
    const tickOf = (): number | undefined => engine.exchange.marketByCondition.get(rain.conditionId)?.tick;
    const rejected = async (tick: unknown) => {
      const { status, body } = await call(`${market}/edit`, { tick });
      return [status, body.code, body.hint];
    };
    assert.deepEqual((await call(`${market}/edit`, { tick: "0.001" })).body.changed, ["tick"]);
    assert.equal(tickOf(), 10);
    const listed = await fetch(`${exchange.addresses.polymarket!.catalog}/markets/${rain.id}`);
    assert.equal(JSON.parse(await listed.text()).orderPriceMinTickSize, 0.001);
    const [latest] = await changes();
    assert.deepEqual(latest.fields, [{ field: "tick", from: "0.01", to: "0.001" }]);
    const order = { account: ANN, tokenId: yes, side: "BUY", size: "10" } as const;
    const ids = [
      await exchange.place({ ...order, price: "0.2" }),
      await exchange.place({ ...order, price: "0.2" }),
      await exchange.place({ ...order, price: "0.205" }),
    ];
    assert.deepEqual(await rejected("0.01"), [
      409,
      "listing_conflict",
      `tick: expected resting orders at steps of 0.01, market ${rain.id} has others: cancel them first`,
    ]);
    assert.deepEqual(await rejected("0.02"), [
      400,
      "invalid_payload",
      'tick: expected one of 0.1, 0.01, 0.005, 0.0025, 0.001, 0.0001, got "0.02"; nearest: 0.01',
    ]);
    await exchange.submit({ type: "cancel-order", id: ids[2]!, owner: ANN });
    assert.deepEqual((await call(`${market}/edit`, { tick: "0.01" })).body.changed, ["tick"]);
    assert.equal(tickOf(), 100);
    // The orders stand as they stood, the earlier one first.
    const [first, second] = ids.slice(0, 2).map((id) => engine.exchange.orders.get(id));
    assert.equal(first?.next, second);
    const texts = await call(`${market}/edit`, { endDate: "2031-01-01T00:00:00Z" });
    assert.deepEqual(texts.body.changed, ["endDate"]);
    assert.equal(tickOf(), 100);
    for (const id of ids.slice(0, 2)) await exchange.submit({ type: "cancel-order", id, owner: ANN });
  });

  it("of a bet is decided by the writer, so that no order comes between", async () => {
    const { context } = exchange;
    const other = testListing([{ name: "hail" }], { id: "82", slug: "hail", title: "Hail" });
    await exchange.list(other);
    const [{ conditionId, tokenIds }] = other.markets as [(typeof other.markets)[number]];
    const list = async ({ listing: edited, rewrites }: Edit) => {
      // The edit has read all that it rests on, and the order comes before its command.
      await exchange.place({ account: ANN, tokenId: tokenIds[0], side: "BUY", price: "0.5", size: "10" });
      const outcome = await context.engine.submit({ type: "list", listing: edited, rewrites });
      return outcome.type === "rejected" ? outcome.rejection : outcome;
    };
    const editor = {
      sql: context.readSql,
      exchange: context.engine.exchange,
      now: "2026-06-01T12:00:00Z",
      list,
    };
    const edited = await editMarket(editor, conditionId, { question: "Will it snow?" });
    assert.ok(isRejection(edited));
    assert.match(edited.hint, /^question: expected a clarification/);
    assert.equal((await read("/events/82")).markets[0].question, other.markets[0]?.question);
  });

  it("by a listing again stands in the history, and leaves the bet that is fixed", async () => {
    const free = testListing([{ name: "fog" }], { id: "83", slug: "fog", title: "Fog" });
    await exchange.list(free);
    const [fog] = free.markets as [(typeof free.markets)[number]];
    const other = { question: "Will there be fog?", image: "https://a.example/fog.png" };
    const again = {
      event: { ...free.event, title: "Fog in May" },
      markets: [{ ...fog, ...other, outcomes: ["Fog", "None"] }],
    };
    const [listed] = await listAgain(again);
    assert.deepEqual([listed.result, listed.kept], ["listed", undefined]);
    assert.deepEqual(listed.replaced, [
      { kind: "event", id: "83", slug: "fog", fields: ["title"] },
      { kind: "market", id: fog.id, slug: fog.slug, fields: ["question", "image", "outcomes"] },
    ]);
    const [ofMarket, ofEvent] = await read("/events/fog/changes");
    assert.deepEqual(ofEvent.fields, [{ field: "title", from: "Fog", to: "Fog in May" }]);
    assert.deepEqual(ofMarket.fields, [
      { field: "question", from: fog.question, to: other.question },
      { field: "image", from: null, to: other.image },
      { field: "outcomes", from: "Yes, No", to: "Fog, None" },
    ]);
    await exchange.place({ account: ANN, tokenId: fog.tokenIds[0], side: "BUY", price: "0.5", size: "10" });
    const third = {
      event: { ...again.event, description: "Other rules." },
      markets: [{ ...again.markets[0], question: "Will there be none?", icon: "https://a.example/icon.png" }],
    };
    const [kept] = await listAgain(third);
    assert.deepEqual(kept.kept, [
      { kind: "event", id: "83", slug: "fog", fields: ["description"] },
      { kind: "market", id: fog.id, slug: fog.slug, fields: ["question"] },
    ]);
    assert.deepEqual([kept.result, kept.markets.listed], ["listed", 1]);
    const shown = await read("/events/83");
    assert.deepEqual(
      [shown.description, shown.markets[0].question],
      [free.event.description, other.question],
    );
    assert.equal(shown.markets[0].icon, "https://a.example/icon.png");
    const [same] = await listAgain(third);
    assert.deepEqual([same.result, same.kept.length, same.markets.unchanged], ["unchanged", 2, 1]);
    const [noted] = await exchange.context.ownSql`select operator, reason from audit where subject = '83'`;
    assert.deepEqual(noted, { operator: "admin", reason: "listed again" });
  });

  it("of fees is refused once the market is over", async () => {
    await exchange.submit({ type: "resolve-market", conditionId: rain.conditionId, payout: [1, 0] });
    const late = await call(`${market}/edit`, { fees: { rate: "0.01" } });
    assert.deepEqual([late.status, late.body.code], [400, "market_closed"]);
  });
});

describe("an edit of an event whose markets copied its texts", () => {
  type Cup = { readonly id: string; readonly markets: readonly { readonly conditionId: string }[] };
  const rules = "Who lifts the cup wins.";
  const dates = { startDate: "2027-01-01T00:00:00Z", endDate: "2027-02-01T00:00:00Z" };

  /** Makes an event as the console does: each market has the event's rules, and the last one also its own. */
  const make = async (title: string, questions: readonly string[]): Promise<Cup> => {
    const ownRules = (index: number): string => (index === 2 ? "Its own rules." : rules);
    const markets = questions.map((question, index) => ({ question, description: ownRules(index) }));
    return (await call("/events", { title, description: rules, ...dates, markets })).body;
  };
  const marketsOf = async (id: string): Promise<Reply["body"][]> => {
    const { markets } = await operated(`/events/${id}`);
    return Promise.all(markets.map(({ conditionId }: Reply["body"]) => operated(`/markets/${conditionId}`)));
  };
  const batch = (): number => exchange.context.engine.head().seq;

  it("changes the rules and the end of these markets in one commit, and leaves those that have their own", async () => {
    const { id, markets } = await make("Who lifts the cup?", ["Will A?", "Will B?", "Will C?"]);
    const earlier = batch();
    const edit = { description: "The winner on points wins.", endDate: "2027-03-01T00:00:00Z" };
    const { body } = await call(`/events/${id}/edit`, edit);
    assert.equal(batch(), earlier + 1);
    assert.deepEqual(
      body.markets.map(({ changed }: { changed: readonly string[] }) => changed),
      [["description", "endDate"], ["description", "endDate"], ["endDate"]],
    );
    const shown = await marketsOf(id);
    assert.deepEqual(
      shown.map(({ description }) => description),
      [edit.description, edit.description, "Its own rules."],
    );
    assert.ok(shown.every(({ endDate }) => endDate === edit.endDate));
    const [noted] = await exchange.context.ownSql`
      select action, details from audit where subject = ${markets[0]?.conditionId ?? ""} and action = 'edit-market'`;
    assert.deepEqual([noted?.details.event, noted?.details.changes.length], [id, 2]);
    const stale = await call(`/markets/${markets[0]?.conditionId}/edit`, { label: "A", unchangedSince: 0 });
    assert.equal(stale.body.code, "listing_changed");
  });

  it("is no history for traders before the opening, and later stands there once", async () => {
    const { id } = await make("Is it a draft?", ["Is it a draft?"]);
    await call(`/events/${id}/edit`, { title: "Will it open?" });
    await call(`/events/${id}/clarify`, { text: "Doors count." });
    const texts = async (): Promise<unknown[]> => {
      const history: Reply["body"][] = await read(`/events/${id}/changes`);
      return history.map(({ clarification, fields }) => clarification ?? fields[0].to);
    };
    assert.equal((await marketsOf(id))[0].question, "Will it open?");
    exchange.clock.now += 1;
    await call(`/events/${id}/open`, {});
    assert.deepEqual(await texts(), ["Doors count."]);
    await call(`/events/${id}/edit`, { title: "Will it open today?" });
    assert.deepEqual(await texts(), ["Will it open today?", "Doors count."]);
    assert.equal((await marketsOf(id))[0].question, "Will it open today?");
  });

  it("leaves the question of a bet that is fixed, and a market that is over", async () => {
    const { id, markets } = await make("Will it snow?", ["Will it snow?"]);
    await call(`/events/${id}/open`, {});
    const [{ tokenIds }] = await marketsOf(id);
    await exchange.place({ account: ANN, tokenId: tokenIds[0], side: "BUY", price: "0.5", size: "10" });
    const open = await call(`/events/${id}/edit`, { title: "Snow?", endDate: "2027-04-01T00:00:00Z" });
    const conditionId = markets[0]?.conditionId;
    assert.deepEqual(open.body.markets, [{ conditionId, changed: ["endDate"] }]);
    await call(`/markets/${conditionId}/resolve`, { payout: "no" });
    const over = await call(`/events/${id}/edit`, { endDate: "2027-05-01T00:00:00Z" });
    assert.deepEqual(over.body.markets, []);
    const [{ question, endDate }] = await marketsOf(id);
    assert.deepEqual([question, endDate], ["Will it snow?", "2027-04-01T00:00:00Z"]);
  });
});

describe("an edit that rests on a state", () => {
  it("is refused where another operator edited meanwhile, and tells who changed what and when", async () => {
    const other = testListing([{ name: "wind" }], { id: "84", slug: "wind", title: "Wind" });
    await exchange.list(other);
    for (const [path, field] of [
      ["/events/wind", "title"],
      [`/markets/${other.markets[0]?.slug}`, "label"],
    ] as const) {
      const { lastEdit } = await operated(path);
      assert.equal(lastEdit, 0);
      const seen = { unchangedSince: lastEdit };
      assert.equal((await call(`${path}/edit`, { [field]: "Gales", ...seen }, BEA_TOKEN)).status, 200);
      const late = await call(`${path}/edit`, { [field]: "Breezes", ...seen });
      assert.deepEqual([late.status, late.body.code], [409, "listing_changed"]);
      const now = await operated(path);
      assert.ok(now.lastEdit > 0);
      assert.match(
        late.body.hint,
        new RegExp(
          `^changed after batch 0: ${field} by bea at \\S+Z \\(batch ${now.lastEdit}\\); read it again$`,
        ),
      );
      const again = await call(`${path}/edit`, { [field]: "Breezes", unchangedSince: now.lastEdit });
      assert.equal(again.status, 200);
      const without = await call(`${path}/edit`, { [field]: "Storms" }, BEA_TOKEN);
      assert.equal(without.status, 200, "without it nothing is looked at");
    }
  });

  it("takes one of two that are sent at once, and is held up by no clarification", async () => {
    const { lastEdit } = await operated("/events/wind");
    await call("/events/wind/clarify", { text: "By day." });
    const both = await Promise.all(
      ["North", "South"].map((title) => call("/events/wind/edit", { title, unchangedSince: lastEdit })),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const negative = await call("/events/wind/edit", { title: "East", unchangedSince: -1 });
    assert.deepEqual([negative.status, negative.body.code], [400, "invalid_payload"]);
  });

  it("tells three edits at most, and those by a listing again too", async () => {
    const { lastEdit } = await operated("/events/wind");
    for (const title of ["A", "B", "C"]) await call("/events/wind/edit", { title });
    const again = testListing([{ name: "wind" }], { id: "84", slug: "wind", title: "Wind" });
    await listAgain({ ...again, event: { ...again.event, title: "D" } });
    const late = await call("/events/wind/edit", { title: "E", unchangedSince: lastEdit });
    assert.equal(late.body.code, "listing_changed");
    assert.equal(late.body.hint.match(/title by admin at/g)?.length, 3);
    assert.match(late.body.hint, /; and earlier edits; read it again$/);
  });
});

describe("an end that is over", () => {
  it("is refused of what is made and of what is edited, and may be now", async () => {
    const at = (ms: number): string => instantAt(exchange.context.clock() + ms);
    const [past, startDate] = [at(-120_000), at(-3_600_000)];
    const isOver = ({ status, body }: Pick<Reply, "status" | "body">): void => {
      assert.deepEqual([status, body.code], [400, "invalid_payload"]);
      assert.match(body.hint, /^endDate: expected an instant from now on, \S+Z, got "\S+", which is over; /);
      assert.ok(body.hint.includes(`got "${past}"`));
    };
    isOver(await call("/events", { title: "The ferry", startDate, endDate: past }));
    const event = await call("/events", { title: "The ferry", startDate, endDate: at(60_000) });
    const made = { event: event.body.slug, question: "Will it sail?", startDate };
    isOver(await call("/markets", { ...made, endDate: past }));
    const { body } = await call("/markets", { ...made, endDate: at(0) });
    isOver(await call(`/markets/${body.slug}/edit`, { endDate: past }));
    isOver(await call(`/events/${event.body.slug}/edit`, { endDate: past }));
    assert.equal((await call(`/events/${event.body.slug}/edit`, { endDate: at(0) })).status, 200);
    const earlier = await call(`/markets/${body.slug}/edit`, { startDate: at(-7_200_000) });
    assert.equal(earlier.status, 200, "an end stays when it is over");
  });
});

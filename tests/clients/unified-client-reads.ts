/** Data, rewards and the catalog, as @polymarket/client reads them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { generateName } from "../../src/core/people/generated-name.ts";
import type { Answer } from "../conformance/call-record.ts";
import { firstOf, itemsOf } from "./unified-client-trader.ts";
import type { UnifiedTrader } from "./unified-client-trader.ts";
import type { Stage } from "./world.ts";

const NOBODY = `0x${"0".repeat(39)}9`;

const sum = (rows: readonly Answer[], field: string): number =>
  rows.reduce((all, row) => all + Number(row[field]), 0);

export function describeData({ quoted, ordinary, event }: Stage, traders: readonly UnifiedTrader[]): void {
  it("reads trades, activity and worth", async () => {
    const { client, wallet: user, positions } = traders[1]!;
    const trades = await itemsOf(client.listTrades!({ market: [ordinary.conditionId], user }));
    assert.equal(sum(trades, "size"), 185);
    const kinds = (await itemsOf(client.listActivity!())).map(({ type }) => type);
    assert.deepEqual([...new Set(kinds)].sort(), ["CONVERSION", "REDEEM", "TRADE"]);
    const open = await itemsOf(client.listPositions!({ sizeThreshold: 0 }));
    const [worth] = await client.fetchPortfolioValue!();
    assert.equal(Number(worth.value).toFixed(3), sum(open, "currentValue").toFixed(3));
    assert.equal((await client.fetchTradedMarketCount!()).traded, 5);
    const ranked = await itemsOf(client.listTraderLeaderboard!({ timePeriod: "ALL", user }));
    assert.equal(sum(ranked, "pnl").toFixed(3), sum(await positions!(), "realized").toFixed(3));
    await client.downloadAccountingSnapshot!();
    assert.deepEqual(await firstOf(client.listComboPositions!()), []);
    assert.deepEqual(await firstOf(client.listComboActivity!()), []);
  });

  it("reads what markets and their holders have", async () => {
    const { client } = traders[0]!;
    const market = [quoted.conditionId];
    const [interest] = await client.listOpenInterest!({ market });
    const holders: Answer[] = await client.listMarketHolders!({ market });
    assert.equal(holders.length, 2);
    for (const side of holders) assert.equal(sum(side.holders, "amount"), Number(interest.value));
    const sides = await firstOf(client.listMarketPositions!({ market: quoted.conditionId }));
    assert.equal(sides.length, 2);
    for (const side of sides) assert.equal(sum(side.positions, "size"), Number(interest.value));
    const [volume] = await client.fetchEventLiveVolume!({ id: event.id });
    assert.equal(Number(volume.total), sum(volume.markets, "value"));
  });
}

export function describeRewards(traders: readonly UnifiedTrader[]): void {
  it("reads rewards, of which a day in the sandbox has none", async () => {
    const { client } = traders[0]!;
    const date = new Date().toISOString().slice(0, 10);
    const [rewarded] = await firstOf(client.listCurrentRewards!());
    const [own] = await firstOf(client.listMarketRewards!({ conditionId: rewarded.conditionId }));
    assert.equal(own.conditionId, rewarded.conditionId);
    assert.deepEqual(await firstOf(client.listUserEarningsForDay!({ date })), []);
    assert.deepEqual(await client.fetchTotalEarningsForUserForDay!({ date }), []);
    assert.deepEqual(await client.fetchRewardPercentages!(), {});
    const [configured] = await firstOf(client.listUserEarningsAndMarketsConfig!({ date }));
    assert.deepEqual(configured.earnings, []);
  });
}

export function describeCatalog({ quoted, event }: Stage, traders: readonly UnifiedTrader[]): void {
  const slugs = (tags: readonly Answer[]) => tags.map(({ slug }) => slug).sort();

  it("reads events, markets, tags and series, and finds by words", async () => {
    const { client } = traders[0]!;
    assert.equal((await client.fetchEvent!({ slug: event.slug })).id, event.id);
    const { outcomes } = await client.fetchMarket!({ id: quoted.id });
    assert.deepEqual([outcomes.yes.tokenId, outcomes.no.tokenId], [quoted.yes, quoted.no]);
    assert.equal((await firstOf(client.listMarkets!({ pageSize: 2 }))).length, 2);
    assert.equal((await firstOf(client.listEvents!({ pageSize: 3 }))).length, 3);
    const tags = slugs(await client.fetchEventTags!({ id: event.id }));
    assert.ok(tags.includes("clients"));
    assert.deepEqual(slugs(await client.fetchMarketTags!({ id: quoted.id })), tags);
    assert.equal((await client.fetchTag!({ slug: "clients" })).label, "Clients");
    assert.ok(slugs(await itemsOf(client.listTags!())).includes("clients"));
    const related: Answer[] = await client.fetchRelatedTags!({ slug: "clients" });
    const resources: Answer[] = await client.fetchRelatedTagResources!({ slug: "clients" });
    assert.deepEqual(
      related.map(({ relatedTagId }) => String(relatedTagId)),
      resources.map(({ id }) => id),
    );
    const [series] = await firstOf(client.listSeries!());
    assert.equal((await client.fetchSeries!({ id: series.id })).slug, series.slug);
    const { events } = await firstOf(client.search!({ q: event.title }));
    assert.ok(events.some(({ id }: Answer) => id === event.id));
  });

  it("finds no comments, sports, teams and clarifications", async () => {
    const { client, wallet } = traders[0]!;
    const commented = { parentEntityId: event.id, parentEntityType: "Event" };
    for (const list of [
      await firstOf(client.listComments!(commented)),
      await firstOf(client.listCommentsByUserAddress!({ address: wallet })),
      await client.fetchCommentsById!({ id: "1" }),
      await client.listSports!(),
      await firstOf(client.listTeams!()),
      await firstOf(client.listMarketClarifications!({ marketId: quoted.id })),
    ])
      assert.deepEqual(list, []);
    assert.deepEqual((await client.fetchSportsMarketTypes!()).marketTypes, []);
  });

  it("finds the profile of a wallet, and none where there is no account", async () => {
    const { client, wallet } = traders[0]!;
    const { name: chosen, pseudonym, wallet: of } = await client.fetchPublicProfile!({ address: wallet });
    assert.deepEqual([chosen, pseudonym, of], ["", generateName(wallet.toLowerCase()), wallet.toLowerCase()]);
    assert.equal(await client.fetchPublicProfile!({ address: NOBODY }), null);
  });
}

/** Data, rewards and the catalog as the unified Python clients read them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { generateName } from "../../src/core/people/generated-name.ts";
import type { Answer } from "../conformance/call-record.ts";
import { most, named } from "./python.ts";
import type { Stage } from "./world.ts";
import type { UnifiedTrader } from "./unified-python.ts";

const NOBODY = `0x${"0".repeat(39)}9`;

export function describeData(
  { quoted, ordinary, event, exclusive }: Stage,
  traders: readonly UnifiedTrader[],
): void {
  const taker = () => traders[1]!;

  it("reads trades and activity", async () => {
    const { client, wallet } = taker();
    const trades = await client.list_trades(most(50, { condition_id: ordinary.conditionId, user: wallet }));
    const size = trades.reduce((sum: number, row: Answer) => sum + Number(row.size), 0);
    assert.equal(size, 185);
    const kinds = (await client.list_activity(most(50))).map(({ type }: Answer) => type);
    assert.deepEqual([...new Set(kinds)].sort(), ["CONVERSION", "DEPOSIT", "REDEEM", "TRADE"]);
    const volume = await client.get_user_volume(named({ full_history: true }));
    assert.ok(Number(volume.volume) >= 185 && volume.trade_count >= trades.length);
  });

  it("reads what the market and its holders have", async () => {
    const { client } = taker();
    const [interest] = await client.get_open_interests(named({ condition_ids: quoted.conditionId }));
    const holders = await client.list_market_holders(most(10, { condition_ids: quoted.conditionId }));
    const held = holders.map((side: Answer) =>
      side.holders.reduce((sum: number, row: Answer) => sum + Number(row.amount), 0),
    );
    assert.deepEqual(held, [Number(interest.value), Number(interest.value)]);
    const { markets, taker_volume_total: total } = await client.get_event_live_volume(
      named({ event_ids: Number(event.id) }),
    );
    const sum = markets.reduce((all: number, row: Answer) => all + Number(row.taker_volume), 0);
    assert.equal(Number(total), sum);
    const [resolution] = await client.get_resolutions(named({ condition_ids: ordinary.conditionId }));
    assert.deepEqual([resolution.status, resolution.payouts], ["resolved", ["1", "0"]]);
    const [token] = await client.get_token_references(named({ asset_ids: [exclusive[1].yes] }));
    assert.deepEqual([token.condition_id, token.final_price], [exclusive[1].conditionId, "1"]);
    const history = await client.list_price_history(most(10, { asset_id: ordinary.yes, interval: "1h" }));
    assert.ok(history.every(({ price }: Answer) => Number(price) >= 0 && Number(price) <= 1));
  });

  it("reads its worth and its profit, alike everywhere", async () => {
    const { client, positions } = taker();
    const realized = (await positions!()).reduce((sum, row) => sum + row.realized, 0);
    const open = await client.list_positions(most(100, { status: "OPEN" }));
    const worth = open.reduce((sum: number, row: Answer) => sum + Number(row.current_value), 0);
    assert.equal(Number((await client.get_portfolio_value()).value).toFixed(3), worth.toFixed(3));
    const standing = await client.get_trader_leaderboard_standing();
    assert.equal(Number(standing.pnl).toFixed(3), realized.toFixed(3));
    const ranked = await client.list_trader_leaderboard(most(500));
    assert.equal(ranked.find(({ wallet }: Answer) => wallet === standing.wallet).pnl, standing.pnl);
    const { points } = await client.get_user_pnl(named({ interval: "1d", fidelity: "1h" }));
    assert.equal(Number(points.at(-1).realized_pnl).toFixed(3), realized.toFixed(3));
    const stats = await client.get_user_stats();
    assert.deepEqual(
      [stats.traded_market_count, stats.all_time_pnl.realized_pnl],
      [5, points.at(-1).realized_pnl],
    );
    const winners: Answer[] = await client.list_biggest_winners(most(1000));
    const won = winners.filter(({ wallet }) => wallet === stats.wallet).map(({ pnl }) => Number(pnl));
    assert.equal(Math.max(...won), Number(stats.biggest_win));
  });

  it("reads rewards, of which a day in the sandbox has none", async () => {
    const { client, wallet } = taker();
    const date = new Date().toISOString().slice(0, 10);
    const [rewarded] = await client.list_current_rewards(most(1));
    const [own] = await client.list_market_rewards(most(1, { condition_id: rewarded.condition_id }));
    assert.equal(own.condition_id, rewarded.condition_id);
    assert.deepEqual(await client.list_user_earnings_for_day(most(10, { date })), []);
    assert.deepEqual(await client.get_total_earnings_for_user_for_day(named({ date })), []);
    assert.deepEqual(await client.get_current_rebates(named({ date, maker_address: wallet })), []);
    assert.deepEqual(await client.get_reward_percentages(), {});
    const [configured] = await client.list_user_earnings_and_markets_config(most(1, { date }));
    assert.deepEqual(configured.earnings, []);
  });
}

export function describeCatalog({ quoted, event, version }: Stage, traders: readonly UnifiedTrader[]): void {
  it("reads events, markets, tags and series, and finds by words", async () => {
    const { client } = traders[0]!;
    assert.equal((await client.get_event(named({ slug: event.slug }))).id, event.id);
    // A market without a version is of the first.
    const { version: shown, outcomes } = await client.get_market(named({ id: quoted.id }));
    const asset = version === "v1" ? "token_id" : "position_id";
    assert.deepEqual(
      [shown ?? "v1", outcomes.yes[asset], outcomes.no[asset]],
      [version, quoted.yes, quoted.no],
    );
    const [listed] = await client.list_markets(most(2, { condition_ids: [quoted.conditionId] }));
    assert.equal(listed.id, quoted.id);
    assert.equal((await client.list_events(most(3))).length, 3);
    const slugs = (tags: Answer[]) => tags.map(({ slug }) => slug).sort();
    const tags = slugs(await client.get_event_tags(event.id));
    assert.ok(tags.includes("clients"));
    assert.deepEqual(slugs(await client.get_market_tags(quoted.id)), tags);
    const tag = await client.get_tag(named({ slug: "clients" }));
    assert.equal(tag.label, "Clients");
    assert.ok((await client.list_tags(most(100))).some(({ id }: Answer) => id === tag.id));
    const [series] = await client.list_series(most(1));
    assert.equal((await client.get_series(series.id)).slug, series.slug);
    const [found] = await client.search(most(1, { q: event.title }));
    assert.ok(found.events.some(({ id }: Answer) => id === event.id));
  });
}

/** Describes reads that only one of the dialects has: of tags beside others, and of all that there is none of. */
export function describeFurtherReads(
  { event, quoted, version }: Stage,
  traders: readonly UnifiedTrader[],
): void {
  it("lists markets and events of the versions that it asks for", async () => {
    const { client } = traders[0]!;
    const find = async (versions: string | readonly string[]): Promise<[number, number]> => {
      const asked = { condition_ids: [quoted.conditionId], version: versions };
      const events = await client.list_events(most(2, { slug: [event.slug], version: versions }));
      return [(await client.list_markets(most(2, asked))).length, events.length];
    };
    assert.deepEqual(await find(version), [1, 1]);
    assert.deepEqual(await find(["v1", "v2"]), [1, 1]);
    assert.deepEqual(await find(version === "v1" ? "v2" : "v1"), [0, 0]);
    const positions = await client.list_markets(most(2, { position_ids: [quoted.yes] }));
    assert.equal(positions.length, version === "v1" ? 0 : 1);
  });

  it("reads the rewards of open markets, sorted by their rates", async () => {
    const { client } = traders[0]!;
    const sorted = { order_by: "rate_per_day", sort_direction: "DESC", page_size: 10 };
    const markets: Answer[] = await client.list_reward_markets(most(10, sorted));
    const rates = markets.map(({ rewards_config: [config] }) => Number(config.rate_per_day));
    assert.ok(rates.length > 0);
    assert.deepEqual(
      rates,
      rates.toSorted((a, b) => b - a),
    );
  });

  it("reads related tags, and a snapshot", async () => {
    const { client } = traders[0]!;
    const related = await client.get_related_tags(named({ slug: "clients" }));
    const resources = await client.get_related_tag_resources(named({ slug: "clients" }));
    assert.deepEqual(
      related.map(({ related_tag_id: id }: Answer) => String(id)),
      resources.map(({ id }: Answer) => id),
    );
    await client.download_accounting_snapshot();
  });

  it("finds no comments, sports and teams", async () => {
    const { client, wallet } = traders[0]!;
    const commented = { parent_entity_id: event.id, parent_entity_type: "Event" };
    for (const list of [
      await client.list_comments(most(5, commented)),
      await client.list_comments_by_user_address(most(5, { address: wallet })),
      await client.get_comment_thread("1"),
      await client.get_sports(),
      await client.list_teams(most(5)),
    ])
      assert.deepEqual(list, []);
    assert.deepEqual(await client.get_sports_market_types(), { market_types: [] });
  });

  it("finds the profile of a wallet, and none where there is no account", async () => {
    const { client, wallet } = traders[0]!;
    const { name, pseudonym, wallet: of } = await client.get_public_profile(wallet);
    assert.deepEqual([name, pseudonym, of], ["", generateName(wallet.toLowerCase()), wallet.toLowerCase()]);
    assert.equal(await client.get_public_profile(NOBODY), null);
  });
}

/** Describes what needs no chain of a client that is made for one. */
export function describeCombos(traders: readonly UnifiedTrader[]): void {
  it("finds no combos, and a wallet that is ready", async () => {
    const { client } = traders[0]!;
    assert.deepEqual(await client.list_combo_positions(most(5)), []);
    assert.deepEqual(await client.list_combo_activity(most(5)), []);
    assert.equal(await client.is_gasless_ready(), true);
  });
}

/** Data and the catalog, as polymarket-apis reads them. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { generateName } from "../../src/core/people/generated-name.ts";
import type { Answer } from "../conformance/call-record.ts";
import type { ApisTrader, Readers } from "./polymarket-apis-trader.ts";
import { named } from "./python.ts";
import type { Stage } from "./world.ts";

export function describeData(stage: Stage, traders: readonly ApisTrader[], { data }: Readers): void {
  const { quoted, ordinary, event } = stage;
  const sum = (rows: Answer[], field: string): number =>
    rows.reduce((all, row) => all + Number(row[field]), 0);

  it("reads trades, activity and worth", async () => {
    const { wallet: user } = traders[1]!;
    assert.equal(await data.get_ok(), "OK");
    const own = await data.get_trades(named({ condition_id: ordinary.conditionId, user }));
    assert.equal(sum(own, "size"), 185);
    const kinds = (await data.get_activity(user)).map(({ type }: Answer) => type);
    assert.deepEqual([...new Set(kinds)].sort(), ["CONVERSION", "REDEEM", "TRADE"]);
    const positions = await data.get_all_positions(user);
    const { value } = await data.get_value(user);
    assert.equal(Number(value).toFixed(3), sum(positions, "current_value").toFixed(3));
    assert.equal(await data.get_total_markets_traded(user), 5);
    const { positions_csv: sheet } = await data.get_accounting_snapshot_csvs(user);
    assert.ok(positions.every((row: Answer) => sheet.includes(row.token_id)));
    await data.get_accounting_snapshot_zip(user);
    for (const builders of [
      await data.get_builder_leaderboard_aggregated(named({ time_period: "ALL" })),
      await data.get_builder_leaderboard_timeseries(),
    ])
      assert.ok(builders.every(({ volume }: Answer) => volume > 0));
    const [ranked] = await data.get_leaderboard_rankings(named({ address: user, time_period: "ALL" }));
    const shown = [...(await traders[1]!.positions!())];
    assert.equal(Number(ranked.pnl).toFixed(3), sum(shown, "realized").toFixed(3));
  });

  it("reads what markets and their holders have", async () => {
    const holders = await data.get_holders(quoted.conditionId);
    const [interest] = await data.get_open_interest(quoted.conditionId);
    for (const side of holders) assert.equal(sum(side.holders, "amount"), interest.value);
    const { total, markets } = await data.get_live_volume(event.id);
    assert.equal(total, sum(markets, "value"));
  });
}

export function describeCatalog(
  { quoted, event, name }: Stage,
  traders: readonly ApisTrader[],
  { gamma }: Readers,
): void {
  it("reads events, markets, tags and series, and finds by words", async () => {
    const { wallet } = traders[0]!;
    const titled = (found: Answer): void => assert.equal(found.title, event.title);
    titled(await gamma.get_event_by_id(event.id));
    titled(await gamma.get_event_by_slug(event.slug));
    titled((await gamma.get_all_events(named({ slugs: [event.slug] })))[0]);
    assert.equal((await gamma.get_events(named({ limit: 3 }))).length, 3);
    for (const market of [
      await gamma.get_market(quoted.id),
      await gamma.get_market_by_id(quoted.id),
      await gamma.get_market_by_slug(quoted.slug),
    ])
      assert.deepEqual(market.token_ids, [quoted.yes, quoted.no]);
    assert.equal((await gamma.get_markets(named({ limit: 3 }))).length, 3);
    const slugs = (tags: Answer[]) => tags.map(({ slug }) => slug).sort();
    const tags = slugs(await gamma.get_event_tags(event.id));
    assert.deepEqual(slugs(await gamma.get_market_tags(quoted.id)), tags);
    const all = await gamma.get_all_tags();
    assert.ok(tags.every((slug) => slugs(all).includes(slug)));
    const [tag] = await gamma.get_tags();
    assert.equal((await gamma.get_tag(tag.id)).slug, tag.slug);
    const [own] = await gamma.get_event_tags(event.id);
    const ids = (rows: Answer[], field: string) => rows.map((each) => String(each[field]));
    const related = ids(await gamma.get_related_tags_by_slug(own.slug), "id");
    assert.deepEqual(ids(await gamma.get_related_tags_by_tag_id(Number(own.id)), "id"), related);
    for (const relations of [
      await gamma.get_related_tag_ids_by_slug(own.slug),
      await gamma.get_related_tag_ids_by_tag_id(Number(own.id)),
    ])
      assert.deepEqual(ids(relations, "related_tag_id"), related);
    const [series] = await gamma.get_series();
    assert.equal((await gamma.get_all_series())[0].slug, series.slug);
    assert.equal((await gamma.get_series_by_id(series.id)).slug, series.slug);
    for (const list of [
      await gamma.get_teams(),
      await gamma.get_all_teams(),
      await gamma.get_sports_metadata(),
      await gamma.get_comments("Event", Number(event.id)),
      await gamma.get_comments_by_id("1"),
      await gamma.get_comments_by_user_address(wallet),
    ])
      assert.deepEqual(list, []);
    const { proxy_wallet: of, pseudonym, name: chosen } = await gamma.get_public_profile(wallet);
    assert.deepEqual(
      [of.toLowerCase(), pseudonym, chosen],
      [wallet.toLowerCase(), generateName(of.toLowerCase()), ""],
    );
    assert.ok((await gamma.search(name)).events.some(({ slug }: Answer) => slug === event.slug));
  });
}

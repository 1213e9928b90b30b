/** The data interface by the Rust clients. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answer } from "../conformance/call-record.ts";
import type { RustContext } from "./clob-rust-trader.ts";
import { QUOTES } from "./quotes.ts";

export function describeRustData({ stage, data, traders }: RustContext): void {
  const { quoted, event } = stage;
  const market = quoted.conditionId;
  const user = () => traders[1]!.wallet;

  it("reads what a wallet holds, with end dates", async () => {
    const held = (await data.positions!({ user: user() })) as Answer[];
    const position = held.find(({ asset }) => asset === quoted.yes);
    assert.deepEqual([position.avg_price, position.title], [QUOTES.last, quoted.question]);
    assert.match(position.end_date, /^\d{4}-\d\d-\d\d$/);
    const closed = (await data.closed_positions!({ user: user() })) as Answer[];
    assert.ok(closed.length > 0 && closed.every(({ end_date: end }) => !Number.isNaN(Date.parse(end))));
    const [value] = await data.value!({ user: user() });
    assert.ok(Number(value.value) > 0);
  });

  it("reads what a wallet did", async () => {
    const [trade, ...others] = await data.trades!({ user: user(), market });
    assert.deepEqual([trade.asset, trade.side, trade.size, others], [quoted.yes, "Buy", "10", []]);
    const activity = (await data.activity!({ user: user() })) as Answer[];
    const kinds = new Set(activity.map(({ activity_type: kind }) => kind));
    for (const kind of ["Trade", "Redeem", "Conversion"]) assert.ok(kinds.has(kind), kind);
    assert.ok(Number((await data.traded!({ user: user() })).traded) >= 3);
  });

  it("reads what a market has, and who leads", async () => {
    assert.equal(await data.host!(), `${stage.addresses.data}/`);
    assert.equal((await data.health!()).data, "OK");
    const holders = (await data.holders!({ market })) as Answer[];
    assert.deepEqual(new Set(holders.map(({ token }) => token)), new Set([quoted.yes, quoted.no]));
    const [interest] = await data.open_interest!({ market });
    assert.deepEqual([interest.market, Number(interest.value)], [market, 10]);
    const [volume] = await data.live_volume!({ id: event.id });
    assert.ok(Number(volume.total) > 0);
    assert.ok((await data.leaderboard!()).length > 0);
    for (const builders of [await data.builder_leaderboard!(), await data.builder_volume!()])
      assert.ok(Array.isArray(builders));
  });
}

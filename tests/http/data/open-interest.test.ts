import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf } from "../../support/exchange.ts";
import { answered, DIALECTS } from "./data.ts";
import { conditionOf, supplyOf } from "./traded-answers.ts";
import { live, resolveSome, startWorld } from "./traded-world.ts";
import type { World, WorldMarket } from "./traded-world.ts";

type Row = { readonly market: string; readonly value: number };

let world: World;
before(async () => {
  world = await startWorld(20_261_103);
});
after(() => world?.exchange.close());

async function read(path: string, dialect: (typeof DIALECTS)[number] = "spec") {
  const { pathname } = new URL(path, "http://presage.test");
  return answered(await world.exchange.get(path, dialect), pathname, dialect);
}

/** In halves of 0.01, the least that a resolution pays; the rounding of the parts of an event is less. */
const halvesOf = (value: number): number => Math.round(value * 200);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What is owed for a market's shares, in halves of 0.01, if it stands alone. */
function owedAlone(market: WorldMarket): number {
  const [first, second] = ([0, 1] as const).map((outcome) => supplyOf(world, market, outcome));
  const [yes, no] = market.payout ?? [1, 0];
  return (2 * (first! * yes + second! * no)) / (yes + no);
}

/** What is owed for the shares of markets that exclude each other, in halves of 0.01, if `winner` resolves YES. */
const owedIfWon = (markets: readonly WorldMarket[], winner: WorldMarket): number =>
  2 * sum(markets.map((market) => supplyOf(world, market, market === winner ? 0 : 1)));

/** What is owed in every case that is left; they must all be the same. */
function owedByEvent(markets: readonly WorldMarket[]): number {
  const won = markets.filter(({ payout }) => payout?.[0] === 1);
  const possible = won.length > 0 ? won : markets.filter(({ payout }) => payout === undefined);
  const owed = new Set(possible.map((market) => owedIfWon(markets, market)));
  assert.equal(owed.size, 1, [...owed].join());
  return [...owed][0]!;
}

async function checkOpenInterest(): Promise<void> {
  const rows: Row[] = await read(`/oi?market=${world.markets.map(conditionOf).join(",")}`);
  assert.deepEqual(
    rows.map(({ market }) => market),
    world.markets.map(conditionOf),
  );
  const valueOf = new Map(rows.map(({ market, value }) => [market, value]));
  for (const markets of Map.groupBy(world.markets, ({ eventId }) => eventId).values()) {
    const values = markets.map((market) => valueOf.get(conditionOf(market))!);
    assert.ok(values.every((value) => value >= 0));
    if (markets[0]!.exclusive) assert.equal(halvesOf(sum(values)), owedByEvent(markets));
    else assert.deepEqual(values.map(halvesOf), markets.map(owedAlone));
  }
  const [all] = await read("/oi");
  assert.deepEqual(Object.keys(all), ["market", "value"]);
  assert.equal(all.market, "GLOBAL");
  assert.equal(halvesOf(all.value), halvesOf(sum([...valueOf.values()])));
}

async function checkVolumes(): Promise<void> {
  const rowOf = (market: WorldMarket) => ({
    market: conditionOf(market),
    value: Math.round(market.volume / 100) / 1e4,
  });
  const totalOf = (markets: readonly WorldMarket[]) =>
    Math.round(sum(markets.map(({ volume }) => volume)) / 100) / 1e4;
  const backwards = world.markets.toReversed();
  const path = `/live-volume?market=${backwards.map(conditionOf).join(",")}`;
  for (const dialect of ["spec", "kuest"] as const)
    assert.deepEqual(await read(path, dialect), [
      { total: totalOf(backwards), markets: backwards.map(rowOf) },
    ]);
  for (const [id, markets] of Map.groupBy(world.markets, ({ eventId }) => eventId))
    assert.deepEqual(await read(`/live-volume?id=${id}`, "polymarket"), [
      { total: totalOf(markets), markets: markets.map(rowOf) },
    ]);
}

/** What is in no account is behind shares. */
async function checkCollateral(): Promise<void> {
  const [{ total }] = await world.exchange.context.sql<[{ total: number }]>`
    select (
      (select sum(collateral) from operations where kind = 'deposit') - (select sum(collateral) from accounts)
    )::bigint as total`;
  const [{ value }] = await read("/oi");
  assert.equal(halvesOf(value), total / 5_000);
}

void describe("GET /oi and /live-volume", () => {
  for (const [stage, prepare] of [
    ["before anything happened", async () => {}],
    ["while everything trades", () => live(world, 120)],
    ["after some markets were resolved", () => resolveSome(world)],
  ] as const) {
    void it(`say what is owed for the shares that there are, ${stage}`, async () => {
      await prepare();
      await checkOpenInterest();
      await checkCollateral();
    });
    void it(`say what was traded, ${stage}`, checkVolumes);
  }

  void it("had conversions to tell of", () => {
    assert.ok(world.markets.some(({ converted, payout }) => converted && payout === undefined));
    assert.ok(world.markets.some(({ converted, payout }) => converted && payout?.[0] === 0));
  });

  void it("leave out markets that there are not, and repeat none", async () => {
    const [first, second] = world.markets.map(conditionOf) as [string, string];
    const asked = [second.toUpperCase().replace("0X", "0x"), hashOf("no market"), first, second].join(",");
    const rows: Row[] = await read(`/oi?market=${asked}`);
    assert.deepEqual(
      rows.map(({ market }) => market),
      [second, first],
    );
    const [{ markets }] = await read(`/live-volume?market=${asked}`);
    assert.deepEqual(
      markets.map(({ market }: Row) => market),
      [second, first],
    );
    assert.deepEqual(await read(`/oi?market=${hashOf("no market")}`), []);
    assert.deepEqual(await read(`/live-volume?market=${hashOf("no market")}`), [{ total: 0, markets: [] }]);
    assert.deepEqual(await read("/live-volume?id=999", "polymarket"), [{ total: 0, markets: [] }]);
  });
});

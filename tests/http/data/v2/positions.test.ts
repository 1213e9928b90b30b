/** Positions, their worth and their holders in version 2, beside those of version 1. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestExchange } from "../../../support/exchange.ts";
import { assertRefused } from "../world.ts";
import { ANN, BOB, CID, RAIN, read, RED, SNOW, startStory, walk } from "./world.ts";
import type { Page } from "./world.ts";

type Position = Readonly<Record<string, number | string | boolean>>;

let exchange: TestExchange;
before(async () => {
  exchange = await startStory();
});
after(() => exchange.close());

const positionsOf = async (query: string): Promise<readonly Position[]> =>
  (await read<Page<Position>>(exchange, `/v2/positions?${query}`)).data;

const tokensOf = (positions: readonly Position[]) => positions.map(({ token_id: token }) => token).sort();

async function earlier(path: string): Promise<readonly Position[]> {
  const { status, body } = await exchange.get(path, "polymarket");
  assert.equal(status, 200);
  return body as readonly Position[];
}

void describe("GET /v2/positions", () => {
  for (const wallet of [ANN, BOB, CID])
    void it(`has the figures of version 1, of ${wallet}`, async () => {
      const found = await positionsOf(`user=${wallet}`);
      const old = await earlier(`/positions?user=${wallet}&sizeThreshold=0.02`);
      assert.ok(found.length > 0);
      assert.deepEqual(tokensOf(found), old.map(({ asset }) => asset).sort());
      for (const position of found) {
        const same = old.find(({ asset }) => asset === position["token_id"]) ?? assert.fail();
        const pairs = [
          ["proxy_wallet", "proxyWallet"],
          ["condition_id", "conditionId"],
          ["current_size", "size"],
          ["avg_price", "avgPrice"],
          ["entry_cost_usdc", "initialValue"],
          ["total_cost_usdc", "initialValue"],
          ["current_value", "currentValue"],
          ["current_price", "curPrice"],
          ["total_size", "totalBought"],
          ["realized_pnl", "realizedPnl"],
          ["unrealized_pnl", "cashPnl"],
          ["percent_pnl", "percentPnl"],
          ["redeemable", "redeemable"],
          ["mergeable", "mergeable"],
          ["negative_risk", "negativeRisk"],
          ["title", "title"],
          ["slug", "slug"],
          ["icon", "icon"],
          ["event_id", "eventId"],
          ["event_slug", "eventSlug"],
          ["outcome", "outcome"],
          ["outcome_index", "outcomeIndex"],
          ["opposite_outcome", "oppositeOutcome"],
          ["opposite_token_id", "oppositeAsset"],
        ] as const;
        for (const [name, oldName] of pairs) assert.equal(position[name], same[oldName], name);
        const total = Number(position["realized_pnl"]) + Number(position["unrealized_pnl"]);
        assert.ok(Math.abs(Number(position["total_pnl"]) - total) < 0.00011);
        assert.equal(position["status"], position["redeemable"] ? "REDEEMABLE" : "OPEN");
      }
    });

  void it("says to ten minutes when shares first came", async () => {
    for (const wallet of [ANN, BOB])
      for (const status of ["OPEN", "CLOSED"])
        for (const position of await positionsOf(`user=${wallet}&status=${status}`)) {
          const activity = await earlier(
            `/activity?user=${wallet}&limit=500&market=${position["condition_id"]}`,
          );
          const times = activity.map(({ timestamp }) => Number(timestamp));
          const entered = Number(position["first_entry_at"]);
          assert.ok(entered % 600 === 0 && entered <= Number(position["last_event_at"]));
          assert.ok(Math.floor(Math.min(...times) / 600) * 600 <= entered, String(entered));
        }
  });

  void it("has the closed ones of version 1", async () => {
    const closed = await positionsOf(`user=${ANN}&status=CLOSED`);
    const old = await earlier(`/closed-positions?user=${ANN}&limit=50`);
    assert.ok(closed.length > 0);
    assert.deepEqual(tokensOf(closed), old.map(({ asset }) => asset).sort());
    for (const { token_id: token, realized_pnl: realized, status, last_event_at: at } of closed) {
      const same = old.find(({ asset }) => asset === token) ?? assert.fail();
      assert.deepEqual([status, realized, at], ["CLOSED", same["realizedPnl"], same["timestamp"]]);
    }
  });

  for (const [query, isAsked] of [
    ["status=REDEEMABLE", ({ status }) => status === "REDEEMABLE"],
    ["status=REDEEMABLE_LOST", ({ status, current_price: price }) => status === "REDEEMABLE" && price === 0],
    ["status=MERGEABLE", ({ mergeable }) => mergeable],
    [`condition_id=${RED}`, ({ condition_id: id }) => id === RED],
    [`condition=${RAIN},${SNOW}`, ({ condition_id: id }) => id === RAIN || id === SNOW],
    ["event_id=8", ({ event_id: id }) => id === "8"],
    ["title=%20ra", ({ title }) => String(title).toLowerCase().includes("ra")],
    ["filter_amount=7.01", ({ current_size: size }) => Number(size) >= 7.01],
    ["filter_type=CASH&filter_amount=2", ({ current_value: value }) => Number(value) >= 2],
    ["include_archived=true", () => true],
    ["start=1", () => true],
    ["end=1", () => false],
  ] as const satisfies readonly (readonly [string, (position: Position) => unknown])[])
    for (const [name, wallet] of [
      ["Ann", ANN],
      ["Bob", BOB],
    ] as const)
      void it(`lists ${name}'s that are asked for with ${query}`, async () => {
        const all = await positionsOf(`user=${wallet}`);
        assert.deepEqual(await positionsOf(`user=${wallet}&${query}`), all.filter(isAsked));
      });

  for (const [sort, name] of [
    ["CURRENT_VALUE", "current_value"],
    ["PRICE", "current_price"],
    ["TOKENS", "current_size"],
    ["UNREALIZED_PNL", "unrealized_pnl"],
    ["REALIZED_PNL", "realized_pnl"],
    ["TOTAL_PNL", "total_pnl"],
    ["TIMESTAMP", "last_event_at"],
  ] as const)
    for (const direction of ["ASC", "DESC"] as const)
      void it(`walks by ${sort}, ${direction}`, async () => {
        const path = `/v2/positions?user=${ANN}&sort_by=${sort}&sort_direction=${direction}`;
        const { data } = await read<Page<Position>>(exchange, path);
        const figures = data.map((position) => Number(position[name]));
        const sorted = figures.toSorted((a, b) => (direction === "ASC" ? a - b : b - a));
        assert.deepEqual(figures, sorted);
        for (const limit of [1, 2, 3]) assert.deepEqual(await walk(exchange, path, limit), data);
      });

  void it("goes on with a cursor alone, and refuses another order beside it", async () => {
    const path = `/v2/positions?user=${ANN}`;
    const { data } = await read<Page<Position>>(exchange, `${path}&sort_by=TOKENS&sort_direction=ASC`);
    const first = await read<Page<Position>>(exchange, `${path}&sort_by=TOKENS&sort_direction=ASC&limit=1`);
    const cursor = first.pagination.next_cursor ?? assert.fail();
    const rest = await read<Page<Position>>(exchange, `${path}&cursor=${cursor}`);
    assert.deepEqual([...first.data, ...rest.data], data);
    assertRefused(
      await exchange.get(`${path}&sort_by=PRICE&cursor=${cursor}`, "polymarket"),
      "invalid_field: sort_by: expected TOKENS, which cursor goes on with, or none, got PRICE",
    );
  });

  for (const [query, error] of [
    [
      `user=${ANN}&status=CLOSED&include_archived=true`,
      "invalid_field: include_archived: expected none with status CLOSED, got it",
    ],
    [`user=${ANN}&filter_type=CASH`, "invalid_field: filter_type: expected filter_amount with it, got none"],
    [
      `user=${ANN}&cursor=x`,
      'invalid_field: cursor: expected next_cursor of a page that was asked for with the same filters and order, got "x"',
    ],
  ] as const)
    void it(`refuses ${query || "nothing"}`, async () => {
      assertRefused(await exchange.get(`/v2/positions?${query}`, "polymarket"), error);
    });
});

void describe("GET /v2/value", () => {
  for (const wallet of [ANN, BOB, CID])
    void it(`is that of version 1, of ${wallet}`, async () => {
      const [{ value } = { value: "" }] = await earlier(`/value?user=${wallet}`);
      assert.deepEqual(await read(exchange, `/v2/value?user=${wallet}`), {
        data: { proxy_wallet: wallet, value },
      });
      const [{ value: ofOne } = { value: "" }] = await earlier(`/value?user=${wallet}&market=${SNOW}`);
      assert.deepEqual(await read(exchange, `/v2/value?user=${wallet}&condition_id=${SNOW}`), {
        data: { proxy_wallet: wallet, value: ofOne },
      });
    });
});

type Group = { readonly token_id: string; readonly holders: readonly Position[] };

const holdersIn = (groups: readonly Group[]) =>
  groups.flatMap(({ token_id: token, holders }) =>
    holders.map(({ proxy_wallet: wallet, amount }) => [token, wallet, amount]),
  );

void describe("GET /v2/holders", () => {
  const asked = [RED, SNOW, RAIN].join();

  void it("has the holders of version 1", async () => {
    const { data } = await read<Page<Group>>(exchange, `/v2/holders?condition_id=${asked}&min_balance=0`);
    const old = await earlier(`/holders?market=${asked}&minBalance=0`);
    const expected = (old as unknown as readonly { token: string; holders: readonly Position[] }[]).flatMap(
      ({ token, holders }) => holders.map(({ proxyWallet, amount }) => [token, proxyWallet, amount]),
    );
    assert.ok(expected.length > 4);
    assert.deepEqual(holdersIn(data), expected);
  });

  void it("walks all of them, an outcome beside the other", async () => {
    const path = `/v2/holders?condition_id=${asked}&min_balance=0`;
    const { data } = await read<Page<Group>>(exchange, path);
    const walked = await walk<Group>(exchange, path, 1);
    assert.deepEqual(holdersIn(walked).sort(), holdersIn(data).sort());
    assert.ok(walked.length > data.length);
  });

  void it("tells cost and profit as the position of the wallet does", async () => {
    const path = `/v2/holders?condition_id=${RED}&include_pnl=true&min_balance=0`;
    const { data } = await read<Page<Group>>(exchange, path);
    const holder = data.flatMap(({ holders }) => holders).find(({ proxy_wallet: wallet }) => wallet === ANN);
    const position = (await positionsOf(`user=${ANN}&condition_id=${RED}`)).find(
      ({ token_id: token }) => token === holder?.["token_id"],
    );
    for (const name of [
      "avg_price",
      "entry_cost_usdc",
      "current_price",
      "current_value",
      "realized_pnl",
      "total_pnl",
    ])
      assert.equal(holder?.[name], position?.[name], name);
  });

  void it("tells cost and profit of one market only", async () => {
    assertRefused(
      await exchange.get(`/v2/holders?condition_id=${asked}&include_pnl=true`, "polymarket"),
      "invalid_field: include_pnl: expected one market with it, got 3",
    );
  });

  void it("refuses a cursor of other markets", async () => {
    const page = await read<Page<Group>>(
      exchange,
      `/v2/holders?condition_id=${RAIN},${RED}&min_balance=0&limit=1`,
    );
    const cursor = page.pagination.next_cursor ?? assert.fail("one page only");
    const { status, body } = await exchange.get(
      `/v2/holders?condition_id=${RAIN}&cursor=${cursor}`,
      "polymarket",
    );
    assert.equal(status, 400);
    assert.match(body.error, /^invalid_field: cursor: /);
  });
});

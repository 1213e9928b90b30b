/**
 * Walks over whole listings, page after page, while orders are placed, filled and cancelled: every row that was there
 * when a walk began is met, and where a listing promises it, just once.
 */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import { tradeId } from "../../src/store/reads/fills.ts";
import { walletOf } from "../support/exchange.ts";
import { operationId } from "./ledger-queries.ts";
import { answerTo, DATA } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { ownPrice } from "./recorded-history.ts";
import type { RecordedTrade } from "./recorded-history.ts";
import { END_CURSOR, queryOf, tradeIds } from "./shown.ts";
import { trade } from "./trading-stage.ts";

// Rows have every shape; each walk says what names a row of its own.
type Row = Readonly<Record<string, unknown>>;

type Walk = {
  readonly path: string;
  readonly caller: string | undefined;
  /** Names a row. */
  readonly key: (row: Row) => string;
  /** Lists the rows that are there when the walk begins, and stay. */
  readonly there: (world: ReadWorld, dialect: Dialect) => readonly string[];
  /** True if a row may come again. */
  readonly again: boolean;
  /** Rows of a page, where pages go by offset; else they go by cursor. */
  readonly limit?: number;
};

const BUSY = walletOf("hal");

const isBusy = ({ taker, maker }: RecordedTrade): boolean =>
  taker.wallet.owner === BUSY || maker.wallet.owner === BUSY;
const noOf = ({ no }: RecordedTrade): number => no;

const byId = (row: Row): string => String(row["id"]);

/** Names a row of the data interface, which has no id: by its batch's hash, wallet, size and price. */
const byContent = ({ transactionHash, proxyWallet, size, price }: Row): string =>
  [transactionHash, proxyWallet, size, price].join(" ");

const WALKS: readonly Walk[] = [
  {
    path: "/data/trades",
    caller: BUSY,
    key: byId,
    again: true,
    there: ({ history }, dialect) => tradeIds({ history, dialect }, history.trades.filter(isBusy).map(noOf)),
  },
  {
    path: "/data/trades",
    caller: undefined,
    key: byId,
    again: true,
    there: ({ history }, dialect) => tradeIds({ history, dialect }, history.trades.map(noOf)),
  },
  {
    path: "/builder/trades",
    caller: BUSY,
    key: byId,
    again: true,
    there: ({ history }, dialect) => {
      const attributed = history.trades.filter(({ taker }) => taker.builder !== "");
      return tradeIds({ history, dialect }, attributed.filter(isBusy).map(noOf));
    },
  },
  {
    path: "/ledger",
    caller: BUSY,
    key: byId,
    again: false,
    there: ({ history }) => {
      const own = new Set(history.wallets.filter(({ owner }) => owner === BUSY).map(({ no }) => no));
      const fills = history.trades.flatMap(({ no, taker, maker }) => [
        ...(own.has(taker.wallet.no) ? [`${tradeId(no)}.taker`] : []),
        ...(own.has(maker.wallet.no) ? [`${tradeId(no)}.maker`] : []),
      ]);
      const operations = history.fold.operations.filter(
        ({ account, leg, kind }) => own.has(account) && (leg === 0 || kind === "failed-settlement"),
      );
      return [...fills, ...operations.map(operationId)];
    },
  },
  {
    path: "/markets",
    caller: undefined,
    key: (row) => String(row["condition_id"]),
    again: false,
    there: ({ history }) => [...history.markets.values()].map(({ content }) => content.conditionId),
  },
  {
    path: `${DATA}/trades`,
    caller: undefined,
    key: byContent,
    again: true,
    limit: 40,
    there: ({ history }) =>
      history.trades.map(({ taker, batch, lots, price }) =>
        byContent({
          transactionHash: history.batches.get(batch)!.hash,
          proxyWallet: taker.wallet.address,
          size: lots / 100,
          price: ownPrice(taker, price) / 10_000,
        }),
      ),
  },
];

/** The rows of all pages, in the order in which they came; something is written between any two of them. */
async function walkAll(world: ReadWorld, walk: Walk, dialect: Dialect): Promise<Row[]> {
  const { path, caller, limit } = walk;
  const rows: Row[] = [];
  let cursor = "MA==";
  for (let page = 0; cursor !== END_CURSOR; page += 1) {
    assert.ok(page < 1_000, `${path} comes to an end`);
    const query = limit === undefined ? { next_cursor: cursor } : { limit, offset: page * limit };
    const asked = { path: `${path}?${queryOf(query)}`, dialect, caller };
    const [body] = await Promise.all([answerTo(world, asked), trade(world, 6)]);
    const data: readonly Row[] = limit === undefined ? body.data : body;
    rows.push(...data);
    cursor = limit === undefined ? body.next_cursor : data.length < limit ? END_CURSOR : cursor;
  }
  return rows;
}

/** Gives how many rows were met. */
export async function walkWhileTrading(world: ReadWorld): Promise<number> {
  let met = 0;
  for (const [index, walk] of WALKS.entries()) {
    await world.wait(0);
    const dialect = DIALECTS[index % DIALECTS.length]!;
    const there = walk.there(world, dialect);
    const rows = (await walkAll(world, walk, dialect)).map(walk.key);
    const seen = new Set(rows);
    assert.deepEqual(
      there.filter((key) => !seen.has(key)),
      [],
      `${walk.path} misses rows`,
    );
    if (!walk.again) assert.equal(seen.size, rows.length, `${walk.path} has rows twice`);
    met += rows.length;
  }
  return met + (await walkOrders(world)) + (await walkFills(world));
}

const idOfFill = (no: number, role: "taker" | "maker"): string => `${tradeId(no)}.${role}`;

/** Fills of both parties are met once, where each page names the last row of the one before. */
async function walkFills(world: ReadWorld): Promise<number> {
  await world.wait(0);
  const there = world.history.trades.flatMap(({ no }) => [idOfFill(no, "taker"), idOfFill(no, "maker")]);
  const ids: string[] = [];
  const limit = 40;
  for (let cursor: object | undefined = {}; cursor !== undefined;) {
    const path: string = `${DATA}/trades?${queryOf({ limit, takerOnly: false, ...cursor })}`;
    const asked: Promise<Row[]> = answerTo(world, { path, dialect: "kuest" });
    const [rows] = await Promise.all([asked, trade(world, 6)]);
    ids.push(...rows.map(byId));
    const { timestamp, id, proxyWallet } = rows.at(-1) ?? {};
    const follows = { cursorTimestamp: timestamp, cursorId: id, cursorUser: proxyWallet };
    cursor = rows.length < limit ? undefined : follows;
  }
  const seen = new Set(ids);
  assert.equal(seen.size, ids.length, "a fill comes once");
  assert.deepEqual(
    there.filter((id) => !seen.has(id)),
    [],
    "no fill is missed",
  );
  return ids.length;
}

/** Orders that rest throughout are met once, whatever becomes of those around them. */
async function walkOrders(world: ReadWorld): Promise<number> {
  await world.wait(0);
  const liveOf = (): Set<string> =>
    new Set(
      [...world.history.orders.values()]
        .filter(({ wallet, status }) => wallet.owner === BUSY && status === "live")
        .map(({ id }) => id),
    );
  const before = liveOf();
  const walk: Walk = { path: "/data/orders", caller: BUSY, key: byId, again: false, there: () => [] };
  const rows = (await walkAll(world, walk, "spec")).map(byId);
  await world.wait(0);
  const after = liveOf();
  const seen = new Set(rows);
  assert.equal(seen.size, rows.length, "an order comes once");
  assert.deepEqual(
    [...before].filter((id) => after.has(id) && !seen.has(id)),
    [],
    "no resting order is missed",
  );
  return rows.length;
}

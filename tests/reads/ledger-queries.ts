/** Queries for what an owner's wallets have, and for everything that changed it. */
import assert from "node:assert/strict";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { tradeId } from "../../src/store/reads/fills.ts";
import type { FoldOperation } from "../simulation/position-fold.ts";
import { restingFee } from "../simulation/reference-fees.ts";
import { sharesOf } from "../simulation/reference-state.ts";
import { walk } from "./order-queries.ts";
import type { Query } from "./order-queries.ts";
import { answerTo, describeRequest } from "./read-world.ts";
import type { ReadWorld } from "./read-world.ts";
import { ownPrice, tokenOf } from "./recorded-history.ts";
import type { RecordedHistory, RecordedOrder, RecordedTrade, Wallet } from "./recorded-history.ts";
import { anyAddress, anyOwner, checksummed, queryOf, text, timeText } from "./shown.ts";
import type { View } from "./shown.ts";

const BALANCE_PAGE = 500;
const OUTCOMES = [0, 1] as const;

/** The wallets that are asked for: all of an owner, or one. */
function drawWallets(world: ReadWorld) {
  const { random, history } = world;
  const caller = anyOwner(world);
  const own = history.wallets.filter(({ owner }) => owner === caller);
  const only = random.chance(40) ? random.pick(own) : undefined;
  const address = only && anyAddress(world, only.address);
  return { caller, address, wallets: only === undefined ? own : [only] };
}

/** An entry of an owner's ledger, with its place: the later batch first, fills before operations, the later first. */
type Entry = { readonly order: readonly number[]; readonly shown: object };

export const listLedger: Query = async (world) => {
  const { random, history } = world;
  const dialect = random.pick(DIALECTS);
  const { caller, address, wallets } = drawWallets(world);
  const view = { history, dialect, caller };
  const nos = new Set(wallets.map(({ no }) => no));
  const fills = history.trades.flatMap((trade) =>
    (["taker", "maker"] as const).flatMap((role): Entry[] =>
      nos.has(trade[role].wallet.no)
        ? [
            {
              order: [trade.batch, 1, trade.no, role === "taker" ? 1 : 0],
              shown: fillEntry(view, trade, role),
            },
          ]
        : [],
    ),
  );
  const operations = [
    ...Map.groupBy(
      history.fold.operations,
      ({ batch, place, account }) => `${batch}.${place} of ${account}`,
    ).values(),
  ].flatMap((legs): Entry[] => {
    const wallet = wallets.find(({ no }) => no === legs[0]!.account);
    if (wallet === undefined) return [];
    const { batch, place, leg } = legs[0]!;
    const id = operationId(legs[0]!);
    return [{ order: [batch, 0, place, leg], shown: operationEntry(view, { id, legs, wallet }) }];
  });
  const expected = [...fills, ...operations]
    .sort((left, right) => compareLists(right.order, left.order))
    .map(({ shown }) => shown);
  const path = (cursor?: string) => `/ledger?${queryOf({ address, next_cursor: cursor })}`;
  await walk(world, { dialect, caller, path: "" }, { path, expected });
  return expected.length;
};

function compareLists(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return at === -1 ? 0 : left[at]! - right[at]!;
}

function fillEntry({ history, dialect }: View, trade: RecordedTrade, role: "taker" | "maker") {
  const order = trade[role];
  const price = ownPrice(order, trade.price);
  const fee = role === "taker" ? trade.takerFee : trade.makerFee;
  const value = BigInt(trade.lots) * BigInt(price);
  const bought = order.side === "BUY";
  return {
    id: `${tradeId(trade.no)}.${role}`,
    type: "trade",
    address: checksummed(order.wallet.address),
    time: timeText(trade.at, dialect),
    condition_id: order.market.content.conditionId,
    asset_id: tokenOf(order),
    side: order.side,
    price: text(price, 4),
    collateral: text((bought ? -value : value) - BigInt(fee), 6),
    shares: [{ asset_id: tokenOf(order), amount: text(bought ? trade.lots : -trade.lots, 2) }],
    fee: text(fee, 6),
    transaction_hash: history.batches.get(trade.batch)!.hash,
  };
}

/** Id of an operation; of a settlement that failed the parties have one each. */
export const operationId = ({ batch, place, leg }: FoldOperation): string =>
  leg === 0 ? `${batch}.${place}` : `${batch}.${place}.${leg}`;

type Operation = { readonly id: string; readonly legs: readonly FoldOperation[]; readonly wallet: Wallet };

function operationEntry({ history, dialect }: View, { id, legs, wallet }: Operation) {
  const [first] = legs;
  if (first === undefined) throw new Error("an operation without legs");
  const markets = legs.flatMap(({ market }) => (market === undefined ? [] : [history.markets.get(market)!]));
  const shares = legs
    .toSorted((left, right) => left.leg - right.leg)
    .flatMap(({ market, lots }) =>
      market === undefined
        ? []
        : OUTCOMES.map((outcome) => ({
            asset_id: history.markets.get(market)!.content.tokenIds[outcome],
            lots: lots[outcome],
          })),
    );
  return {
    id,
    type: first.kind,
    address: checksummed(wallet.address),
    time: timeText(first.at, dialect),
    condition_id: markets.length === 1 ? markets[0]!.content.conditionId : "",
    asset_id: "",
    side: "",
    price: "",
    collateral: text(
      legs.reduce((sum, { collateral }) => sum + BigInt(collateral), 0n),
      6,
    ),
    shares: shares
      .filter(({ lots }) => lots !== 0)
      .map(({ asset_id, lots }) => ({ asset_id, amount: text(lots, 2) })),
    fee: "0",
    transaction_hash: history.batches.get(first.batch)!.hash,
  };
}

const amounts = (balance: number, held: number, places: number) => ({
  balance: text(balance, places),
  held: text(held, places),
  available: text(balance - held, places),
});

const restingOf = (history: RecordedHistory, { no }: Wallet, side: "BUY" | "SELL"): RecordedOrder[] =>
  [...history.orders.values()].filter(
    (order) => order.wallet.no === no && order.side === side && order.status === "live",
  );

/** Cost of the order's rest, with its fee. */
function needOf({ fold }: RecordedHistory, { market, lots: size, filled, limit }: RecordedOrder): number {
  const { fees } = fold.markets.get(market.no)!;
  const remaining = size - filled;
  return remaining * limit + restingFee({ market: { fees }, size, remaining, limit }, remaining);
}

export const listBalances: Query = async (world) => {
  const { random, history } = world;
  const { caller, address, wallets } = drawWallets(world);
  const expected = wallets.map((wallet) => {
    const account = history.fold.accounts.get(wallet.no)!;
    const buys = restingOf(history, wallet, "BUY");
    const held = buys.reduce((sum, order) => sum + needOf(history, order), 0);
    return {
      address: checksummed(wallet.address),
      collateral: amounts(account.cash, held, 6),
      positions: positionsOf(history, wallet),
    };
  });
  assert.ok(expected.reduce((sum, { positions }) => sum + 1 + positions.length, 0) < BALANCE_PAGE);
  const asked = { dialect: random.pick(DIALECTS), caller, path: `/balances?${queryOf({ address })}` };
  const page = { data: expected, next_cursor: "LTE=", limit: BALANCE_PAGE, count: expected.length };
  assert.deepEqual(await answerTo(world, asked), page, describeRequest(world, asked));
  return expected.length;
};

function positionsOf(history: RecordedHistory, wallet: Wallet) {
  const account = history.fold.accounts.get(wallet.no)!;
  const sells = restingOf(history, wallet, "SELL");
  return [...history.markets.values()].flatMap((market) =>
    OUTCOMES.flatMap((outcome) => {
      const lots = sharesOf(account, `${market.no}:${outcome}`);
      const own = sells.filter((order) => order.market === market && order.outcome === outcome);
      const held = own.reduce((sum, order) => sum + order.lots - order.filled, 0);
      if (lots === 0) return [];
      return [
        {
          condition_id: market.content.conditionId,
          asset_id: market.content.tokenIds[outcome],
          outcome: market.content.outcomes[outcome],
          outcome_index: outcome,
          ...amounts(lots, held, 2),
        },
      ];
    }),
  );
}

/** Compares the balance of the owner's own wallet, or of the contract wallet that was opened last. */
export const getBalanceAllowance: Query = async (world) => {
  const { random, history } = world;
  const caller = anyOwner(world);
  const own = history.wallets.filter(({ owner }) => owner === caller);
  const contract = own.findLast(({ address }) => address !== caller);
  // Asked for by an owner without one, a contract wallet would be opened, and the history be another.
  const type = random.pick(contract === undefined ? [undefined, 0] : [undefined, 0, 3]);
  const wallet = type === 3 ? contract : own.find(({ address }) => address === caller);
  const market = random.pick([...history.markets.values()]);
  const outcome = random.pick(OUTCOMES);
  const conditional = random.chance(60);
  const account = wallet && history.fold.accounts.get(wallet.no)!;
  const shares = account === undefined ? 0 : sharesOf(account, `${market.no}:${outcome}`) * 10_000;
  const query = queryOf({
    asset_type: conditional ? "CONDITIONAL" : "COLLATERAL",
    token_id: conditional ? market.content.tokenIds[outcome] : undefined,
    signature_type: type,
  });
  const path = `/balance-allowance${random.pick(["", "/update"])}?${query}`;
  const asked = { dialect: random.pick(DIALECTS), caller, path };
  const { balance } = await answerTo(world, asked);
  assert.equal(balance, String(conditional ? shares : (account?.cash ?? 0)), describeRequest(world, asked));
  return Number(balance) > 0 ? 1 : 0;
};

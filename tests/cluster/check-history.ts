/**
 * Checks the history of a load against the state of the exchange after it. Each acknowledged operation is there once, no
 * refused one is, and each order, each account and the book are linearizable.
 */
import {
  indexTrades,
  listAccountSteps,
  listBookSteps,
  listOrderSteps,
  listPlacements,
  NO_ORDER,
} from "./exchange-models.ts";
import type { Known } from "./exchange-models.ts";
import { isDone } from "./history.ts";
import type { Operation, Transfer } from "./history.ts";
import { findContradiction } from "./linearizability.ts";
import type { Step } from "./linearizability.ts";

/** Broken promises, in words. */
export type Findings = {
  /** Acknowledged operations that are not there. */
  readonly lost: readonly string[];
  /** Operations that are there more than once. */
  readonly twice: readonly string[];
  /** Operations that are there, and were refused or asked for by nobody. */
  readonly foreign: readonly string[];
  /** Answers that no order of the operations explains. */
  readonly contradictions: readonly string[];
};

/** Checks a history of accounts that began with `funds`, in micros. */
export function checkHistory(known: Known, funds: number): Findings {
  return {
    lost: [...listLostOrders(known), ...listLostTransfers(known)],
    twice: [...listTwiceTraded(known), ...listTwiceMoved(known)],
    foreign: [...listForeignOrders(known), ...listForeignTransfers(known)],
    contradictions: listContradictions(known, funds),
  };
}

function listLostOrders({ operations, final }: Known): string[] {
  const trades = new Set(final.trades.map(({ id }) => id));
  return operations.filter(isDone).flatMap((one) => {
    if (one.kind === "place")
      return [
        ...(final.orders.get(one.id) === undefined ? [`order ${one.id}`] : []),
        ...one.trades.filter((id) => !trades.has(id)).map((id) => `trade ${id} of order ${one.id}`),
      ];
    const isLost =
      one.kind === "cancel" && one.result === "cancelled" && final.orders.get(one.id)?.status !== "canceled";
    return isLost ? [`cancel of order ${one.id}`] : [];
  });
}

/** Lists trades that are there twice, and orders with other trades than they were told or are matched by. */
function listTwiceTraded(known: Known): string[] {
  const { taken, made } = indexTrades(known.final);
  const ids = known.final.trades.map(({ id }) => id);
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `trade ${id}`);
  const orders = listPlacements(known).flatMap((placement) => {
    const { id, lots } = placement;
    const took = taken.get(id) ?? [];
    const traded = [...took, ...(made.get(id) ?? [])].reduce((total, trade) => total + trade.lots, 0);
    const matched = known.final.orders.get(id)?.matched ?? 0;
    const untold = isDone(placement) ? took.filter((trade) => !placement.trades.includes(trade.id)) : [];
    return [
      ...untold.map((trade) => `trade ${trade.id} of order ${id}, which was not told of it`),
      ...(traded === matched && traded <= lots
        ? []
        : [`order ${id} of ${lots} matched ${matched}, its trades ${traded}`]),
    ];
  });
  return [...repeated, ...orders];
}

function listForeignOrders({ operations, final }: Known): string[] {
  const placed = new Set(listPlacements({ operations, final }).map(({ id }) => id));
  const refused = operations.filter((one) => one.kind === "place" && one.refused !== undefined);
  return [
    ...refused.flatMap((one) =>
      one.kind === "place" && final.orders.get(one.id) !== undefined
        ? [`order ${one.id}, refused: ${one.refused}`]
        : [],
    ),
    ...final.trades
      .filter(({ taker, maker }) => !placed.has(taker.order) || !placed.has(maker.order))
      .map(({ id }) => `trade ${id} of an order that was not placed`),
  ];
}

const isTransfer = (one: Operation): one is Transfer => ["credit", "debit", "withdrawal"].includes(one.kind);

const nameOf = ({ kind, account, micros }: Transfer): string =>
  `${kind} of ${micros} micros, account ${account}`;

/** Counts the entries of a transfer; no other has its amount. */
const countEntries = ({ final }: Known, { account, micros }: Transfer): number =>
  (final.transfers[account] ?? []).filter((amount) => amount === micros).length;

const listTransfers = ({ operations }: Known): Transfer[] => operations.filter(isTransfer);

const listLostTransfers = (known: Known): string[] =>
  listTransfers(known)
    .filter((one) => isDone(one) && countEntries(known, one) === 0)
    .map(nameOf);

const listTwiceMoved = (known: Known): string[] =>
  listTransfers(known)
    .filter((one) => countEntries(known, one) > 1)
    .map(nameOf);

function listForeignTransfers(known: Known): string[] {
  const transfers = listTransfers(known);
  const asked = new Set(transfers.map(({ account, micros }) => `${account} ${micros}`));
  return [
    ...transfers.filter((one) => one.refused !== undefined && countEntries(known, one) > 0).map(nameOf),
    ...known.final.transfers.flatMap((amounts, account) =>
      amounts
        .filter((micros) => !asked.has(`${account} ${micros}`))
        .map((micros) => `${micros} micros of account ${account}, which nobody asked for`),
    ),
  ];
}

function listContradictions(known: Known, funds: number): string[] {
  const index = indexTrades(known.final);
  const { empty, steps } = listBookSteps(known);
  return [
    ...listPlacements(known).flatMap((placement) =>
      explain(`order ${placement.id}`, NO_ORDER, listOrderSteps(known, placement, index)),
    ),
    ...known.final.holdings.flatMap((_, account) =>
      explain(`account ${account}`, [funds, 0, 0], listAccountSteps(known, account)),
    ),
    ...explain("book", empty, steps),
  ];
}

const STATES_SHOWN = 4;

function explain<State>(name: string, initial: State, steps: readonly Step<State>[]): string[] {
  const found = findContradiction(initial, steps);
  if (found === undefined) return [];
  const states = found.states.slice(0, STATES_SHOWN).map((state) => JSON.stringify(state));
  return [
    `${name}: "${found.step}" returned, and was possible in none of ${found.states.length} states as ${states.join(" or ")}; ` +
      `underway: ${found.underway.join("; ") || "nothing"}; before, latest first: ${found.before.join("; ")}`,
  ];
}

/**
 * Histories of single things, made of a load's history and of the trades that it led to: an order as a state machine, and
 * accounts and books as registers of several numbers. A trade happens within the placement of its taker.
 */
import { isDone } from "./history.ts";
import type { Cancellation, FinalState, FoundOrder, Operation, Party, Placement, Trade } from "./history.ts";
import type { Step } from "./linearizability.ts";

/** `cancelled` with the lots that were matched before. */
export type OrderState = { readonly phase: "absent" | "placed" | "cancelled"; readonly matched: number };

export const NO_ORDER: OrderState = { phase: "absent", matched: 0 };

export type Known = { readonly operations: readonly Operation[]; readonly final: FinalState };

type Times = Pick<Step<unknown>, "calledAt" | "returnedAt">;

const timesOf = ({ calledAt, returnedAt }: Times): Times => ({ calledAt, returnedAt });

const atTheEnd = ({ at }: FinalState): Times => ({ calledAt: at, returnedAt: at });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const lotsOf = (trades: readonly Trade[]): number => sum(trades.map(({ lots }) => lots));

/** True for a placement that was not refused. Its outcome may be unknown. */
const isPlacement = (operation: Operation): operation is Placement =>
  operation.kind === "place" && operation.refused === undefined;

export const listPlacements = ({ operations }: Known): readonly Placement[] => operations.filter(isPlacement);

/** Trades by the order that took, and by the order that rested. */
type TradeIndex = {
  readonly taken: ReadonlyMap<string, readonly Trade[]>;
  readonly made: ReadonlyMap<string, readonly Trade[]>;
};

export const indexTrades = ({ trades }: FinalState): TradeIndex => ({
  taken: Map.groupBy(trades, ({ taker }) => taker.order),
  made: Map.groupBy(trades, ({ maker }) => maker.order),
});

const readStep = (name: string, times: Times, found: FoundOrder, lots: number): Step<OrderState> => ({
  name: `${name} ${found === undefined ? "nothing" : `${found.status} ${found.matched}`}`,
  ...times,
  apply: (state) => (shows(found, state, lots) ? state : undefined),
});

function shows(found: FoundOrder, { phase, matched }: OrderState, lots: number): boolean {
  if (found === undefined) return phase === "absent";
  if (found.matched !== matched) return false;
  if (found.status === "canceled") return phase === "cancelled";
  return phase === "placed" && (found.status === "matched") === (matched === lots);
}

const cancelStep = (cancel: Cancellation, lots: number): Step<OrderState> => ({
  name: `cancel: ${cancel.result ?? "unknown"}${cancel.sentAgain ? ", sent again" : ""}`,
  ...timesOf(cancel),
  apply(state) {
    const open = state.phase === "placed" && state.matched < lots;
    if (cancel.result === "absent") return state.phase === "absent" ? state : undefined;
    if (open && (cancel.result !== "gone" || cancel.sentAgain)) return { ...state, phase: "cancelled" };
    const ended = state.phase !== "absent" && !open;
    return ended && cancel.result !== "cancelled" ? state : undefined;
  },
});

/** Lists the steps of an order: its placement with the fills at once, fills by later orders, cancels, and reads. */
export function listOrderSteps(
  { operations, final }: Known,
  { id, lots, ...placement }: Placement,
  index: TradeIndex,
): Step<OrderState>[] {
  const takers = new Map(listPlacements({ operations, final }).map((one) => [one.id, one]));
  const taken = lotsOf(index.taken.get(id) ?? []);
  const place: Step<OrderState> = {
    name: `place ${lots}, filled ${taken}`,
    ...timesOf(placement),
    apply: ({ phase }) => (phase === "absent" ? { phase: "placed", matched: taken } : undefined),
  };
  const fills = [...Map.groupBy(index.made.get(id) ?? [], ({ taker }) => taker.order)].map(
    ([taker, trades]): Step<OrderState> => ({
      name: `fill ${lotsOf(trades)}`,
      ...timesOf(takers.get(taker) ?? atTheEnd(final)),
      apply({ phase, matched }) {
        const after = matched + lotsOf(trades);
        return phase === "placed" && after <= lots ? { phase, matched: after } : undefined;
      },
    }),
  );
  const others = operations.flatMap((one): Step<OrderState>[] => {
    if (one.kind === "cancel" && one.id === id && one.refused === undefined) return [cancelStep(one, lots)];
    return one.kind === "order" && one.id === id ? [readStep("read", timesOf(one), one.found, lots)] : [];
  });
  const end = readStep("read at the end", atTheEnd(final), final.orders.get(id), lots);
  return [place, ...fills, ...others, end];
}

/** A register of several numbers: steps add to them, or tell all of them. */
type Register = readonly number[];

const addStep = (name: string, times: Times, change: Register, told?: number): Step<Register> => ({
  name: `${name} ${change.join()}`,
  ...times,
  apply(state) {
    const after = state.map((value, index) => value + (change[index] ?? 0));
    return told === undefined || after[0] === told ? after : undefined;
  },
});

const tellStep = (name: string, times: Times, values: Register): Step<Register> => ({
  name: `${name} ${values.join()}`,
  ...times,
  apply: (state) => (state.join() === values.join() ? state : undefined),
});

const MICROS_PER_CENT_LOT = 100;

/** Change of a party's collateral and of its two tokens by a trade. */
function changeOf({ token, side, cents, fee }: Party, lots: number): Register {
  const sign = side === "BUY" ? 1 : -1;
  const money = -sign * lots * cents * MICROS_PER_CENT_LOT - fee;
  return [money, ...[0, 1].map((one) => (one === token ? sign * lots : 0))];
}

/** Lists the steps of an account: its trades and transfers, and reads of its balances. */
export function listAccountSteps({ operations, final }: Known, account: number): Step<Register>[] {
  const takers = Map.groupBy(final.trades, ({ taker }) => taker.order);
  const trades = listPlacements({ operations, final }).flatMap((placement) => {
    const changes = (takers.get(placement.id) ?? []).flatMap(({ taker, maker, lots }) =>
      [taker, maker].filter((party) => party.account === account).map((party) => changeOf(party, lots)),
    );
    const total = [0, 1, 2].map((index) => sum(changes.map((change) => change[index] ?? 0)));
    return changes.length === 0 ? [] : [addStep("trade", timesOf(placement), total)];
  });
  const others = operations.flatMap((one): Step<Register>[] => {
    if (!("account" in one) || one.account !== account || one.refused !== undefined) return [];
    if (one.kind === "balance") return [tellStep("read", timesOf(one), one.holdings)];
    return [addStep(one.kind, timesOf(one), [one.micros, 0, 0], one.balance)];
  });
  const end = tellStep("read at the end", atTheEnd(final), final.holdings[account] ?? []);
  return [...trades, ...others, end];
}

const PRICES = 100;

/** Level of the book in terms of the first token: a buy of the second at 60 asks 40 for the first. */
export const levelOf = ({ token, side, cents }: Pick<Party, "token" | "side" | "cents">): string => {
  const buysFirst = (token === 0) === (side === "BUY");
  return `${buysFirst ? "bid" : "ask"} ${token === 0 ? cents : PRICES - cents}`;
};

/** Lists the steps of the book: placements with their fills, cancels, and reads; and an empty book. */
export function listBookSteps(known: Known): { readonly empty: Register; readonly steps: Step<Register>[] } {
  const { operations, final } = known;
  const placements = new Map(listPlacements(known).map((one) => [one.id, one]));
  const told = [...operations.flatMap((one) => (one.kind === "book" ? [one.levels] : [])), final.levels];
  const levels = [
    ...new Set([...[...placements.values()].map(levelOf), ...told.flatMap((one) => Object.keys(one))]),
  ];
  const { taken } = indexTrades(final);
  const register = (changes: readonly (readonly [string, number])[]): Register =>
    levels.map((level) => sum(changes.map(([name, lots]) => (name === level ? lots : 0))));
  const changes = operations.flatMap((one): Step<Register>[] => {
    const placement = "id" in one ? placements.get(one.id) : undefined;
    if (placement === undefined) return [];
    if (one === placement) {
      const trades = taken.get(one.id) ?? [];
      const rest = [levelOf(placement), placement.lots - lotsOf(trades)] as const;
      const fills = trades.map(
        ({ maker, lots }) => [levelOf(placements.get(maker.order) ?? maker), -lots] as const,
      );
      return [addStep("place", timesOf(one), register([rest, ...fills]))];
    }
    const found = final.orders.get(placement.id);
    if (!mayHaveCancelled(one) || found?.status !== "canceled") return [];
    return [
      addStep("cancel", timesOf(one), register([[levelOf(placement), found.matched - placement.lots]])),
    ];
  });
  const reads = operations.flatMap((one) =>
    one.kind === "book" ? [tellStep("read", timesOf(one), register(Object.entries(one.levels)))] : [],
  );
  const end = tellStep("read at the end", atTheEnd(final), register(Object.entries(final.levels)));
  return { empty: register([]), steps: [...changes, ...reads, end] };
}

/** True for the cancel of an order that may be the one that ended it. The load cancels an order once. */
const mayHaveCancelled = (one: Operation): boolean =>
  one.kind === "cancel" &&
  (one.result === "cancelled" || !isDone(one) || (one.result === "gone" && one.sentAgain)) &&
  one.refused === undefined;

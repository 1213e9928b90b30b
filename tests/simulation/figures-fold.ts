/** Figures by day as a naive fold of the journal's text: numbers of trades, volumes, fees and payments under text keys. */
import type { StoredEvent } from "../../src/core/events/event-codec.ts";
import { ONE } from "./reference-state.ts";

type Party = { readonly account: number; readonly outcome: number };

/** Counts by the names of the columns, under "day market", "day account" and "day account market". */
export type FoldFigures = {
  readonly markets: Map<string, Record<string, number>>;
  readonly accounts: Map<string, Record<string, number>>;
  readonly taken: Map<string, Record<string, number>>;
};

export const createFoldFigures = (): FoldFigures => ({
  markets: new Map(),
  accounts: new Map(),
  taken: new Map(),
});

function add(sums: Map<string, Record<string, number>>, key: string, more: Record<string, number>): void {
  const row = sums.get(key) ?? {};
  for (const [name, count] of Object.entries(more)) row[name] = (row[name] ?? 0) + count;
  sums.set(key, row);
}

type FoldedTrade = {
  readonly day: number;
  readonly market: number;
  readonly taker: Party;
  readonly maker: number;
  readonly lots: number;
  readonly price: number;
  readonly fees: readonly [number, number];
};

function foldTrade(figures: FoldFigures, trade: FoldedTrade, sign: 1 | -1): void {
  const { day, market, taker, maker, lots, price, fees } = trade;
  const [takerFee, makerFee] = fees;
  const volume = sign * lots * (taker.outcome === 0 ? price : ONE - price);
  const fills = sign === 1 ? 1 : 0;
  add(figures.markets, `${day} ${market}`, { trades: sign, volume, fees: sign * (takerFee + makerFee) });
  const taken = { trades: sign, volume, fees: sign * takerFee };
  const made = { trades: 0, volume: 0, fees: sign * makerFee };
  add(figures.accounts, `${day} ${taker.account}`, { ...taken, fills });
  add(figures.accounts, `${day} ${maker}`, { ...made, fills });
  add(figures.taken, `${day} ${taker.account} ${market}`, taken);
  add(figures.taken, `${day} ${maker} ${market}`, made);
}

type Makers = ReadonlyMap<number, { readonly account: number }>;

/** Folds an event before the orders that it fills are changed. */
export function foldFigures(figures: FoldFigures, day: number, event: StoredEvent, makers: Makers): void {
  const pay = (account: number, more: Record<string, number>): void =>
    add(figures.accounts, `${day} ${account}`, more);
  switch (event.type) {
    case "account-opened":
      return pay(event.no, { opened: 1, deposits: event.credit });
    case "credited":
      return pay(event.account!, { deposits: event.amount });
    case "debited":
      return pay(event.account!, { withdrawals: event.amount });
    case "order-placed": {
      if (typeof event.order !== "object") throw new Error("an order was placed without its terms");
      const { market } = event.order;
      for (const [, maker, lots, price, takerFee = 0, makerFee = 0] of event.fills ?? [])
        foldTrade(
          figures,
          {
            day,
            market,
            taker: event.order,
            maker: makers.get(maker)!.account,
            lots,
            price,
            fees: [takerFee, makerFee],
          },
          1,
        );
      return undefined;
    }
    case "settlement-failed": {
      const [account, outcome] = event.taker!;
      for (const [, maker, lots, price, takerFee = 0, makerFee = 0] of event.undone ?? [])
        foldTrade(
          figures,
          {
            day,
            market: event.market!,
            taker: { account, outcome },
            maker: maker[0],
            lots,
            price,
            fees: [takerFee, makerFee],
          },
          -1,
        );
      return undefined;
    }
    default:
      return undefined;
  }
}

const rowsOf = (sums: FoldFigures["markets"], columns: readonly string[]): string[] =>
  [...sums].map(([key, row]) => [key, ...columns.map((column) => row[column] ?? 0)].join(" ")).sort();

/** Columns: day, market, trades, volume, fees. */
export const marketFigureRows = ({ markets }: FoldFigures): string[] =>
  rowsOf(markets, ["trades", "volume", "fees"]);

/** Columns: day, account, opened, trades, fills, volume, fees, deposits, withdrawals. */
export const accountFigureRows = ({ accounts }: FoldFigures): string[] =>
  rowsOf(accounts, ["opened", "trades", "fills", "volume", "fees", "deposits", "withdrawals"]);

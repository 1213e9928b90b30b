/** A market with traders of its own, so that a load finds an empty book, and what is there of it afterwards. */
import { createWallet } from "../../bench/support/order-requests.ts";
import { toUnits } from "../torture/balance-checks.ts";
import type { BalanceState } from "../torture/balance-checks.ts";
import { registerWithRetries } from "../torture/clients.ts";
import { callAs, callAsOperator, callPublic, getAnswer, readPages } from "../torture/exchange-calls.ts";
import type { Reply, Request } from "../torture/exchange-calls.ts";
import type { LedgerState } from "../torture/operation-checks.ts";
import type { OrderState, PartyState, TradeState } from "../torture/order-checks.ts";
import type { FinalState, FoundOrder, Operation, Party, Side } from "./history.ts";
import { foundOrder, holdingsOf, levelsOf } from "./trading-clients.ts";
import type { BookAnswer, Entrances, Market, Scene } from "./trading-clients.ts";

const TRADERS = 5;
const FIRST_FUNDS = 10_000;
export const FIRST_MICROS = FIRST_FUNDS * 1_000_000;
const LOOKUP = 500;

/** Repeats a request at all addresses until one of them answers it. */
async function askAny(
  urls: readonly string[],
  ask: (url: string) => Promise<Reply | undefined>,
): Promise<Reply["body"]> {
  let next = 0;
  return getAnswer(async () => {
    const reply = await ask(urls[next++ % urls.length] ?? "");
    return reply ?? { status: 503, body: {} };
  });
}

const patiently = (request: Request): Request => ({ ...request, patienceMs: 5_000 });

/** Makes a market and funded traders; `name` is that of no earlier scene. */
export async function makeScene(entrances: Entrances, name: string): Promise<Scene> {
  const { adminToken, operators, trading } = entrances;
  const operate = (path: string, body: object) =>
    askAny(operators, (admin) =>
      callAsOperator(
        { admin, adminToken },
        patiently({
          method: "POST",
          path,
          body: { ...body, reason: "load" },
          key: `${name} ${path}`.replaceAll(" ", "-"),
        }),
      ),
    );
  const wallets = Array.from({ length: TRADERS }, createWallet);
  await operate("/events", { title: name, slug: name });
  const listed = { event: name, question: `${name}?`, slug: `${name}-market`, open: true };
  const market = (await operate("/markets", listed)) as { conditionId: string; tokenIds: string[] };
  await operate("/accounts/fundings", {
    csv: wallets.map(({ address }) => `${address},${FIRST_FUNDS}`).join("\n"),
  });
  const traders = [];
  for (const wallet of wallets) traders.push(await registerWithRetries(trading[0] ?? "", wallet));
  return { entrances, traders, market: { conditionId: market.conditionId, tokens: market.tokenIds } };
}

/** Reads the state after a load, of all that the load may have changed. */
export async function readFinalState(
  { entrances, market, traders }: Scene,
  operations: readonly Operation[],
): Promise<FinalState> {
  const anybody = (request: Request) =>
    askAny(entrances.trading, (url) => callPublic(url, patiently(request)));
  const url = entrances.trading[0] ?? "";
  const pages = async <Row>(path: string, index: number): Promise<Row[]> => {
    const trader = traders[index];
    if (trader === undefined) throw new Error(`no trader ${index}`);
    return readPages<Row>(path, (request) => callAs(trader, url, patiently(request)));
  };
  const orders = new Map<string, FoundOrder>();
  const ids = operations.flatMap((one) => (one.kind === "place" ? [one.id] : []));
  for (let start = 0; start < ids.length; start += LOOKUP) {
    const body = ids.slice(start, start + LOOKUP).map((orderId) => ({ orderId }));
    const found = await anybody({ method: "POST", path: "/data/orders", body });
    for (const { order_id: id, order } of found as unknown as { order_id: string; order?: OrderState }[])
      orders.set(id, order && foundOrder(order));
  }
  const trades = await readPages<TradeState>(`/data/trades?market=${market.conditionId}`, (request) =>
    callPublic(url, patiently(request)),
  );
  const accounts = new Map(traders.map(({ address }, index) => [address.toLowerCase(), index]));
  const balances: (readonly number[])[] = [];
  const transfers: (readonly number[])[] = [];
  for (const index of traders.keys()) {
    const [balance] = await pages<BalanceState>("/balances", index);
    if (balance === undefined) throw new Error(`no balance of trader ${index}`);
    balances.push(holdingsOf(balance, market));
    const ledger = await pages<LedgerState>("/ledger", index);
    const amounts = ledger
      .filter(({ type }) => type !== "trade")
      .map(({ collateral }) => toUnits(collateral, 6));
    const first = amounts.lastIndexOf(FIRST_MICROS);
    transfers.push(amounts.filter((_, entry) => entry !== first));
  }
  const book = await anybody({ method: "GET", path: `/book?token_id=${market.tokens[0]}` });
  return {
    at: performance.now(),
    orders,
    trades: trades.map((trade) => tradeOf(trade, market, accounts)),
    transfers,
    holdings: balances,
    levels: levelsOf(book as unknown as BookAnswer, 0),
  };
}

function tradeOf(
  trade: TradeState,
  { tokens }: Market,
  accounts: ReadonlyMap<string, number>,
): FinalState["trades"][number] {
  const [maker, ...others] = trade.maker_orders;
  if (maker === undefined || others.length > 0) throw new Error(`trade ${trade.id} has not one maker`);
  const party = (order: string, state: PartyState): Party => ({
    order,
    account: accounts.get(state.maker_address.toLowerCase()) ?? -1,
    token: tokens.indexOf(state.asset_id),
    side: state.side as Side,
    cents: toUnits(state.price, 2),
    fee: toUnits(state.fee, 6),
  });
  return {
    id: trade.id,
    lots: toUnits(trade.size, 2),
    taker: party(trade.taker_order_id, trade),
    maker: party(maker.order_id, maker),
  };
}

/** True if the exchange proves that it has all that it owes. */
export async function isSolvent({ trading }: Entrances): Promise<boolean> {
  const request = patiently({ method: "GET", path: "/proof/solvency" });
  return (await askAny(trading, (url) => callPublic(url, request)))["solvent"] === true;
}

/** The whole state as lines of text, from the exchange and from its reference, to be compared after every command. */
import { liquidityOf } from "../../src/core/figures.ts";
import type { Exchange, Market } from "../../src/core/state.ts";
import { backing, liquidity } from "./reference-state.ts";
import type { Reference } from "./reference-state.ts";

export function viewExchange(exchange: Exchange): string[] {
  const lines = [`deposits ${exchange.deposits}`];
  const tokens = exchange.markets.flatMap((market) =>
    market === undefined ? [] : market.tokenIds.map((id, outcome) => ({ id, no: market.no * 2 + outcome })),
  );
  for (const account of exchange.accounts) {
    if (account === undefined) continue;
    const shares = tokens.map(({ id, no }) => {
      const position = account.positions.get(no);
      return shareText(id, position?.lots ?? 0, position?.held ?? 0);
    });
    lines.push(walletText(account.address, account.collateral, account.held) + shares.join(""));
  }
  for (const market of exchange.markets) if (market !== undefined) lines.push(marketText(market));
  const orders = [...exchange.orders.values()].sort((a, b) => a.no - b.no);
  for (const { no, id, remaining } of orders) lines.push(`order ${no} ${id} ${remaining}`);
  return lines;
}

const walletText = (address: string, cash: number, held: number): string =>
  `wallet ${address}: ${cash} held ${held}`;
const shareText = (token: string, lots: number, held: number): string =>
  lots === 0 && held === 0 ? "" : `, ${lots} ${token} held ${held}`;

function marketText(market: Market): string {
  const { conditionId, status, tick, minimumLots, payout, lastTrade, recorded } = market;
  const traded = lastTrade === undefined ? undefined : `${lastTrade.side} ${lastTrade.price}`;
  return (
    `market ${conditionId} ${status} tick ${tick} minimum ${minimumLots} pays ${payout?.join("/")} ` +
    `backing ${market.backing} traded ${traded} volume ${market.volume} liquidity ${liquidityOf(market)} ` +
    `recorded ${recorded?.midpoint} in ${recorded?.minute}`
  );
}

/** What resting orders need, by wallet and token or "cash". */
function heldByWallet(reference: Reference): Map<string, number> {
  const held = new Map<string, number>();
  for (const { wallet, side, token, remaining, limit } of reference.orders) {
    const key = `${wallet.address} ${side === "BUY" ? "cash" : token}`;
    held.set(key, (held.get(key) ?? 0) + remaining * (side === "BUY" ? limit : 1));
  }
  return held;
}

export function viewReference(reference: Reference): string[] {
  const lines = [`deposits ${reference.deposits}`];
  const tokens = reference.markets.flatMap((market) => market.tokens);
  const held = heldByWallet(reference);
  for (const wallet of reference.wallets) {
    const of = (what: string): number => held.get(`${wallet.address} ${what}`) ?? 0;
    const shares = tokens.map((token) => shareText(token, wallet.shares.get(token) ?? 0, of(token)));
    lines.push(walletText(wallet.address, wallet.cash, of("cash")) + shares.join(""));
  }
  for (const market of reference.markets) {
    const { condition, status, tick, minimum, payout, lastTrade, recorded } = market;
    lines.push(
      `market ${condition} ${status} tick ${tick} minimum ${minimum} pays ${payout?.join("/")} ` +
        `backing ${backing(reference, market)} traded ${lastTrade} volume ${market.volume} ` +
        `liquidity ${liquidity(reference, market)} recorded ${recorded?.midpoint} in ${recorded?.minute}`,
    );
  }
  for (const order of reference.orders) lines.push(`order ${order.no} ${order.id} ${order.remaining}`);
  return lines;
}

/**
 * Trading on a drawn catalog: trades, orders that rest or are cancelled, pauses and resolutions. Orders that rest
 * stay away from the prices of trades. An order therefore meets just the one that it is meant for, and trades are
 * known without a book.
 */
import { hashOf, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import type { Random } from "../../support/random.ts";
import type { DrawnCatalog, DrawnMarket } from "./drawn-catalog.ts";

const [MAKER, TAKER] = [walletOf("maker"), walletOf("taker")];
const HOUR_MS = 3_600_000;

type Quote = {
  readonly account: string;
  readonly token: "yes" | "no";
  readonly cents: number;
  readonly shares: number;
};

/** Lets these hours pass, one after the other, with something happening on many markets after each. */
export async function trade(
  random: Random,
  exchange: TestExchange,
  catalog: DrawnCatalog,
  hours: readonly number[],
): Promise<void> {
  for (const wallet of [MAKER, TAKER]) await exchange.open(wallet, "1000000000");
  for (const count of hours) {
    await exchange.wait(count * HOUR_MS);
    const markets = new Set(Array.from({ length: 70 }, () => random.pick(catalog.markets)));
    await Promise.all([...markets].map((market) => changeMarket(random, exchange, market)));
  }
}

/** Lets something happen to a market. All draws come before the first command, so that they do not depend on timing. */
async function changeMarket(random: Random, exchange: TestExchange, market: DrawnMarket): Promise<void> {
  if (!market.takesOrders) return;
  const [cents, shares, low] = [random.between(45, 55), random.between(1, 200), random.between(1, 40)];
  const token = random.pick(["yes", "no"] as const);
  const drawn = random.below(100);
  if (drawn < 50) await fill(exchange, market, { token, cents, shares });
  if (drawn >= 30 && drawn < 80) await rest(exchange, market, { account: MAKER, token, cents: low, shares });
  if (drawn >= 80 && drawn < 90) await cancelOne(exchange, market);
  if (drawn >= 90 && drawn < 94) await leaveRest(exchange, market, { token, cents, shares });
  if (drawn >= 94 && drawn < 97) await pause(exchange, market);
  if (drawn >= 97) await resolve(exchange, market);
}

/** A new order is filled by another new one, which buys `token` at `cents`; that is what counts as volume. */
async function fill(
  exchange: TestExchange,
  market: DrawnMarket,
  taken: Omit<Quote, "account">,
): Promise<void> {
  const { token, cents, shares } = taken;
  const other = token === "yes" ? "no" : "yes";
  await buy(exchange, market, { account: MAKER, token: other, cents: 100 - cents, shares });
  await buy(exchange, market, { account: TAKER, token, cents, shares });
  noteFill(exchange, market, taken);
}

function noteFill(exchange: TestExchange, market: DrawnMarket, taken: Omit<Quote, "account">): void {
  const { token, cents } = taken;
  market.fills.push({ at: exchange.clock.now, micros: worth(taken) });
  market.lastCents = token === "yes" ? cents : 100 - cents;
}

async function rest(exchange: TestExchange, market: DrawnMarket, quote: Quote): Promise<void> {
  market.resting.set(await buy(exchange, market, quote), { ...quote, micros: worth(quote) });
}

/** The order that is met is twice as large as the one that meets it. The market is left alone afterwards. */
async function leaveRest(exchange: TestExchange, market: DrawnMarket, taken: Omit<Quote, "account">) {
  const { token, cents, shares } = taken;
  const met = { account: MAKER, token: token === "yes" ? "no" : "yes", cents: 100 - cents } as const;
  const id = await buy(exchange, market, { ...met, shares: 2 * shares });
  await buy(exchange, market, { account: TAKER, ...taken });
  noteFill(exchange, market, taken);
  market.resting.set(id, { ...met, micros: worth({ ...met, shares }) });
  market.takesOrders = false;
}

async function cancelOne(exchange: TestExchange, market: DrawnMarket): Promise<void> {
  const [id] = market.resting.keys();
  if (id === undefined) return;
  await exchange.submit({ type: "cancel-order", id, owner: MAKER });
  market.resting.delete(id);
}

async function pause(exchange: TestExchange, market: DrawnMarket): Promise<void> {
  await exchange.submit({ type: "pause-market", conditionId: hashOf(market.listed.name) });
  market.takesOrders = false;
}

async function resolve(exchange: TestExchange, market: DrawnMarket): Promise<void> {
  await exchange.submit({ type: "resolve-market", conditionId: hashOf(market.listed.name), payout: [0, 1] });
  market.takesOrders = false;
  market.resting.clear();
  market.resolvedAt = exchange.clock.now;
  market.flags = { active: true, closed: true, archived: false };
}

const buy = (exchange: TestExchange, { listed }: DrawnMarket, quote: Quote): Promise<string> =>
  exchange.place({
    account: quote.account,
    tokenId: tokenOf(`${listed.name} ${quote.token}`),
    side: "BUY",
    price: `0.${String(quote.cents).padStart(2, "0")}`,
    size: String(quote.shares),
  });

/** Worth in micros. */
const worth = ({ cents, shares }: Pick<Quote, "cents" | "shares">): number => cents * shares * 10_000;

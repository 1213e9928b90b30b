/** Sells the shares that a run bought: to the other wallet, or to other bidders if others trade in the market, too. */
import { answered, Unchecked } from "../answer.ts";
import type { Run } from "../check.ts";
import { numberIn } from "../json-value.ts";
import { purchaseOf } from "../purchase.ts";
import { tradeWithEachOther } from "./trades.ts";
import { cancelOf, place } from "../trading.ts";
import type { Trader } from "../wallets.ts";

const MAX_TRIES = 3;

/** Sells all shares of the wallet that bought; throws `Unchecked` if nobody buys them. */
export async function sellAgain(run: Run): Promise<Trader> {
  const { order } = purchaseOf(run);
  await tradeWithEachOther(run, "SELL");
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    let left = 0;
    for (const trader of run.trading().traders) left += (await sellRest(run, trader)) ? 0 : 1;
    if (left === 0) break;
  }
  const held = await sharesOf(run, order.by, order.tokenId);
  if (held === 0) return order.by;
  throw new Unchecked(`the shares could not be sold again: the wallet still has ${held}`);
}

/** Sells a wallet's remaining shares to the best bids; true if none remained. */
async function sellRest(run: Run, trader: Trader): Promise<boolean> {
  const { conditionId, tokenIds, tickMicros: priceMicros } = run.market();
  let isEmpty = true;
  for (const tokenId of tokenIds) {
    if ((await sharesOf(run, trader, tokenId)) === 0) continue;
    isEmpty = false;
    await cancelAll(run);
    const shares = await sharesOf(run, trader, tokenId);
    if (shares > 0)
      await place(run.trading(), { conditionId, tokenId, side: "SELL", priceMicros, shares }, trader);
  }
  return isEmpty;
}

/** Cancels the resting orders of both wallets: their sales hold the shares, and their bids would match their own sales. */
async function cancelAll(run: Run): Promise<void> {
  const trading = run.trading();
  for (const { id, by } of trading.resting) await answered(trading.ask(cancelOf(id), by));
}

const UNITS = 1_000_000;

/** Reads a wallet's shares of a token; throws `Unchecked` if the server does not tell. */
async function sharesOf(run: Run, trader: Trader, tokenId: string): Promise<number> {
  const path = `/balance-allowance?asset_type=CONDITIONAL&token_id=${tokenId}&signature_type=0`;
  const answer = await answered(run.trading().ask({ path }, trader));
  const balance = numberIn(answer?.json, "balance");
  if (!Number.isNaN(balance)) return balance / UNITS;
  throw new Unchecked("the server does not say which shares are left: GET /balance-allowance has no balance");
}

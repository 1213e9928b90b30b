/** Liquidity at the largest deposit that there can be: the sells of both outcomes together are worth more than it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Command } from "../../src/core/events/command.ts";
import { createExchange, execute } from "../../src/core/exchange.ts";
import { sumEventStatistics, sumLiquidity } from "../../src/core/ledger/liquidity.ts";
import { isRejection } from "../../src/core/rejection.ts";
import { lots, MAX_MICROS, micros, ONE, setValue, ticks } from "../../src/core/units.ts";
import { marketListing } from "./support/listing.ts";
import { NOT_SIGNED } from "./support/orders.ts";

const SETS = lots(Math.floor(MAX_MICROS / ONE));

const sell = (id: string, tokenId: string, price: number, size: number): Command => ({
  type: "place-order",
  id,
  maker: "ann",
  owner: "ann",
  tokenId,
  side: "SELL",
  kind: "GTC",
  postOnly: false,
  expiresAt: 0,
  limit: ticks(price),
  lots: lots(size),
  budget: undefined,
  apiKey: "",
  signed: NOT_SIGNED,
});

test("liquidity stops at the largest amount, and comes back exactly when the orders end", () => {
  const exchange = createExchange({ selfTrade: "allow", autoRedeem: false, limits: STANDARD_LIMITS });
  const run = (command: Command): void =>
    assert.ok(!isRejection(execute(exchange, command, 1)), command.type);
  run({ type: "list", listing: marketListing({ name: "m", tick: 1 }) });
  run({ type: "open-account", address: "ann", owner: "ann", credit: micros(MAX_MICROS) });
  run({ type: "split", address: "ann", owner: "ann", conditionId: "m", lots: SETS });
  const [market] = exchange.marketByCondition.values();
  run(sell("0xa", "m-yes", 9900, SETS - 101));
  assert.equal(sumLiquidity(market!), (SETS - 101) * 9900);
  run(sell("0xb", "m-no", 9900, SETS));
  assert.equal(sumLiquidity(market!), MAX_MICROS);
  run(sell("0xc", "m-yes", 9901, 101));
  assert.equal(sumEventStatistics(market!.event).liquidity, MAX_MICROS);
  run({ type: "cancel-order", id: "0xb", owner: "ann" });
  assert.equal(sumLiquidity(market!), (SETS - 101) * 9900 + 101 * 9901);
  for (const id of ["0xa", "0xc"]) run({ type: "cancel-order", id, owner: "ann" });
  assert.equal(sumLiquidity(market!), 0);
  assert.equal(setValue(SETS), market!.backing);
});

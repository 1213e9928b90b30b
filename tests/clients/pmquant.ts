/** pmquant: a Python library that places orders and reckons what it did by the trades; reads of the catalog and data. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { independentSuite } from "./independent.ts";
import { newOwner } from "./owner.ts";
import { checkReads } from "./reads.ts";

const ADDRESSES = { GAMMA: "catalog", CLOB: "trading", DATA: "data" } as const;

export const pmquant = independentSuite({
  name: "pmquant",
  version: "0.7.1",
  versions: ["v1"],
  classes: { executor: "pmq:PolymarketExecutor" },
  uncalled: {},
  describe({ stage, python, taker, make, record }) {
    const { addresses, quoted, event } = stage;

    it("reads markets, books, positions and trades", async () => {
      const module = await python.call("importlib:import_module", {}, "pmq.data");
      for (const [name, part] of Object.entries(ADDRESSES))
        await python.call("builtins:setattr", {}, module, name, addresses[part]);
      const data = record("data", module);
      await checkReads(data, {
        get_market: [quoted.conditionId, quoted.slug],
        event_markets: [quoted.conditionId, event.slug],
        get_book: [quoted.yes, quoted.yes],
        positions: [quoted.yes, taker.wallet],
        get_tape: [quoted.conditionId, quoted.conditionId, 0],
      });
      const market = await data.parse_market!(await data.get_market!(quoted.slug));
      assert.deepEqual([market.token_a, market.token_b], [quoted.yes, quoted.no]);
      const book = await data.get_book!(quoted.yes);
      assert.deepEqual(await data.best_bid_ask!(book), [0.49, 100, 0.51, 90]);
    });

    it("trades, and finds what it did in the trades", async () => {
      const given = { key: newOwner().key, host: addresses.trading, builder_code: null };
      const executor = await make("executor", given);
      const { yes, conditionId } = quoted;
      const { order_id: id } = await executor.limit_gtc!(yes, 0.1, 10, "BUY");
      await checkReads(executor, {
        collateral: [10_000],
        require_collateral: [10_000, 1],
        fee_rate: [0.02, stage.ordinary.conditionId],
        get_order: [id, id],
        open_orders: [id, conditionId],
        cancel_order: [true, id],
        buy_fak: ['"matched_shares":10', yes, 0.51, 5.11],
        sell_fak: ['"matched_shares":10', yes, 0.49, 10],
        trades_totals: ["10", conditionId, yes],
        reconcile: ["10", conditionId, yes],
        cancel_market: [true, conditionId],
      });
    });
  },
});

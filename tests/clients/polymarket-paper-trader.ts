/** polymarket-paper-trader: a Python library that trades on paper against the books of a market. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { independentSuite } from "./independent.ts";
import { named } from "./python.ts";
import { checkReads } from "./reads.ts";

const ADDRESSES = { GAMMA_BASE: "catalog", CLOB_BASE: "trading", DATA_API_BASE: "data" } as const;

export const polymarketPaperTrader = independentSuite({
  name: "polymarket-paper-trader",
  version: "0.4.13",
  versions: ["v1"],
  classes: { api: "pm_trader.api:PolymarketClient", engine: "pm_trader.engine:Engine" },
  uncalled: { "the tests have no resolved market": ["engine.resolve_market"] },
  describe({ stage, python, record }) {
    const { addresses, quoted, event, name } = stage;

    it("reads markets and books, and trades against them on paper", async () => {
      const module = await python.call("importlib:import_module", {}, "pm_trader.api");
      for (const [constant, part] of Object.entries(ADDRESSES))
        await python.call("builtins:setattr", {}, module, constant, addresses[part]);
      const folder = mkdtempSync(join(tmpdir(), "paper-"));
      const data_dir = await python.call("pathlib:Path", {}, folder);
      const engine = await python.call("pm_trader.engine:Engine", { data_dir });
      const database = await python.attribute(engine, "db");
      const api = record("api", await python.call("pm_trader.api:PolymarketClient", { db: database }));
      const [tag] = await api.get_tags!();
      await checkReads(api, {
        get_market: [quoted.conditionId, quoted.slug],
        list_markets: ["condition_id", named({ limit: 5 })],
        search_markets: [quoted.conditionId, name],
        get_markets_by_tag: ["[", tag.slug],
        get_event: [event.slug, event.slug],
        get_order_book: ["0.51", quoted.yes],
        get_midpoint: [0.5, quoted.yes],
        get_fee_rate: [0, quoted.yes],
        get_tick_size: [0.01, quoted.yes],
        get_price_history: ["price", quoted.yes, named({ interval: "1d" })],
        get_trade_context: [quoted.conditionId, quoted.slug, "yes"],
        close: [null],
      });
      await checkReads(record("engine", engine), {
        init_account: ["10000"],
        get_account: ["10000"],
        buy: [quoted.slug, quoted.slug, "yes", 5.1],
        get_portfolio: [quoted.slug],
        sell: [quoted.slug, quoted.slug, "yes", 5],
        get_history: [quoted.slug],
        get_all_trades: [quoted.slug],
        get_balance: ["cash"],
        place_limit_order: [quoted.slug, quoted.slug, "yes", "buy", 5, 0.2],
        get_pending_orders: [quoted.slug],
        check_orders: [[]],
        watch_prices: ["0.5", [quoted.slug]],
        cancel_limit_order: [quoted.slug, 1],
        cancel_all_orders: [[]],
        resolve_all: [[]],
        get_resolutions: [[]],
        reset: [null],
        close: [null],
      });
      rmSync(folder, { recursive: true });
    });
  },
});

/** The suite of a unified Python client. */
import { installPython } from "./install.ts";
import { startPython } from "./python.ts";
import { describeQuotes } from "./quotes.ts";
import type { Suite } from "./suite.ts";
import {
  describeCatalog,
  describeCombos,
  describeData,
  describeFurtherReads,
} from "./unified-python-reads.ts";
import { describeBooks, describeKeys, describeOrders } from "./unified-python-trading.ts";
import { openUnified } from "./unified-python.ts";
import type { UnifiedFamily, UnifiedTrader } from "./unified-python.ts";

/** Reasons that both clients have. */
export const UNCALLED = {
  chain: "the method needs a chain and a relayer",
  combos: "the exchange has no combos",
} as const;

export const CHAIN_METHODS = [
  "approve_erc1155_for_all",
  "approve_erc20",
  "authorize_session_key",
  "execute_collateral_return_plan",
  "execute_transaction",
  "fetch_session_keys",
  "get_trading_approvals_state",
  "merge_multiple_positions",
  "merge_positions",
  "plan_collateral_return",
  "redeem_positions",
  "revoke_session_key",
  "setup_gasless_wallet",
  "setup_trading_approvals",
  "split_position",
  "transfer_erc20",
];

export const COMBO_METHODS = [
  "accept_combo_quote",
  "fetch_rfq_status",
  "list_combo_markets",
  "request_combo_quote",
  "wait_for_combo_fill",
];

export const createUnifiedSuite = (family: UnifiedFamily): Suite => ({
  name: family.name,
  version: family.version,
  language: "Python",
  dialect: family.dialect,
  versions: family.versions,
  uncalled: Object.fromEntries(
    Object.entries(family.uncalled).flatMap(([reason, methods]) => methods.map((method) => [method, reason])),
  ),
  install: () => installPython(family.name, "3.11"),
  async open({ stage, installed, record }) {
    const python = startPython(installed);
    const opened = await openUnified(family, { stage, record }, python);
    const methods = await python.listOf(`${family.module}:SecureClient`);
    return {
      surfaces: [{ name: family.name, methods }],
      createTrader: () => opened.createTrader(),
      describe(given) {
        const traders = given as UnifiedTrader[];
        describeQuotes(stage, traders);
        describeBooks(opened, traders);
        describeOrders(opened, traders);
        describeKeys(opened, traders);
        describeData(stage, traders);
        describeCatalog(stage, traders);
        describeCombos(traders);
        if (family.dialect === "polymarket") describeFurtherReads(stage, traders);
      },
      close: () => python.close(),
    };
  },
});

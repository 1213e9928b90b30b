/** The suite of a Python client of the trading interface: parts that all of them have, and parts of its own. */
import { describeAccount, describeKeys, describeOrders } from "./clob-python-account.ts";
import { describeQuoteRequests } from "./clob-python-quotes.ts";
import { describeBooks, describeMarkets } from "./clob-python-reads.ts";
import { openFamily } from "./clob-python.ts";
import type { Family, FamilyContext, PythonTrader } from "./clob-python.ts";
import { installPython } from "./install.ts";
import { describeQuotes } from "./quotes.ts";
import type { Suite } from "./suite.ts";

export const createFamilySuite = (family: Family, describeOwn: (context: FamilyContext) => void): Suite => ({
  name: family.name,
  version: family.version,
  language: "Python",
  dialect: family.dialect,
  versions: family.versions,
  uncalled: {},
  install: () => installPython(family.name, "3.9"),
  async open(opening) {
    const opened = await openFamily(family, opening);
    const { stage } = opening;
    return {
      ...opened,
      describe(given) {
        const traders = given as PythonTrader[];
        const context: FamilyContext = { stage, family, opened, traders };
        describeQuotes(stage, traders);
        describeBooks(context);
        describeMarkets(context);
        describeOrders(context);
        describeAccount(context);
        describeKeys(context);
        describeQuoteRequests(context);
        describeOwn(context);
      },
      close: () => opened.python.close(),
    };
  },
});

/**
 * The unmodified client libraries against a running exchange: all their public methods, at the address of each
 * dialect. docs/reference/compatibility.md has the result of each method.
 */
import { after, describe } from "node:test";
import { testAccount } from "./account.ts";
import { testExamples } from "./examples.ts";
import { createCallRecord } from "./call-record.ts";
import { testHistory } from "./history.ts";
import { testKeys } from "./keys.ts";
import { testMarketData } from "./market-data.ts";
import { testOrders } from "./orders.ts";
import { testDeclaredAnswers, testPage } from "./compatibility-page.ts";
import { testRefusals } from "./refusals.ts";
import { testRfq } from "./rfq.ts";
import { testSetUps } from "./set-ups.ts";
import { closeOnFailure, startExchange } from "./running-exchange.ts";
import { testStreams } from "./streams.ts";
import { createTargets } from "./target.ts";

const exchange = await startExchange();
after(() => exchange.close());
const record = createCallRecord();
const targets = await closeOnFailure(exchange, () => createTargets(exchange.addresses, record));

// Concurrent, since a part of each waits for the exchange's clock.
describe("client libraries", { concurrency: targets.length }, () => {
  for (const target of targets) {
    describe(target.name, { concurrency: 1 }, () => {
      testMarketData(target);
      testOrders(target);
      testHistory(target);
      testKeys(target);
      testSetUps(target);
      testAccount(target);
      testStreams(target);
      testRefusals(target);
      if (target.library.name === "clob-client") testRfq(target);
    });
  }
});

testExamples(exchange.addresses.polymarket!);
testDeclaredAnswers(record.calls);
testPage(record.calls);

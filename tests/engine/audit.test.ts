/** The audit of assets against liabilities, on tables that were tampered with. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pino } from "pino";
import { startAudit } from "../../src/engine/safeguards.ts";
import { createAvailability } from "../../src/engine/availability.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { proveSolvency } from "../../src/store/reads/solvency.ts";
import { startTestExchange, walletOf } from "../support/exchange.ts";

test("an exchange whose assets do not cover its liabilities is halted; one whose database is away is not", async () => {
  const exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  const { sql: fenced } = exchange.context;
  const availability = createAvailability("normal");
  let away = true;
  const prove = async (): ReturnType<typeof proveSolvency> => {
    if (away) throw Object.assign(new Error("gone"), { code: "CONNECTION_CLOSED" });
    return proveSolvency(await fenced());
  };
  const audit = startAudit({ prove, availability, log: pino({ level: "silent" }) });
  try {
    await exchange.open(walletOf("ann"), "100");
    await audit.check();
    away = false;
    await audit.check();
    assert.equal(availability.now().mode, "normal");
    const sql = await fenced();
    await sql`update accounts set collateral = collateral + 1 where address = ${walletOf("ann")}`;
    await audit.check();
    assert.deepEqual(availability.now(), {
      mode: "halted",
      why: "its books do not balance",
      suspended: undefined,
    });
  } finally {
    await audit.close();
    await exchange.close();
  }
});

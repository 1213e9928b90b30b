/** Settings of all processes of an exchange whose clients' histories are checked. */
import { randomBytes } from "node:crypto";

export const makeExchangeSettings = (databaseUrl: string, adminToken: string) => ({
  DATABASE_URL: databaseUrl,
  PRESAGE_MODE: "production",
  PRESAGE_MASTER_KEY: randomBytes(32).toString("hex"),
  PRESAGE_ADMIN_TOKEN: adminToken,
  PRESAGE_PUBLIC_RECORDS: "true",
  PRESAGE_RATE_LIMITS: "off",
  // An exchange that cancels by itself would do what no client asked for.
  PRESAGE_SELF_TRADE: "allow",
});

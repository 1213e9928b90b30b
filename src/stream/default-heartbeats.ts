/** Default of heartbeats by dialect: clients of the services may not know them. */
import { DIFFERENCES } from "../http/dialects/dialect-differences.ts";
import type { Dialect } from "../http/dialects/dialect.ts";

export const hasHeartbeatsByDefault = (dialect: Dialect): boolean =>
  DIFFERENCES.heartbeats.does[dialect] === "sent";

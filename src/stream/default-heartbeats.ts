/** Whether a connection is sent heartbeats until its client says otherwise: those of the services may not know them. */
import { DIFFERENCES } from "../http/dialects/dialect-differences.ts";
import type { Dialect } from "../http/dialects/dialect.ts";

export const beatsByDefault = (dialect: Dialect): boolean => DIFFERENCES.heartbeats.does[dialect] === "sent";

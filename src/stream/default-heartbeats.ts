/** Whether a connection is sent heartbeats until its client says otherwise: those of the services may not know them. */
import type { Dialect } from "../http/dialect.ts";
import { DIFFERENCES } from "../http/dialect-differences.ts";

export const beatsByDefault = (dialect: Dialect): boolean =>
  DIFFERENCES.heartbeats[dialect].startsWith("sent");

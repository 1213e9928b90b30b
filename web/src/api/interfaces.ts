/** Clients of the exchange that serves this page. */
import { createClient } from "./client.ts";
import type { Operations as Catalog } from "./generated/catalog.ts";
import type { Operations as Data } from "./generated/data.ts";
import type { Operations as Operator } from "./generated/operator.ts";
import type { Operations as Trading } from "./generated/trading.ts";

const TRADING = "/spec/trading";

export const trading = createClient<Trading>(TRADING);
/** Uses the Polymarket dialect, whose rows include prices and volumes. */
export const catalog = createClient<Catalog>("/polymarket/catalog");
export const data = createClient<Data>("/polymarket/data");
/** Calls the operator API. It shares the origin of the console, so the base address is empty. */
export const operator = createClient<Operator>("");

/** Returns the WebSocket address of a live channel. */
export function channelAddress(path: string): string {
  const url = new URL(TRADING + path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** The interfaces of the exchange that this page comes from. */
import { clientOf } from "./client.ts";
import type { Operations as Catalog } from "./generated/catalog.ts";
import type { Operations as Data } from "./generated/data.ts";
import type { Operations as Operator } from "./generated/operator.ts";
import type { Operations as Trading } from "./generated/trading.ts";

const TRADING = "/spec/trading";

export const trading = clientOf<Trading>(TRADING);
/** In the dialect whose rows have prices and volumes beside them. */
export const catalog = clientOf<Catalog>("/polymarket/catalog");
export const data = clientOf<Data>("/polymarket/data");
/** At the address that the console comes from, which is the operator's own. */
export const operator = clientOf<Operator>("");

/** The address of a live channel of the trading interface. */
export function channelAddress(path: string): string {
  const url = new URL(TRADING + path, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

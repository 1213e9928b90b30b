/** The suite's own requests: operations that take place on a chain elsewhere, and reads for clients without them. */
import assert from "node:assert/strict";
import type { Answer } from "../conformance/call-record.ts";
import { requestHeaders } from "../support/trader.ts";
import type { ShownPosition, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

/** Posts a request that the trader's key signs. */
export async function post(
  { addresses }: Stage,
  { account, credentials }: Pick<Trader, "account" | "credentials">,
  path: string,
  content: object,
): Promise<Answer> {
  const body = JSON.stringify(content);
  const request = { method: "POST", path, body, now: Date.now() };
  const headers = {
    ...requestHeaders({ account, credentials }, request),
    "content-type": "application/json",
  };
  const response = await fetch(addresses.trading + path, { method: "POST", headers, body });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}

export async function getJson(url: string): Promise<Answer> {
  const response = await fetch(url);
  assert.equal(response.status, 200, url);
  return response.json();
}

/** Reads the positions of a wallet from the data address, open ones and those that are over. */
export async function readPositions({ addresses }: Stage, wallet: string): Promise<ShownPosition[]> {
  const lists = await Promise.all(
    ["/positions?sizeThreshold=0", "/closed-positions?limit=50"].map((path) =>
      getJson(`${addresses.data}${path}&user=${wallet}`),
    ),
  );
  return lists.flat().map((position: Answer) => ({
    token: position.asset,
    size: position.size ?? 0,
    average: position.avgPrice,
    bought: position.totalBought,
    realized: position.realizedPnl,
  }));
}

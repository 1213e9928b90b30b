/** The suite's own requests: operations that take place on a chain elsewhere, and reads for clients without them. */
import assert from "node:assert/strict";
import type { Answer } from "../conformance/call-record.ts";
import { requestHeaders } from "../support/trader.ts";
import type { ShownPosition, Trader } from "./trader.ts";
import type { Stage } from "./world.ts";

export type Request = {
  readonly method: "GET" | "POST" | "DELETE";
  /** May have a query. */
  readonly path: string;
  readonly content?: object;
};

/** Sends a request that the trader's key signs. */
export async function request(
  { addresses }: Stage,
  { account, credentials }: Pick<Trader, "account" | "credentials">,
  { method, path, content }: Request,
): Promise<Answer> {
  const body = content && JSON.stringify(content);
  const headers = {
    ...requestHeaders({ account, credentials }, { method, path, body, now: Date.now() }),
    "content-type": "application/json",
  };
  const response = await fetch(addresses.trading + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return JSON.parse(text);
}

/** Posts a request that the trader's key signs. */
export const post = (
  stage: Stage,
  trader: Pick<Trader, "account" | "credentials">,
  path: string,
  content: object,
): Promise<Answer> => request(stage, trader, { method: "POST", path, content });

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

/** An event that is listed twice, by which a start shows that it found its data. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testListing } from "../support/exchange.ts";
import type { Started } from "../support/presage.ts";

/** Lists an event through the operator API; tells if it was new to the exchange. */
export async function list({ addresses }: Started, directory: string): Promise<string> {
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  const response = await fetch(`${addresses.admin}/listings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify([testListing([{ name: "a kept promise" }])]),
  });
  assert.equal(response.status, 200);
  const [{ result }] = (await response.json()) as [{ result: string }];
  return result;
}

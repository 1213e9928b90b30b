/** Walks through a list by its cursors, as clients do. */
import assert from "node:assert/strict";
import type { Dialect } from "../../../src/http/dialects/dialect.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";

type Body = Reply["body"];

/** The page at `path` and all that follow, each full but the last, as long as there is a cursor. */
export async function* pages(
  exchange: TestExchange,
  path: string,
  dialect: Dialect,
): AsyncGenerator<Body[], void> {
  const seen = new Set<string>();
  for (let cursor = ""; ;) {
    const { status, body, text, headers } = await exchange.get(`${path}&after_cursor=${cursor}`, dialect);
    assert.equal(status, 200, `${path}: ${text}`);
    const rows: Body[] = body[path.startsWith("/events") ? "events" : "markets"];
    yield rows;
    if (!("next_cursor" in body)) return;
    assert.equal(String(rows.length), headers.get("x-page-limit"), path);
    cursor = body.next_cursor;
    assert.match(cursor, /^[\w-]+$/);
    assert.ok(!seen.has(cursor), `${path} repeats`);
    seen.add(cursor);
  }
}

/** The rows of all pages. */
export async function walk(exchange: TestExchange, path: string, dialect: Dialect): Promise<Body[]> {
  const rows: Body[] = [];
  for await (const page of pages(exchange, path, dialect)) rows.push(...page);
  return rows;
}

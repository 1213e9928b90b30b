/**
 * Durability of acknowledged commands: an engine whose commit the test holds back shows and says nothing before. One
 * whose commit fails never acknowledges. The commit is an option of the engine; the database behind it is real.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { createEngine } from "../../../src/engine/engine.ts";
import type { Engine } from "../../../src/engine/engine.ts";
import { createStoredEntries } from "../../../src/engine/repeats/stored-entries.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { commitBatch } from "../../../src/store/journal/journal.ts";
import { loadTables } from "../../../src/store/projector/load-tables.ts";
import { processTimers } from "../../../src/store/projector/projector-limits.ts";
import { createProjector } from "../../../src/store/projector/projector.ts";
import type { TableSession } from "../../../src/store/projector/table-flusher.ts";
import { flushRows } from "../../../src/store/projector/write-rows.ts";
import type { Sql } from "../../../src/store/sql/database.ts";
import { inSnapshot } from "../../../src/store/sql/table-stream.ts";
import { plainEngineParts } from "../../support/engine-parts.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { createTrader, requestHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { NO, startWorld, YES } from "./world.ts";

type Gate = { readonly reached: Promise<void>; open(): void; fail(): void };

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  exchange = await startWorld();
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

/** A second engine on the same database, with its own address; each commit waits for its gate. */
async function startGated(failures: unknown[]) {
  const { context } = exchange;
  // The exchange of this file holds the writer's lock, and writes nothing while a gated engine does.
  const writer = new Client({ connectionString: exchange.databaseUrl });
  const projecting = new Client({ connectionString: exchange.databaseUrl });
  await Promise.all([writer.connect(), projecting.connect()]);
  await context.tables.reach();
  const { exchange: state, head } = await inSnapshot(exchange.databaseUrl, "commit order test", (snapshot) =>
    loadTables(snapshot, context.config.rules),
  );
  const tables = createProjector<TableSession>({
    session: {
      seq: head.seq,
      flush: ({ rows, seq: to, hash }, from) => flushRows(projecting, rows, { from, to, hash }),
      close: async () => {},
    },
    open: () => Promise.reject(new Error("the tables' connection broke")),
    timers: processTimers,
    onFailure: (error) => failures.push(error),
  });
  const gates: { wait: Promise<void>; reach: () => void }[] = [];
  const sql = async (): Promise<Sql> => {
    await tables.reach();
    return context.sql();
  };
  const entries = createStoredEntries({
    lookUps: await context.sql(),
    stored: () => tables.standing().seq,
    fills: sql,
    log: context.log,
  });
  const engine: Engine = createEngine({
    exchange: state,
    head,
    clock: () => exchange.clock.now,
    ...plainEngineParts,
    tables,
    ...entries,
    commit: async (batch) => {
      const gate = gates.shift();
      gate?.reach();
      await gate?.wait;
      await commitBatch(writer, batch);
    },
    onFailure: (error) => failures.push(error),
  });
  const server = createServer({ ...context, engine, entries, tables, sql }, [
    { dialect: "spec", prefix: "", endpoints: tradingEndpoints("sandbox"), form: tradingErrorFormat },
  ]);
  const base = await server.listen({ host: "127.0.0.1", port: 0 });
  const gate = (): Gate => {
    let open = (): void => {};
    let fail = (): void => {};
    let reach = (): void => {};
    const wait = new Promise<void>((resolve, reject) => {
      open = resolve;
      fail = () => reject(new Error("the disk is full"));
    });
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    gates.push({ wait, reach });
    return { reached, open, fail };
  };
  const send = async (method: "GET" | "POST" | "DELETE", path: string, body?: unknown) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = requestHeaders(ann, { method, path, body: text, now: exchange.clock.now });
    const response = await fetch(base + path, { method, headers, ...(text !== undefined && { body: text }) });
    return { status: response.status, body: (await response.json()) as Record<string, never> };
  };
  const post = async (tokenId: string, price: string) => {
    const { order, id } = await ann.sign({ tokenId, side: "BUY", price });
    return { id, answer: send("POST", "/order", { order, owner: ann.credentials.apiKey, orderType: "GTC" }) };
  };
  const close = async () => {
    server.server.closeAllConnections();
    await server.close();
    await tables.close();
    await Promise.all([writer.end(), projecting.end()]);
  };
  return { engine, gate, send, post, close };
}

/** Tells if it settles while other requests come and go. */
async function isPending(answer: Promise<unknown>, others: () => Promise<unknown>): Promise<boolean> {
  let settled = false;
  void answer.then(
    () => (settled = true),
    () => (settled = true),
  );
  for (let count = 0; count < 5; count += 1) await others();
  return !settled;
}

test("before the commit returned there is no answer, and neither book, order nor trade shows anything", async () => {
  const gated = await startGated([]);
  try {
    const empty = (await gated.send("GET", `/book?token_id=${YES}`)).body;
    const gate = gated.gate();
    const { id, answer } = await gated.post(YES, "0.4");
    await gate.reached;
    const look = async () => {
      assert.deepEqual((await gated.send("GET", `/book?token_id=${YES}`)).body, empty);
      assert.equal((await gated.send("GET", `/data/order/${id}`)).status, 404);
    };
    assert.ok(await isPending(answer, look));
    // What rests on the same state waits as well: a cancel, the same order again, and one that would match.
    const cancel = gated.send("DELETE", "/order", { orderID: id });
    const matching = await gated.post(NO, "0.6");
    assert.ok(await isPending(Promise.race([cancel, matching.answer]), look));
    gate.open();
    assert.equal((await answer).body["status"], "live");
    assert.deepEqual((await cancel).body["canceled"], [id]);
    assert.equal((await matching.answer).status, 200);
    assert.equal((await gated.send("GET", `/data/order/${id}`)).status, 200);
  } finally {
    await gated.close();
  }
});

test("a refusal that rests on what is being committed waits for it too", async () => {
  const gated = await startGated([]);
  try {
    const gate = gated.gate();
    const first = await gated.post(YES, "0.3");
    await gate.reached;
    const cancel = gated.send("DELETE", "/order", { orderID: `0x${"1".repeat(64)}` });
    assert.ok(await isPending(cancel, () => gated.send("GET", "/data/trades")));
    gate.open();
    assert.equal((await first.answer).status, 200);
    assert.deepEqual((await cancel).body["canceled"], []);
  } finally {
    await gated.close();
  }
});

test("when a commit fails nothing is acknowledged, the failure is told once, and nothing is taken any more", async () => {
  const failures: unknown[] = [];
  const gated = await startGated(failures);
  try {
    const book = (await gated.send("GET", `/book?token_id=${YES}`)).body;
    const gate = gated.gate();
    const { id, answer } = await gated.post(YES, "0.2");
    await gate.reached;
    const waiting = await gated.post(YES, "0.21");
    const look = async () => {
      assert.deepEqual((await gated.send("GET", `/book?token_id=${YES}`)).body, book);
      for (const order of [id, waiting.id])
        assert.equal((await gated.send("GET", `/data/order/${order}`)).status, 404);
    };
    // It has reached the engine by the time that other requests came and went.
    assert.ok(await isPending(waiting.answer, look));
    gate.fail();
    const refused = await (await gated.post(YES, "0.22")).answer;
    assert.deepEqual([refused.status, refused.body["code"]], [503, "not_accepting"]);
    assert.ok(await isPending(Promise.race([answer, waiting.answer]), look));
    assert.deepEqual(failures.map(String), ["Error: the disk is full"]);
    answer.catch(() => {});
    waiting.answer.catch(() => {});
  } finally {
    await gated.close();
  }
});

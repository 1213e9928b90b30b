/**
 * Large reads while the read tables stand behind: all of them wait at the fence at once, in nobody's place, and those
 * that are answered from memory go on.
 */
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, before, describe, it } from "node:test";
import {
  SLOW_QUERY_CLASSES,
  listSlowQueryClasses,
} from "../../../src/http/guard/slow-queries/slow-queries.ts";
import { readQueryValues } from "../../../src/http/server/request-body.ts";
import { TablesBehind } from "../../../src/store/sql/unavailable.ts";
import type { DrawnRequest } from "../../fuzz/drawn-request.ts";
import { headerOf, openPipe } from "../../fuzz/pipe.ts";
import type { Answer } from "../../fuzz/pipe.ts";
import { operationsOf } from "../../fuzz/targets.ts";
import type { Operation, Target } from "../../fuzz/targets.ts";
import type { World } from "../../fuzz/world.ts";
import { plainRequests, startFencedExchange } from "../fenced-exchange.ts";
import type { FencedExchange } from "../fenced-exchange.ts";

const LARGE = Math.min(...SLOW_QUERY_CLASSES.flatMap(({ rows }) => (rows > 0 ? [rows] : [])));
/** More reads than have a place at a time. */
const MANY = Math.max(...listSlowQueryClasses(availableParallelism()).map(({ places }) => places)) + 2;

/** The rows by which a request waits for a place. */
function rowsAskedFor({ target: { endpoint }, bytes }: DrawnRequest): number {
  const [head = "", body = ""] = bytes.toString().split("\r\n\r\n");
  const { searchParams } = new URL(head.split(" ")[1] ?? "", "http://localhost");
  const sent = Object.fromEntries(searchParams);
  const query =
    endpoint.query && readQueryValues(endpoint.query, sent, { lists: "with-commas", spellings: "exact" });
  return endpoint.rows({ query: query ?? {}, body: body === "" ? null : JSON.parse(body) });
}

const isInLine = ({ targets: [target] }: Operation): boolean => target?.endpoint.access !== "operator";

/** A request for a token so many times over that its answer is large. */
function tokensRequest(target: Target, token: string): DrawnRequest {
  const { method, path } = target.endpoint;
  const tokens = Array.from({ length: LARGE + 1 }, () => token);
  const query = method === "GET" ? `?token_ids=${tokens.join()}` : "";
  const body = method === "GET" ? "" : JSON.stringify(tokens.map((token_id) => ({ token_id })));
  const type = body === "" ? "" : `content-type: application/json\r\ncontent-length: ${body.length}\r\n`;
  const head = `${method} ${target.prefix}${path}${query} HTTP/1.1\r\nhost: localhost\r\n${type}\r\n`;
  const bytes = Buffer.from(head + body);
  return { target, method, bytes, spoilt: "", validity: "yes", actor: undefined, mayMissTarget: false };
}

/** Requests without a fault: those from memory name tokens. */
function requestsTo(world: World, operation: Operation): Iterable<DrawnRequest> {
  const [target] = operation.targets;
  const isOfTokens = target?.endpoint.fromMemory === true;
  return isOfTokens ? [tokensRequest(target, world.pools.token[0]!)] : plainRequests(world, operation);
}

describe("large reads while the read tables stand behind", () => {
  let exchange: FencedExchange;

  before(async () => {
    exchange = await startFencedExchange();
  });
  after(() => exchange.close());

  async function send({ bytes, target }: DrawnRequest): Promise<Answer> {
    const pipe = openPipe(target.port);
    try {
      const [answer] = await pipe.exchange([{ bytes, isHead: false }]);
      return answer!;
    } finally {
      pipe.close();
    }
  }

  /** Finds a large request to the operation that is answered with 200, of one from the tables with a reading of them. */
  async function findLarge(operation: Operation): Promise<DrawnRequest | undefined> {
    const { fence, world } = exchange;
    let sent = 0;
    for (const drawn of requestsTo(world, operation)) {
      if (rowsAskedFor(drawn) <= LARGE) continue;
      sent += 1;
      const earlier = fence.questions();
      const { status } = await send(drawn);
      if (status !== 200) continue;
      const isRead = fence.questions() > earlier;
      if (drawn.target.endpoint.fromMemory)
        assert.ok(!isRead, "described as from memory, and reads the tables");
      if (isRead || drawn.target.endpoint.fromMemory) return drawn;
    }
    assert.equal(
      sent,
      0,
      `no large request to ${operation.name} was answered from the tables: is it one from memory?`,
    );
    return undefined;
  }

  /**
   * Sends many at once while the fences are held, until each waits or is answered. Then does what is asked, and refuses
   * those that wait.
   */
  async function sendWhileHeld(drawn: DrawnRequest, meanwhile = async () => {}): Promise<Answer[]> {
    const { fence, lineFence } = exchange;
    const earlier = fence.questions();
    fence.hold();
    lineFence.hold();
    try {
      const answers: Promise<Answer>[] = [];
      while (answers.length < MANY) {
        const asked = Promise.race([fence.nextQuestion(), lineFence.nextQuestion()]);
        const answer = send(drawn);
        answers.push(answer);
        await Promise.race([asked, answer]);
        assert.equal(fence.questions(), earlier, "waited for the tables in the place of a reading");
      }
      await meanwhile();
      for (const one of [fence, lineFence]) one.release(new TablesBehind(1));
      return await Promise.all(answers);
    } finally {
      for (const one of [fence, lineFence]) one.release();
    }
  }

  it("wait side by side where they read the tables, and not at all where they do not", async (test) => {
    const found = { tables: 0, memory: 0 };
    for (const operation of operationsOf(exchange.world).filter(isInLine)) {
      const drawn = await findLarge(operation);
      if (drawn === undefined) continue;
      const { fromMemory } = drawn.target.endpoint;
      found[fromMemory ? "memory" : "tables"] += 1;
      await test.test(operation.name, async () => {
        for (const { status, head } of await sendWhileHeld(drawn)) {
          assert.equal(status, fromMemory ? 200 : 503);
          assert.equal(headerOf(head, "retry-after"), fromMemory ? undefined : "1");
        }
      });
    }
    assert.ok(found.tables > 0 && found.memory > 0, JSON.stringify(found));
  });

  it("leave the places to those from memory", async () => {
    const [books, markets] = ["trading POST /books", "trading GET /markets"].map((name) =>
      operationsOf(exchange.world).find((operation) => operation.name === name),
    );
    const [fromMemory, fromTables] = [await findLarge(books!), await findLarge(markets!)];
    const refused = await sendWhileHeld(fromTables!, async () => {
      assert.equal((await send(fromMemory!)).status, 200);
    });
    assert.deepEqual(
      refused.map(({ status }) => status),
      refused.map(() => 503),
    );
  });
});

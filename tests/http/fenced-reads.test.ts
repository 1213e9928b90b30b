/**
 * The fence before the read tables. While the tables stand behind, no operation of any interface reads them; and what
 * an operation reads past the fence is of other tables. The status alone reads them when the fence takes too long
 * (tests/http/admin/stuck-tables.test.ts).
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Context } from "../../src/context.ts";
import { QUOTE_REQUESTS } from "../../src/http/trading/groups.ts";
import type { AnySql } from "../../src/store/sql/database.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import type { DrawnRequest } from "../fuzz/drawn-request.ts";
import { openPipe } from "../fuzz/pipe.ts";
import { operationsOf } from "../fuzz/targets.ts";
import type { Target } from "../fuzz/targets.ts";
import { MAX_REQUESTS, plainRequests, startFencedExchange } from "./fenced-exchange.ts";
import type { FencedExchange } from "./fenced-exchange.ts";

/** Members of the context that functions of the read tables would take. */
type Connection = { [Name in keyof Context]: Context[Name] extends AnySql ? Name : never }[keyof Context];

describe("the fence before the read tables", () => {
  let exchange: FencedExchange;

  before(async () => {
    exchange = await startFencedExchange();
  });
  after(() => exchange.close());

  /** Sends a request while the fence is held, opens it once that is met or not, and gives the answer's status. */
  async function ask({ bytes, method, target }: DrawnRequest): Promise<number> {
    const { fence, fenced } = exchange;
    fence.hold();
    const asked = fence.nextQuestion();
    const earlier = fenced.statements.length;
    const pipe = openPipe(target.port);
    try {
      const answered = pipe.exchange([{ bytes, isHead: method === "HEAD" }]);
      await Promise.race([asked, answered]);
      assert.deepEqual(fenced.statements.slice(earlier), [], "read while the tables stood behind");
      fence.release();
      const [answer] = await answered;
      return answer?.status ?? 0;
    } finally {
      fence.release();
      pipe.close();
    }
  }

  it("is met by every operation that reads them, and what goes round it reads other tables", async (test) => {
    const { world, own, fenced } = exchange;
    for (const operation of operationsOf(world).toSorted((one, other) => endsAll(one) - endsAll(other)))
      await test.test(operation.name, async () => {
        const [target] = operation.targets;
        const isRefused = isAlwaysRefused(target!);
        let answered = 0;
        for (const drawn of plainRequests(world, operation, isRefused ? REFUSALS : MAX_REQUESTS)) {
          const status = await ask(drawn);
          assert.deepEqual(own.statements.splice(0).filter(isOfReadTable), []);
          if (status === 200) answered += 1;
          if (answered === ANSWERS) break;
        }
        assert.ok(answered > 0 || isRefused, "none of the requests was answered");
      });
    assert.ok(fenced.statements.some(isOfReadTable));
  });

  it("is met by the compiler: no connection of the context is one for the read tables", () => {
    const none: [Connection] extends [never] ? true : false = true;
    assert.ok(none);
  });
});

/** 1 for an operation that leaves the others nothing to do. */
const endsAll = ({ name }: { readonly name: string }): number =>
  Number(name.endsWith("/events/:event/archive"));

/**
 * True for what this exchange has not: a cluster, quotes, transactions of a relayer, anything in quarantine, a virtual clock,
 * snapshots, residents, teams. Nor has it an event of which exactly one market wins, an announcement or a webhook.
 */
const isAlwaysRefused = ({ endpoint }: Target): boolean =>
  endpoint.group === QUOTE_REQUESTS || ALWAYS_REFUSED.has(endpoint.path);

const ALWAYS_REFUSED = new Set([
  "/submit",
  "/teams/:id",
  "/quarantine/:fingerprint/release",
  "/hand-over",
  "/sandbox/clock",
  "/sandbox/revert",
  "/sandbox/reset",
  "/sandbox/residents/:market",
  "/events/:event/propose",
  "/events/:event/rehearsal",
  "/events/:event/resolve",
  "/announcements/:id",
  "/backups",
  "/backups/files",
  "/webhooks",
  "/webhooks/:id",
  "/webhooks/:id/test",
  "/webhooks/:id/secret",
  "/webhooks/:id/rotate",
  "/webhooks/:id/failures",
  "/webhooks/:id/retry",
  "/webhooks/:id/drop",
  "/webhooks/:id/replay",
]);

/** The words before the name of a table; columns of other tables have some of the names, too. */
const names = new RegExp(`\\b(?:from|join|into|update|using)\\s+(?:${READ_TABLES.join("|")})\\b`, "i");
const isOfReadTable = (statement: string): boolean => names.test(statement);

/** Answers with 200 that are enough of one operation. */
const ANSWERS = 3;

/** Requests to an operation that is always refused: a few for each of its places. */
const REFUSALS = 20;

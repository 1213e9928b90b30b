/**
 * The kind: an operation that waits for a thread, and blames the database for it. Walks over the threads of low priority,
 * over all threads, and over the texts that name the database: each has its row here, with the wait's own reason.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { findPixelFault } from "../../src/listings/images/decode-picture.ts";
import { createSubjectQueues } from "../../src/base/async.ts";
import { ANSWER_TIMEOUT_MS } from "../../src/http/server/unreadable-request.ts";
import { createExports } from "../../src/operate/export/export-thread.ts";
import {
  withStoreTimeout,
  THREAD_TIMEOUT_MS,
  askThreadWithTimeout,
} from "../../src/store/sql/with-timeout.ts";
import { NotAttempted, StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import { pngOf } from "../support/pictures.ts";

const SRC = join(import.meta.dirname, "../../src");

/** Files of the source, with their text. */
const FILES = globSync("**/*.ts", { cwd: SRC }).map(
  (file) => [file, readFileSync(join(SRC, file), "utf8")] as const,
);
const filesWith = (pattern: RegExp): string[] =>
  FILES.filter(([, text]) => pattern.test(text))
    .map(([file]) => file)
    .sort();

/** Threads of low priority. Nobody waits for one without a bound and a reason of its own. */
const LOW: Readonly<Record<string, string>> = {
  "tools/doctor/explainer-worker.ts":
    "a client's refusal comes without an explanation; an operator's wait is named",
  "http/page/picture-worker.ts": "a page's preview, which no operation needs",
  "operate/archive/archive-worker.ts": "a wait that is named: a backup that begins too late does not begin",
  "operate/changes/changes-worker.ts": "lowered once the stream has begun",
  "operate/export/export-worker.ts": "lowered once the export has begun",
  "operate/webhooks/webhook-worker.ts":
    "lowered once the thread has begun; a change waits for its stop alone, which is named",
};

/** Files that start threads, and where a caller's wait for one is named. */
const STARTED: Readonly<Record<string, string>> = {
  "listings/images/decode-picture.ts": "listings/images/decode-picture.ts",
  "tools/doctor/explainer.ts": "http/auth/explain-caller.ts",
  "http/page/picture-painter.ts": "",
  "signing/orders/verification-pool.ts": "http/trading/orders/order-payload.ts",
  "operate/archive/archive-thread.ts": "operate/archive/archive-thread.ts",
  "operate/changes/change-streams.ts": "operate/export/exported-tables.ts",
  "operate/export/export-thread.ts": "operate/export/exported-tables.ts",
  "operate/webhooks/webhook-thread.ts": "operate/webhooks/webhooks.ts",
  // A first start waits for it, before anybody can ask.
  "sandbox/seeded-history/write-seeded-history.ts": "",
};

/** Texts that say that the database did not answer, by what was waited for. */
const BLAMED: Readonly<Record<string, string>> = {
  "core/rejection.ts": "the description of the code",
  "engine/admission.ts": "a commit, which the database makes",
  "engine/safeguards.ts": "questions to the database itself",
  "store/sql/unavailable.ts": "the default of errors of the database",
};

describe("a wait for something else than the database", () => {
  it("has its row for every thread", () => {
    assert.deepEqual(filesWith(/^\s*lowerPriority\(\);$/m), Object.keys(LOW).sort());
    assert.deepEqual(filesWith(/new Worker\(/), Object.keys(STARTED).sort());
    for (const file of Object.values(STARTED).filter((named) => named !== ""))
      assert.ok(filesWith(/askThreadWithTimeout[<(]/).includes(file), file);
  });

  it("has its row for every text that names the database", () => {
    const texts = /^(?!\s*(?:\*|\/\/|\/\*\*)).*["`:, ](?:the )?database (?:did|does) not answer/m;
    assert.deepEqual(filesWith(texts), Object.keys(BLAMED).sort());
  });

  it("is shorter than that for a whole operation, which names the database", () =>
    assert.ok(THREAD_TIMEOUT_MS <= ANSWER_TIMEOUT_MS / 2));

  it("is named, and nothing was done", async () => {
    const never = new Promise<never>(() => {});
    await assert.rejects(askThreadWithTimeout("something", never, 1), (error) => {
      assert.ok(error instanceof NotAttempted);
      assert.equal(error.message, "the thread of something did not answer in 0.001 s");
      return true;
    });
    await assert.rejects(withStoreTimeout(never, 1), (error) => {
      assert.ok(error instanceof StoreUnavailable && !(error instanceof NotAttempted));
      assert.equal(error.message, "the database did not answer in time");
      return true;
    });
  });

  it("ends for a picture behind others, which then is not decoded", async () => {
    const turns = createSubjectQueues();
    const before = Promise.withResolvers<void>();
    const first = turns.take(["image decoding"], () => before.promise);
    const picture = {
      mediaType: "image/png",
      width: 1,
      height: 1,
      bytes: pngOf({ width: 1, height: 1 }),
    } as const;
    await assert.rejects(
      findPixelFault(picture, turns, 1),
      /^Error: the thread of image decoding did not answer/,
    );
    before.resolve();
    await first;
    assert.equal(await findPixelFault(picture, turns), undefined);
  });

  it("ends for an export whose thread does not begin, and gives its place back", async () => {
    const begin = createExports("postgres://127.0.0.1:1/none", { places: 1, idleMs: 1, beginMs: 0 });
    for (const _ of [1, 2])
      await assert.rejects(
        begin({ what: "trades", format: "csv" } as never),
        /the thread of the export did not answer|ECONNREFUSED/,
      );
  });
});

/** Operations that wait for a thread: the wait ends in time, and is not blamed on the database. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPixelFault } from "../../src/listings/images/decode-picture.ts";
import { createSubjectQueues } from "../../src/base/async.ts";
import { ANSWER_TIMEOUT_MS } from "../../src/http/server/connection/unreadable-request.ts";
import { createExports } from "../../src/operate/export/export-thread.ts";
import {
  withStoreTimeout,
  THREAD_TIMEOUT_MS,
  askThreadWithTimeout,
} from "../../src/store/sql/with-timeout.ts";
import { NotAttempted, StoreUnavailable } from "../../src/store/sql/unavailable.ts";
import { pngOf } from "../support/pictures.ts";

describe("a wait for something else than the database", () => {
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

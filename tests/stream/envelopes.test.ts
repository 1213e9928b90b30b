/** Envelopes of live data: bytes that connections share, frames in pieces, and what a slow reader gets of them. */
import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import { test } from "node:test";
import { createFrameWrapper, envelopeStart, framePieces } from "../../src/stream/activity/envelopes.ts";
import { createOutbox } from "../../src/stream/connection.ts";
import { jsonFrame, textFrame, decodeTextFrames } from "../../src/stream/frames/text-frame.ts";
import { createTickQueue } from "../../src/base/async.ts";

const clock = { now: 5 };
const describe = (eventType: string) =>
  eventType === "secret" ? undefined : { type: `${eventType}s`, tokens: [] };
const envelopes = createFrameWrapper({ topic: "news", clock: () => clock.now, describe });

test("a message is wrapped once, and again when the time is another", () => {
  const frame = jsonFrame({ event_type: "storm", force: 9 });
  const first = envelopes(frame);
  assert.equal(envelopes(frame), first);
  assert.notEqual(envelopes(jsonFrame({ event_type: "storm", force: 9 })), first);
  clock.now += 1;
  assert.notEqual(envelopes(frame), first);
});

for (const length of [0, 20, 60, 200, 70_000])
  test(`a frame for each connection shares ${length} bytes of text`, () => {
    const message = { event_type: "storm", text: "é".repeat(length) };
    const frames = [
      jsonFrame({ event_type: "secret" }),
      textFrame(Buffer.from(JSON.stringify([message, message]))),
    ];
    const wrapped = frames.flatMap(envelopes);
    assert.equal(wrapped.length, 2);
    for (const id of ["one", 'tw"o']) {
      const start = envelopeStart(id);
      const sent = decodeTextFrames(Buffer.concat(wrapped.flatMap((each) => framePieces(start, each))));
      const envelope = {
        connection_id: id,
        topic: "news",
        type: "storms",
        timestamp: clock.now,
        payload: message,
      };
      assert.deepEqual(
        sent.map((text) => JSON.parse(String(text))),
        [envelope, envelope],
      );
    }
  });

test("a frame in pieces for which there is no room is left out as a whole", async () => {
  const socket = new PassThrough();
  const limits = { roomBytes: 1, lagBytes: 100, maxSendBytes: 100 };
  const outbox = createOutbox({
    socket,
    isOpen: () => true,
    turns: createTickQueue(250),
    limits,
    onCaughtUp: () => {},
    clock: () => 7,
  });
  const pieces = [Buffer.from([0x81, 90]), Buffer.alloc(40, "a"), Buffer.alloc(50, "b")];
  outbox.push(...pieces);
  outbox.push(...pieces);
  outbox.flush();
  socket.end();
  const [sent, resync, ...others] = decodeTextFrames(await buffer(socket));
  assert.equal(String(sent), `${"a".repeat(40)}${"b".repeat(50)}`);
  const { event_type, server_ts_ms } = JSON.parse(String(resync));
  assert.deepEqual([event_type, server_ts_ms], ["resync", 7]);
  assert.deepEqual(others, []);
});

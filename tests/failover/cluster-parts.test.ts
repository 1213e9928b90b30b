/** Texts between the processes of a cluster, and the report of a lost tail. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { TestContext } from "node:test";
import { decodeAsked, decodeLed, encodeAsked, encodeLed } from "../../src/cluster/envelope.ts";
import { subjectsOf } from "../../src/cluster/envelope.ts";
import type { Peer, Said } from "../../src/cluster/envelope.ts";
import { LostTail, assertWholeTail } from "../../src/cluster/lost-tail.ts";
import type { Messenger } from "../../src/cluster/messenger.ts";
import { watchPeers } from "../../src/cluster/peers.ts";
import { createPartJoiner, splitText } from "../../src/cluster/text-parts.ts";

describe("a text in parts", () => {
  const TEXT = "first line\nÄpfel and 🍐, ".repeat(9);
  const split = (no: number, sender = "one"): Buffer[] => splitText(TEXT, { sender, no, size: 20 });

  test("is joined, also where a character is cut, and where senders alternate", () => {
    const taken: string[] = [];
    const join = createPartJoiner((text) => taken.push(text));
    const [parts, others] = [split(1), split(1, "two")];
    assert.ok(parts.length > 3);
    parts.forEach((part, place) => [part, others[place]].forEach((one) => one && join(one)));
    assert.deepEqual(taken, [TEXT, TEXT]);
  });

  test("is one part if it fits, or is empty", () => {
    const taken: string[] = [];
    const join = createPartJoiner((text) => taken.push(text));
    for (const text of ["", "short"])
      splitText(text, { sender: "one", no: 1, size: 20 }).forEach((part) => join(part));
    assert.deepEqual(taken, ["", "short"]);
  });

  for (const lost of [0, 1, 2, split(1).length - 1])
    test(`is dropped without part ${lost}, and the next one is taken`, () => {
      const taken: string[] = [];
      const join = createPartJoiner((text) => taken.push(text));
      [...split(1).filter((_, place) => place !== lost), ...split(2)].forEach((part) => join(part));
      assert.deepEqual(taken, [TEXT]);
    });
});

test("messages of an engine, pulses and questions are read as they were written", () => {
  const place = { epoch: 7, engine: "abc-5", position: -3 };
  const pulse = {
    release: "1.2.3",
    bus: 1,
    yields: false,
    peers: [{ id: "x", kind: "gateway", host: "h", silentMs: 7 } as const],
  };
  assert.deepEqual(decodeLed(encodeLed(place, "b1 2\n[]")), { ...place, text: "b1 2\n[]", pulse: undefined });
  assert.deepEqual(decodeLed(encodeLed(place, pulse)), { ...place, text: undefined, pulse });
  const asked = { from: "abc", text: "line\nline" };
  assert.deepEqual(decodeAsked(encodeAsked(asked)), asked);
});

describe("the processes that are known", () => {
  const subjects = subjectsOf("main", "database");
  const own: Peer = { id: "own", kind: "engine", host: "h" };
  const other: Peer = { id: "other", kind: "gateway", host: "h" };

  /** Watches peers; `tell` has a text arrive at them. */
  const watch = (context: TestContext) => {
    const takers: ((text: string) => void)[] = [];
    const published: unknown[] = [];
    const messenger: Messenger = {
      publish: (_subject, text) => void published.push(JSON.parse(text)),
      subscribe: (_subject, take) => {
        takers.push(take);
        return () => {};
      },
      flush: async () => {},
      isConnected: () => true,
      follow: () => {},
      close: async () => {},
    };
    const peers = watchPeers(own, subjects, messenger);
    context.after(peers.leave);
    const tell = (peer: Peer, leaves = false): void =>
      takers.forEach((take) => take(JSON.stringify({ peer, leaves })));
    const ids = (): string[] => peers.list().map(({ id }) => id);
    return { peers, published, tell, ids };
  };

  test("are those that say so, and not this one; one that leaves is gone", (context) => {
    const { peers, published, tell, ids } = watch(context);
    assert.deepEqual(published, [{ peer: own, leaves: false }]);
    tell(own);
    tell(other);
    assert.deepEqual(ids(), ["other"]);
    tell(other, true);
    assert.deepEqual(ids(), []);
    peers.leave();
    assert.deepEqual(published.at(-1), { peer: own, leaves: true });
  });

  test("are those of which others heard lately, and none stays by being told again", (context) => {
    const { peers, ids } = watch(context);
    peers.learn([{ ...other, silentMs: 60_000 }]);
    assert.deepEqual(ids(), []);
    peers.learn([{ ...other, silentMs: 1_000 }]);
    peers.learn([{ ...other, silentMs: 2_000 }]);
    const [known] = peers.list();
    assert.ok(known !== undefined && known.silentMs >= 1_000 && known.silentMs < 2_000);
    peers.hear("nobody");
    peers.hear("other");
    assert.ok(peers.list()[0]!.silentMs < 1_000);
  });
});

describe("the end of a journal", () => {
  const hashOf = (seq: number): string => `${seq}`.padStart(2, "0").repeat(32);
  const last = { seq: 9, at: 0, hash: Buffer.from(hashOf(9), "hex") };
  const said = (seq: number, hash = hashOf(seq)): Said => ({
    peer: { id: "p", kind: "gateway", host: "h" },
    epoch: 1,
    promised: 0,
    last: { seq, hash },
  });
  const check = (all: readonly Said[], accepted?: number): Promise<void> =>
    assertWholeTail({ last, hashOf: async (seq) => hashOf(seq), said: all, accepted });

  test("is whole if it has all that peers have", async () => {
    const empty: Said = { ...said(0), last: undefined };
    await check([said(9), said(4), said(0), empty]);
  });

  const FAULTS: readonly (readonly [name: string, said: Said, expected: RegExp])[] = [
    [
      "lacks a batch",
      said(12),
      /ends with batch 9, and lacks batches 10 to 12, acknowledged before.*gateway p on h has batch 12.*--accept-loss 9/,
    ],
    ["has another last batch", said(9, "ff"), /has other content in batch 9 than was acknowledged/],
    ["has another batch before", said(4, "ff"), /has other content in batch 4 than was acknowledged/],
  ];
  for (const [name, one, expected] of FAULTS)
    test(`that ${name} is refused, unless an operator accepts this end`, async () => {
      const isExpected = (error: unknown): boolean =>
        error instanceof LostTail && expected.test(error.message);
      await assert.rejects(check([said(9), one]), isExpected);
      await assert.rejects(check([one], 8), isExpected);
      await check([one], 9);
    });
});

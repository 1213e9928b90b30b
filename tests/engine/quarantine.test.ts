/** The quarantine on the disk; the simulation of the whole exchange shows the rest. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { openQuarantine } from "../../src/engine/operators/quarantine.ts";
import { cancelsOf, orderOf, startGatedEngine } from "./gated-engine.ts";

const [bad, good, other] = ["bad", "good", "other"].map((id) => orderOf("ann", id)) as [
  ReturnType<typeof orderOf>,
  ReturnType<typeof orderOf>,
  ReturnType<typeof orderOf>,
];

function directoryOf(context: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), "presage-quarantine-"));
  context.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

test("a command that was being decided at a crash is suspect, then refused, then released", (context) => {
  const directory = directoryOf(context);
  const first = openQuarantine(directory);
  first.noteDeciding([good, bad]);
  const second = openQuarantine(directory);
  assert.deepEqual([good, bad, other].map(second.isSuspect), [true, true, false]);
  assert.equal(second.refuse(bad), undefined, "one crash with others says little");
  second.noteDeciding([good]);
  second.noteDecided();
  second.noteCommitted([good]);
  assert.equal(second.isSuspect(good), false, "it was decided alone and nothing happened");
  second.noteDeciding([bad]);
  const third = openQuarantine(directory);
  assert.equal(third.refuse(bad)?.code, "quarantined");
  assert.equal(third.refuse(good), undefined);
  assert.deepEqual(third.list(), [
    { fingerprint: "bad", command: "place-order of ann", stops: 2, refused: true },
  ]);
  assert.equal(third.release("good"), false);
  assert.equal(third.release("bad"), true);
  assert.equal(openQuarantine(directory).refuse(bad), undefined);
});

test("one crash counts as one stop, also of a command that came several times", (context) => {
  const directory = directoryOf(context);
  openQuarantine(directory).noteDeciding([cancelsOf("ann"), bad, cancelsOf("ann")]);
  assert.equal(openQuarantine(directory).refuse(cancelsOf("ann")), undefined);
});

test("a command that the store refuses as wrong stops the engine and is suspect; a broken disk makes no suspect", async (context) => {
  for (const [code, suspects] of [
    ["23514", ["bad"]],
    ["58030", []],
    ["42501", []],
  ] as const) {
    const directory = directoryOf(context);
    const { engine, commits, failures, settle } = await startGatedEngine(openQuarantine(directory));
    void engine.submit(bad);
    await settle();
    commits.shift()!.fail(Object.assign(new Error("refused"), { code }));
    await settle();
    assert.equal(failures.length, 1);
    assert.deepEqual(
      openQuarantine(directory)
        .list()
        .map(({ fingerprint }) => fingerprint),
      suspects,
    );
  }
});

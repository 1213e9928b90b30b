/** The quarantine: a command that stops the exchange is found and set aside, and its neighbours are not. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { openQuarantine } from "../../src/engine/operators/quarantine.ts";
import { cancelsOf, codeOf, orderOf, startGatedEngine } from "./gated-engine.ts";

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

test("a stop is counted once, also when the process that counted it died before it emptied the note", (context) => {
  const directory = directoryOf(context);
  const note = join(directory, "deciding");
  openQuarantine(directory).noteDeciding([bad]);
  const left = readFileSync(note);
  for (let start = 0; start < 2; start += 1) {
    assert.deepEqual(
      openQuarantine(directory)
        .list()
        .map(({ stops }) => stops),
      [1],
    );
    writeFileSync(note, left);
  }
  const next = openQuarantine(directory);
  next.noteDeciding([bad]);
  assert.equal(openQuarantine(directory).refuse(bad)?.code, "quarantined");
});

test("a command that the store refuses as wrong is set aside the second time", async (context) => {
  const directory = directoryOf(context);
  for (const beside of [[good], []]) {
    const { engine, commits, settle } = await startGatedEngine(openQuarantine(directory));
    for (const command of [bad, ...beside]) void engine.submit(command);
    await settle();
    commits.shift()!.fail(Object.assign(new Error("refused"), { code: "23514" }));
    await settle();
  }
  const after = openQuarantine(directory);
  assert.deepEqual(
    [bad, good].map((command) => after.refuse(command)?.code),
    ["quarantined", undefined],
  );
});

test("a command other than an order is recognised by its content", (context) => {
  const directory = directoryOf(context);
  for (let crash = 0; crash < 2; crash += 1) openQuarantine(directory).noteDeciding([cancelsOf("ann")]);
  const after = openQuarantine(directory);
  assert.equal(after.refuse(cancelsOf("ann"))?.code, "quarantined");
  assert.equal(after.refuse(cancelsOf("bob")), undefined);
});

test("an ordinary end, and a note that was cut off, leave no suspects", (context) => {
  const directory = directoryOf(context);
  const first = openQuarantine(directory);
  first.noteDeciding([good, bad]);
  first.noteDecided();
  assert.deepEqual(openQuarantine(directory).list(), []);
  writeFileSync(join(directory, "deciding"), "0000");
  assert.deepEqual(openQuarantine(directory).list(), []);
});

test("a suspect is a batch of its own, in its place among the others", async (context) => {
  const directory = directoryOf(context);
  openQuarantine(directory).noteDeciding([bad, good]);
  const { engine, commits, settle } = await startGatedEngine(openQuarantine(directory));
  const outcomes = [other, bad, orderOf("bob", "last")].map((command) => engine.submit(command));
  const batches: string[] = [];
  for (let batch = 0; batch < 3; batch += 1) {
    await settle();
    const commit = commits.shift()!;
    batches.push(...(commit.batch.events.match(/"id":"\w+"/g) ?? []), "|");
    commit.open();
  }
  assert.deepEqual((await Promise.all(outcomes)).map(codeOf), ["committed", "committed", "committed"]);
  assert.equal(batches.join(""), '"id":"other"|"id":"bad"|"id":"last"|');
});

test("a fault while a command is decided fails its caller alone", async () => {
  const { engine, commits, settle } = await startGatedEngine();
  const looked = engine.examine(() => {
    throw new Error("a bug in a look");
  });
  const placed = engine.submit(good);
  await assert.rejects(looked, /a bug in a look/);
  await settle();
  commits.shift()!.open();
  assert.equal(codeOf(await placed), "committed");
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

/** Keys of unanswered requests in the tab's storage: over a reload, for a day, and those of a form that sends several. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { HeldBackError } from "../../web/src/admin/action/money-moves.ts";
import { createAttemptKeys, createOpenKeys } from "../../web/src/admin/action/open-keys.ts";
import { RejectedError, UnansweredError } from "../../web/src/api/client.ts";
import { createSendOnce } from "../../web/src/api/send-once.ts";

const DAY_MS = 86_400_000;

/** A tab whose page is loaded anew by `load`. */
function openTab() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  };
  let nowMs = 1_000_000;
  return {
    load: () =>
      createOpenKeys(
        () => storage,
        () => nowMs,
      ),
    wait: (ms: number) => void (nowMs += ms),
    text: () => [...kept.values()].join(),
    break: () => kept.set("presage.unanswered", "[null, 7, {"),
  };
}

const echo = async (key: string): Promise<string> => key;
const cut = async (): Promise<never> => {
  throw new UnansweredError("cut");
};
const refuse = async (): Promise<never> => {
  throw new RejectedError(400, { code: "invalid_payload" }, null);
};

test("a request without an answer keeps its key over a reload, and not its text", async () => {
  const tab = openTab();
  await assert.rejects(createSendOnce({ keys: tab.load() })("credit 5", cut));
  const [open] = tab.load().list();
  assert.equal(tab.text().includes("credit"), false);
  const keys = tab.load();
  assert.equal(await createSendOnce({ keys })("credit 5", echo), open?.key);
  assert.deepEqual(keys.list(), []);
  assert.notEqual(await createSendOnce({ keys })("credit 5", echo), open?.key);
});

test("a key is kept for a day, as long as the exchange remembers it at least", async () => {
  const tab = openTab();
  const keys = tab.load();
  keys.set("credit 5", "a");
  tab.wait(DAY_MS - 1);
  assert.equal(keys.get("credit 5"), "a");
  tab.wait(1);
  assert.equal(keys.get("credit 5"), undefined);
  keys.set("credit 6", "b");
  assert.deepEqual(
    tab
      .load()
      .list()
      .map(({ key }) => key),
    ["b"],
  );
});

test("damaged storage holds no keys", () => {
  const tab = openTab();
  tab.break();
  assert.deepEqual(tab.load().list(), []);
});

test("a form goes on after a reload where its requests stopped", async () => {
  const tab = openTab();
  const attempt = createAttemptKeys(tab.load());
  const once = createSendOnce({ keepsAnswered: true, keys: attempt });
  const event = await once("event", echo);
  await assert.rejects(once("house", cut));
  attempt.fail(new UnansweredError("cut"));
  const next = createAttemptKeys(tab.load());
  const again = createSendOnce({ keepsAnswered: true, keys: next });
  assert.equal(await again("event", echo), event);
  await assert.rejects(again("house", refuse));
  next.fail(new RejectedError(400, {}, null));
  assert.equal(tab.load().list().length, 2);
  await again("house", echo);
  next.end();
  assert.deepEqual(tab.load().list(), []);
});

test("a form that was refused leaves no keys to other forms, and has its own", async () => {
  const tab = openTab();
  const attempt = createAttemptKeys(tab.load());
  const once = createSendOnce({ keepsAnswered: true, keys: attempt });
  const event = await once("event", echo);
  await assert.rejects(once("house", refuse));
  attempt.fail(new RejectedError(400, {}, null));
  assert.deepEqual(tab.load().list(), []);
  assert.equal(await once("event", echo), event);
});

test("a move of money is held back while another one of its kind has no answer", async () => {
  const tab = openTab();
  await assert.rejects(createSendOnce({ keys: tab.load() })("POST /debits /debits 0xab 10", cut));
  const keys = tab.load();
  const once = createSendOnce({ keys });
  const [open] = keys.list();
  await assert.rejects(async () => once("POST /debits /debits 0xAB 10", echo), HeldBackError);
  assert.deepEqual(keys.list(), [{ ...open, move: "POST /debits", holdsBack: true }]);
  assert.notEqual(await once("POST /credits /credits 0xAB 10", echo), open?.key);
  assert.equal(await once("POST /debits /debits 0xab 10", echo), open?.key);
  assert.notEqual(await once("POST /debits /debits 0xAB 10", echo), open?.key);
});

test("the operator who has looked sends another move of money", async () => {
  const keys = openTab().load();
  const once = createSendOnce({ keys });
  await assert.rejects(once("POST /credits /credits 10", cut));
  await assert.rejects(async () => once("POST /credits /credits 11", echo), HeldBackError);
  keys.forget(keys.list());
  await once("POST /credits /credits 11", echo);
  assert.deepEqual(keys.list(), []);
});

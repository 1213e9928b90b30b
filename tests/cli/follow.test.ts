/**
 * `presage follow`: the whole history and its rest after any id, beside a stopped and a running exchange; one that is
 * killed meanwhile; and what the command refuses.
 */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, it } from "node:test";
import type { TestContext } from "node:test";
import { ADMIN_TOKEN } from "../../src/store/server/data-directory.ts";
import type { PublicEvent } from "../../src/operate/changes/public-event.ts";
import type { TestDatabase } from "../support/database.ts";
import { deepTest } from "../support/depth.ts";
import { hashOf, walletOf } from "../support/exchange.ts";
import { createHistory } from "../support/history.ts";
import {
  prepareDataDirectories,
  runPresage,
  SPEC_PORTS,
  spawnPresage,
  whenStarted,
} from "../support/presage.ts";
import type { Finished, Started } from "../support/presage.ts";
import { until } from "../support/until.ts";

const root = mkdtempSync(join(tmpdir(), "presage-follow-"));

let history: TestDatabase;
before(async () => {
  history = await createHistory();
});
after(async () => {
  await history?.close();
  rmSync(root, { recursive: true });
});

const follow = (test: TestContext, ...args: readonly string[]): Promise<Finished> =>
  runPresage(test, ["follow", ...args, "--data-dir", join(root, "data")], { DATABASE_URL: history.url });

const eventsIn = (text: string): PublicEvent[] =>
  text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .map((line): PublicEvent => JSON.parse(line));

async function followOnce(test: TestContext, ...args: readonly string[]): Promise<PublicEvent[]> {
  const { code, stdout, stderr } = await follow(test, "--once", ...args);
  assert.deepEqual([code, stderr], [0, ""]);
  return eventsIn(stdout);
}

void it("writes the history, and what follows an id", async (test) => {
  const all = await followOnce(test, "--from", "1");
  assert.match(all[0]?.id ?? "", /^1-0-[0-9a-f]{12}$/);
  const middle = all[Math.floor(all.length / 2)]!;
  assert.deepEqual(await followOnce(test, "--after", middle.id), all.slice(all.indexOf(middle) + 1));
  assert.deepEqual(
    await followOnce(test, "--from", String(middle.seq)),
    all.filter(({ seq }) => seq >= middle.seq),
  );
  assert.deepEqual(await followOnce(test), []);
});

void it("writes what passes the filters", async (test) => {
  const all = await followOnce(test, "--from", "1");
  const { wallets } = all.find(({ type }) => type === "trade.matched")!;
  assert.deepEqual(
    await followOnce(
      test,
      "--from",
      "1",
      "--type",
      "order.*",
      "--type",
      "trade.matched",
      "--wallet",
      wallets[0]!,
    ),
    all.filter(
      ({ type, ...event }) =>
        (type.startsWith("order.") || type === "trade.matched") && event.wallets.includes(wallets[0]!),
    ),
  );
  assert.deepEqual(
    await followOnce(test, "--from", "1", "--market", "rain"),
    all.filter(({ markets }) => markets.includes(hashOf("rain"))),
  );
});

const REFUSED: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [["--from", "none"], /^presage: --from: expected the number of a batch, 1 or more, got "none"/],
  [["--after", "7"], /^presage: --after: expected the id of an event like 3377-0-8c1f0a22d7be, got "7"/],
  [["--from", "3", "--after", "2-0"], /^presage: --after: expected without from/],
  [["--from", "3", "--until", "2"], /^presage: --until: expected a batch from 3 on, got "2"/],
  [["--until", "3", "--once"], /^presage: --once and --until both say where it ends/],
  [
    ["--type", "trade"],
    /^presage: --type: expected a type of docs\/reference\/events.md, or a pattern as order\.\*, got "trade"/,
  ],
  [["--wallet", "ann", "--once"], /^presage: --wallet: expected a wallet address/],
  [["--market", "nowhere", "--once"], /^presage: market: expected a slug/],
  [["--after", "9999999-0", "--once"], /^presage: --after: there is no batch 9999999, the journal ends with/],
  [["--from", "9999999", "--once"], /^presage: --from: expected a batch from 1 to \d+, got 9999999/],
  [["more"], /^presage: follow takes no operands, got "more"/],
];
for (const [args, says] of REFUSED)
  void it(`refuses ${args.join(" ")}`, async (test) => {
    const { code, stderr } = await follow(test, ...args);
    assert.match(stderr, says);
    assert.equal(code, 1);
  });

void it("refuses to wait for news where no exchange runs", async (test) => {
  const { code, stderr } = await runPresage(test, ["follow", "--data-dir", join(root, "nothing")]);
  assert.match(stderr, /^presage: no exchange runs in .*: --once gives what there is/);
  assert.equal(code, 1);
});

/** Events that a follower writes at least before the exchange is killed: more than there are at the start. */
const NEWS = 120;

let wallets = 0;

/** Opens one account after the other, until the exchange is gone. */
async function openAccounts({ addresses: { admin } }: Started, token: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${readFileSync(token, "utf8").trim()}`,
    "content-type": "application/json",
  };
  for (;;) {
    wallets += 1;
    const body = JSON.stringify({ address: walletOf(`follower ${wallets}`), reason: "a test" });
    const reply = await fetch(`${admin}/accounts`, { method: "POST", headers, body }).catch(() => undefined);
    if (reply === undefined) return;
    const text = await reply.text().catch(() => "");
    assert.equal(reply.status, 200, text);
  }
}

deepTest(
  "goes on live, and after the last id when the exchange was killed and started again",
  async (test) => {
    const directories = await prepareDataDirectories();
    test.after(() => directories.close());
    const data = directories.create();
    const start = () =>
      whenStarted(
        spawnPresage(test, ["start", "--mode", "sandbox", "--json", "--data-dir", data, ...SPEC_PORTS]),
      );
    const events: PublicEvent[] = [];
    for (const first of [["--from", "1"], undefined]) {
      const exchange = await start();
      const from = first ?? ["--after", events.at(-1)!.id];
      const follower = spawnPresage(test, ["follow", ...from, "--data-dir", data]);
      const count = events.length;
      const opening = openAccounts(exchange, join(data, ADMIN_TOKEN));
      await until("so many new events are written", () => eventsIn(follower.output.stdout).length > NEWS);
      await exchange.stop("SIGKILL");
      await opening;
      await follower.stop("SIGINT");
      events.push(...eventsIn(follower.output.stdout));
      assert.ok(events.length > count + NEWS);
    }
    const { stdout } = await runPresage(test, ["follow", "--from", "1", "--once", "--data-dir", data]);
    assert.deepEqual(events, eventsIn(stdout).slice(0, events.length));
  },
);

/** Scheduled backups as operators see them, and one at once. */
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { describeBackups } from "../../../src/http/admin/exchange/backups.ts";
import type { ArchiveState } from "../../../src/operate/archive/schedule.ts";
import { runPresage } from "../../support/presage.ts";
import { until } from "../../support/until.ts";
import { startOperatedExchange, TOKENS } from "./world.ts";
import type { OperatedExchange } from "./world.ts";

const reason = "before the update";
const place = mkdtempSync(join(tmpdir(), "presage-backups-"));
let exchange: OperatedExchange;

before(async () => {
  exchange = await startOperatedExchange({ PRESAGE_BACKUP_DIR: place, PRESAGE_BACKUP_JOURNAL_EVERY: "off" });
});
after(async () => {
  await exchange.close();
  rmSync(place, { recursive: true });
});

const begin = () => exchange.call("admin", "POST", "/backups", { reason });

/** Waits until none is underway, and gives how they stand. */
async function settled() {
  let standing = await exchange.done("GET", "/backups");
  await until("no backup is underway", async () => {
    standing = await exchange.done("GET", "/backups");
    return standing.underway === null && standing.last !== null;
  });
  return standing;
}

describe("backups of a running exchange", () => {
  it("are written at once, one at a time, and audited", async () => {
    const first = await settled();
    const replies = await Promise.all([begin(), begin()]);
    replies.sort((a, b) => a.status - b.status);
    const [begun, refused] = replies;
    assert.deepEqual([begun!.status, begun!.body], [200, { place, previous: first.last.file }]);
    assert.deepEqual([refused!.status, refused!.body.code], [409, "backup_underway"]);
    assert.match(refused!.body.hint, /^a whole backup is being written since .*; GET \/backups tells/);
    const { last, trouble, lateSeconds } = await settled();
    assert.notEqual(last.file, first.last.file);
    assert.deepEqual([last.verified, trouble, lateSeconds], [true, [], 0]);
    assert.equal(last.bytes, statSync(join(place, last.file)).size);
    const { data } = await exchange.done("GET", "/audit?action=backup");
    assert.deepEqual(
      data.map((entry: Record<string, unknown>) => [entry["operator"], entry["subject"], entry["reason"]]),
      [["admin", place, reason]],
    );
  });

  it("are begun once by a request that is sent again", async () => {
    await settled();
    const headers = { authorization: `Bearer ${TOKENS.admin}`, "idempotency-key": "one-backup" };
    const send = () => exchange.send("/backups", { method: "POST", headers, body: { reason } });
    const first = await send();
    assert.equal(first.status, 200);
    const { last } = await settled();
    const again = await send();
    assert.deepEqual([again.status, again.body], [200, first.body]);
    const { ageSeconds, ...same } = (await settled()).last;
    assert.deepEqual({ ...same, ageSeconds: last.ageSeconds }, last);
    assert.ok(ageSeconds >= last.ageSeconds);
  });

  it("are written by presage backups now, which waits for them", async (test) => {
    const earlier = await settled();
    const args = ["backups", "now", "--url", exchange.url.spec, "--reason", reason, "--json"];
    const { code, stdout } = await runPresage(test, args, { PRESAGE_ADMIN_TOKEN: TOKENS.admin });
    const { last } = await settled();
    const written = JSON.parse(stdout);
    assert.deepEqual([code, written.place, written.file, written.bytes], [0, place, last.file, last.bytes]);
    assert.equal(written.verified, true);
    assert.notEqual(last.file, earlier.last.file);
  });

  it("are listed, the last one first", async () => {
    const { last } = await settled();
    const files = await exchange.done("GET", "/backups/files");
    assert.deepEqual([files.place, files.unreadable, files.total], [place, null, readdirSync(place).length]);
    const { until: end, ...listed } = files.data[0];
    const { file, time, bytes, sequence } = last;
    assert.deepEqual(listed, { file, time, journalFiles: 0, bytes, sequence });
    assert.equal(end, time);
  });

  it("are listed by presage backups, whatever place this shell names", async (test) => {
    const { last } = await settled();
    const { total } = await exchange.done("GET", "/backups/files");
    const environment = { PRESAGE_ADMIN_TOKEN: TOKENS.watch, PRESAGE_BACKUP_DIR: join(place, "elsewhere") };
    const args = ["backups", "--url", exchange.url.spec];
    const listed = await runPresage(test, [...args, "--json"], environment);
    assert.deepEqual([listed.code, listed.stderr], [0, ""]);
    const { backups, ...rest } = JSON.parse(listed.stdout);
    assert.deepEqual(rest, { place, gaps: [] });
    assert.equal(backups.length, total);
    const { file, time, bytes, sequence } = last;
    const newest = { backup: file, made: time, files: 1, bytes, until: time, seq: sequence };
    assert.deepEqual(backups.at(-1), newest);
    const text = await runPresage(test, args, environment);
    assert.ok(text.stdout.startsWith(`Backups in ${place}:\nBACKUP `), text.stdout);
    const read = await runPresage(test, ["backups", "list", place, "--json"]);
    assert.deepEqual(JSON.parse(read.stdout), JSON.parse(listed.stdout));
  });

  it("are verified by presage backups in the place of the exchange", async (test) => {
    const { total } = await exchange.done("GET", "/backups/files");
    const args = ["backups", "verify", "--url", exchange.url.spec];
    const { code, stdout, stderr } = await runPresage(test, args, { PRESAGE_ADMIN_TOKEN: TOKENS.watch });
    assert.deepEqual([code, stdout], [0, `All ${total} files are whole.\n`]);
    const told = `reading ${place}, the place of the exchange at ${exchange.url.spec}, from this machine.`;
    assert.equal(stderr, `Note: ${told}\n`);
  });

  it("are those of the settings here where no exchange runs, which a note says", async (test) => {
    const none = join(place, "none");
    const args = ["backups", "--data-dir", none];
    const listed = await runPresage(test, args, { PRESAGE_BACKUP_DIR: place });
    assert.equal(listed.code, 0);
    assert.equal(
      listed.stderr,
      `Note: No exchange runs on ${none} (--url names one elsewhere): this is the place of PRESAGE_BACKUP_DIR here.\n`,
    );
    const unknown = await runPresage(test, args);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /no place for backups is known: name one, or set PRESAGE_BACKUP_DIR\n$/);
    const both = await runPresage(test, ["backups", place, "--url", exchange.url.spec]);
    assert.match(both.stderr, /^presage: backups: --url asks the running exchange for its place/);
  });

  it("are part of the status", async () => {
    const { backups } = await exchange.done("GET", "/status");
    assert.deepEqual(backups.last.file, (await settled()).last.file);
  });
});

it("backups without a place are refused in words", async (test) => {
  const other = await startOperatedExchange();
  test.after(() => other.close());
  for (const [method, path] of [
    ["GET", "/backups"],
    ["GET", "/backups/files"],
    ["POST", "/backups"],
  ] as const) {
    const { status, body } = await other.call(
      "admin",
      method,
      path,
      method === "POST" ? { reason } : undefined,
    );
    assert.deepEqual([status, body.code], [409, "no_backup_place"]);
    assert.match(body.hint, /set PRESAGE_BACKUP_DIR and restart, or run presage backup FILE/);
  }
  assert.equal((await other.done("GET", "/status")).backups, null);
});

const NOW = Date.UTC(2026, 5, 1, 12);
const WELL: ArchiveState = {
  place: "/mnt/backups",
  last: undefined,
  covered: NOW - 30_000,
  due: NOW + 30_000,
  underway: undefined,
  failing: undefined,
  failed: undefined,
};

describe("backups need an operator", () => {
  for (const [when, state, trouble] of [
    ["not while they are in time", WELL, []],
    ["not when they are a little late", { ...WELL, due: NOW - 3_599_999 }, []],
    [
      "when they are an hour late",
      { ...WELL, covered: NOW - 3_660_000, due: NOW - 3_600_000 },
      ["backups are 1 h 0 min late: the last 1 h 1 min are in none"],
    ],
    [
      "when there was none for an hour",
      { ...WELL, covered: undefined, due: NOW - 3_600_000 },
      ["backups are 1 h 0 min late"],
    ],
    ["when they fail", { ...WELL, failing: { why: "the disk is full", since: NOW } }, ["the disk is full"]],
  ] as const)
    it(when, () => assert.deepEqual(describeBackups(state, NOW).trouble, trouble));
});

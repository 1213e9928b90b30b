/** Files of the first start: each is run once, a bad one stops the start, and a start that was cut short goes on. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { startExchange } from "../../src/library.ts";
import type { RunningExchange } from "../../src/library.ts";
import { gammaEvent, gammaMarket } from "../catalog/gamma-documents.ts";
import { deepTest } from "../support/depth.ts";
import { prepareDataDirectories, spawnPresage, SPEC_PORTS, startPresage } from "../support/presage.ts";
import type { DataDirectories } from "../support/presage.ts";
import { until } from "../support/until.ts";

let directories: DataDirectories;
let folders: string;

before(async () => {
  directories = await prepareDataDirectories();
  folders = mkdtempSync(join(tmpdir(), "presage-init-"));
});

after(() => {
  directories.close();
  rmSync(folders, { recursive: true });
});

type Files = Readonly<Record<string, unknown>>;

function writeFiles(folder: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    const text = typeof content === "string" || Buffer.isBuffer(content) ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), text);
  }
}

function folderOf(files: Files): string {
  const folder = mkdtempSync(join(folders, "files-"));
  writeFiles(folder, files);
  return folder;
}

const start = (dataDirectory: string, folder: string, settings: Record<string, string> = {}) =>
  startExchange({
    dataDirectory,
    settings: {
      PRESAGE_INIT_DIR: folder,
      PRESAGE_DEMO: "empty",
      PRESAGE_POLYMARKET_PORTS: "off",
      PRESAGE_KUEST_PORTS: "off",
      PRESAGE_LOG_LEVEL: "silent",
      ...settings,
    },
  });

type Asked = Pick<RunningExchange, "adminToken"> & { readonly addresses: { readonly admin: string } };

async function ask<Answer>({ addresses, adminToken }: Asked, path: string): Promise<Answer> {
  const answer = await fetch(`${addresses.admin}${path}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  return (await answer.json()) as Answer;
}

type Audit = {
  data: { operator: string; action: string; subject: string; reason: string; details: object }[];
};

const auditOf = async (exchange: Asked): Promise<string[]> =>
  (await ask<Audit>(exchange, "/audit?operator=init")).data
    .toReversed()
    .map(({ action, subject }) => (action === "init-file" ? `file ${subject}` : action));

const balanceOf = async (exchange: Asked, wallet: string): Promise<string> =>
  (await ask<{ balance: string }>(exchange, `/accounts/${wallet}`)).balance;

const WALLET = "0x52908400098527886e0f7030069857d2e4169ee7";

const MARKETS = [
  {
    request: "POST /events",
    body: {
      title: "Who wins?",
      slug: "who-wins",
      markets: [{ question: "Does Ada win?", slug: "ada-wins" }],
    },
  },
  { request: "POST /events/who-wins/open", body: { reason: "the season begins" } },
];
const fund = (amount: string) => ({
  request: "POST /accounts/fundings",
  body: { csv: `${WALLET},${amount}` },
});
const CREDIT = { request: "POST /credits", body: { address: WALLET, amount: "1" } };

describe("the init folder", () => {
  it("is run at the first start alone, in order of name", async () => {
    const directory = directories.create();
    const folder = folderOf({
      "20-wallets.requests.json": [fund("5"), CREDIT, CREDIT],
      "10-markets.requests.json": MARKETS,
      "05-catalog.json": [gammaEvent(1, { markets: [gammaMarket(1), gammaMarket(2)] })],
      "06-more.json.gz": gzipSync(JSON.stringify([gammaEvent(3)])),
      ".hidden": "{",
    });
    const first = await start(directory, folder);
    assert.deepEqual(await auditOf(first), [
      "file 05-catalog.json",
      "file 06-more.json.gz",
      "create-event",
      "open-event",
      "file 10-markets.requests.json",
      "fund-accounts",
      "credit",
      "credit",
      "credit",
      "file 20-wallets.requests.json",
    ]);
    const { data } = await ask<Audit>(first, "/audit?operator=init");
    assert.deepEqual(
      data.flatMap(({ action, subject, details }) => (action === "init-file" ? [[subject, details]] : [])),
      [
        ["20-wallets.requests.json", { requests: 3 }],
        ["10-markets.requests.json", { requests: 2 }],
        ["06-more.json.gz", { events: 1, markets: 1 }],
        ["05-catalog.json", { events: 1, markets: 2 }],
      ],
    );
    assert.equal(data.find(({ action }) => action === "open-event")?.reason, "the season begins");
    const { status } = await ask<{ status: string }>(first, "/markets/ada-wins");
    assert.deepEqual([status, await balanceOf(first, WALLET)], ["active", "7"]);
    await fetch(`${first.addresses.admin}/sandbox/reset`, {
      method: "POST",
      headers: { authorization: `Bearer ${first.adminToken}` },
    });
    assert.equal(await balanceOf(first, WALLET), "7");
    await first.close();

    writeFiles(folder, { "30-later.requests.json": [CREDIT], "40-bad.json": "{" });
    const second = await start(directory, folder);
    assert.equal(await balanceOf(second, WALLET), "7");
    await second.close();
    const third = await start(directory, join(folder, "gone"));
    await third.close();
  });

  it("goes on where a refusal stopped the start, and repeats nothing", async () => {
    const directory = directories.create();
    const folder = folderOf({
      "10-wallets.requests.json": [fund("5")],
      "20-more.requests.json": [
        CREDIT,
        CREDIT,
        { request: "POST /debits", body: { address: WALLET, amount: "100" } },
        CREDIT,
      ],
    });
    const refused =
      /^Error: PRESAGE_INIT_DIR: \S*20-more\.requests\.json: request 3 \(POST \/debits\): .*100.*; requests 1 to 2 are done, and the next start goes on after$/;
    await assert.rejects(start(directory, folder), refused);
    await assert.rejects(start(directory, folder), refused);
    const debit = { request: "POST /debits", body: { address: WALLET, amount: "3" } };
    writeFiles(folder, { "20-more.requests.json": [CREDIT, fund("1"), debit] });
    await assert.rejects(
      start(directory, folder),
      /request 2 \(POST \/accounts\/fundings\): .*; leave requests that were carried out as they were; request 1 is done/,
    );
    writeFiles(folder, { "20-more.requests.json": [CREDIT, CREDIT, debit, CREDIT] });
    const exchange = await start(directory, folder);
    assert.equal(await balanceOf(exchange, WALLET), "5");
    await exchange.close();
  });

  it("is run as the guide shows it", async () => {
    const guide = readFileSync(new URL("../../docs/operating/init-files.md", import.meta.url), "utf8");
    const [, requests = ""] = /^```json\n(\[\n[^]*?)^```$/m.exec(guide) ?? [];
    const exchange = await start(directories.create(), folderOf({ "1.requests.json": requests }));
    const { statuses } = await ask<{ statuses: object }>(exchange, "/events/cup");
    assert.deepEqual(
      [statuses, await balanceOf(exchange, WALLET)],
      [{ draft: 0, active: 2, paused: 0, resolved: 0, archived: 0 }, "1000"],
    );
    await exchange.close();
  });

  it("is run by a first start in production too", async () => {
    const folder = folderOf({ "1.requests.json": [...MARKETS, fund("5")] });
    const directory = directories.create();
    const settings = { PRESAGE_MODE: "production" };
    const exchange = await start(directory, folder, settings);
    assert.equal(await balanceOf(exchange, WALLET), "5");
    await exchange.close();
    writeFiles(folder, { "2.requests.json": [CREDIT] });
    const next = await start(directory, folder, settings);
    assert.equal(await balanceOf(next, WALLET), "5");
    await next.close();
  });

  const BAD: readonly (readonly [files: Files, reason: RegExp])[] = [
    [
      { "2.txt": "" },
      /expected files with names that end in \.requests\.json or .*, got the file \S*2\.txt$/,
    ],
    [{ "2/a.json": "[]" }, /, got the folder \S*\/2$/],
    [{ "2.json": "{" }, /2\.json: .*ends in the middle/],
    [
      { "2.json": { nothing: 1 } },
      /2\.json: expected an array of events .*found an object with the keys nothing/,
    ],
    [{ "2.json": "[]" }, /2\.json: expected events or markets, got none$/],
    [
      { "2.json": [{ id: "7", slug: "x" }] },
      /2\.json: expected events that can be listed, got none; event x: /,
    ],
    [
      { "2.requests.json": '[\n  {"request": "POST /events",,}\n]' },
      /2\.requests\.json: expected JSON, got "," at line 2, column 30$/,
    ],
    [
      { "2.requests.json": { request: "POST /events" } },
      /2\.requests\.json: expected a list of requests, got \{/,
    ],
    [{ "2.requests.json": [CREDIT, 7] }, /request 2: it: expected an object with request, got 7$/],
    [
      { "2.requests.json": [{ request: "POST /event" }] },
      /request 1 \(POST \/event\): request: .*nearest: POST \/events$/,
    ],
    [
      { "2.requests.json": [{ request: "GET /status" }] },
      /request 1 \(GET \/status\): request: expected one that changes something/,
    ],
    [
      { "2.requests.json": [{ request: "POST /credits", bdy: {} }] },
      /request 1 \(POST \/credits\): bdy|body.*bdy/,
    ],
    [
      { "2.requests.json": [{ request: "POST /credits", body: { address: WALLET, amonut: "1" } }] },
      /request 1 \(POST \/credits\): (body|amount): expected .*amonut/,
    ],
    [
      { "2.requests.json": [{ request: "POST /events", body: { title: "T", markets: [{ question: 1 }] } }] },
      /request 1 \(POST \/events\): markets\.0\.question: expected .*got 1; nearest: "1"$/,
    ],
  ];
  for (const [files, reason] of BAD)
    it(`stops the start at ${JSON.stringify(files)}, and nothing of the folder is done`, async () => {
      const directory = directories.create();
      const folder = folderOf({ "1.requests.json": [fund("5")], ...files });
      const stopped = await start(directory, folder).then(
        () => "it started",
        (error: unknown) => String(error),
      );
      assert.match(stopped, /^Error: PRESAGE_INIT_DIR: [^\n]+$/);
      assert.match(stopped, reason);
      const exchange = await start(directory, folderOf({}));
      assert.deepEqual(await auditOf(exchange), []);
      await exchange.close();
    });

  it("stops the start where the folder is missing", async () => {
    const directory = directories.create();
    await assert.rejects(
      start(directory, "/nowhere"),
      /^Error: PRESAGE_INIT_DIR: expected a folder, and there is none at \/nowhere$/,
    );
  });
});

deepTest(
  "a start that is killed amid the init folder goes on at the next one, and does nothing twice",
  async (test) => {
    const directory = directories.create();
    const count = 3_000;
    const folder = folderOf({
      "1.requests.json": [fund("1")],
      "2.requests.json": Array.from({ length: count }, () => CREDIT),
    });
    const flags = ["--init-dir", folder, "--demo", "empty", "--residents", "off"];
    const killed = spawnPresage(test, ["start", "--data-dir", directory, ...flags, ...SPEC_PORTS]);
    await until("requests are underway", () => / [1-9]\d* of 3000 requests/.test(killed.output.stdout));
    assert.equal((await killed.stop("SIGKILL")).code, null);
    const next = await startPresage(test, directory, [...flags, ...SPEC_PORTS]);
    const adminToken = readFileSync(join(directory, "admin-token"), "utf8").trim();
    const balance = await balanceOf({ ...next, adminToken }, WALLET);
    assert.equal(balance, String(count + 1));
    await next.stop("SIGTERM");
  },
);

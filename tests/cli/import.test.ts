import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { gammaEvent, gammaMarket } from "../catalog/gamma-documents.ts";
import { prepareDataDirectories, runPresage } from "../support/presage.ts";
import type { DataDirectories, Finished, Started } from "../support/presage.ts";
import { startHere } from "../support/start-here.ts";

let directories: DataDirectories;
const files = mkdtempSync(join(tmpdir(), "presage-dumps-"));

before(async () => {
  directories = await prepareDataDirectories();
});

after(() => {
  directories.close();
  rmSync(files, { recursive: true });
});

function dump(name: string, content: unknown): string {
  const path = join(files, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

type Report = {
  events: { listed: number; unchanged: number; skipped: number };
  markets: { listed: number; unchanged: number; skipped: number };
  skipped: { kind: string; id: string; reason: string }[];
  kept: unknown[];
  replaced: { kind: string; fields: string[] }[];
};

const counts = (listed: number, unchanged: number, skipped: number) => ({ listed, unchanged, skipped });

async function importJson(test: TestContext, directory: string, paths: readonly string[]): Promise<Report> {
  const finished = await runPresage(test, ["import", ...paths, "--json", "--data-dir", directory]);
  assert.deepEqual({ code: finished.code, stderr: finished.stderr }, { code: 0, stderr: "" });
  return JSON.parse(finished.stdout) as Report;
}

type Change = { fields: { field: string; from: string | null; to: string | null }[] };

async function changesOf(
  { addresses }: Pick<Started, "addresses">,
  event: string,
): Promise<[Change, ...Change[]]> {
  const response = await fetch(`${addresses.spec.catalog}/events/${event}/changes`);
  return (await response.json()) as [Change, ...Change[]];
}

const twoMarkets = gammaEvent(1, { markets: [gammaMarket(1), gammaMarket(2)] });

describe("presage import while no exchange runs", () => {
  it("lists what is new, leaves what is unchanged, and updates what is changed", async (test) => {
    const directory = directories.create();
    const path = dump("new.json", [twoMarkets, gammaEvent(3)]);
    const first = await importJson(test, directory, [path]);
    assert.deepEqual(first, {
      files: 1,
      events: counts(2, 0, 0),
      markets: counts(3, 0, 0),
      skipped: [],
      left: [],
      unread: {},
      cleaned: 0,
      kept: [],
      replaced: [],
    });
    const second = await importJson(test, directory, [path]);
    assert.deepEqual([second.events, second.markets], [counts(0, 2, 0), counts(0, 3, 0)]);

    const markets = [gammaMarket(1, { description: "The lid must rattle twice." }), gammaMarket(2)];
    const changed = dump("changed.json", { events: [{ ...twoMarkets, markets }, gammaEvent(3)] });
    const third = await importJson(test, directory, [changed]);
    assert.deepEqual([third.events, third.markets], [counts(1, 1, 0), counts(1, 2, 0)]);
    assert.deepEqual(
      third.replaced.map(({ kind, fields }) => [kind, fields]),
      [["market", ["description"]]],
    );
    const shown = await startHere(test, directory);
    const [{ fields }] = await changesOf(shown, "20001");
    assert.deepEqual(fields, [
      { field: "description", from: gammaMarket(1)["description"], to: "The lid must rattle twice." },
    ]);
    await shown.stop();
    const verified = await runPresage(test, ["verify", "--json", "--data-dir", directory]);
    const { ok, batches, events, markets: listed } = JSON.parse(verified.stdout);
    assert.deepEqual({ ok, batches, events, listed }, { ok: true, batches: 2, events: 4, listed: 3 });
  });

  it("lists texts without their hidden characters, and says how many had some", async (test) => {
    const directory = directories.create();
    const path = dump("hidden.json", [gammaEvent(6, { title: "Kett\u200bles", description: "a\u202eb" })]);
    const finished = await runPresage(test, ["import", "--data-dir", directory, path]);
    assert.deepEqual([finished.code, finished.stderr], [0, ""]);
    assert.match(finished.stdout, /^Texts: {3}2 without their hidden characters$/m);
    const again = await importJson(test, directory, [path]);
    assert.deepEqual(again.events, counts(0, 1, 0));
  });

  it("names every row that it leaves out, and goes on", async (test) => {
    const directory = directories.create();
    const bad = dump(
      "bad.ndjson",
      [
        JSON.stringify(gammaEvent(1, { markets: [gammaMarket(1), gammaMarket(2, { conditionId: "0x1" })] })),
        JSON.stringify(
          gammaEvent(3, { markets: [gammaMarket(3, { version: "v2", positionIds: ["6", "7"] })] }),
        ),
        JSON.stringify(gammaEvent(4, { title: "" })),
        JSON.stringify(gammaEvent(5, { markets: [gammaMarket(1)] })),
      ].join("\n"),
    );
    const finished = await runPresage(test, ["import", "--data-dir", directory, bad]);
    assert.deepEqual([finished.code, finished.stderr], [0, ""]);
    assert.equal(
      finished.stdout,
      [
        `skipped\t${bad}\tmarket\t500002\tkettle-2-boils\tconditionId is not 0x and 64 hexadecimal digits`,
        `skipped\t${bad}\tmarket\t500003\tkettle-3-boils\tversion v2 does not have a condition id of this form`,
        `skipped\t${bad}\tevent\t20003\tkettles-3\tnone of its markets can be listed`,
        `skipped\t${bad}\tevent\t20004\tkettles-4\tno title`,
        `skipped\t${bad}\tmarket\t500001\tkettle-1-boils\tmarket id 500001 is listed already`,
        `skipped\t${bad}\tevent\t20005\tkettles-5\tnone of its markets can be listed`,
        "Events:  1 listed, 0 unchanged, 3 skipped",
        "Markets: 1 listed, 0 unchanged, 3 skipped",
        "  2 x event: none of its markets can be listed",
        "  1 x market: conditionId is not 0x and 64 hexadecimal digits",
        "  1 x market: version v2 does not have a condition id of this form",
        "  1 x event: no title",
        "  1 x market: market id is listed already",
        "",
      ].join("\n"),
    );
  });

  it("names what it cannot take over, and fields that stay since people trade by them", async (test) => {
    const directory = directories.create();
    const market = gammaMarket(1, { feeSchedule: { rate: 0.07, rebateRate: 0.2 } });
    const path = dump("fees.json", [
      gammaEvent(1, { markets: [market, gammaMarket(2, { enableOrderBook: false })] }),
    ]);
    const finished = await runPresage(test, ["import", "--data-dir", directory, path]);
    assert.equal(finished.code, 0);
    assert.match(finished.stdout, /^left\t.*\tmarket\t500001\tkettle-1-boils\tfeeSchedule.rebateRate 0.2: /m);
    assert.match(
      finished.stdout,
      /^left\t.*\tmarket\t500002\tkettle-2-boils\tenableOrderBook false: listed as paused/m,
    );
    const isOpen = async (): Promise<boolean> => {
      const exchange = await startHere(test, directory);
      const condition = `0x${"2".padStart(64, "0")}`;
      const response = await fetch(`${exchange.addresses.spec.trading}/markets/${condition}`);
      const { accepting_orders: open } = (await response.json()) as { accepting_orders: boolean };
      await exchange.stop();
      return open;
    };
    assert.equal(await isOpen(), false);
    const listed = async (name: string, changes: Record<string, unknown>) => {
      const file = dump(name, [gammaEvent(1, { markets: [market, gammaMarket(2, changes)] })]);
      const { markets, kept } = await importJson(test, directory, [file]);
      assert.deepEqual(markets, counts(1, 1, 0));
      return kept;
    };
    assert.deepEqual(await listed("opened.json", {}), []);
    assert.equal(await isOpen(), true);
    assert.deepEqual(await listed("paused.json", { acceptingOrders: false }), []);
    assert.equal(await isOpen(), false);
    assert.deepEqual(await listed("over.json", { closed: true, outcomePrices: '["1", "0"]' }), []);
    assert.deepEqual(await listed("back.json", {}), [
      {
        file: join(files, "back.json"),
        kind: "market",
        id: "500002",
        slug: "kettle-2-boils",
        fields: ["status"],
      },
    ]);
    const verified = await runPresage(test, ["verify", "--data-dir", directory]);
    assert.match(verified.stdout, /^All agrees: /);
  });

  it("exits with 1 and says why when it lists nothing", async (test) => {
    const path = dump("markets.json", [gammaMarket(1), gammaMarket(2)]);
    const finished = await runPresage(test, ["import", "--data-dir", directories.create(), path]);
    assert.equal(finished.code, 1);
    assert.match(finished.stdout, /^skipped\t.*\tmarket\t500001\t.*a market without its event: expected/m);
  });

  it("lists nothing when a file cannot be read", async (test) => {
    const directory = directories.create();
    const good = dump("good.json", [gammaEvent(1)]);
    const truncated = dump("truncated.json", `[${JSON.stringify(gammaEvent(2))},{"id":`);
    for (const [wrong, says] of [
      [truncated, /truncated\.json: not a catalog dump: it ends in the middle of a value/],
      [join(files, "missing.json"), /missing\.json: there is no such file/],
      [files, /it is a directory/],
      [dump("other.json", { hello: 1 }), /other\.json: expected an array of events/],
    ] as const) {
      const { code, stdout, stderr } = await runPresage(test, [
        "import",
        good,
        wrong,
        "--data-dir",
        directory,
      ]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, says);
      assert.match(stderr, /^presage: [^\n]+\n$/);
    }
    const { events } = await importJson(test, directory, [good]);
    assert.deepEqual(events, counts(1, 0, 0));
  });

  it("says that a file lists nothing", async (test) => {
    const directory = directories.create();
    for (const nothing of [dump("array.json", []), dump("object.json", { events: [] })]) {
      const { code, stdout, stderr } = await runPresage(test, ["import", nothing, "--data-dir", directory]);
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /^presage: nothing to list: no event and no market is in [^\n]+\n$/);
    }
  });

  it("never takes over the id or the slug of something else", async (test) => {
    const directory = directories.create();
    await importJson(test, directory, [dump("first.json", [twoMarkets, gammaEvent(3)])]);
    const clashes = dump("clashes.json", [
      gammaEvent(10, { id: "20001", markets: [gammaMarket(10)] }),
      gammaEvent(11, { slug: "kettles-3", markets: [gammaMarket(11)] }),
      gammaEvent(12, {
        markets: [
          gammaMarket(12, { id: "500001" }),
          gammaMarket(13, { slug: "kettle-2-boils" }),
          gammaMarket(14, { clobTokenIds: '["3", "29"]' }),
          gammaMarket(3, { id: "500033", slug: "kettle-33-boils" }),
          gammaMarket(15),
        ],
      }),
      gammaEvent(13, { id: "20003", slug: "kettles-renamed", markets: [] }),
    ]);
    const { events, markets, skipped } = await importJson(test, directory, [clashes]);
    assert.deepEqual([events, markets], [counts(1, 0, 3), counts(1, 0, 6)]);
    const condition = `0x${"3".padStart(64, "0")}`;
    assert.deepEqual(
      skipped.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`),
      [
        "event 20001: event id 20001 is another event's (kettles-1)",
        "market 500010: its event is skipped",
        "event 20011: event slug kettles-3 is another event's (id 20003)",
        "market 500011: its event is skipped",
        "market 500001: market id 500001 is another market's (kettle-1-boils)",
        "market 500013: market slug kettle-2-boils is another market's (id 500002)",
        "market 500014: token id 3 is another market's",
        `market 500033: condition id ${condition} is listed in another event (id 20003)`,
        "event 20003: event id 20003 is another event's (kettles-3)",
      ],
    );
    const renamed = dump("renamed.json", [gammaEvent(3, { slug: "kettles-renamed" })]);
    assert.deepEqual((await importJson(test, directory, [renamed])).events, counts(1, 0, 0));
  });
});

describe("presage import while the exchange runs", () => {
  it("lists through its operator API, with the token of the data directory", async (test) => {
    const directory = directories.create();
    const exchange = await startHere(test, directory);
    const path = dump("running.json", [
      twoMarkets,
      gammaEvent(3, { markets: [gammaMarket(3, { closed: true })] }),
    ]);
    const first = await importJson(test, directory, [path]);
    assert.deepEqual([first.events, first.markets], [counts(2, 0, 0), counts(3, 0, 0)]);
    const second = await importJson(test, directory, [path]);
    assert.deepEqual([second.events, second.markets], [counts(0, 2, 0), counts(0, 3, 0)]);

    const open = async (seed: number): Promise<boolean> => {
      const condition = `0x${seed.toString(16).padStart(64, "0")}`;
      const response = await fetch(`${exchange.addresses.spec.trading}/markets/${condition}`);
      return ((await response.json()) as { accepting_orders: boolean }).accepting_orders;
    };
    assert.deepEqual([await open(1), await open(3)], [true, false]);
    const verified = await runPresage(test, ["verify", "--data-dir", directory]);
    assert.match(verified.stdout, /^All agrees: /);
    const rebuilt = await runPresage(test, ["rebuild", "--data-dir", directory]);
    assert.equal(rebuilt.code, 1);
    assert.match(rebuilt.stderr, /is in use by another process/);
    await exchange.stop();
    assert.deepEqual((await importJson(test, directory, [path])).events, counts(0, 2, 0));
  });

  it("says so when the token is not the exchange's", async (test) => {
    const directory = directories.create();
    const exchange = await startHere(test, directory);
    const path = dump("refused.json", [twoMarkets]);
    const args = ["import", path, "--data-dir", directory];
    const finished: Finished = await runPresage(test, args, { PRESAGE_ADMIN_TOKEN: "ab".repeat(32) });
    assert.deepEqual([finished.code, finished.stdout], [1, ""]);
    assert.match(
      finished.stderr,
      /^presage: .* does not know the operator's token: set PRESAGE_ADMIN_TOKEN[^\n]*\n$/,
    );
    await exchange.stop();
  });

  it("lists a catalog of more than one request", async (test) => {
    const directory = directories.create();
    const exchange = await startHere(test, directory);
    const many = Array.from({ length: 450 }, (_, seed) => gammaEvent(seed + 1));
    const path = dump("many.json", { data: many });
    const { events, markets } = await importJson(test, directory, [path]);
    assert.deepEqual([events, markets], [counts(450, 0, 0), counts(450, 0, 0)]);
    await exchange.stop();
  });
});

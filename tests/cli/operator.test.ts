/** An operator's work with the command line alone, while the exchange runs. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { demoCatalog } from "../../src/listings/demo-catalog.ts";
import { requestsTo, walletOf } from "../support/exchange.ts";
import {
  ANY_PORTS,
  environmentWith,
  launchPresage,
  prepareDataDirectories,
  runPresage,
  whenStarted,
} from "../support/presage.ts";
import type { DataDirectories, Started } from "../support/presage.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";

const MAIN = fileURLToPath(new URL("../../bin/presage.js", import.meta.url));
const NOBODY = walletOf("nobody");

const CASHIER = "7e".repeat(32);

let directories: DataDirectories;
let directory: string;
let exchange: Started;

before(async () => {
  directories = await prepareDataDirectories();
  directory = directories.create();
  const args = ["--data-dir", directory, "--json", ...ANY_PORTS];
  const settings = { PRESAGE_OPERATORS: `cashier=treasury:${CASHIER}` };
  exchange = await whenStarted(launchPresage(args, { settings, detached: true }));
});

after(async () => {
  assert.equal((await exchange.stop("SIGTERM")).code, 0);
  directories.close();
});

type Operator = {
  run(args: readonly string[]): ReturnType<typeof runPresage>;
  /** Runs a command and gives its output. */
  printed(...args: readonly string[]): Promise<string>;
  /** Runs a command with `--json` and gives its one line, parsed. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json(...args: readonly string[]): Promise<any>;
  /** Runs a command that is refused and gives the line of the refusal. */
  refused(...args: readonly string[]): Promise<string>;
};

function operatorOf(test: TestContext, settings: Record<string, string> = {}): Operator {
  const run = (args: readonly string[]) => runPresage(test, [...args, "--data-dir", directory], settings);
  const printed: Operator["printed"] = async (...args) => {
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: "" }, args.join(" "));
    return stdout;
  };
  return {
    run,
    printed,
    async json(...args) {
      const text = await printed(...args, "--json");
      assert.match(text, /^[^\n]+\n$/);
      return JSON.parse(text);
    },
    async refused(...args) {
      const { code, stdout, stderr } = await run(args);
      assert.deepEqual([code, stdout], [1, ""], args.join(" "));
      assert.match(stderr, /^presage: [^\n]+\n$/);
      return stderr.slice("presage: ".length, -1);
    },
  };
}

/** Makes traders with keys on an exchange of another process. */
function createTraders(...names: readonly string[]): Promise<Trader[]> {
  const { spec, polymarket, kuest } = exchange.addresses;
  const url = { spec: spec.trading, polymarket: polymarket!.trading, kuest: kuest!.trading };
  const clock = {
    get now() {
      return Date.now();
    },
  };
  return Promise.all(names.map((name) => createTrader({ ...requestsTo(url), clock }, name)));
}

async function placed(trader: Trader, terms: Parameters<Trader["place"]>[0]): Promise<string> {
  const { status, body, text } = await trader.place(terms);
  assert.equal(status, 200, text);
  return body.orderID;
}

async function refusalOf(trader: Trader, terms: Parameters<Trader["place"]>[0]): Promise<unknown> {
  const { body } = await trader.place(terms);
  return body.code;
}

const TITLE = "Rain in May";
const QUESTION = "Will it rain in Bern on 1 May?";
const SLUG = "will-it-rain-in-bern-on-1-may";

const TERMS = ["--minimum", "2", "--fee-rate", "0.02", "--auto-redeem", "false"];

describe("presage, for operators", { concurrency: 2 }, () => {
  it("takes all markets of an event through their life together", async (test) => {
    const { printed, json, refused } = operatorOf(test);
    const why = ["--reason", "the cup of 2027"];
    await json("event", "create", "Who wins the cup?", "--negative-risk", ...why);
    for (const team of ["North", "South"])
      await json(
        "market",
        "create",
        "who-wins-the-cup",
        `Will ${team} win?`,
        "--auto-redeem",
        "true",
        ...why,
      );
    const stepped = (text: string): string => `who-wins-the-cup: 2 markets changed, now ${text}.\n`;
    assert.equal(await printed("event", "open", "who-wins-the-cup", ...why), stepped("2 active"));
    assert.equal(await printed("event", "pause", "who-wins-the-cup", ...why), stepped("2 paused"));
    assert.equal(await printed("event", "resume", "who-wins-the-cup", ...why), stepped("2 active"));
    const [holder] = (await createTraders("holder")) as [Trader];
    await printed("credit", holder.address, "100", ...why);
    const { markets } = await json("event", "show", "who-wins-the-cup");
    for (const { conditionId } of markets) {
      const body = { conditionId, amount: "3" };
      assert.equal((await holder.request("POST", "/positions/split", { body })).status, 200);
    }
    const told = await printed("event", "rehearse", "who-wins-the-cup", "will-south-win");
    assert.match(told, /winner +Will South win\?\n.*paid at once +6\n.*remains +0\n/s);
    assert.match(
      told,
      new RegExp(`${holder.address} +6 +will-north-win +3 \\+ 3 +3\n +will-south-win +3 \\+ 3 +3\n$`),
    );
    assert.match(
      await refused("event", "resolve", "who-wins-the-cup", "will-east-win", "--yes", ...why),
      /^no market has .*"will-east-win" \(did you mean will-north-win\?\)$/,
    );
    const resolve = ["event", "resolve", "who-wins-the-cup", "will-south-win", "--yes", ...why];
    assert.equal(await printed(...resolve), stepped("2 resolved"));
    assert.match(await refused(...resolve), /resolved with this winner$/);
    assert.match(await printed("event", "show", "who-wins-the-cup"), /will-south-win +resolved +pays 1:0/);
    assert.equal(
      await printed("event", "archive", "who-wins-the-cup", "--yes", ...why),
      stepped("2 archived"),
    );
  });

  it("takes a market through its whole life", async (test) => {
    const { printed, json, refused } = operatorOf(test);
    const why = (reason: string): readonly string[] => ["--reason", reason];

    const event = await json("event", "create", TITLE, "--tag", "Weather", ...why("asked for"));
    assert.deepEqual([event.title, event.slug], [TITLE, "rain-in-may"]);
    const edits = ["--tag", "Weather", "--tag", "Bern", "--ends", "2027-06-01T00:00:00Z"];
    assert.equal(
      await printed("event", "edit", "rain-in-may", ...edits, ...why("the club")),
      "rain-in-may: changed endDate, tags.\n",
    );
    assert.match(
      await printed("event", "show", "rain-in-may"),
      /\ntags +Weather, Bern\nends +2027-06-01T00:00:00Z\n/,
    );
    assert.match(
      await printed("event", "edit", "rain-in-may", "--no-tags", ...why("the club")),
      /changed tags/,
    );
    assert.match(await printed("event", "show", "rain-in-may"), /\ntags +none\n/);
    assert.match(
      await printed("event", "clarify", "rain-in-may", "Dew is no rain.", ...why("asked")),
      /^rain-in-may: the clarification stands/,
    );
    const market = await json(
      ...["market", "create", event.id, QUESTION, "--ends", "2027-05-01T22:00:00Z"].concat(TERMS),
      ...why("asked for too"),
    );
    assert.deepEqual(
      [market.slug, market.status, market.minimumSize, market.autoRedeem, market.fees],
      [SLUG, "draft", "2", false, { rate: "0.02", exponent: 1, takerOnly: true }],
    );
    const [ann, bob] = (await createTraders("ann", "bob")) as [Trader, Trader];
    const [yes] = market.tokenIds;
    const bid = { tokenId: yes, side: "BUY", price: "0.4", size: "10" } as const;
    assert.equal(await refusalOf(ann, bid), "market_not_open");

    assert.equal(
      await printed(
        "market",
        "edit",
        SLUG,
        "--label",
        "1 May",
        "--image",
        "https://a.example/b.png",
        ...why("x"),
      ),
      `${SLUG}: changed image, label.\n`,
    );
    assert.equal(await printed("market", "open", SLUG, ...why("rules checked")), `${SLUG} is active.\n`);
    assert.match(
      await printed("credit", ann.address, "250.5", ...why("paid in")),
      /^0x[0-9a-f]{40} has 10250\.5 now, of which 10250\.5 are available\.\n$/,
    );
    const resting = await placed(ann, bid);
    await placed(ann, { ...bid, price: "0.6", size: "20" });
    await placed(bob, { tokenId: market.tokenIds[1], side: "BUY", price: "0.4", size: "20" });

    await assertFigures(operatorOf(test));
    assert.match(
      await refused("market", "edit", SLUG, "--question", "Snow?", ...why("x")),
      /^--question: expected a clarification, since market /,
    );
    assert.equal(
      await printed("market", "clarify", SLUG, "At the station of Zollikofen.", ...why("asked")),
      `${SLUG}: the clarification stands beside its rules.\n`,
    );

    assert.equal((await json("market", "pause", market.conditionId, ...why("source down"))).status, "paused");
    assert.equal(await refusalOf(ann, bid), "market_paused");
    assert.equal(await printed("market", "resume", SLUG, ...why("source up")), `${SLUG} is active.\n`);

    const evidence = ["--evidence", "3 mm", "--link", "https://weather.example/may-1"];
    assert.equal(
      await printed("market", "propose", SLUG, "no", ...evidence, ...why("published")),
      `${SLUG} is active, No is proposed.\n`,
    );
    assert.equal(
      await printed("market", "dispute", SLUG, ...why("another station")),
      `${SLUG} is active, No is proposed and disputed.\n`,
    );
    assert.equal(
      await printed("market", "resolve", SLUG, "half", "--yes", ...why("cannot be told")),
      `${SLUG} is resolved, each outcome pays half.\n`,
    );
    const { order } = (await ann.request("GET", `/data/order/${resting}`)).body;
    assert.equal(order.status, "canceled");
    assert.equal(await printed("market", "undo", SLUG, ...why("it can")), `${SLUG} is paused.\n`);
    const resolved = await json("market", "resolve", SLUG, "YES", "--yes", ...why("checked twice"));
    assert.deepEqual([resolved.status, resolved.resolution.payout], ["resolved", [1, 0]]);
    assert.deepEqual(
      resolved.steps.map(({ step, payout }: { step: string; payout: unknown }) => [step, payout]),
      [
        ["proposed", [0, 1]],
        ["disputed", null],
        ["resolved", [1, 1]],
        ["undone", null],
        ["resolved", [1, 0]],
      ],
    );
    assert.match(await refused("market", "resume", SLUG, ...why("x")), /expected a market that is paused/);
    const redeemed = await ann.request("POST", "/positions/redeem", {
      body: { conditionId: market.conditionId },
    });
    assert.equal(redeemed.status, 200, redeemed.text);
    assert.match(await refused("market", "undo", SLUG, ...why("x")), /redeemed since the resolution/);
    assert.equal(
      await printed("market", "archive", SLUG, "--yes", ...why("season over")),
      `${SLUG} is archived, Yes pays.\n`,
    );

    const shown = await printed("market", "show", SLUG);
    assert.match(shown, /^question +Will it rain in Bern on 1 May\?\n/);
    assert.match(shown, /\nstatus +archived, Yes pays\n/);
    assert.match(shown, /\nfees +rate 0\.02, exponent 1, takers pay\n/);
    assert.match(shown, /\n\S+Z +proposed +No +3 mm https:\/\/weather\.example\/may-1\n/);

    await assertAudited(await json("audit", "--market", SLUG), market.conditionId);
    const table = await printed("audit", "--market", SLUG, "--limit", "1");
    assert.match(table, new RegExp(`^\\S+Z  admin  Archived “[^”]+” \\(${SLUG}\\)\n    Why: season over\n`));
    assert.match(table, /\nFor earlier ones: --before \S+\n$/);
    const made = (await json("audit", "--subject", event.id)).data.at(-1);
    assert.deepEqual([made.action, made.reason], ["create-event", "asked for"]);
  });

  it("keeps accounts, keys and bans, and knows who operates", async (test) => {
    const { printed, json } = operatorOf(test);
    const cashier = operatorOf(test, { PRESAGE_ADMIN_TOKEN: CASHIER });
    const [cid] = (await createTraders("cid")) as [Trader];
    const why = ["--reason", "told so"];

    assert.deepEqual(await cashier.json("credit", cid.address, "12.345678", ...why), {
      address: cid.address,
      amount: "12.345678",
      balance: "10012.345678",
      available: "10012.345678",
    });
    assert.match(
      await cashier.printed("debit", cid.address, "0.345678", "--yes", ...why),
      /has 10012 now, of which 10012 are available/,
    );
    assert.match(await cashier.refused("debit", cid.address, "10012.01", "--yes", ...why), /10012/);
    assert.match(await cashier.refused("credit", NOBODY, "1", ...why), new RegExp(NOBODY));
    const opened = await cashier.json("account", "open", NOBODY, "--owner", cid.address, ...why);
    assert.deepEqual(opened, { address: NOBODY, owner: cid.address, opened: true });
    assert.match(await cashier.printed("credit", NOBODY, "1", ...why), /has 1 now/);
    const repeated = ["credit", NOBODY, "2", ...why, "--idempotency-key", "once"];
    assert.match(await cashier.printed(...repeated), /has 3 now/);
    assert.match(await cashier.printed("credit", NOBODY, "3", ...why), /has 6 now/);
    const again = await cashier.run(repeated);
    assert.deepEqual([again.code, again.stdout], [0, `${NOBODY} has 3 now, of which 3 are available.\n`]);
    assert.match(
      again.stderr,
      /^Note: this was carried out before with the same --idempotency-key; [^\n]+\n$/,
    );
    assert.match(await cashier.refused("account", "open", NOBODY, ...why), /belongs to another signer/);
    assert.match(await cashier.refused("credit", cid.address, "-5", ...why), /got "?-5/);
    assert.match(await cashier.refused("ban", cid.address, ...why), /market-admin/);

    const [key] = await json("key", "list", cid.address);
    assert.equal(key.apiKey, cid.credentials.apiKey);
    assert.match(await printed("key", "list", cid.address), new RegExp(`^KEY .*\n${key.apiKey} `));
    assert.equal(await printed("key", "list", NOBODY), `${NOBODY} has no key.\n`);
    const { apiKey: reader } = (await cid.request("POST", "/auth/readonly-api-key")).body;
    const [, second] = await json("key", "list", cid.address);
    assert.deepEqual([second.apiKey, second.kind, second.nonce], [reader, "readonly", null]);

    assert.equal(
      await printed("ban", cid.address, ...why),
      `${cid.address} is banned. Orders cancelled: 0.\n`,
    );
    assert.equal(
      await printed("ban", "add", cid.address, ...why),
      `${cid.address} is banned already. Orders cancelled: 0.\n`,
    );
    assert.match(
      await printed("ban", "list"),
      new RegExp(`^WALLET .*\n${cid.address}  \\S+Z  admin  told so\n$`),
    );
    assert.equal(
      await printed("ban", "remove", cid.address, ...why),
      `${cid.address} is not banned any more.\n`,
    );
    assert.equal(await printed("ban", "remove", cid.address, ...why), `${cid.address} is not banned.\n`);

    assert.equal((await cid.request("GET", "/data/trades")).status, 200);
    const revoked = await json("key", "revoke", key.apiKey, "--yes", ...why);
    assert.match(revoked.revokedAt, /Z$/);
    assert.equal((await cid.request("GET", "/data/trades")).status, 401);
    assert.deepEqual([revoked.others[0].apiKey, revoked.others.length], [reader, 1]);
    assert.match(
      await printed("key", "revoke", key.apiKey, "--yes", ...why),
      new RegExp(`\nOther keys of ${cid.address} can still be used:\n.*\n${reader}  readonly  `),
    );
    assert.match(
      await printed("key", "revoke", reader, "--yes", ...why),
      new RegExp(`\n${cid.address} has no other key that can be used.\n$`),
    );

    await printed("site", "add", "market.example", NOBODY, ...why);
    const status = await json("status");
    assert.deepEqual([status.operator.name, status.counts.bans], ["admin", 0]);
    const text = await cashier.printed("status");
    assert.match(text, /^presage +\S+, sandbox mode, running for \d+ (s|min)/);
    assert.match(text, /\nyou are +cashier \(treasury\)\n/);
    assert.match(text, new RegExp(`\nspec trading +${exchange.addresses.spec.trading}\n`));

    const { data } = await json("audit", "--subject", cid.address);
    assert.deepEqual(
      data.map((row: Record<string, unknown>) => [row["operator"], row["action"], row["reason"]]).reverse(),
      [
        ["cashier", "credit", "told so"],
        ["cashier", "debit", "told so"],
        ["admin", "ban", "told so"],
        ["admin", "unban", "told so"],
      ],
    );
    assert.equal((await json("audit", "--subject", "market.example")).data[0].action, "add-site");
    const [latest, ...others] = (await json("audit", "--operator", "cashier", "--limit", "1")).data;
    assert.deepEqual([latest.action, latest.subject, others], ["credit", NOBODY, []]);
  });

  it("lets the house make a market, and tells what is left when it stops", async (test) => {
    const { printed, json, refused } = operatorOf(test);
    const { slug } = demoCatalog(Date.now())[0]!.markets[0]!;
    const why = ["--reason", "a book"];
    const levels = ["--max-loss", "5", "--levels", "many"];
    assert.match(
      await refused("maker", "start", slug, ...levels, ...why),
      /^--levels: expected a whole number/,
    );
    const text = await printed("maker", "start", slug, "--max-loss", "500", "--price", "0.4", ...why);
    assert.match(text, new RegExp(`^market +${slug}\naccount +0x[\\da-f]{40}, which clients see as House\n`));
    assert.match(
      text,
      /\nmaker +lmsr with b 545\.67, from 0\.4, up to 10 quotes on each side\nstate +quoting\n/,
    );
    const listed = await printed("maker", "list");
    assert.match(listed, new RegExp(`^MARKET .*\n${slug} +1 +lmsr +quoting +0 +500 +500 +\\d+ +\\d+\n$`));
    const stopped = await json("maker", "stop", slug, "--yes", ...why);
    assert.deepEqual([stopped.state, stopped.available, stopped.bids], ["stopped", "500", 0]);
  });

  it(
    "asks at a terminal for the reason, and once more before what cannot be undone",
    { skip: process.platform !== "linux" && "there is no script(1) of this form" },
    async (test) => {
      const [dee] = (await createTraders("dee")) as [Trader];
      const typed = (...answers: readonly string[]) =>
        atTerminal(["debit", dee.address, "1", "--data-dir", directory], answers);
      const refusals = await Promise.all([
        typed("a test\n", "no\n"),
        typed(" \n"),
        typed("\u0004"),
        typed("a test\n", "\u0003"),
      ]);
      for (const { code, output } of refusals) {
        assert.match(output, /presage: nothing was done/);
        assert.equal(code, 1);
      }
      const { code, output } = await typed("a test\n", "yes\n");
      assert.match(output, /Why\? [^]*1 will be taken from 0x[^]*Type yes to go on: [^]*has 9999 now/);
      assert.equal(code, 0);
      const { data } = await operatorOf(test).json("audit", "--subject", dee.address);
      assert.deepEqual(
        data.map((row: Record<string, unknown>) => [row["action"], row["reason"]]),
        [["debit", "a test"]],
      );
    },
  );
});

/** The entries of the market and of its event, whose id has no 0x. */
async function assertAudited(page: { data: Record<string, unknown>[] }, conditionId: string): Promise<void> {
  assert.deepEqual(page.data.map(({ action, reason }) => [action, reason]).reverse(), [
    ["create-event", "asked for"],
    ["edit-event", "the club"],
    ["edit-event", "the club"],
    ["clarify", "asked"],
    ["create-market", "asked for too"],
    ["edit-market", "x"],
    ["open-market", "rules checked"],
    ["clarify", "asked"],
    ["pause-market", "source down"],
    ["resume-market", "source up"],
    ["propose-resolution", "published"],
    ["dispute-resolution", "another station"],
    ["resolve-market", "cannot be told"],
    ["undo-resolution", "it can"],
    ["resolve-market", "checked twice"],
    ["archive-market", "season over"],
  ]);
  for (const { time, operator, subject } of page.data) {
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(operator, "admin");
    if (String(subject).startsWith("0x")) assert.equal(subject, conditionId);
  }
}

/** Figures of the market after its first trade: 20 shares at 0.6, for which the taker of NO pays a fee. */
async function assertFigures({ run, printed, json, refused }: Operator): Promise<void> {
  const { data, total } = await json("figures", "--market", SLUG, "--by", "month");
  assert.deepEqual([total.trades, total.traders, total.volume], [1, 2, "8"]);
  assert.equal(data.at(-1).trades, 1);
  const days = (await printed("figures", "--market", SLUG)).trimEnd().split("\n");
  assert.match(days[0]!, /^FROM +VOLUME +TRADES +TRADERS +FEES +ACCOUNTS +DEPOSITS +WITHDRAWALS$/);
  assert.equal(days.length, 32, "thirty days, their names and their total");
  assert.match(days.at(-1)!, /^total +8 +1 +2 +0\.\d+ +- +- +-$/);
  const most = ["figures", "--by", "market", "--order", "volume", "--limit"];
  const noted = await run([...most, "5000"]);
  assert.equal(
    noted.stderr,
    "Note: expected a limit of at most 500, got 5000: the answer has 500 at most.\n",
  );
  const ranked = await printed(...most, "500");
  assert.equal(ranked, noted.stdout);
  assert.match(
    ranked,
    new RegExp(`^MARKET +VOLUME .*\n(?:.*\n)*${SLUG} +8 +1 +2 +0\\.\\d+ +${QUESTION.replace("?", "\\?")}\n`),
  );
  assert.match(await refused("figures", "--market", "nope"), /^no market has .*"nope"$/);
  assert.match(
    await refused("figures", "--from", "2026-13-01"),
    /^--from: expected a day since 1970 .*got "2026-13-01"$/,
  );
}

/** Runs `presage` at a terminal, with these answers to its questions in order. */
async function atTerminal(
  args: readonly string[],
  answers: readonly string[],
): Promise<{ code: number; output: string }> {
  const command = [process.execPath, MAIN, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: environmentWith({}),
  });
  const left = [...answers];
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += String(chunk);
    const asked = output.match(/Why\? |go on: /g)?.length ?? 0;
    while (answers.length - left.length < asked && left.length > 0) child.stdin.write(left.shift()!);
  });
  const [code] = await once(child, "close");
  return { code, output };
}

/** `presage webhooks listen`: a webhook as long as the command runs. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TestContext } from "node:test";
import { startExchange } from "../../src/library.ts";
import type { RunningExchange } from "../../src/library.ts";
import { runPresage, spawnPresage } from "../support/presage.ts";
import type { Running } from "../support/presage.ts";
import { until } from "../support/until.ts";
import { startReceiver } from "./receiver.ts";

let exchange: RunningExchange;
before(async () => {
  exchange = await startExchange({ settings: { PRESAGE_DEMO: "empty" } });
});
after(() => exchange.close());

type Webhook = { id: string; url: string; events: string[]; description: string };

async function operate<Answer>(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
  const answer = await fetch(exchange.addresses.admin + path, {
    method,
    headers: { authorization: `Bearer ${exchange.adminToken}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as Answer;
}

const listWebhooks = (): Promise<Webhook[]> => operate("GET", "/webhooks");

let wallets = 0;
/** Opens an account with this collateral: two events. */
async function fund(amount: string): Promise<string> {
  const wallet = `0x${String((wallets += 1)).padStart(40, "0")}`;
  await operate("POST", "/accounts/fundings", { csv: `${wallet},${amount}`, reason: "an event" });
  return wallet;
}

const settings = () => ({
  PRESAGE_ADMIN_URL: exchange.addresses.admin,
  PRESAGE_ADMIN_TOKEN: exchange.adminToken,
});

/** Starts the command; resolves once its webhook is there. */
async function listen(test: TestContext, ...flags: string[]): Promise<Running> {
  const running = spawnPresage(test, ["webhooks", "listen", ...flags], settings());
  await until("the webhook is there", () => {
    assert.equal(running.process.exitCode, null, running.output.stderr);
    return running.output.stderr.startsWith("Webhook wh_");
  });
  return running;
}

describe("presage webhooks listen", () => {
  it("prints what comes, verified, and removes its webhook at a signal", async (test) => {
    const running = await listen(test, "--event", "balance.*");
    const [webhook] = await listWebhooks();
    assert.deepEqual([webhook?.events, webhook?.description], [["balance.*"], "presage webhooks listen"]);
    const wallet = await fund("2.5");
    await until("the event came", () => running.output.stdout.includes("\n  {"));
    assert.match(running.output.stdout, /^\S+Z {2}balance\.deposited {2}\d+-\d+-[0-9a-f]{12}\n {2}\{.*\n$/);
    assert.ok(running.output.stdout.includes(wallet));
    const { code, stdout } = await running.stop("SIGINT");
    assert.equal(code, 0);
    assert.match(stdout, /\n1 messages; wh_\w+ is removed\.\n$/);
    assert.deepEqual(await listWebhooks(), []);
  });

  it("sends on what comes as it came, and answers with the status of the receiver", async (test) => {
    const receiver = await startReceiver();
    test.after(() => receiver.close());
    let refusals = 1;
    receiver.reply = () => {
      refusals -= 1;
      return refusals >= 0 ? { status: 503, headers: { "retry-after": "1" } } : 200;
    };
    const flags = ["--event", "balance.*", "--forward", receiver.url, "--json", "--count", "2"];
    const running = await listen(test, ...flags);
    const wallet = await fund("7");
    const { code, stdout } = await running.finished;
    assert.equal(code, 0);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ type, signature, forwarded, messages }) => [type, signature, forwarded, messages]),
      [
        ["balance.deposited", "valid", 503, undefined],
        ["balance.deposited", "valid", 200, undefined],
        [undefined, undefined, undefined, 2],
      ],
    );
    assert.equal(lines[0].id, lines[1].id);
    assert.equal(receiver.accepted[0]?.event.data.wallet, wallet);
    assert.equal(receiver.accepted[0]?.headers["webhook-id"], lines[1].id);
    assert.deepEqual(await listWebhooks(), []);
  });

  it("says that the receiver does not answer, and that a signature is wrong", async (test) => {
    const receiver = await startReceiver();
    const { url } = receiver;
    await receiver.close();
    const running = await listen(test, "--forward", url, "--json", "--count", "2", "--event", "balance.*");
    const [webhook] = await listWebhooks();
    const forged = await fetch(webhook!.url, {
      method: "POST",
      headers: {
        "webhook-id": "1-0-x",
        "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
        "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
      },
      body: "{}",
    });
    assert.equal(forged.status, 401);
    assert.equal((await fetch(new URL("/elsewhere", webhook!.url), { method: "POST" })).status, 404);
    await fund("1");
    const { code, stdout } = await running.finished;
    assert.equal(code, 1);
    const [wrong, unanswered] = stdout.split("\n").map((line) => JSON.parse(line || "{}"));
    assert.deepEqual([wrong.signature, wrong.forwarded], ["wrong", null]);
    assert.equal(unanswered.signature, "valid");
    assert.match(unanswered.forwarded, /ECONNREFUSED/);
  });

  for (const [flags, reason] of [
    [["--forward", "nowhere"], /^presage: --forward: expected a URL like .*got "nowhere"\n$/],
    [["--address", "ftp://a.example"], /^presage: --address: expected a URL like .*got "ftp:/],
    [["--port", "70000"], /^presage: --port: expected a port from 0 to 65535, got "70000"\n$/],
    [["--count", "0"], /^presage: --count: expected at least 1 message, got 0\n$/],
    [["--count", "x"], /^presage: --count: expected a whole number .*got "x"\n$/],
    [["--from", "x"], /^presage: --from: expected the number of a batch/],
    [["--event", "ordr.*"], /^presage: .*event.*got "ordr\.\*"/],
    [["--address", "http://10.0.0.7/hook"], /^presage: (url|--address): .*10\.0\.0\.7/],
    [["here"], /^presage: webhooks listen takes no operands, and "here" is one too many/],
  ] as const)
    it(`refuses ${flags.join(" ")}`, async (test) => {
      const { code, stderr } = await runPresage(test, ["webhooks", "listen", ...flags], settings());
      assert.equal(code, 1);
      assert.match(stderr, reason);
      assert.deepEqual(await listWebhooks(), []);
    });
});

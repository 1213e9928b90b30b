/** The log of a sandbox's requests: their callers, their refusals, and the commands that send them again. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { readCurlCommand } from "../../../src/cli/curl-command.ts";
import { createRandom } from "../../support/random.ts";
import { createRequestLog, MAX_REQUESTS } from "../../../src/http/sandbox/request-log.ts";
import { requestsTo, tokenOf } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";
import { until } from "../../support/until.ts";
import { startFaultySandbox } from "../faults/faulty-sandbox.ts";
import type { FaultySandbox } from "../faults/faulty-sandbox.ts";

type Logged = {
  no: number;
  method: string;
  path: string;
  dialect: string | null;
  interface: string | null;
  wallet: string | null;
  status: number;
  code: string | null;
  hint: string | null;
  ms: number;
  requestId: string;
  curl: string | null;
};

const RAIN = tokenOf("rain yes");

describe("the log of requests", () => {
  let sandbox: FaultySandbox;
  let ann: Trader;
  before(async () => {
    sandbox = await startFaultySandbox("sandbox", { PRESAGE_KUEST_PORTS: "0,0,0" });
    const { spec, polymarket, kuest } = sandbox.addresses;
    const clients = requestsTo({
      spec: spec.trading,
      polymarket: polymarket!.trading,
      kuest: kuest!.trading,
    });
    ann = await createTrader({ ...clients, clock: sandbox.clock }, "ann");
  });
  after(() => sandbox.close());

  const list = async (query: string): Promise<Logged[]> =>
    (await sandbox.operate("GET", `/sandbox/requests?${query}`)).body.data;
  /** Waits for the record of a request, which is made once its answer has left. */
  async function find(id: string | null): Promise<Logged> {
    let found: Logged | undefined;
    await until("the request is recorded", async () => {
      [found] = await list(`search=${id}`);
      return found !== undefined;
    });
    return found!;
  }
  const buy = (size: string) => ({ tokenId: RAIN, side: "BUY", price: "0.4", size }) as const;

  it("has who asked what in which dialect, and what was refused", async () => {
    const reply = await ann.place(buy("0.5"), { dialect: "polymarket" });
    const { no, ms, curl, ...logged } = await find(reply.headers.get("x-request-id"));
    assert.ok(no > 0 && ms > 0 && curl !== null);
    assert.deepEqual(logged, {
      time: (logged as never as { time: string }).time,
      method: "POST",
      path: "/order",
      dialect: "polymarket",
      interface: "trading",
      wallet: ann.address,
      status: 400,
      code: "size_below_minimum",
      hint: reply.body.hint,
      requestId: reply.headers.get("x-request-id"),
    });
    const placed = await ann.place(buy("10"));
    const { status, code, hint } = await find(placed.headers.get("x-request-id"));
    assert.deepEqual([status, code, hint], [200, null, null]);
    const missing = await fetch(`${sandbox.addresses.spec.catalog}/nothing/here?a=1`);
    const lost = await find(missing.headers.get("x-request-id"));
    assert.deepEqual(
      [lost.path, lost.status, lost.wallet, lost.interface],
      ["/nothing/here?a=1", 404, null, "catalog"],
    );
  });

  it("sends a request again by curl, with variables for what signs it", async () => {
    const reply = await ann.place(buy("0.5"), { prefix: "POLY_", dialect: "polymarket" });
    const { curl } = await find(reply.headers.get("x-request-id"));
    const read = readCurlCommand(curl!);
    assert.equal(read.method, "POST");
    assert.equal(read.url, `${sandbox.addresses.polymarket!.trading}/order`);
    const { order } = JSON.parse(Buffer.from(read.body).toString());
    assert.equal(order.tokenId, RAIN);
    const headers = Object.fromEntries(read.headers);
    assert.equal(headers["POLY_ADDRESS"]?.toLowerCase(), ann.address);
    for (const name of ["API_KEY", "PASSPHRASE", "SIGNATURE", "TIMESTAMP"])
      assert.equal(headers[`POLY_${name}`], `$POLY_${name}`);
    const { passphrase, secret } = ann.credentials;
    assert.ok(!curl!.includes(passphrase) && !curl!.includes(secret));
    const shown = await fetch(`${sandbox.addresses.spec.trading}/book?token_id=${RAIN}&note=it's`);
    const again = (await find(shown.headers.get("x-request-id"))).curl!;
    const { stdout } = await promisify(execFile)("sh", ["-c", `${again} --silent --max-time 10`]);
    assert.equal(JSON.parse(stdout).asset_id, RAIN);
  });

  it("has no secret of a query, a body or a path", async () => {
    const { spec } = sandbox.addresses;
    const sent = async (path: string, init?: RequestInit): Promise<string> => {
      const answer = await fetch(spec.trading + path, init);
      return JSON.stringify(await find(answer.headers.get("x-request-id")));
    };
    const SECRET = "c0ffee00c0ffee00";
    const json = { "content-type": "application/json" };
    for (const logged of [
      await sent(`/auth/validate-readonly-api-key?key=${SECRET}`),
      await sent(`/time?api_secret=${SECRET}&at=1`),
      await sent("/time", { headers: { authorization: `Bearer ${SECRET}`, cookie: SECRET } }),
      await sent("/auth/readonly-api-key", {
        method: "DELETE",
        headers: json,
        body: JSON.stringify({ key: SECRET, passphrase: SECRET, apiKey: SECRET }),
      }),
    ])
      assert.ok(!logged.includes(SECRET), logged);
    const names =
      "password privateKey private_key PK mnemonic seed token access_token Authorization bearer api_key api-secret clientSecret POLY_SIGNATURE sig".split(
        " ",
      );
    const kept = { token_id: "1", tokenId: "2", asset_id: "3", order: { signature: "0x4", builder: "5" } };
    const secrets = Object.fromEntries(names.map((name) => [name, `${SECRET}"${SECRET}`]));
    const nested = { ...kept, deep: [{ ...secrets, mnemonic: [SECRET], pk: { of: SECRET } }] };
    const query = new URLSearchParams(
      [...names, "signature"].map((name) => [name, SECRET] as [string, string]),
    );
    const whole = JSON.stringify(nested);
    for (const body of [whole, whole.slice(0, -2), query.toString()]) {
      const init = { method: "POST", headers: json, body };
      const logged = await sent(`/order?token_id=77&${query.toString()}`, init);
      assert.ok(!logged.includes(SECRET), logged);
      assert.ok(JSON.parse(logged).path.startsWith("/order?token_id=77&"), logged);
      if (body !== whole) continue;
      const { body: again } = readCurlCommand(JSON.parse(logged).curl);
      const { deep: _, ...others } = JSON.parse(Buffer.from(again).toString());
      assert.deepEqual(others, kept);
    }
    const invite = await sent(`/invite/${SECRET}/use`);
    assert.ok(JSON.parse(invite).path === "/invite/:code/use" && !JSON.parse(invite).curl.includes(SECRET));
  });

  it("is searched by its texts, filtered and read in pages", async () => {
    const refused = await list("rejected=true&limit=1000");
    assert.ok(refused.length > 3 && refused.every(({ status }) => status >= 400));
    const mine = await list(`search=${ann.address.toUpperCase()}`);
    assert.ok(mine.length > 0 && mine.every(({ wallet }) => wallet === ann.address));
    for (const text of ["POST /order", "polymarket", "size_below_minimum", "404", "catalog"])
      assert.ok((await list(`search=${encodeURIComponent(text)}`)).length > 0, text);
    assert.deepEqual(await list("search=nobody-sent-this"), []);
    const whole = await list("limit=1000");
    const { body: first } = await sandbox.operate("GET", "/sandbox/requests?limit=3");
    const { body: second } = await sandbox.operate("GET", `/sandbox/requests?limit=3&before=${first.next}`);
    assert.equal(first.recording, true);
    assert.deepEqual(
      [...first.data, ...second.data].map(({ no }: Logged) => no),
      whole.slice(0, 6).map(({ no }) => no),
    );
    assert.ok(
      whole.every(({ path }) => !path.includes("/sandbox/")),
      "an operator's request is in it",
    );
    const wrong = await sandbox.operate("GET", "/sandbox/requests?before=x");
    assert.deepEqual([wrong.status, wrong.body.code], [400, "invalid_cursor"]);
  });

  it("is for operators of a sandbox", async () => {
    assert.equal((await fetch(`${sandbox.addresses.admin}/sandbox/requests`)).status, 401);
    const production = await startFaultySandbox("production");
    assert.equal((await production.operate("GET", "/sandbox/requests")).status, 404);
    await production.close();
  });

  it("has at most so many entries, and so many bytes", () => {
    const entry = {
      at: 0,
      method: "GET",
      path: "/time",
      dialect: undefined,
      interface: undefined,
      wallet: undefined,
      status: 200,
      code: undefined,
      hint: undefined,
      ms: 1,
      requestId: "x",
      sent: { at: "http://a", headers: [], body: "y".repeat(100) },
    };
    const everything = { search: "", rejected: false, before: Infinity, limit: Infinity };
    const log = createRequestLog();
    for (let count = 0; count < MAX_REQUESTS + 5; count += 1) log.add(entry);
    const listed = log.list(everything).map(({ no }) => no);
    assert.deepEqual([listed.length, listed[0], listed.at(-1)], [MAX_REQUESTS, MAX_REQUESTS + 5, 6]);
    const small = createRequestLog(MAX_REQUESTS, 1_000);
    const random = createRandom(5);
    const bodies: string[] = [];
    for (let count = 0; count < 2_000; count += 1) {
      const body = "é".repeat(random.below(300));
      bodies.push(body);
      small.add({ ...entry, sent: { ...entry.sent, body } });
      const listedBodies = small.list(everything).map(({ curl = "" }) => curl.match(/é+/)?.[0] ?? "");
      assert.deepEqual(listedBodies, bodies.slice(-listedBodies.length).toReversed(), `entry ${count + 1}`);
      assert.ok(listedBodies.length >= 1 && listedBodies.length <= 5, String(listedBodies.length));
    }
  });
});

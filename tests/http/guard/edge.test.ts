/**
 * Refusals before an operation is reached: connections and requests that take too much or too long, and too many of
 * them. Neither refusals nor the log tell a secret.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { after, before, describe, it, test } from "node:test";
import { Type } from "typebox";
import { parseRanges } from "../../../src/base/address-ranges.ts";
import type { Context } from "../../../src/context.ts";
import type { Endpoint } from "../../../src/http/operation/endpoint.ts";
import { createGuard } from "../../../src/http/guard/guard.ts";
import { createServer } from "../../../src/http/server/server.ts";
import type { ServerOptions } from "../../../src/http/server/server.ts";
import { tradingEndpoints } from "../../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../../src/http/trading/error-format.ts";
import { createLog } from "../../../src/log.ts";
import { createSlotPools, configureSlotPools } from "../../../src/base/slot-pools.ts";
import { requestsTo, startTestExchange, testListing, tokenOf } from "../../support/exchange.ts";
import type { Reply, TestExchange } from "../../support/exchange.ts";
import { testEndpoint } from "../../support/test-endpoint.ts";
import { createTrader, requestHeaders, traderWith, walletHeaders } from "../../support/trader.ts";
import type { Trader } from "../../support/trader.ts";

const YES = tokenOf("rain yes");
const SUPPORT = { summary: "Answer when the test says so", answer: Type.Unknown() } as const;

let exchange: TestExchange;
let ann: Trader;

before(async () => {
  exchange = await startTestExchange({ endpoints: tradingEndpoints("sandbox") });
  await exchange.list(testListing([{ name: "rain" }]));
  ann = await createTrader(exchange, "ann");
});
after(() => exchange.close());

type Started = { readonly port: number; readonly url: string };

/** Does something with a server of its own. */
async function withServer<T>(
  {
    context = exchange.context,
    endpoints = tradingEndpoints("sandbox"),
    ...options
  }: ServerOptions & {
    readonly context?: Context;
    readonly endpoints?: readonly Endpoint[];
  },
  use: (started: Started) => Promise<T>,
): Promise<T> {
  const mount = {
    dialect: "spec",
    prefix: "",
    endpoints,
    form: tradingErrorFormat,
    limited: "trading",
  } as const;
  const server = createServer(context, [mount], options);
  try {
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    return await use({ url, port: Number(new URL(url).port) });
  } finally {
    options.guard?.close();
    server.server.closeAllConnections();
    await server.close();
  }
}

/** An open connection, and all that comes on it until its end. */
async function open(port: number): Promise<{ readonly socket: Socket; readonly all: Promise<string> }> {
  const socket = connect({ host: "127.0.0.1", port });
  socket.on("error", () => {});
  const all = text(socket).catch(() => "");
  await once(socket, "connect");
  return { socket, all };
}

function guardWith(settings: Partial<Context["config"]>) {
  const config = { ...exchange.context.config, ...settings };
  return createGuard({ ...exchange.context, config, places: createSlotPools(config) });
}

const statusesOf = (answers: string): string[] =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status!);

async function sendRaw(port: number, request: string): Promise<string> {
  const { socket, all } = await open(port);
  socket.write(request);
  return all;
}

/** An operation, for either method, that has begun once it was asked, and answers once it may. */
function waitingEndpoints() {
  const begun = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const handle = async (): Promise<{ body: string }> => {
    begun.resolve();
    await released.promise;
    return { body: "slow" };
  };
  const slow = (["GET", "POST"] as const).map((method) =>
    testEndpoint({ ...SUPPORT, method, path: "/slow", handle }),
  );
  return { endpoints: slow, begun: begun.promise, release: () => released.resolve() };
}

const HEAD = "host: x\r\nconnection: close\r\n";

describe("a request", () => {
  const portOf = (): number => Number(new URL(exchange.url.spec).port);

  it("has headers of at most 16 KiB, and a line that may be longer", async () => {
    const large = await sendRaw(
      portOf(),
      `GET /time HTTP/1.1\r\n${HEAD}x-large: ${"y".repeat(17_000)}\r\n\r\n`,
    );
    assert.deepEqual(statusesOf(large), ["431"]);
    assert.match(large, /"hint":"expected headers of at most 16384 bytes, got 17\d{3}"/);
    const long = await sendRaw(portOf(), `GET /time?x=${"y".repeat(30_000)} HTTP/1.1\r\n${HEAD}\r\n`);
    assert.deepEqual(statusesOf(long), ["200"]);
  });

  it("names each of its credentials once", async () => {
    const lines = Object.entries(
      requestHeaders(ann, { method: "GET", path: "/balances", body: undefined, now: exchange.clock.now }),
    ).map(([name, value]) => `${name}: ${value}`);
    const send = (twice: readonly string[]) =>
      sendRaw(portOf(), `GET /balances HTTP/1.1\r\n${HEAD}${[...lines, ...twice].join("\r\n")}\r\n\r\n`);
    assert.deepEqual(statusesOf(await send([])), ["200"]);
    for (const line of lines) assert.deepEqual(statusesOf(await send([line])), ["401"], line);
  });

  it("names one host", async () => {
    for (const [hosts, hint] of [
      ["", "expected a Host header, got none"],
      ["host: x\r\nhost: x\r\n", "expected one Host header, got 2"],
      ["host: x\r\nHost: y\r\nHOST: z\r\n", "expected one Host header, got 3"],
    ] as const)
      for (const path of ["/time", "/nothing"]) {
        const answer = await sendRaw(portOf(), `GET ${path} HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
        assert.deepEqual(statusesOf(answer), ["400"]);
        assert.match(answer, new RegExp(`"code":"invalid_payload","hint":"${hint}"`));
      }
  });

  const BODIES: readonly (readonly [name: string, body: string, hint: RegExp])[] = [
    ["a prototype", '[{"token_id":"1","__proto__":{"side":"BUY"}}]', /^0\.__proto__: a field of this name /],
    ["a constructor's prototype", '[{"constructor":{"prototype":{"x":1}}}]', /^0\.constructor: a field /],
    ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`, /nested deeper than 32$/],
    [
      "2,001 fields",
      `[{${Array.from({ length: 2_001 }, (_, index) => `"f${index}":":"`).join(",")}}]`,
      /^expected at most 2000 fields in all, got 2001$/,
    ],
  ];
  for (const [name, body, hint] of BODIES)
    it(`has no body with ${name}`, async () => {
      for (const path of ["/books", "/orders"]) {
        const reply = await ann.request("POST", path, { body });
        assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"]);
        assert.match(reply.body.hint, hint);
      }
    });

  it("may name 500 books, each with its side", async () => {
    const body = Array.from({ length: 500 }, () => ({ token_id: YES, side: "BUY" }));
    assert.equal((await exchange.post("/books", body)).status, 200);
  });
});

describe("a connection", () => {
  const LONG_MS = 60_000;
  const long = { idleMs: LONG_MS, headerTimeoutMs: LONG_MS, requestTimeoutMs: LONG_MS, keepAliveMs: LONG_MS };
  const limits = { ...long, answerMs: LONG_MS, lookMs: 20, maxRequests: 100 };

  it("has an answer to what the database leaves without one, and goes on", async () => {
    /** A handler without an answer, as over a database that is stopped: it refuses nothing and says nothing. */
    const never = (): Promise<never> => new Promise(() => {});
    const silent = testEndpoint({ ...SUPPORT, method: "GET", path: "/silent", handle: never });
    const time = testEndpoint({
      ...SUPPORT,
      method: "GET",
      path: "/time",
      handle: async () => ({ body: 1 }),
    });
    await withServer({ limits: { ...limits, answerMs: 100 }, endpoints: [silent, time] }, async ({ url }) => {
      const answer = await fetch(`${url}/silent`);
      const body = Object(await answer.json());
      assert.deepEqual([answer.status, body.code], [503, "read_unavailable"]);
      assert.match(body.hint, /^the database did not answer in time; nothing is lost; try again/);
      assert.equal((await fetch(`${url}/time`)).status, 200);
    });
  });

  it("on which nothing comes, or no more comes, is closed", async () => {
    await withServer({ limits: { ...limits, idleMs: 100 } }, async ({ port }) => {
      for (const part of [
        "",
        "GET /time HTTP/1.1\r\nhost:",
        "POST /books HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n[",
      ]) {
        const { socket, all } = await open(port);
        socket.write(part);
        assert.equal(await all, "", part);
      }
    });
  });

  it("on which headers or a body come drop by drop is told so, and closed", async () => {
    const timed = { ...limits, headerTimeoutMs: 100, requestTimeoutMs: 200 };
    await withServer({ limits: timed }, async ({ port }) => {
      for (const part of [
        "GET /time HTTP/1.1\r\nx: ",
        "POST /books HTTP/1.1\r\nhost: x\r\ncontent-length: 99999\r\n\r\n[",
      ]) {
        const { socket, all } = await open(port);
        socket.write(part);
        const drops = setInterval(() => socket.write(" "), 20);
        const answer = await all;
        clearInterval(drops);
        assert.deepEqual(statusesOf(answer), ["408"], part);
        assert.match(
          answer,
          /"hint":"expected headers within 10 s and a request within 20 s, got a part of one"/,
        );
      }
    });
  });

  it("takes so many requests, and says with the last that it takes no more", async () => {
    await withServer({ limits: { ...limits, maxRequests: 2 } }, async ({ port }) => {
      const { socket, all } = await open(port);
      socket.write("GET /time HTTP/1.1\r\nhost: x\r\n\r\n".repeat(4));
      const answers = await all;
      assert.deepEqual(statusesOf(answers), ["200", "200"]);
      const [, first = "", second = ""] = answers.split("HTTP/1.1 ");
      assert.ok(!/connection: close/i.test(first));
      assert.match(second, /connection: close/i);
    });
  });

  it("takes no more after what is no request, which is refused after the answers to what came before", async () => {
    const { endpoints, begun, release } = waitingEndpoints();
    await withServer({ limits, endpoints }, async ({ port }) => {
      const { socket, all } = await open(port);
      socket.write("GET /slow HTTP/1.1\r\nhost: x\r\n\r\n".repeat(2));
      socket.write("nonsense\r\n\r\n");
      await begun;
      socket.write("more nonsense\r\n\r\n");
      const another = sendRaw(port, "nonsense\r\n\r\n");
      assert.deepEqual(statusesOf(await another), ["400"]);
      release();
      const answers = await all;
      assert.deepEqual(statusesOf(answers), ["200", "200", "400"]);
      assert.match(answers, /"hint":"expected a request line that begins with a method, /);
    });
  });

  it("on which a body goes wrong is refused for that, and once where its request was refused before", async () => {
    const { endpoints } = waitingEndpoints();
    await withServer({ limits, endpoints }, async ({ port }) => {
      for (const [path, statuses] of [
        ["/slow", ["400"]],
        ["/nowhere", ["404"]],
      ] as const) {
        const { socket, all } = await open(port);
        socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\n[\r\n`);
        socket.write("no length\r\n");
        assert.deepEqual(statusesOf(await all), statuses);
      }
    });
  });

  it("tells whoever asks for it to go on, in its turn", async () => {
    const { endpoints, release } = waitingEndpoints();
    release();
    const ask = "GET /slow HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\n";
    await withServer({ limits, endpoints }, async ({ port }) => {
      const answers = await sendRaw(port, `${`${ask}\r\n`.repeat(3)}${ask}connection: close\r\n\r\n`);
      const final = answers.split(/(?=HTTP\/1.1 )/).filter((one) => !one.startsWith("HTTP/1.1 100 "));
      assert.equal(final.length, 4);
      for (const one of final) assert.match(one, /^HTTP\/1.1 200 OK\r\n(?:[^\r]+\r\n)+\r\n"slow"$/);
      assert.match(answers, /^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
    });
  });

  for (const [name, caps, hint] of [
    [
      "of all",
      { maxConnections: 2, maxConnectionsPerAddress: 9 },
      /the exchange has 2 connections, its most/,
    ],
    [
      "of one address",
      { maxConnections: 9, maxConnectionsPerAddress: 2 },
      /expected at most 2 connections of one address at a time, got more/,
    ],
  ] as const)
    it(`is one too many ${name}, until another is gone`, async () => {
      const guard = guardWith(caps);
      await withServer({ guard }, async ({ port }) => {
        const [first, second] = [await open(port), await open(port)];
        const third = await open(port);
        const answer = await third.all;
        assert.deepEqual(statusesOf(answer), ["503"]);
        assert.match(answer, hint);
        assert.match(answer, /"code":"not_accepting"/);
        assert.match(answer, /retry-after: 1\r\n/);
        first.socket.write(`GET /time HTTP/1.1\r\n${HEAD}\r\n`);
        assert.deepEqual(statusesOf(await first.all), ["200"]);
        await once(first.socket, "close");
        assert.deepEqual(statusesOf(await sendRaw(port, `GET /time HTTP/1.1\r\n${HEAD}\r\n`)), ["200"]);
        second.socket.destroy();
      });
    });

  it("of a trusted proxy counts in all only", async () => {
    const caps = { maxConnections: 9, maxConnectionsPerAddress: 1, trustedProxies: parseRanges("127.0.0.1") };
    const guard = guardWith(caps);
    await withServer({ guard }, async ({ port }) => {
      const sockets = [await open(port), await open(port), await open(port)];
      for (const { socket, all } of sockets) {
        socket.write(`GET /time HTTP/1.1\r\n${HEAD}\r\n`);
        assert.deepEqual(statusesOf(await all), ["200"]);
      }
    });
  });
});

test("more than the exchange can do is refused at once, and what says that it is there never", async () => {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const begun: (() => void)[] = [];
  const waiting = (method: "GET" | "DELETE", path: string): Endpoint =>
    testEndpoint({
      ...SUPPORT,
      method,
      kind: method === "GET" ? "read" : "cancel",
      path,
      handle: async () => {
        begun.shift()?.();
        await released;
        return { body: path };
      },
    });
  const service = { ...SUPPORT, method: "GET", kind: "service" } as const;
  const time = testEndpoint({ ...service, path: "/time", handle: () => ({ body: 1 }) });
  const endpoints = [waiting("GET", "/slow"), waiting("DELETE", "/order"), time];
  const rows = configureSlotPools(exchange.context.config);
  const strangers = { ...rows.strangers, most: 2, ofAddress: 3 };
  const places = createSlotPools(exchange.context.config, { ...rows, strangers });
  const guard = createGuard({ ...exchange.context, places });
  await withServer({ guard, endpoints }, async ({ url }) => {
    const begin = async (path: string, method: string): Promise<{ readonly answer: Promise<Response> }> => {
      const reached = new Promise<void>((resolve) => begun.push(resolve));
      const answer = fetch(url + path, { method });
      await reached;
      return { answer };
    };
    const underway = [await begin("/slow", "GET"), await begin("/order", "DELETE")];
    for (const [path, method, status] of [
      ["/slow", "GET", 503],
      ["/order", "DELETE", 503],
      ["/time", "GET", 200],
    ] as const) {
      const response = await fetch(url + path, { method });
      assert.equal(response.status, status, path);
      if (status === 200) continue;
      const body = Object(await response.json());
      assert.deepEqual([body.code, response.headers.get("retry-after")], ["not_accepting", "1"]);
      assert.match(
        body.hint,
        /^the exchange has 2 requests underway of callers who are not known, its most; nothing was done$/,
      );
    }
    release();
    for (const { answer } of underway) assert.equal((await answer).status, 200);
    assert.equal((await fetch(`${url}/slow`)).status, 200);
  });
});

describe("refused credentials", () => {
  it("look the same whatever is wrong with them, so that nobody learns which keys there are", async () => {
    const config = { ...exchange.context.config, mode: "production" } as const;
    const ben = await createTrader(exchange, "ben");
    await withServer({ context: { ...exchange.context, config } }, async ({ url }) => {
      const reached = { ...requestsTo({ spec: url, polymarket: url, kuest: url }), clock: exchange.clock };
      const trader = traderWith(reached, ann.account, ann.credentials);
      const change = (name: string, value: string) => ({
        changeHeaders: (headers: Readonly<Record<string, string>>) => ({
          ...headers,
          [`SVC_${name}`]: value,
        }),
      });
      const wrong = [
        change("API_KEY", "00000000-0000-4000-8000-000000000000"),
        change("API_KEY", ben.credentials.apiKey),
        change("PASSPHRASE", "wrong"),
        change("SIGNATURE", `${Buffer.alloc(32).toString("base64url")}=`),
        change("ADDRESS", ben.address),
        { timestamp: "1" },
      ];
      const answers: Reply[] = [];
      for (const one of wrong) answers.push(await trader.cancel("0x1", one));
      const seen = answers.map(({ status, body, headers }) => {
        const { request_id: _, ...rest } = body;
        return JSON.stringify([
          status,
          rest,
          headers.get("content-length") ?? headers.get("transfer-encoding"),
        ]);
      });
      assert.deepEqual([...new Set(seen)], [seen[0]]);
      assert.equal(answers[0]!.status, 401);
      assert.equal((await trader.cancel("0x1")).status, 200);
    });
  });
});

test("the log of a run tells no secret, and is a line for each entry", async () => {
  const lines: string[] = [];
  const { config } = exchange.context;
  const log = createLog({ ...config, logLevel: "debug" }, { write: (line) => lines.push(line) });
  const evil = 'x\r\n{"level":60}\u001b[31m';
  /** A bug at its worst: it tells all that came. */
  const bug = testEndpoint({
    ...SUPPORT,
    method: "POST",
    path: "/bug",
    body: Type.Unknown(),
    handle: ({ body }) => {
      const text_ = JSON.stringify(body);
      throw Object.assign(new Error(`cannot ${text_} ${evil}`), { detail: body, query: `select '${text_}'` });
    },
  });
  const endpoints = [...tradingEndpoints("sandbox"), bug];
  const secrets: string[] = [config.masterKey ?? "", config.adminToken ?? ""];
  const context = { ...exchange.context, log, config: { ...config, logLevel: "debug" as const } };
  await withServer({ context, endpoints, guard: createGuard(context) }, async ({ url }) => {
    const reached = { ...requestsTo({ spec: url, polymarket: url, kuest: url }), clock: exchange.clock };
    const trader = await createTrader(reached, "cleo");
    const { credentials, account } = trader;
    const signed = await trader.sign({ tokenId: YES, side: "BUY" });
    const wallet = await walletHeaders(account, exchange.clock.now);
    const builder = await trader.request("POST", "/auth/builder-api-key");
    const headers = requestHeaders(trader, {
      method: "GET",
      path: "/balances",
      body: undefined,
      now: exchange.clock.now,
    });
    secrets.push(credentials.secret, credentials.passphrase, builder.body.secret, builder.body.passphrase);
    secrets.push(wallet["SVC_SIGNATURE"]!, headers["SVC_SIGNATURE"]!, String(signed.order["signature"]));
    const all = {
      ...headers,
      ...credentials,
      builder: builder.body,
      wallet,
      order: signed.order,
      evil,
      secrets,
    };
    assert.equal((await trader.post(signed.order)).status, 200);
    for (const body of [all, Object.values(all), { ...credentials }, JSON.stringify(all)])
      assert.equal((await reached.send("/bug", { body: JSON.stringify(body), headers })).status, 500);
    for (const { method, path } of endpoints.filter((one) => one.path !== "/bug"))
      await trader.request(method, path.replaceAll(/:\w+/g, encodeURIComponent(evil)), {
        ...(method !== "GET" && { body: all }),
      });
  });
  assert.ok(lines.length >= 4);
  const logged = lines.join("");
  for (const secret of secrets) assert.ok(secret.length > 10 && !logged.includes(secret), secret);
  for (const line of lines) {
    assert.deepEqual(line.match(/\p{Cc}/gu), ["\n"]);
    assert.equal(JSON.parse(line).event, "request_failed");
  }
});

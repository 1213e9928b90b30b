/** Addresses that speak TLS, asked by clients that trust their certificate alone. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:https";
import { connect, createServer as createPlainServer } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { connect as connectSecurely } from "node:tls";
import type { TLSSocket } from "node:tls";
import { after, before, describe, it } from "node:test";
import { WebSocket } from "ws";
import type { InterfaceAddresses } from "../../src/http/mounts/interfaces.ts";
import { createGuard } from "../../src/http/guard/guard.ts";
import { createSlotPools } from "../../src/base/slot-pools.ts";
import { LOAD_LIMITS } from "../../src/http/guard/load.ts";
import { openStartingAddress } from "../../src/http/health/starting-address.ts";
import { NO_SOCKETS } from "../../src/http/server/connection/inherited-sockets.ts";
import { createServer } from "../../src/http/server/server.ts";
import { tradingEndpoints } from "../../src/http/trading/endpoints.ts";
import { tradingErrorFormat } from "../../src/http/trading/error-format.ts";
import { operatorFilesSource, serveCertificate } from "../../src/tls/certificate.ts";
import type { ServedCertificate } from "../../src/tls/certificate.ts";
import { startListeningExchange } from "../http/listening-exchange.ts";
import type { ListeningExchange } from "../http/listening-exchange.ts";
import { createCertificateFolder } from "./certificate-folder.ts";
import type { CertificateFolder } from "./certificate-folder.ts";

let folder: CertificateFolder;
let certificate: ServedCertificate;
let exchange: ListeningExchange;

const log = { warn: () => {} };

before(async () => {
  folder = createCertificateFolder();
  certificate = await serveCertificate({ source: operatorFilesSource(folder), log, clock: Date.now });
  exchange = await startListeningExchange({}, undefined, certificate);
});
after(async () => {
  await exchange.close();
  certificate.close();
  folder.close();
});

type Answer = { readonly status: number | undefined; readonly body: string };

/** Asks on a connection of its own, with the certificate that is served now as the only one that is trusted. */
async function get(url: string, headers = {}): Promise<Answer> {
  const sent = request(url, { agent: false, ca: certificate.current().certificate, headers }).end();
  const [response] = await once(sent, "response");
  return { status: response.statusCode, body: (await buffer(response)).toString() };
}

async function connectTo(url: string, options: { readonly ca?: string } = {}): Promise<TLSSocket> {
  const { certificate: ca } = certificate.current();
  const socket = connectSecurely({ host: "127.0.0.1", port: Number(new URL(url).port), ca, ...options });
  await once(socket, "secureConnect");
  return socket;
}

describe("the address of a start with a certificate", () => {
  it("speaks TLS too, and tells that the exchange starts", async (test) => {
    const port = await findPort();
    const starting = await openStartingAddress({
      setting: "PRESAGE_PORT",
      host: "127.0.0.1",
      port,
      certificate,
      sockets: NO_SOCKETS,
    });
    test.after(() => starting?.close());
    const base = `https://127.0.0.1:${port}`;
    assert.deepEqual(await get(`${base}/health/live`), { status: 200, body: '{"status":"live"}' });
    const ready = await get(`${base}/health/ready`);
    assert.deepEqual([ready.status, JSON.parse(ready.body).status], [503, "not_ready"]);
    const other = await get(`${base}/order`);
    const { error, code, hint } = JSON.parse(other.body);
    assert.deepEqual(
      [other.status, error, code, hint],
      [503, "the exchange is starting", "not_accepting", "nothing was done; try again in 5 s"],
    );
    const page = await get(`${base}/event/a`, { accept: "text/html,*/*" });
    assert.deepEqual([page.status, page.body.slice(0, 15)], [503, "<!doctype html>"], "browsers get a page");
    assert.match(page.body, /as soon as the exchange answers: the exchange is starting\./);
    assert.match(page.body, /<meta http-equiv="refresh"/);
    await assert.rejects(
      connectTo(base, { ca: folder.make().certificate }),
      /self-signed/,
      "to those alone who know the certificate",
    );
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health/live`), "plain HTTP is not answered");
    const silent = connect(port, "127.0.0.1");
    await once(silent, "connect");
    await starting?.close();
    await assert.rejects(get(`${base}/health/live`), { code: "ECONNREFUSED" });
  });
});

/** Finds a port that nobody uses. */
async function findPort(): Promise<number> {
  const server = createPlainServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("addresses with a certificate", () => {
  it("are all printed with https, and answer there", async () => {
    const { web, admin, ...dialects } = exchange.addresses;
    const named = Object.values(dialects).flatMap((one: InterfaceAddresses | undefined) =>
      Object.values(one ?? {}),
    );
    assert.equal(named.length, 9);
    for (const url of [web, admin, ...named]) {
      assert.match(url, /^https:\/\/127\.0\.0\.1:\d+$/);
      assert.equal((await get(`${url}/openapi.json`)).status, 200, url);
    }
    const { body } = await get(`${web}/settings.json`);
    assert.equal(JSON.parse(body).addresses.polymarket.trading, dialects.polymarket?.trading);
  });

  it("answer a change that came with the end of the client's side", async () => {
    const socket = await connectTo(exchange.addresses.spec.trading);
    socket.end("POST /order HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
    assert.match(await text(socket), /^HTTP\/1\.1 401 .*}$/s);
  });

  it("are not asked by clients that do not know it", async () => {
    await assert.rejects(connectTo(exchange.addresses.web, { ca: folder.make().certificate }), /self-signed/);
  });

  it("have live channels, of which a plain request is told the address", async () => {
    const url = `${exchange.addresses.spec.trading}/ws/market`;
    const secure = url.replace("https:", "wss:");
    const refused = await get(url);
    assert.equal(refused.status, 426);
    assert.ok(JSON.parse(refused.body).hint.endsWith(`WebSocket client, at ${secure}`));
    const client = new WebSocket(secure, { ca: certificate.current().certificate });
    await once(client, "open");
    const answer = once(client, "message");
    client.send("PING");
    assert.equal(String((await answer)[0]), "PONG");
    client.close();
    await once(client, "close");
  });

  it("say to a plain request that they speak TLS", async () => {
    const { port } = new URL(exchange.addresses.spec.trading);
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    socket.write("GET /time HTTP/1.1\r\nhost: x\r\n\r\n");
    const answer = await text(socket);
    assert.match(
      answer,
      /^HTTP\/1\.1 400 .*"hint":"this address speaks TLS: expected https:\/\/ or wss:\/\/, got plain HTTP"/s,
    );
  });

  it("end a connection whose handshake is none", async () => {
    const { port } = new URL(exchange.addresses.spec.trading);
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    socket.write("\u0000".repeat(100));
    socket.on("error", () => {});
    socket.resume();
    await once(socket, "close");
    assert.equal((await get(`${exchange.addresses.spec.trading}/time`)).status, 200);
  });

  it("serve the one that takes its place in the files, and go on with open connections", async () => {
    const { trading } = exchange.addresses.spec;
    const open = await connectTo(trading);
    const earlier = open.getPeerX509Certificate()?.fingerprint256;
    folder.write(folder.make());
    await certificate.look();
    const fresh = await connectTo(trading);
    assert.equal(fresh.getPeerX509Certificate()?.fingerprint256, certificate.current().fingerprint);
    assert.notEqual(earlier, certificate.current().fingerprint);
    open.write("GET /time HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert.match(await text(open), /^HTTP\/1\.1 200 /);
    fresh.destroy();
  });
});

/** Bounds that no test reaches. */
const NEVER_MS = 2 ** 30;
const limits = {
  idleMs: NEVER_MS,
  answerMs: NEVER_MS,
  headerTimeoutMs: NEVER_MS,
  requestTimeoutMs: NEVER_MS,
  lookMs: NEVER_MS,
  keepAliveMs: NEVER_MS,
  maxRequests: 10,
};

describe("a server with a certificate", () => {
  const endpoints = tradingEndpoints("sandbox");
  const mount = {
    dialect: "spec",
    prefix: "",
    endpoints,
    form: tradingErrorFormat,
    limited: "trading",
  } as const;

  it("ends a connection whose client leaves before its handshake", async () => {
    const server = createServer(exchange.context, [mount], { certificate, limits });
    const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
    for (const bytes of ["", "\u0016\u0003"]) {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      socket.on("error", () => {});
      socket.resume().end(bytes, "latin1");
      await once(socket, "close");
    }
    await server.close();
  });

  it("refuses a connection that is one too many with the reason, until another is gone", async () => {
    const config = { ...exchange.context.config, maxConnectionsPerAddress: 2 };
    const guard = createGuard({ ...exchange.context, config, places: createSlotPools(config) });
    const server = createServer(exchange.context, [mount], { certificate, limits, guard });
    const url = (await server.listen({ host: "127.0.0.1", port: 0 })).replace("http:", "https:");
    const accepted = once(server.server, "connection");
    const open = [await connectTo(url), await connectTo(url)];
    const refused = await connectTo(url);
    assert.match(await text(refused), /^HTTP\/1\.1 503 .*expected at most 2 connections of one address/s);
    const [first] = await accepted;
    const gone = once(first, "close");
    open[0]!.destroy();
    await gone;
    assert.equal((await get(`${url}/time`)).status, 200);
    open[1]!.destroy();
    guard.close();
    await server.close();
  });

  it("refuses orders that are too many from their bytes, as a plain one does", async () => {
    const guard = createGuard(exchange.context, { ...LOAD_LIMITS, burstLooks: 0, heldOrders: 0 });
    const server = createServer(exchange.context, [mount], { certificate, limits, guard });
    let parsed = 0;
    server.server.on("request", () => (parsed += 1));
    const socket = await connectTo(await server.listen({ host: "127.0.0.1", port: 0 }));
    const answers: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      socket.write("POST /order HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\n{}");
      answers.push(String((await once(socket, "data"))[0]));
    }
    for (const answer of answers)
      assert.match(answer, /^HTTP\/1\.1 503 .*more orders underway than it can do/s);
    assert.equal(parsed, 2);
    socket.destroy();
    guard.close();
    await server.close();
  });

  it("closes although a handshake never ends", async () => {
    const server = createServer(exchange.context, [mount], { certificate, limits });
    const { port } = new URL(await server.listen({ host: "127.0.0.1", port: 0 }));
    const accepted = once(server.server, "connection");
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    await accepted;
    socket.resume();
    await server.close();
    if (!socket.closed) await once(socket, "close");
  });
});

/**
 * The kind: an answer of the framework's or the runtime's own. Every way in which they refuse a request before an operation
 * has it is walked on every address, over raw sockets: each refusal has the form of the interface that was asked, with
 * code, hint and request id where that has them.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { METHODS } from "node:http";
import { connect, createServer } from "node:net";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectSecurely } from "node:tls";
import { after, before, describe, it } from "node:test";
import { readConfig } from "../../src/settings/config.ts";
import { openStartingAddress } from "../../src/http/health/starting-address.ts";
import { NO_SOCKETS } from "../../src/http/server/connection/inherited-sockets.ts";
import { DIALECTS } from "../../src/http/dialects/dialect.ts";
import { operatorFilesSource, serveCertificate } from "../../src/tls/certificate.ts";
import { until } from "../support/until.ts";
import { createCertificateFolder } from "../tls/certificate-folder.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

type Form = "trading" | "data" | "catalog";

/** An interface at its place on an address. */
type Place = { readonly name: string; readonly url: string; readonly prefix: string; readonly form: Form };

const FORMS: readonly Form[] = ["trading", "data", "catalog"];

/** All places of an exchange: each address of its own, the operators', the pages' and those below the one port. */
function placesOf({ addresses }: ListeningExchange): Place[] {
  const { web, admin } = addresses;
  return [
    { name: "one port", url: web, prefix: "", form: "trading" },
    { name: "operators", url: admin, prefix: "", form: "trading" },
    ...DIALECTS.flatMap((dialect) =>
      FORMS.flatMap((form): Place[] => [
        { name: `${dialect} ${form}`, url: addresses[dialect]![form], prefix: "", form },
        { name: `one port, ${dialect} ${form}`, url: web, prefix: `/${dialect}/${form}`, form },
      ]),
    ),
  ];
}

/** Gives all that comes on a connection until its end. */
async function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  const { hostname: host, port, protocol } = new URL(url);
  const terms = { host, port: Number(port), rejectUnauthorized: false };
  const socket: Socket = protocol === "https:" ? connectSecurely(terms) : connect(terms);
  socket.on("error", () => {});
  const all = text(socket).catch(() => "");
  socket.write(bytes);
  return all;
}

type Answer = { readonly status: number; readonly head: string; readonly body: string };

function readAnswer(answered: string): Answer {
  const [head = "", ...rest] = answered.split("\r\n\r\n");
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]), head, body: rest.join("\r\n\r\n") };
}

const KEYS: Readonly<Record<Form, readonly string[]>> = {
  trading: ["code", "error", "hint", "request_id"],
  data: ["error"],
  catalog: ["error", "type"],
};

/** A refusal in the form of its place; keys of a refused order may come beside. */
function assertOwn({ status, head, body }: Answer, form: Form, what: string): void {
  assert.ok(status >= 400 && status <= 503, `${what}: ${head}`);
  assert.match(head, /\r\nx-request-id: [0-9a-f-]{36}/i, what);
  assert.match(head, /\r\ncontent-type: application\/json/i, what);
  const refusal: Record<string, unknown> = JSON.parse(body);
  if (form === "trading") {
    for (const key of KEYS.trading) assert.equal(typeof refusal[key], "string", `${what}: ${key} of ${body}`);
    assert.ok(String(refusal["hint"]).length > 8, `${what}: ${body}`);
    assert.equal(refusal["code"] === "payload_too_large", status === 413, `${what}: ${body}`);
  } else assert.deepEqual(Object.keys(refusal).sort(), KEYS[form], `${what}: ${body}`);
  if (status === 400) assert.match(body, /expected .+, got |: expected /, what);
  assert.doesNotMatch(body, /Parse Error|HTTP\/, RTSP|HPE_|Unexpected|Invalid (?:char|method|header)/, what);
  assert.ok(!("statusCode" in refusal || "message" in refusal), `${what}: ${body}`);
}

const HEAD = "host: x\r\nconnection: close\r\n";
const UPGRADE = "host: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n";

/** Requests that no operation gets, by a name, and the status of their refusal. */
type Row = readonly [name: string, statuses: readonly number[], request: (path: string) => string | Buffer];

const ROWS: readonly Row[] = [
  ["no request", [400], () => "nonsense\r\n\r\n"],
  ["a blank in the path", [400], (path) => `GET ${path} x HTTP/1.1\r\n${HEAD}\r\n`],
  ["a tab in the path", [400], (path) => `GET ${path}\tx HTTP/1.1\r\n${HEAD}\r\n`],
  ["an unknown method", [400], (path) => `FETCH ${path} HTTP/1.1\r\n${HEAD}\r\n`],
  ["a line that ends without LF", [400], (path) => `GET ${path} HTTP/1.1\r${HEAD}\r\n`],
  ["a blank before a colon", [400], (path) => `GET ${path} HTTP/1.1\r\n${HEAD}x : y\r\n\r\n`],
  [
    "chunked and then another coding",
    [400],
    (path) => `POST ${path} HTTP/1.1\r\n${HEAD}transfer-encoding: chunked, gzip\r\n\r\n`,
  ],
  ["another version", [400], (path) => `GET ${path} HTTP/3.7\r\n${HEAD}\r\n`],
  ["HTTP/0.9", [404], (path) => `GET ${path}\r\n\r\n`],
  ["the preface of HTTP/2", [400], () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a control character in a header", [400], (path) => `GET ${path} HTTP/1.1\r\n${HEAD}x: a\u0000b\r\n\r\n`],
  ["a header without a name", [400], (path) => `GET ${path} HTTP/1.1\r\n${HEAD}: x\r\n\r\n`],
  ["a folded header", [400, 404], (path) => `GET ${path} HTTP/1.1\r\n${HEAD}x: a\r\n b\r\n\r\n`],
  ["no host", [400], (path) => `GET ${path} HTTP/1.1\r\nconnection: close\r\n\r\n`],
  ["two hosts", [400], (path) => `GET ${path} HTTP/1.1\r\n${HEAD}host: y\r\n\r\n`],
  [
    "a head that is too long",
    [431],
    (path) => `GET ${path} HTTP/1.1\r\n${HEAD}x: ${"y".repeat(60_000)}\r\n\r\n`,
  ],
  [
    "headers that are too long",
    [431],
    (path) => `GET ${path} HTTP/1.1\r\n${HEAD}x: ${"y".repeat(20_000)}\r\n\r\n`,
  ],
  [
    "two lengths",
    [400],
    (path) => `POST ${path} HTTP/1.1\r\n${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`,
  ],
  [
    "a length that is no number",
    [400],
    (path) => `POST ${path} HTTP/1.1\r\n${HEAD}content-length: x\r\n\r\n`,
  ],
  [
    "a length and chunks",
    [400],
    (path) =>
      `POST ${path} HTTP/1.1\r\n${HEAD}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  [
    "a coding that is unknown",
    [400, 404, 405, 415],
    (path) => `POST ${path} HTTP/1.1\r\n${HEAD}transfer-encoding: gzip\r\n\r\n`,
  ],
  ["an expectation that is unknown", [404], (path) => `GET ${path} HTTP/1.1\r\n${HEAD}expect: tea\r\n\r\n`],
  ["a wrong escape", [404], (path) => `GET ${path}/%zz HTTP/1.1\r\n${HEAD}\r\n`],
  ["a wrong escape in UTF-8", [404], (path) => `GET ${path}/%ff HTTP/1.1\r\n${HEAD}\r\n`],
  [
    "an escaped path out of the folder",
    [404],
    (path) => `GET ${path}/..%2f..%2fpackage.json HTTP/1.1\r\n${HEAD}\r\n`,
  ],
  ["a path out of the folder", [404], (path) => `GET ${path}/../../package.json HTTP/1.1\r\n${HEAD}\r\n`],
  ["a long part of a path", [404], (path) => `GET ${path}/${"y".repeat(30_000)} HTTP/1.1\r\n${HEAD}\r\n`],
  [
    "a type that is no type",
    [404],
    (path) => `POST ${path} HTTP/1.1\r\n${HEAD}content-type: x\r\ncontent-length: 2\r\n\r\n{}`,
  ],
  [
    "another protocol",
    [404],
    (path) => `GET ${path} HTTP/1.1\r\n${HEAD.replace("close", "close, upgrade")}upgrade: h2c\r\n\r\n`,
  ],
  [
    "a channel that is unknown",
    [404],
    (path) =>
      `GET ${path} HTTP/1.1\r\n${UPGRADE}sec-websocket-version: 13\r\nsec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n`,
  ],
  ["no handshake", [404], (path) => `POST ${path} HTTP/1.1\r\n${UPGRADE}\r\n`],
];

/** Requests for the whole address, which name no path: the form is that of its root. */
const OF_ADDRESS = new Set([
  "no request",
  "a blank in the path",
  "a tab in the path",
  "an unknown method",
  "a line that ends without LF",
  "a blank before a colon",
  "chunked and then another coding",
  "another version",
  "the preface of HTTP/2",
  "a control character in a header",
  "a header without a name",
  "a folded header",
  "a head that is too long",
  "two lengths",
  "a length that is no number",
  "a length and chunks",
]);

/** Requests of which the head is whole and the body is not as it says: the operation is known, nothing of it is done. */
const BODIES: readonly Row[] = [
  ["a chunk without a length", [400], () => "transfer-encoding: chunked\r\n\r\nx\r\n"],
  ["a chunk of another length", [400], () => "transfer-encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n"],
  [
    "long extensions of chunks",
    [413],
    () => `transfer-encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\na\r\n`,
  ],
  [
    "trailers that are too long",
    [431],
    () => `transfer-encoding: chunked\r\n\r\n0\r\nx: ${"y".repeat(60_000)}\r\n\r\n`,
  ],
];

/** An operation of each interface that takes a body; data and catalog read one of a GET at most. */
const ASKED: Readonly<Record<Form, string>> = {
  trading: "POST /books",
  data: "GET /trades",
  catalog: "GET /markets",
};

for (const secure of [false, true])
  describe(`a request that no operation gets, ${secure ? "over TLS" : "in plain HTTP"}`, () => {
    let exchange: ListeningExchange;
    const closers: (() => unknown)[] = [];
    before(async () => {
      const folder = createCertificateFolder();
      closers.push(() => folder.close());
      const certificate = secure
        ? await serveCertificate({
            source: operatorFilesSource(folder),
            log: { warn: () => {} },
            clock: Date.now,
          })
        : undefined;
      closers.push(() => certificate?.close());
      exchange = await startListeningExchange({}, undefined, certificate);
    });
    after(async () => {
      await exchange.close();
      for (const close of closers.reverse()) close();
    });

    for (const [name, statuses, request] of ROWS)
      it(`is refused in the form that was asked: ${name}`, async () => {
        for (const place of placesOf(exchange)) {
          const what = `${name} at ${place.name}`;
          const answer = readAnswer(await sendRaw(place.url, request(`${place.prefix}/nothing`)));
          assert.ok(statuses.includes(answer.status), `${what}: ${answer.head}`);
          assertOwn(answer, OF_ADDRESS.has(name) && place.prefix !== "" ? "trading" : place.form, what);
        }
      });

    for (const [name, statuses, body] of BODIES)
      it(`is refused in the form of its address: ${name}`, async () => {
        for (const place of placesOf(exchange).filter(
          ({ name: of }) => of !== "one port" && of !== "operators",
        )) {
          const [method, path] = ASKED[place.form].split(" ");
          const what = `${name} at ${place.name}`;
          const request = `${method} ${place.prefix}${path} HTTP/1.1\r\n${HEAD}${String(body(""))}`;
          const answer = readAnswer(await sendRaw(place.url, request));
          assert.ok(statuses.includes(answer.status), `${what}: ${answer.head}`);
          assertOwn(answer, place.prefix === "" ? place.form : "trading", what);
        }
      });

    it("is refused in the form that was asked: every method that the runtime reads", async () => {
      for (const place of placesOf(exchange))
        for (const method of METHODS.filter((known) => known !== "GET" && known !== "HEAD")) {
          const what = `${method} at ${place.name}`;
          const isConnect = method === "CONNECT";
          const path = isConnect ? "x.example:443" : `${place.prefix}/nothing`;
          const answer = readAnswer(await sendRaw(place.url, `${method} ${path} HTTP/1.1\r\n${HEAD}\r\n`));
          assert.equal(answer.status, isConnect ? 405 : 404, `${what}: ${answer.head}`);
          assertOwn(answer, isConnect && place.prefix !== "" ? "trading" : place.form, what);
        }
    });

    const FILES: readonly (readonly [request: string, statuses: readonly number[], headers?: string])[] = [
      ["GET /assets/..%2f..%2fpackage.json", [404]],
      ["GET /assets/%2e%2e%2f%2e%2e%2fpackage.json", [404]],
      ["GET /assets/.hidden", [404]],
      ["GET /assets/a%00b", [400]],
      ["GET /assets/no-such-file.js", [404]],
      ["GET /assets/", [404]],
      ["GET /favicon.svg", [416], "range: bytes=999999-\r\n"],
      ["GET /favicon.svg", [412], 'if-match: "other"\r\n'],
      ["POST /favicon.svg", [405]],
      ["TRACE /settings.json", [405]],
      ["GET /images/nothing", [404]],
      ["GET /brand/logo", [404]],
    ];
    for (const [request, statuses, headers = ""] of FILES)
      it(`is refused in the form of the trading interface: ${request} ${headers}`, async () => {
        for (const place of placesOf(exchange).slice(0, 2)) {
          const answer = readAnswer(await sendRaw(place.url, `${request} HTTP/1.1\r\n${HEAD}${headers}\r\n`));
          assert.ok(statuses.includes(answer.status), `${place.name}: ${answer.head}`);
          assertOwn(answer, "trading", `${request} at ${place.name}`);
        }
      });

    if (!secure)
      it("is told that the address speaks no TLS", async () => {
        for (const place of placesOf(exchange).filter(({ prefix }) => prefix === "")) {
          const answer = readAnswer(await sendRaw(place.url, Buffer.from("160301020001", "hex")));
          assertOwn(answer, place.form, place.name);
          assert.match(answer.body, /speaks plain HTTP: expected http:\/\/ or ws:\/\/, got TLS/);
        }
      });
  });

/** Requests on open connections while the exchange stops, of each kind, and the code of their refusal. */
const AT_STOP: Readonly<Record<Form, readonly (readonly [request: string, done: RegExp])[]>> = {
  trading: [
    ["POST /order", /nothing was done/],
    ["DELETE /order", /nothing was done/],
    ["DELETE /cancel-all", /nothing was done/],
    ["GET /time", /nothing is lost/],
    ["POST /nothing", /nothing was done/],
    ["GET /favicon.svg", /nothing is lost/],
  ],
  data: [["GET /trades", /nothing is lost/]],
  catalog: [["GET /markets", /nothing is lost/]],
};

it("a request that comes while the exchange stops is refused in its form: why, what became of it, and when to come again", async () => {
  const exchange = await startListeningExchange();
  const asked = placesOf(exchange).flatMap((place) =>
    AT_STOP[place.form].map(([request, done]) => ({ place, request, done })),
  );
  const pending = await Promise.all(
    asked.map(async ({ place, request, done }) => {
      const [method, path] = request.split(" ");
      const socket = connect(Number(new URL(place.url).port), "127.0.0.1");
      socket.on("error", () => {});
      const chunks: string[] = [];
      socket.setEncoding("latin1").on("data", (chunk: string) => chunks.push(chunk));
      // The second request has begun when the first is answered.
      socket.write(`PATCH /nothing HTTP/1.1\r\nhost: x\r\n\r\n${method} ${place.prefix}${path} HTTP/1.1\r\n`);
      await once(socket, "data");
      const ended = once(socket, "close");
      return { place, request, done, socket, chunks, ended };
    }),
  );
  const closed = exchange.close();
  await until("it listens no more", async () => {
    const probe = connect(Number(new URL(exchange.addresses.web).port), "127.0.0.1");
    const [isOpen] = await Promise.race([
      once(probe, "connect").then(() => [true]),
      once(probe, "error").then(() => [false]),
    ]).catch(() => [false]);
    probe.destroy();
    return !isOpen;
  });
  for (const { socket } of pending) socket.write("host: x\r\ncontent-length: 0\r\n\r\n");
  for (const { place, request, done, chunks, ended } of pending) {
    await ended;
    const second = chunks.join("").split(/(?=HTTP\/1\.1 )/)[1] ?? "";
    const answer = readAnswer(second);
    const what = `${request} at ${place.name}: ${second}`;
    assert.equal(answer.status, 503, what);
    assertOwn(answer, place.form, what);
    assert.match(answer.head, /\r\nretry-after: \d+/i, what);
    assert.match(answer.body, /the exchange is stopping/, what);
    assert.match(answer.body, done, what);
  }
  await closed;
});

it("a request that comes while the exchange starts is refused in the form of the trading interface, whatever it is", async () => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = Object(probe.address());
  await new Promise((resolve) => probe.close(resolve));
  const config = readConfig({ PRESAGE_PORT: String(port) }, []);
  const starting = await openStartingAddress({
    setting: "PRESAGE_PORT",
    host: config.host,
    port: config.ports.web,
    certificate: undefined,
    sockets: NO_SOCKETS,
  });
  try {
    for (const [name, statuses, request] of ROWS) {
      const answer = readAnswer(await sendRaw(`http://127.0.0.1:${port}`, request("/nothing")));
      assert.ok(answer.status === 503 || statuses.includes(answer.status), `${name}: ${answer.head}`);
      assertOwn(answer, "trading", name);
    }
    const connected = await sendRaw(
      `http://127.0.0.1:${port}`,
      `CONNECT x.example:443 HTTP/1.1\r\n${HEAD}\r\n`,
    );
    assertOwn(readAnswer(connected), "trading", "CONNECT");
  } finally {
    await starting?.close();
  }
});

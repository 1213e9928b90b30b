/**
 * Every form and damage of a request's credentials in production mode, each with its answer: headers, times, kinds of
 * keys, captured requests, raw bodies, wallets' signatures, orders.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  CANCEL_DAMAGES,
  changeHeader,
  CREDENTIAL_DAMAGES,
  HEADER_DAMAGES,
  NO_ORDER,
  OTHER_FORMS,
  setHeader,
  VALUE_DAMAGES,
} from "../support/damaged-requests.ts";
import type { RequestDamage } from "../support/damaged-requests.ts";
import { noTimes, timesApart, timesThatAreNone } from "../support/damaged-times.ts";
import { hashOf } from "../support/exchange.ts";
import { walletHeaders } from "../support/trader.ts";
import type { Headers } from "../support/trader.ts";
import type { Endpoint } from "../../src/http/operation/endpoint.ts";
import {
  checkAll,
  DIALECTS,
  KEPT_OUT,
  KEY_OPERATIONS,
  sendOperation,
  signedHeaders,
  startAuthWorld,
  UNKNOWN_KEY,
} from "./auth-cases.ts";
import type { AuthWorld, Case, Expected, Operation } from "./auth-cases.ts";
import { signatureCases, unsignedCases } from "./damaged-orders.ts";
import { conditionCases, pairCases, sendingCases } from "./order-cases.ts";

let world: AuthWorld;
let checked = 0;
before(async () => {
  world = await startAuthWorld();
});
after(() => world?.exchange.close());

/** A test of many cases. */
const matrix = (
  name: string,
  least: number,
  casesOf: () => readonly Case[] | Promise<readonly Case[]>,
): void =>
  void test(name, async () => {
    const count = await checkAll(await casesOf());
    assert.ok(count >= least, `expected at least ${least} cases, got ${count}`);
    checked += count;
  });

const CANCEL = { method: "DELETE", path: "/order", body: `{"orderID":"${NO_ORDER}"}` } as const;
const LIST = { method: "GET", path: "/data/orders?market=", body: undefined } as const;
const READ = { method: "GET", path: "/data/trades", body: undefined } as const;
const SOME = [CANCEL, LIST, READ] as const;
type SentOperation = (typeof SOME)[number];

/** Each damage in every dialect, of these operations in turn. */
const casesOf = (damages: readonly RequestDamage[], operations: readonly SentOperation[] = SOME): Case[] =>
  damages.flatMap(({ name, damage, refusal }, at) =>
    DIALECTS.map((dialect, index): Case => {
      const operation = operations[(at + index) % operations.length]!;
      const { ann, ben, exchange } = world;
      const options = damage({ own: ann, other: ben, now: exchange.clock.now });
      return {
        name: `${name}, ${operation.method} ${operation.path}`,
        dialect,
        expected: refusal === undefined ? "in" : KEPT_OUT,
        send: () => sendOperation(world, operation, signedHeaders(world, operation, options), dialect),
      };
    }),
  );

matrix("encodings, prefixes and other forms", 60, () => casesOf(OTHER_FORMS));

for (const fraction of [0, 1, 999]) {
  matrix(`inc-29: the window's edges, ${fraction} ms after a full second`, 100, () => {
    const { clock } = world.exchange;
    clock.now = Math.ceil(clock.now / 1000) * 1000 + fraction;
    return casesOf(timesApart(clock.now));
  });
}

matrix("inc-29: timestamps that are none", 100, () => casesOf(timesThatAreNone(world.exchange.clock.now)));
matrix("one header that is wrong, or under another prefix", 330, () => casesOf(HEADER_DAMAGES));
matrix("credentials of which a part is another's", 45, () => casesOf(CREDENTIAL_DAMAGES));
matrix("signatures of other bytes", 24, () => casesOf(CANCEL_DAMAGES, [CANCEL]));

type Kind = {
  readonly what: string;
  readonly headers: (operation: Operation) => Headers;
  readonly lets: (access: Endpoint["access"]) => boolean;
};

const builderHeaders = (operation: Operation, wrong = false): Headers => {
  const { builder, ann } = world;
  const signed = signedHeaders(world, operation, {
    credentials: wrong ? { ...builder, secret: ann.credentials.secret } : builder,
  });
  const { SVC_ADDRESS: _address, ...rest } = signed;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name.replace("SVC_", "SVC_BUILDER_"), value]),
  );
};
const readerHeaders = (): Headers => ({ SVC_ADDRESS: world.ann.address, SVC_READONLY_API_KEY: world.reader });
const own = (operation: Operation, options: Parameters<typeof signedHeaders>[2] = {}): Headers =>
  signedHeaders(world, operation, options);
const nobody = (): boolean => false;
const everywhere = (): boolean => true;
const READERS = new Set<Endpoint["access"]>(["key-or-reader", "key-or-public"]);
const BUILDERS = new Set<Endpoint["access"]>(["key-or-builder", "key-or-code"]);
const WITH_BUILDER = new Set<Endpoint["access"]>([...BUILDERS, "key-and-builder"]);

const KINDS: readonly Kind[] = [
  { what: "no headers", headers: () => ({}), lets: nobody },
  { what: "a key", headers: (one) => own(one), lets: everywhere },
  {
    what: "another key of the wallet",
    headers: (one) => own(one, { credentials: world.second }),
    lets: everywhere,
  },
  { what: "a revoked key", headers: (one) => own(one, { credentials: world.revoked }), lets: nobody },
  {
    what: "an unknown key",
    headers: (one) => own(one, { credentials: { ...world.ann.credentials, apiKey: UNKNOWN_KEY } }),
    lets: nobody,
  },
  {
    what: "another wallet's key",
    headers: (one) => own(one, { credentials: world.ben.credentials }),
    lets: nobody,
  },
  {
    what: "a key with the secret of another",
    headers: (one) => own(one, { credentials: { ...world.ann.credentials, secret: world.second.secret } }),
    lets: nobody,
  },
  {
    what: "a key with the passphrase of another",
    headers: (one) =>
      own(one, { credentials: { ...world.ann.credentials, passphrase: world.second.passphrase } }),
    lets: nobody,
  },
  {
    what: "a builder's key in the place of a key",
    headers: (one) => own(one, { credentials: world.builder }),
    lets: nobody,
  },
  {
    what: "a read-only key in the place of a key",
    headers: (one) => own(one, { credentials: { ...world.ann.credentials, apiKey: world.reader } }),
    lets: nobody,
  },
  { what: "a read-only key", headers: readerHeaders, lets: (access) => READERS.has(access) },
  {
    what: "a read-only key of another wallet",
    headers: () => ({ ...readerHeaders(), SVC_ADDRESS: world.ben.address }),
    lets: nobody,
  },
  {
    what: "a key in the place of a read-only key",
    headers: () => ({ ...readerHeaders(), SVC_READONLY_API_KEY: world.ann.credentials.apiKey }),
    lets: nobody,
  },
  { what: "a builder's key", headers: (one) => builderHeaders(one), lets: (access) => BUILDERS.has(access) },
  {
    what: "a builder's key with a wrong secret",
    headers: (one) => builderHeaders(one, true),
    lets: nobody,
  },
  {
    what: "a key and a builder's",
    headers: (one) => ({ ...own(one), ...builderHeaders(one) }),
    lets: everywhere,
  },
  {
    what: "a key and a builder's with a wrong secret",
    headers: (one) => ({ ...own(one), ...builderHeaders(one, true) }),
    lets: (access) => !WITH_BUILDER.has(access),
  },
  {
    what: "a revoked key and a builder's",
    headers: (one) => ({ ...own(one, { credentials: world.revoked }), ...builderHeaders(one) }),
    lets: nobody,
  },
];

matrix("kinds of keys, on every operation that takes one", 500, () =>
  KINDS.flatMap(({ what, headers, lets }) =>
    KEY_OPERATIONS.map((operation, index): Case => {
      const { dialects } = operation;
      const dialect = dialects[index % dialects.length]!;
      return {
        name: `${what}, ${operation.method} ${operation.path}`,
        dialect,
        expected: lets(operation.access) ? "in" : KEPT_OUT,
        send: () => sendOperation(world, operation, headers(operation), dialect),
      };
    }),
  ),
);

matrix("inc-30: a captured request, sent to other operations", 400, () =>
  KEY_OPERATIONS.flatMap((captured, at) => {
    const body = captured.body ?? "";
    const headers = signedHeaders(world, captured);
    return KEY_OPERATIONS.filter((_other, index) => (at * 2 + index) % 3 === 1).map((other): Case => ({
      name: `${captured.method} ${captured.path} as ${other.method} ${other.path}`,
      dialect: "spec",
      expected: KEPT_OUT,
      send: () =>
        sendOperation(
          world,
          { ...other, body: other.method === "GET" || body === "" ? other.body : body },
          headers,
        ),
    }));
  }),
);

/** The same document in other bytes. */
const BODIES: readonly (readonly [string, string])[] = (() => {
  const [id, note] = [hashOf("no order"), "it\u2019s na\u00efve \u{1f3b2}"];
  const plain = JSON.stringify({ orderID: id, note });
  return [
    ["plain", plain],
    ["with spaces", `{ "orderID" : "${id}" , "note" : "${note}" }`],
    ["pretty-printed", JSON.stringify({ orderID: id, note }, null, 2)],
    ["with CRLF", JSON.stringify({ orderID: id, note }, null, 2).replaceAll("\n", "\r\n")],
    ["with its keys in another order", JSON.stringify({ note, orderID: id })],
    ["with unicode escapes", plain.replaceAll(/[^ -~]/gu, (letter) => JSON.stringify(letter).slice(1, -1))],
    ["with an escaped letter", plain.replace("orderID", "\\u006frderID")],
    ["with escaped slashes", plain.replace("}", ',"path":"\\/order"}')],
    ["with a newline at the end", `${plain}\n`],
    ["with a newline before it", `\n${plain}`],
    ["with a byte order mark", `\u{feff}${plain}`],
    ["with a key that comes twice", plain.replace("{", '{"orderID":"0x1",')],
    ["with a large number", plain.replace("}", ',"salt":12345678901234567890}')],
    ["with an apostrophe", plain.replace("}", ',"quote":"it\'s"}')],
  ];
})();

matrix("inc-28: a body is signed as its bytes, and as no others", 165, () =>
  BODIES.flatMap(([what, signedBody]) =>
    BODIES.map(([sent, body], index): Case => ({
      name: `signed ${what}, sent ${sent}`,
      dialect: DIALECTS[index % DIALECTS.length]!,
      expected: body === signedBody ? [200, ""] : KEPT_OUT,
      send: () => {
        const operation = { ...CANCEL, body };
        const headers = signedHeaders(world, operation, { signedBody });
        return sendOperation(world, operation, headers, DIALECTS[index % DIALECTS.length]!);
      },
    })),
  ),
);

const L1 = [
  ["POST", "/auth/api-key"],
  ["GET", "/auth/derive-api-key"],
] as const;
const L1_OUT = [401, "wallet_unauthorized"] as const;

/** A nonce of 0 is the same without it, and however it is turned. */
const SAME_NONCE = new Set(["missing", "zeros", "reversed", "a tab within"]);

type WalletForm = {
  readonly what: string;
  readonly options?: NonNullable<Parameters<typeof walletHeaders>[2]>;
  readonly change?: (headers: Headers) => Headers;
  readonly expected: Expected;
};

function walletForms(): WalletForm[] {
  const { now } = world.exchange.clock;
  const seconds = Math.floor(now / 1000);
  const times = [-86_400, -301, -300, -299, -1, 0, 1, 299, 300, 301, 86_400].map((distance): WalletForm => ({
    what: `${distance} s from now`,
    options: { timestamp: String(seconds + distance) },
    expected: Math.abs(distance) <= 300 ? [200, ""] : L1_OUT,
  }));
  const chains = [1, 137, 80_002, 31_337].map((chainId): WalletForm => ({
    what: `chain ${chainId}`,
    options: { chainId },
    expected: chainId === 137 || chainId === 80_002 ? [200, ""] : L1_OUT,
  }));
  const nonces = ["-1", "01", "1e3", "0x1", " ", "1.0", String(2n ** 256n), "x"].map((nonce): WalletForm => ({
    what: `nonce ${nonce}`,
    change: setHeader("NONCE", nonce),
    expected: L1_OUT,
  }));
  const changes = (["ADDRESS", "SIGNATURE", "TIMESTAMP", "NONCE"] as const).flatMap((name) =>
    VALUE_DAMAGES.filter(([what]) => name !== "NONCE" || !SAME_NONCE.has(what)).map(
      ([what, change]): WalletForm => ({
        what: `${name} ${what}`,
        change: changeHeader(name, change),
        expected: L1_OUT,
      }),
    ),
  );
  return [
    ...times,
    ...chains,
    ...nonces,
    ...changes,
    ...noTimes(now).map((timestamp): WalletForm => ({
      what: `timestamp ${JSON.stringify(timestamp).slice(0, 40)}`,
      change: setHeader("TIMESTAMP", timestamp),
      expected: L1_OUT,
    })),
    { what: "another wallet", change: setHeader("ADDRESS", world.ben.account.address), expected: L1_OUT },
    { what: "nonce 1 in place of 0", change: setHeader("NONCE", "1"), expected: L1_OUT },
    { what: "without a nonce", change: changeHeader("NONCE", () => undefined), expected: [200, ""] },
  ];
}

matrix("wallets' signatures", 200, () =>
  walletForms().flatMap(({ what, options, change = (headers) => headers, expected }) =>
    L1.map(([method, path], index): Case => {
      const dialect = DIALECTS[(index + what.length) % DIALECTS.length]!;
      return {
        name: `${what}, ${method} ${path}`,
        dialect,
        expected,
        send: async () => {
          const headers = await walletHeaders(world.ann.account, world.exchange.clock.now, options);
          return world.exchange.send(path, { method, headers: change(headers) }, dialect);
        },
      };
    }),
  ),
);

matrix("inc-24: a maker is paid for by whoever may sign for it: all pairs of maker and signer", 300, () =>
  pairCases(world),
);
matrix("inc-27: key, signer of the order and owner are one: all senders", 160, () => sendingCases(world));
matrix("inc-21: side x token x condition", 200, () => conditionCases(world));
matrix("inc-26: signatures of orders that are malformed", 100, () => signatureCases(world));
matrix("inc-25: fields that are not what was signed", 40, () => unsignedCases(world));

test("at least 2,000 cases were checked", () => {
  assert.ok(checked >= 2_000, `${checked} cases`);
  console.log(`${checked} cases`);
});

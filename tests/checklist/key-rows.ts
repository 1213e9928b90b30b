/** API keys and who asks: nobody gets in without the secret, and nobody learns anything by trying. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/store/sql/database.ts";
import { CANCEL_DAMAGES, CREDENTIAL_DAMAGES, NO_ORDER } from "../support/damaged-requests.ts";
import type { RequestDamage } from "../support/damaged-requests.ts";
import { timesApart, timesThatAreNone } from "../support/damaged-times.ts";
import type { Reply } from "../support/exchange.ts";
import { requestHeaders, traderWith, walletHeaders } from "../support/trader.ts";
import type { Headers, Trader } from "../support/trader.ts";
import { accepted, refused, sameness } from "./expect.ts";
import { section } from "./row.ts";
import type { Row } from "./row.ts";
import { sendBytes, statusOf } from "./wire.ts";
import type { World } from "./world.ts";

const row = section("3.2");

/** A cancel that does nothing, damaged; some wrong ones of a key are answered, so ben's key sends others than ann's. */
const cancelWith = ({ ann, ben }: World, { damage }: RequestDamage, own = ann): Promise<Reply> =>
  own.cancel(NO_ORDER, damage({ own, other: own === ann ? ben : ann, now: Date.now() }));

const oracle = row(
  "an unknown key, a wrong passphrase and a wrong signature look the same",
  async (world) => {
    const answers: string[] = [];
    for (const damage of CREDENTIAL_DAMAGES) {
      const reply = await cancelWith(world, damage);
      refused(reply, damage.name, 401, damage.refusal);
      answers.push(sameness(reply));
    }
    assert.deepEqual([...new Set(answers)], [answers[0]]);
  },
  ["production"],
);

const mac = row("the signature covers time, method, path and body", async (world) => {
  const { ann } = world;
  accepted(await ann.request("GET", "/data/orders"), "a good one");
  accepted(await ann.request("GET", "/data/orders?market="), "a query, which clients do not sign");
  for (const damage of CANCEL_DAMAGES) refused(await cancelWith(world, damage), damage.name, 401);
});

const times = row("a time is whole, and near the server's", async (world) => {
  const now = Date.now();
  for (const damage of [...timesApart(now, [-300_000, 300_000]), ...timesThatAreNone(now)])
    refused(await cancelWith(world, damage, world.ben), damage.name, 401);
  const { text } = await world.wire.ask(`${world.spec.trading}/time`);
  assert.ok(Math.abs(Number(text) - Date.now() / 1000) < 60, `GET /time says ${text}`);
});

/** Lists the ways to write a secret, in lower case. */
function writings(secret: string): string[] {
  const bytes = /^(0x)?[0-9a-f]{64,}$/i.test(secret)
    ? Buffer.from(secret.replace(/^0x/, ""), "hex")
    : Buffer.from(secret, "base64url");
  return [secret, bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url")].map((text) =>
    text.toLowerCase(),
  );
}

const storage = row(
  "a dump of the database holds no secret",
  async ({ own, secrets }) => {
    const sql = openDatabase(own!.databaseUrl, { name: "checklist", maxConnections: 1 });
    try {
      const tables = await sql<{ name: string }[]>`
        select tablename as name from pg_tables where schemaname = 'public'`;
      assert.ok(tables.length > 10);
      for (const { name } of tables) {
        const [{ dump }] = await sql<[{ dump: string }]>`
          select coalesce(string_agg(row_to_json(rows)::text, ' '), '') as dump from ${sql(name)} as rows`;
        const found = secrets.filter((secret) =>
          writings(secret).some((text) => dump.toLowerCase().includes(text)),
        );
        assert.equal(found.length, 0, `${name} holds a secret`);
      }
      const columns = await sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_name in ('api_keys', 'further_keys') and data_type in ('text', 'bytea')`;
      assert.deepEqual([...new Set(columns.map(({ name }) => name))].sort(), ["address", "kind"]);
    } finally {
      await sql.end();
    }
  },
  ["own"],
);

const files = row(
  "secrets are in files of their owner alone",
  async ({ own }) => {
    for (const name of ["master-key", "admin-token", "instance.json", join("postgres", "password")]) {
      const { mode } = statSync(join(own!.directory, name), { throwIfNoEntry: false }) ?? { mode: 0 };
      assert.equal(mode & 0o077, 0, name);
    }
    assert.equal(statSync(own!.directory).mode & 0o066, 0, "the data directory can be listed");
  },
  ["own"],
);

const lifecycle = row(
  "a wallet makes a key, gets the same again, and a revoked one is out at once",
  async (world) => {
    const trader = await world.newTrader();
    const { wire, spec } = world;
    const derive = async (trading: Trader) =>
      wire.ask(`${spec.trading}/auth/derive-api-key`, {
        headers: await walletHeaders(trading.account, Date.now()),
      });
    assert.deepEqual((await derive(trader)).body, trader.credentials);
    accepted(await trader.request("GET", "/data/orders"), "the key");
    accepted(await trader.request("DELETE", "/auth/api-key"), "the revocation");
    refused(await trader.request("GET", "/data/orders"), "the revoked key", 401);
    assert.notEqual((await derive(trader)).status, 200, "a revoked key is given out again");
  },
);

const wallets = row(
  "a key is made for the wallet that signs, now and here",
  async ({ wire, spec, ann, ben }) => {
    const make = (headers: Headers) => wire.ask(`${spec.trading}/auth/api-key`, { method: "POST", headers });
    const good = await walletHeaders(ann.account, Date.now(), { nonce: "9" });
    for (const [what, headers] of [
      ["of another", { ...good, SVC_ADDRESS: ben.account.address }],
      ["of another nonce", { ...good, SVC_NONCE: "10" }],
      ["of another time", { ...good, SVC_TIMESTAMP: String(Number(good["SVC_TIMESTAMP"]) - 1) }],
      ["of another chain", await walletHeaders(ann.account, Date.now(), { chainId: 1 })],
      ["of long ago", await walletHeaders(ann.account, Date.now() - 600_000)],
      ["of nobody", { ...good, SVC_SIGNATURE: `0x${"0".repeat(130)}` }],
    ] as const)
      refused(await make(headers), what, 401, "wallet_unauthorized");
  },
);

const MAX_KEYS = 100;

const many = row("a wallet has a bounded number of keys", async (world) => {
  const trader = await world.newTrader();
  for (let made = 0; made < MAX_KEYS; made += 1) {
    const reply = await trader.request("POST", "/auth/readonly-api-key");
    if (reply.status !== 200) return refused(reply, "one too many", [400, 409, 429], "too_many_keys");
  }
  assert.fail(`made ${MAX_KEYS} keys`);
});

const privateReads = row(
  "records are their owners': nobody else is shown any",
  async (world) => {
    const { wire, spec } = world;
    for (const path of [
      "/data/orders",
      "/data/trades",
      `/data/order/${NO_ORDER}`,
      "/builder/trades",
      "/balances",
      "/ledger",
    ])
      refused(await wire.ask(spec.trading + path), `${path} without credentials`, 401, "unauthorized");
  },
  ["production"],
);

const otherOrders = row(
  "another's order is as one that is not there",
  async (world) => {
    const { ann, ben, market } = world;
    const { body } = await ann.place({
      tokenId: market.tokenIds[0]!,
      side: "BUY",
      price: "0.01",
      size: "10",
    });
    const path = (id: string) => `/data/order/${id}`;
    accepted(await ann.request("GET", path(body.orderID)), "the owner");
    const [seen, unknown] = [
      await ben.request("GET", path(body.orderID)),
      await ben.request("GET", path(NO_ORDER)),
    ];
    refused(seen, "another's", 404);
    assert.equal(sameness(seen).replaceAll(body.orderID, NO_ORDER), sameness(unknown));
    const canceled = await ben.cancel(body.orderID);
    const nothing = await ben.cancel(NO_ORDER);
    assert.equal(sameness(canceled).replaceAll(body.orderID, NO_ORDER), sameness(nothing), "cancels differ");
    assert.match((await ann.request("GET", path(body.orderID))).body.status, /^live$/i);
    assert.ok(!JSON.stringify((await ben.request("GET", "/data/orders")).body).includes(body.orderID));
    accepted(await ann.cancel(body.orderID), "its owner's cancel");
  },
  ["traders", "production"],
);

const headerForms = row("headers count in any case, each once, and up to 16 KiB", async ({ spec, ann }) => {
  const headers = requestHeaders(ann, {
    method: "GET",
    path: "/data/orders",
    body: undefined,
    now: Date.now(),
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const ask = async (more: readonly string[]): Promise<number> =>
    statusOf(
      await sendBytes(
        spec.trading,
        `GET /data/orders HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more.join("\r\n")}\r\n\r\n`,
      ),
    );
  assert.equal(await ask(lines), 200);
  assert.equal(
    await ask(lines.map((line) => line.toLowerCase().split(":")[0] + line.slice(line.indexOf(":")))),
    200,
  );
  for (const line of lines) assert.equal(await ask([...lines, line]), 401, `twice: ${line.split(":")[0]}`);
  for (const line of lines)
    assert.equal(await ask(lines.filter((one) => one !== line)), 401, `without ${line.split(":")[0]}`);
  assert.equal(await ask([...lines, lines[0]!.replace("SVC_", "POLY_")]), 401, "of two prefixes");
  assert.equal(await ask([...lines, `x-large: ${"y".repeat(17_000)}`]), 431);
});

const strangers = row("a key of another exchange opens nothing", async (world) => {
  const other = { ...world.ann.credentials, secret: `${Buffer.alloc(32, 7).toString("base64url")}=` };
  const trader = traderWith(
    { clock: { now: Date.now() }, send: (path, sent) => world.wire.ask(world.spec.trading + path, sent) },
    world.ann.account,
    other,
  );
  refused(await trader.request("GET", "/data/orders"), "another secret", 401);
});

export const KEY_ROWS: readonly Row[] = [
  oracle,
  mac,
  times,
  storage,
  files,
  lifecycle,
  wallets,
  many,
  privateReads,
  otherOrders,
  headerForms,
  strangers,
];

/** Operations on accounts, owners and keys, and their entries in the audit log. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { ZERO_ADDRESS } from "../../../src/core/ledger/accounts.ts";
import { FEE_ACCOUNT } from "../../../src/core/ledger/fees.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { Reply } from "../../support/exchange.ts";
import { createTrader } from "../../support/trader.ts";
import { startOperatedExchange, startTradedExchange } from "./world.ts";
import type { Method, OperatedExchange, OperatorName } from "./world.ts";

const reason = "ticket 17";
const RAIN = tokenOf("rain yes");

let exchange: OperatedExchange;
before(async () => {
  exchange = await startTradedExchange();
});
after(() => exchange.close());

const call = (operator: OperatorName, method: Method, path: string, body?: unknown): Promise<Reply> =>
  exchange.call(operator, method, path, body);

async function done(
  operator: OperatorName,
  method: Method,
  path: string,
  body?: unknown,
): Promise<Reply["body"]> {
  const reply = await call(operator, method, path, body);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
}

/** Audit entries of a subject, the latest first, without what the journal and the clock say. */
async function audited(subject: string): Promise<readonly unknown[]> {
  const { data } = await done("bank", "GET", `/audit?subject=${encodeURIComponent(subject)}`);
  return data.map(
    ({ sequence, time, subject: _subject, names: _names, ...entry }: Record<string, unknown>) => {
      assert.ok(Number(sequence) > 0);
      assert.match(String(time), /^2026-06-01T1\d:\d\d:\d\d\.\d{3}Z$/);
      return entry;
    },
  );
}

const seq = (): number => exchange.context.engine.head().seq;

describe("collateral", () => {
  const wallet = walletOf("saver");
  before(() => exchange.open(wallet, "10"));

  it("comes in and goes out exactly, with who, when and why", async () => {
    const credited = await done("bank", "POST", "/credits", {
      address: checksumAddress(wallet),
      amount: "2.000001",
      reason,
    });
    assert.deepEqual(credited, {
      address: wallet,
      amount: "2.000001",
      balance: "12.000001",
      available: "12.000001",
    });
    await exchange.place({ account: wallet, tokenId: RAIN, side: "BUY", price: "0.5", size: "10" });
    const debited = await done("bank", "POST", "/debits", { address: wallet, amount: 7, reason: "paid out" });
    assert.deepEqual(debited, { address: wallet, amount: "7", balance: "5.000001", available: "0.000001" });
    assert.deepEqual(await audited(wallet), [
      { operator: "bank", action: "debit", reason: "paid out", details: { amount: "7" } },
      { operator: "bank", action: "credit", reason, details: { amount: "2.000001" } },
    ]);
  });

  const REFUSED: readonly (readonly [
    what: string,
    path: string,
    body: object,
    status: number,
    code: string,
  ])[] = [
    ["more than is free", "/debits", { amount: "0.000002" }, 400, "insufficient_balance"],
    ["nothing", "/credits", { amount: "0" }, 400, "invalid_payload"],
    ["less than nothing", "/credits", { amount: "-1" }, 400, "invalid_payload"],
    ["seven decimals", "/credits", { amount: "0.0000001" }, 400, "invalid_payload"],
    ["a number in other words", "/credits", { amount: "1e3" }, 400, "invalid_payload"],
    ["no number", "/debits", { amount: "NaN" }, 400, "invalid_payload"],
    ["beyond 2^53", "/credits", { amount: "9007199254.740992" }, 400, "invalid_payload"],
    ["beyond what there is room for", "/credits", { amount: "9007199254.740991" }, 400, "amount_too_large"],
    [
      "an account that is not open",
      "/credits",
      { amount: "1", address: walletOf("nobody") },
      404,
      "unknown_account",
    ],
    ["no wallet", "/debits", { amount: "1", address: "0x12" }, 400, "invalid_payload"],
    ["no reason", "/credits", { amount: "1", reason: undefined }, 400, "invalid_payload"],
    ["an unknown field", "/credits", { amount: "1", note: "x" }, 400, "invalid_payload"],
  ];
  for (const [what, path, body, status, code] of REFUSED) {
    it(`is not moved: ${what}`, async () => {
      const last = seq();
      const reply = await call("bank", "POST", path, { address: wallet, reason, ...body });
      assert.deepEqual([reply.status, reply.body.code], [status, code], reply.text);
      assert.equal(seq(), last);
    });
  }
});

describe("an account", () => {
  const [owner, wallet] = [walletOf("owner"), walletOf("contract wallet")];

  it("opens empty, once, for the owner who signs for it", async () => {
    const opened = await done("bank", "POST", "/accounts", {
      address: checksumAddress(wallet),
      owner,
      reason,
    });
    assert.deepEqual(opened, { address: wallet, owner, opened: true });
    const last = seq();
    assert.deepEqual(await done("bank", "POST", "/accounts", { address: wallet, owner, reason }), {
      ...opened,
      opened: false,
    });
    assert.equal(seq(), last);
    const taken = await call("bank", "POST", "/accounts", { address: wallet, reason });
    assert.deepEqual([taken.status, taken.body.code], [400, "wallet_taken"]);
    const wrong = await call("bank", "POST", "/accounts", { address: wallet, owner: "me", reason });
    assert.equal(wrong.body.hint, 'owner: expected a wallet address, 0x and 40 hex digits, got "me"');
    assert.deepEqual(await audited(wallet), [
      { operator: "bank", action: "open-account", reason, details: { owner } },
    ]);
    const credited = await done("bank", "POST", "/credits", { address: wallet, amount: "1.5", reason });
    assert.equal(credited.balance, "1.5");
  });
});

describe("a banned owner", () => {
  it("loses its resting orders and places none, until the ban ends", async () => {
    const trader = await createTrader(exchange, "rogue");
    const order = { tokenId: RAIN, side: "BUY", price: "0.1", size: "5" } as const;
    for (const price of ["0.1", "0.11"]) assert.equal((await trader.place({ ...order, price })).status, 200);
    const path = `/bans/${checksumAddress(trader.address)}`;

    const banned = await done("desk", "POST", "/bans", { address: trader.address, reason });
    assert.deepEqual(banned, { address: trader.address, banned: true, changed: true, canceledOrders: 2 });
    const refused = await trader.place(order);
    assert.deepEqual([refused.status, refused.body.code], [403, "user_banned"]);
    const [row] = await done("bank", "GET", "/bans");
    assert.deepEqual(row, {
      address: trader.address,
      name: "",
      time: new Date(exchange.clock.now).toISOString(),
      operator: "desk",
      reason,
    });
    assert.equal((await trader.request("GET", "/data/trades")).status, 200);

    const last = seq();
    const again = await done("night", "POST", "/bans", { address: trader.address, reason });
    assert.deepEqual(again, { address: trader.address, banned: true, changed: false, canceledOrders: 0 });
    assert.equal(seq(), last);

    const ended = await done("night", "DELETE", path, { reason: "settled" });
    assert.deepEqual(ended, { address: trader.address, banned: false, changed: true, canceledOrders: 0 });
    assert.equal((await done("night", "DELETE", path, { reason })).changed, false);
    assert.deepEqual(await done("bank", "GET", "/bans"), []);
    assert.equal((await trader.place(order)).status, 200);
    assert.deepEqual(await audited(trader.address), [
      { operator: "night", action: "unban", reason: "settled", details: {} },
      { operator: "desk", action: "ban", reason, details: {} },
    ]);
  });

  it("is banned by its own address, not by that of a contract wallet", async () => {
    const [owner, address] = [walletOf("signer"), walletOf("safe")];
    await done("bank", "POST", "/accounts", { address, owner, reason });
    const reply = await call("desk", "POST", "/bans", { address, reason });
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"]);
    assert.equal(
      reply.body.hint,
      `address: expected ${owner}, the owner of this contract wallet, got ${address}`,
    );
  });

  it("is a wallet, banned and freed with a reason", async () => {
    for (const [method, path, body] of [
      ["POST", "/bans", { address: "0x12", reason }],
      ["POST", "/bans", { address: walletOf("a") }],
      ["DELETE", "/bans/0x12", { reason }],
      ["DELETE", `/bans/${walletOf("a")}`, undefined],
      ["DELETE", `/bans/${walletOf("a")}`, {}],
    ] as const) {
      const reply = await call("desk", method, path, body);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], reply.text);
    }
    const own = await call("desk", "POST", "/bans", { address: FEE_ACCOUNT, reason });
    assert.equal(own.body.code, "wallet_taken");
    const faucet = { address: FEE_ACCOUNT, amount: "1" };
    assert.equal((await exchange.post("/sandbox/faucet", faucet)).body.code, "wallet_taken");
  });
});

describe("an address that nobody signs for", () => {
  const market = { event: "weather", question: "Will it hail?", tick: "0.01", minimumSize: "5" };
  const fund = (address: string) => ({ csv: `${walletOf("heir")},5\n${address},5`, reason });
  const WAYS: readonly (readonly [string, OperatorName, string, (address: string) => object])[] = [
    ["be opened", "bank", "/accounts", (address) => ({ address, reason })],
    ["own a wallet", "bank", "/accounts", (owner) => ({ address: walletOf("vault"), owner, reason })],
    ["be credited", "bank", "/credits", (address) => ({ address, amount: "5", reason })],
    ["be banned", "desk", "/bans", (address) => ({ address, reason })],
    ["create a market", "desk", "/markets", (creator) => ({ ...market, creator, reason })],
    ["have a site", "desk", "/sites", (address) => ({ host: "a.example", wallets: [address], reason })],
  ];

  for (const [address, code] of [
    [ZERO_ADDRESS, "invalid_payload"],
    [FEE_ACCOUNT, "wallet_taken"],
  ] as const) {
    for (const [way, operator, path, bodyFor] of WAYS)
      it(`cannot ${way}: ${address}`, async () => {
        const last = seq();
        const { status, body } = await call(operator, "POST", path, bodyFor(address));
        assert.deepEqual([status, body.code], [400, code], JSON.stringify(body));
        assert.ok(body.hint.includes(address), body.hint);
        assert.equal(seq(), last);
      });

    it(`cannot be in a list of funds, nor have test money: ${address}`, async () => {
      const listed = await call("bank", "POST", "/accounts/fundings", fund(address));
      assert.deepEqual([listed.status, listed.body.code], [400, "invalid_payload"]);
      assert.ok(listed.body.hint.startsWith("csv: line 2: address: "), listed.body.hint);
      const rehearsed = await done("bank", "POST", "/accounts/fundings/rehearsal", {
        csv: fund(address).csv,
      });
      assert.deepEqual([rehearsed.accounts, rehearsed.faults.length], [1, 1]);
      for (const body of [
        { address, amount: "1" },
        { address, owner: walletOf("heir"), amount: "1" },
        { address: walletOf("safe of nobody"), owner: address, amount: "1" },
      ])
        assert.equal((await exchange.post("/sandbox/faucet", body)).body.code, code);
    });
  }
});

describe("a revoked key", () => {
  it("signs nothing from the next request on; open orders and other keys stay", async () => {
    const trader = await createTrader(exchange, "careless");
    const { apiKey } = trader.credentials;
    const order = { tokenId: RAIN, side: "BUY", price: "0.2", size: "5" } as const;
    const placed = await trader.place(order);
    assert.equal(placed.status, 200);

    const revoked = await done("desk", "POST", `/keys/${apiKey.toUpperCase()}/revoke`, { reason });
    assert.deepEqual([revoked.apiKey, revoked.address, revoked.nonce], [apiKey, trader.address, "0"]);
    assert.match(revoked.revokedAt, /^20\d\d-.*Z$/);
    for (const reply of [await trader.place(order), await trader.cancel(placed.body.orderID)])
      assert.deepEqual([reply.status, reply.body.code], [401, "unauthorized"]);
    const sql = await exchange.context.sql();
    const [live] = await sql`
      select status from orders where id = ${Buffer.from(placed.body.orderID.slice(2), "hex")}`;
    assert.equal(live?.["status"], "live");

    const last = seq();
    assert.deepEqual(await done("night", "POST", `/keys/${apiKey}/revoke`, { reason }), revoked);
    assert.equal(seq(), last);
    const keys = await done("bank", "GET", `/keys?address=${checksumAddress(trader.address)}`);
    assert.deepEqual([{ ...keys[0], others: [] }, keys.length], [revoked, 1]);
    assert.deepEqual(Object.keys(keys[0]), ["apiKey", "kind", "address", "nonce", "createdAt", "revokedAt"]);
    const details = { kind: "trading", address: trader.address, nonce: "0" };
    assert.deepEqual(await audited(apiKey), [{ operator: "desk", action: "revoke-key", reason, details }]);
  });

  it("may read, or sign for a builder; what else its wallet has is told, and goes on", async () => {
    const trader = await createTrader(exchange, "several");
    const { address } = trader;
    const trading = trader.credentials.apiKey;
    const readonly = (await trader.request("POST", "/auth/readonly-api-key")).body.apiKey;
    const builder = (await trader.request("POST", "/auth/builder-api-key")).body.key;
    const signer = await exchange.context.builderKeys.find(builder);
    assert.equal(signer?.address, address);
    const told = (keys: Record<string, unknown>[]) =>
      keys.map(({ kind, apiKey, nonce, revokedAt }) => [kind, apiKey, nonce, revokedAt === null]);
    const list = async () => told(await done("bank", "GET", `/keys?address=${address}`));
    assert.deepEqual(await list(), [
      ["trading", trading, "0", true],
      ["readonly", readonly, null, true],
      ["builder", builder, null, true],
    ]);

    const revoke = (key: string) => done("desk", "POST", `/keys/${key}/revoke`, { reason });
    const first = await revoke(trading);
    assert.deepEqual(told(first.others), [
      ["readonly", readonly, null, true],
      ["builder", builder, null, true],
    ]);
    const headers = { SVC_READONLY_API_KEY: readonly, SVC_ADDRESS: address };
    assert.equal((await exchange.send("/data/orders", { headers })).status, 200);
    const second = await revoke(readonly.toUpperCase());
    assert.deepEqual([second.kind, told(second.others)], ["readonly", [["builder", builder, null, true]]]);
    assert.equal((await exchange.send("/data/orders", { headers })).status, 401);
    const third = await revoke(builder);
    assert.deepEqual([third.kind, third.address, third.others], ["builder", address, []]);
    assert.equal(await exchange.context.builderKeys.find(builder), undefined);
    assert.deepEqual(
      (await list()).map(([kind, , , usable]) => [kind, usable]),
      [
        ["trading", false],
        ["readonly", false],
        ["builder", false],
      ],
    );
    const last = seq();
    for (const revoked of [first, second, third])
      assert.deepEqual(await revoke(revoked.apiKey), { ...revoked, others: [] });
    assert.equal(seq(), last);
    assert.deepEqual(await audited(builder), [
      { operator: "desk", action: "revoke-key", reason, details: { kind: "builder", address } },
    ]);
  });

  it("has its next nonce", async () => {
    const other = await exchange.context.keys.create(walletOf("careless two"), "7");
    const first = await exchange.context.keys.create(walletOf("careless two"), "0");
    await done("desk", "POST", `/keys/${first?.apiKey}/revoke`, { reason });
    assert.equal(await exchange.context.keys.create(walletOf("careless two"), "0"), undefined);
    assert.notEqual(await exchange.context.keys.find(other?.apiKey ?? ""), undefined);
    const keys = await done("bank", "GET", `/keys?address=${walletOf("careless two")}`);
    assert.deepEqual(
      keys.map(({ nonce, revokedAt }: Record<string, unknown>) => [nonce, revokedAt === null]).sort(),
      [
        ["0", false],
        ["7", true],
      ],
    );
  });

  it("is not forgotten by who was looking for it meanwhile", async () => {
    const { keys } = exchange.context;
    for (let round = 0; round < 50; round += 1) {
      const made = await keys.create(walletOf("race"), String(round));
      const { apiKey } = made!;
      await Promise.all([keys.find(apiKey), keys.revoke(apiKey), keys.find(apiKey)]);
      assert.equal(await keys.find(apiKey), undefined, `round ${round}`);
    }
  });

  it("is one that there is", async () => {
    for (const key of ["x", "00000000-0000-4000-8000-000000000000"]) {
      const reply = await call("desk", "POST", `/keys/${key}/revoke`, { reason });
      assert.deepEqual([reply.status, reply.body.code], [404, "key_not_found"]);
      assert.match(reply.body.hint, new RegExp(`"${key}"`));
    }
    const reply = await call("bank", "GET", "/keys?address=me");
    assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"]);
  });
});

describe("the audit log", () => {
  it("is read in pages, the latest first, by subject and by operator", async () => {
    for (let index = 0; index < 7; index += 1)
      await done(index % 2 === 0 ? "desk" : "night", "POST", "/sites", {
        host: `page-${index}.example`,
        wallets: [walletOf("p")],
        reason: `r${index}`,
      });
    const seen: string[] = [];
    let next: string | null = "";
    while (next !== null) {
      const page: { data: { action: string; reason: string; subject: string }[]; next: string | null } =
        await done("bank", "GET", `/audit?limit=3${next === "" ? "" : `&before=${next}`}`);
      seen.push(
        ...page.data
          .filter(({ action }) => action === "add-site")
          .map(({ subject, reason: why }) => `${subject} ${why}`),
      );
      next = page.next;
    }
    assert.deepEqual(
      seen,
      [6, 5, 4, 3, 2, 1, 0].map((index) => `page-${index}.example r${index}`),
    );
    const { data } = await done("bank", "GET", "/audit?operator=night&subject=page-3.example");
    assert.deepEqual(
      data.map(({ details }: { details: unknown }) => details),
      [{ count: 1, wallets: [walletOf("p")] }],
    );
    assert.deepEqual((await done("bank", "GET", "/audit?operator=nobody")).data, []);
  });

  it("has one entry of an import that listed something, and none of one that did not", async () => {
    const listing = testListing([{ name: "snow" }, { name: "hail" }], {
      id: "8",
      slug: "frost",
      ticker: "frost",
    });
    for (let round = 0; round < 2; round += 1)
      await done("desk", "POST", `/listings?reason=${encodeURIComponent("a new dump")}`, [listing]);
    assert.deepEqual(await audited("listings"), [
      {
        operator: "desk",
        action: "import-listings",
        reason: "a new dump",
        details: { listed: 1, unchanged: 0, refused: 0, markets: 2 },
      },
    ]);
  });

  it("has what was done to sites, with or without a reason", async () => {
    const wallets = [walletOf("s1"), walletOf("s2")];
    await done("desk", "POST", "/sites", { host: "Audit.Example", wallets });
    await done("desk", "DELETE", "/sites/audit.example", { wallets: wallets.slice(1), reason });
    await done("desk", "DELETE", "/sites/audit.example");
    assert.deepEqual(await audited("audit.example"), [
      { operator: "desk", action: "remove-site", reason: "", details: {} },
      { operator: "desk", action: "remove-site", reason, details: { count: 1, wallets: wallets.slice(1) } },
      { operator: "desk", action: "add-site", reason: "", details: { count: 2, wallets } },
    ]);
  });

  it("refuses a page that begins nowhere", async () => {
    for (const place of ["x", "1", "1.2.3", "-1.0", "1.99999999999", "9007199254740993.1"]) {
      const reply = await call("bank", "GET", `/audit?before=${place}`);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_cursor"], place);
    }
    for (const query of ["limit=0", "limit=x", "before=%00"]) {
      const reply = await call("bank", "GET", `/audit?${query}`);
      assert.deepEqual([reply.status, reply.body.code], [400, "invalid_payload"], query);
    }
    const { headers } = await call("bank", "GET", "/audit?limit=9999");
    assert.equal(headers.get("x-page-limit"), "500");
  });

  it("is in the journal, and so in what is rebuilt from it", async () => {
    const sql = await exchange.context.sql();
    const [row] = await sql<{ found: boolean }[]>`
      select exists (select from journal where events like '%ticket 17%') as found`;
    assert.equal(row?.found, true);
  });
});

describe("the status", () => {
  it("is that of one commit", async () => {
    const status = await done("judge", "GET", "/status");
    const { head, seq: last } = { head: exchange.context.engine.head().hash.toString("hex"), seq: seq() };
    assert.deepEqual([status.sequence, status.head], [last, `0x${head}`]);
    assert.deepEqual(status.operator, { name: "judge", roles: ["resolver"] });
    assert.deepEqual(status.addresses, { web: "http://web.example" });
    assert.deepEqual([status.mode, status.version], ["sandbox", "0.2.0"]);
    assert.deepEqual(status.counts.markets, { draft: 0, active: 3, paused: 0, resolved: 0, archived: 0 });
    assert.ok(status.uptimeSeconds >= 0);
    const sql = await exchange.context.sql();
    const [row] = await sql`
      select (select count(*) from accounts) as accounts, (select count(*) from events) as events,
        (select count(*) from orders where status = 'live') as orders,
        (select sum(collateral) from accounts) + (select sum(backing) from market_states) as deposits`;
    assert.deepEqual(
      [status.counts.accounts, status.counts.events, status.counts.openOrders, status.counts.bans],
      [row?.["accounts"], row?.["events"], row?.["orders"], 0],
    );
    assert.equal(Math.round(Number(status.deposits) * 1e6), Number(row?.["deposits"]));
    assert.equal(status.fees, "0");
  });

  it("has nothing of an exchange in which nothing happened", async () => {
    const empty = await startOperatedExchange();
    const { sequence, head, counts, deposits, fees } = await empty.done("GET", "/status");
    await empty.close();
    assert.deepEqual([sequence, head, deposits, fees], [0, `0x${"0".repeat(64)}`, "0", "0"]);
    assert.deepEqual([counts.accounts, counts.events, counts.markets.active], [0, 0, 0]);
  });
});

describe("listings", () => {
  it("may say what trading costs and when it is paid out", async () => {
    const fees = { rate: 400, exponent: 1, takerOnly: true };
    const listing = testListing([{ name: "feed", fees, autoRedeem: true }], {
      id: "9",
      slug: "feed",
      ticker: "feed",
    });
    const [listed] = await done("desk", "POST", "/listings", [listing]);
    assert.equal(listed.result, "listed");
    const sql = await exchange.context.sql();
    const [row] = await sql`
      select fee_rate as rate, fee_exponent as exponent, fee_taker_only as "takerOnly", auto_redeem as auto
      from market_states join markets on no = market where condition_id = ${hashOf("feed")}`;
    assert.deepEqual({ ...row }, { ...fees, auto: true });
    for (const wrong of [{ rate: 0 }, { rate: 2501 }, { exponent: 0 }, { takerOnly: "yes" }, { more: 1 }]) {
      const bad = testListing([{ name: "bad", fees: { ...fees, ...wrong } as never }], {
        id: "10",
        slug: "bad",
      });
      assert.equal((await call("desk", "POST", "/listings", [bad])).status, 400);
    }
  });
});

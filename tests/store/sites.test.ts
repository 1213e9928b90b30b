import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import {
  addSiteWallets,
  findSiteWallets,
  listSites,
  parseHost,
  removeSite,
  removeSiteWallets,
} from "../../src/store/catalog/sites.ts";
import { openDatabase } from "../../src/store/sql/database.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { READ_TABLES } from "../../src/store/tables/read-tables.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";

const LONGEST = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;

const HOSTS: readonly (readonly [text: string, host: string])[] = [
  ["market.example", "market.example"],
  ["Market.EXAMPLE", "market.example"],
  ["https://Market.Example/", "market.example"],
  ["http://market.example/a/b?c=d#e", "market.example"],
  ["HTTPS://market.example?c", "market.example"],
  ["market.example/en", "market.example"],
  ["market.example.", "market.example"],
  ["  market.example\n", "market.example"],
  ["localhost", "localhost"],
  ["3.market-1.example", "3.market-1.example"],
  ["7days", "7days"],
  ["Märkte.example", "xn--mrkte-gra.example"],
  ["xn--MRKTE-gra.example", "xn--mrkte-gra.example"],
  ["市场.example", "xn--mesr1n.example"],
  ["ｍarket。example", "market.example"],
  [LONGEST, LONGEST],
];

const NO_HOSTS: readonly (readonly [what: string, text: string])[] = [
  ["nothing", ""],
  ["blanks", " \t"],
  ["a URL without a host", "https:///path"],
  ["another scheme", "ftp://market.example"],
  ["a port", "market.example:8080"],
  ["a scheme's own port", "https://market.example:443/"],
  ["a user", "https://me@market.example/"],
  ["two words", "market example"],
  ["a tab within", "market\t.example"],
  ["a NUL", "market\0.example"],
  ["half of a surrogate pair", "market\ud800.example"],
  ["an escape", "market%2eexample"],
  ["a backslash", "market.example\\path"],
  ["a wildcard", "*.market.example"],
  ["an underscore", "my_market.example"],
  ["an empty label", "market..example"],
  ["a point before", ".market.example"],
  ["two points at the end", "market.example.."],
  ["a hyphen before", "-market.example"],
  ["a hyphen behind", "market-.example"],
  ["an IPv4 address", "127.0.0.1"],
  ["a short IPv4 address", "10.1"],
  ["a hexadecimal IPv4 address", "0x7f.0.0.1"],
  ["a number", "7000"],
  ["an IPv6 address", "[::1]"],
  ["a wallet", `0x${"ab".repeat(20)}`],
  ["a label of 64", `${"a".repeat(64)}.example`],
  ["a name of 254", `${LONGEST}d`],
  ["a name that is longer in punycode", `${"ä".repeat(60)}.${"ü".repeat(60)}.example`],
  ["punycode that stands for nothing", "xn--a\u00e4.example"],
];

describe("a host name", () => {
  for (const [text, host] of HOSTS)
    it(`is read from ${JSON.stringify(text)}`, () => assert.equal(parseHost(text), host));
  for (const [what, text] of NO_HOSTS)
    it(`is not ${what}: ${JSON.stringify(text)}`, () => assert.equal(parseHost(text), undefined));
});

const wallet = (digit: string): string => `0x${digit.repeat(40)}`;
const [A, B, C] = [wallet("a"), wallet("b"), wallet("c")] as const;

let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openDatabase(database.url, { maxConnections: 2 });
});

after(async () => {
  await sql.end();
  await database.close();
});

beforeEach(() => sql`truncate sites`);

describe("the stored sites", () => {
  it("are none at first", async () => {
    assert.deepEqual([...(await listSites(sql))], []);
    assert.deepEqual(await findSiteWallets(sql, "market.example"), []);
  });

  it("have each wallet once, in order, however often it is added", async () => {
    await addSiteWallets(sql, { host: "market.example", wallets: [C, A] });
    await addSiteWallets(sql, { host: "market.example", wallets: [B, A, A] });
    await addSiteWallets(sql, { host: "other.example", wallets: [A] });
    assert.deepEqual(await findSiteWallets(sql, "market.example"), [A, B, C]);
    assert.deepEqual(
      [...(await listSites(sql))],
      [
        { host: "market.example", wallets: [A, B, C] },
        { host: "other.example", wallets: [A] },
      ],
    );
  });

  it("are found under every form of their name, and under none that is no name", async () => {
    await addSiteWallets(sql, { host: "market.example", wallets: [A] });
    for (const host of ["MARKET.example", "https://market.example/", "market.example."])
      assert.deepEqual(await findSiteWallets(sql, host), [A]);
    for (const host of ["", "market.example\0", "example", "' or true --"])
      assert.deepEqual(await findSiteWallets(sql, host), []);
  });

  it("take one another's wallets alone", async () => {
    await addSiteWallets(sql, { host: "market.example", wallets: [A, B, C] });
    await addSiteWallets(sql, { host: "other.example", wallets: [A, B] });
    assert.equal(await removeSiteWallets(sql, { host: "market.example", wallets: [A, C] }), true);
    assert.deepEqual(await findSiteWallets(sql, "market.example"), [B]);
    assert.deepEqual(await findSiteWallets(sql, "other.example"), [A, B]);
  });

  it("keep all wallets when one of those to remove is not theirs", async () => {
    await addSiteWallets(sql, { host: "market.example", wallets: [A, B] });
    assert.equal(await removeSiteWallets(sql, { host: "market.example", wallets: [A, C] }), false);
    assert.equal(await removeSiteWallets(sql, { host: "other.example", wallets: [A] }), false);
    assert.deepEqual(await findSiteWallets(sql, "market.example"), [A, B]);
  });

  it("go with their last wallet, or as a whole", async () => {
    await addSiteWallets(sql, { host: "market.example", wallets: [A] });
    await addSiteWallets(sql, { host: "other.example", wallets: [A, B] });
    await removeSiteWallets(sql, { host: "market.example", wallets: [A] });
    assert.equal(await removeSite(sql, "market.example"), false);
    assert.equal(await removeSite(sql, "other.example"), true);
    assert.deepEqual([...(await listSites(sql))], []);
  });

  it("are not among the tables that the journal makes anew", () => {
    const tables: readonly string[] = READ_TABLES;
    assert.ok(!tables.includes("sites"));
  });
});

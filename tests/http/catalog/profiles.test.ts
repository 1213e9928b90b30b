/** Profiles of wallets: the search of people, and what is public of one wallet. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { generateName } from "../../../src/core/people/generated-name.ts";
import { FEE_ACCOUNT } from "../../../src/core/ledger/fees.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import { micros } from "../../../src/core/units.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, DIALECTS, startCatalog } from "./world.ts";

let exchange: TestExchange;

const PEOPLE = {
  ann: "Annabel",
  bob: "annab",
  cid: "Zo\u00eb Hannab",
  dan: "Jon",
  eve: "",
  fay: "B\u00e1rney",
  gus: "rub",
} as const;

before(async () => {
  exchange = await startCatalog();
  for (const [who, name] of Object.entries(PEOPLE)) {
    const address = walletOf(who);
    await exchange.submit({ type: "open-account", address, owner: address, credit: micros(1_000_000) });
    const refused = name === "" ? undefined : await exchange.context.names.choose(address, name);
    assert.ok(!isRejection(refused), JSON.stringify(refused));
  }
});
after(() => exchange.close());

type Found = { readonly proxyWallet: string; readonly name: string };

const find = async (query: string): Promise<string[]> =>
  (answered(await exchange.get(`/profiles?${query}`), "/profiles", "spec") as Found[]).map(
    ({ name }) => name,
  );

const profile = (who: keyof typeof PEOPLE) => ({
  proxyWallet: walletOf(who),
  name: PEOPLE[who],
  pseudonym: generateName(walletOf(who)),
  displayUsernamePublic: PEOPLE[who] !== "",
});

void describe("people", () => {
  const [first = "", second = "", digits = ""] = generateName(walletOf("eve")).split("-");

  void it("are found by the beginnings of their names, those that the text is the whole of first", async () => {
    for (const [text, names] of [
      ["annab", ["annab", "Annabel"]],
      ["ANN-ab", ["annab", "Annabel"]],
      ["zoe h", ["Zo\u00eb Hannab"]],
      ["hanna", ["Zo\u00eb Hannab"]],
      ["oe", []],
      ["j0n", ["Jon"]],
      ["\u0430nn\u0430b\u0435l", ["Annabel"]],
      ["bar", ["B\u00e1rney"]],
      ["b\u00e1r", ["B\u00e1rney"]],
      ["barn", ["B\u00e1rney"]],
      ["bame", ["B\u00e1rney"]],
      ["%", []],
      ["_", []],
      ["nobody", []],
      [" ", []],
      ["\ud83d\ude00", []],
    ] as const)
      assert.deepEqual(await find(`q=${encodeURIComponent(text)}`), names, text);
    assert.deepEqual(await find("q=annab&limit=1"), ["annab"]);
    assert.deepEqual(await find("q=annab&offset=1&limit=1"), ["Annabel"]);
  });

  void it("are found by the beginnings of generated names while they chose none", async () => {
    for (const text of [
      first,
      `${first} ${second}`,
      `${first}${second}${digits}`,
      `${first}-${second}-${digits[0]}`,
    ]) {
      const { body } = await exchange.get(`/profiles?q=${encodeURIComponent(text.toUpperCase())}`);
      assert.deepEqual(body, [profile("eve")], text);
    }
    assert.deepEqual(await find(`q=${first}-${second}-${digits}0`), []);
    assert.deepEqual(await find(`q=${generateName(walletOf("ann"))}`), []);
    await exchange.open(walletOf("new"), "1");
    assert.equal((await find(`q=${generateName(walletOf("new"))}`)).length, 1);
  });

  void it("are found by the beginnings of their addresses", async () => {
    for (const text of [checksumAddress(walletOf("eve")), walletOf("eve").slice(0, 9).toUpperCase()]) {
      const { body } = await exchange.get(`/profiles?q=${text}`);
      assert.deepEqual(body, [profile("eve")]);
    }
    assert.deepEqual(await find(`q=${walletOf("nobody")}`), []);
    assert.deepEqual(await find(`q=${walletOf("eve")}0`), []);
    const { body } = await exchange.get("/profiles?q=0x");
    const wallets = (body as Found[]).map(({ proxyWallet }) => proxyWallet);
    assert.deepEqual(wallets, wallets.toSorted());
    assert.ok(wallets.length > 5 && !wallets.includes(FEE_ACCOUNT));
  });

  void it("are not found by a name that was taken away, nor by one that they gave up", async () => {
    const { names } = exchange.context;
    assert.deepEqual(await find("q=rub"), ["rub"]);
    await names.remove(walletOf("gus"), { operator: "admin", reason: "a test" }, true);
    assert.deepEqual(await find("q=rub"), []);
    await names.giveUp(walletOf("dan"));
    assert.deepEqual(await find("q=jon"), []);
    assert.deepEqual(await find(`q=${walletOf("gus")}`), [""]);
  });

  void it("are part of the search where its answer has a place for them", async () => {
    const query = "/public-search?q=annabel&search_profiles=true";
    const { profiles } = answered(await exchange.get(query, "polymarket"), "/public-search", "polymarket");
    assert.deepEqual(profiles, [profile("ann")]);
    const without = await exchange.get("/public-search?q=annabel", "polymarket");
    assert.equal(without.body.profiles, undefined);
    assert.equal((await exchange.get(query, "spec")).body.profiles, undefined);
  });
});

void describe("a public profile", () => {
  void it("has the names of the wallet, and its first day", async () => {
    for (const dialect of DIALECTS) {
      const path = `/public-profile?address=${checksumAddress(walletOf("ann"))}`;
      const body = answered(await exchange.get(path, dialect), "/public-profile", dialect);
      assert.deepEqual(body, {
        createdAt: new Date(exchange.clock.now).toISOString(),
        ...profile("ann"),
        bio: "",
        profileImage: "",
        users: [],
        xUsername: "",
        verifiedBadge: false,
        ...(dialect === "polymarket" && { takerTier: 0, takerTierName: "", weightedVolume: 0 }),
      });
      if (dialect === "spec") continue;
      const other = await exchange.get(`/profiles/user_address/${walletOf("ann")}`, dialect);
      assert.deepEqual(other.body, body);
    }
  });

  void it("is of a wallet that has an account", async () => {
    const unknown = await exchange.get(`/public-profile?address=${walletOf("nobody")}`);
    assertRefused(unknown, 404, { type: "not found error", error: "profile not found" });
  });
});

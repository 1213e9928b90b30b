/** Profiles of wallets: people by their chosen names, and what is public of one wallet. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { generateName } from "../../../src/core/generated-name.ts";
import { isRejection } from "../../../src/core/rejection.ts";
import { micros } from "../../../src/core/units.ts";
import { checksumAddress } from "../../../src/signing/address.ts";
import { walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, assertRefused, DIALECTS, startCatalog } from "./world.ts";

let exchange: TestExchange;

const PEOPLE = { ann: "Annabel", bob: "annab", cid: "Hannab 2", dan: "Jon", eve: "" } as const;

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
  void it("are found by a part of their names, those that fit best first", async () => {
    assert.deepEqual(await find("q=annab"), ["annab", "Annabel", "Hannab 2"]);
    assert.deepEqual(await find("q=ANNAB&limit=1"), ["annab"]);
    assert.deepEqual(await find("q=annab&offset=1&limit=1"), ["Annabel"]);
    assert.deepEqual(await find(`q=${encodeURIComponent("hann-ab")}`), ["Hannab 2"]);
    assert.deepEqual(await find("q=jo"), ["Jon"]);
    assert.deepEqual(await find("q=an"), ["annab", "Annabel"]);
    assert.deepEqual(await find(`q=${encodeURIComponent("%")}`), []);
    assert.deepEqual(await find("q=nobody"), []);
    assert.deepEqual(await find("q=%20"), []);
  });

  void it("are found by their address, with the generated name of those who chose none", async () => {
    const { body } = await exchange.get(`/profiles?q=${checksumAddress(walletOf("eve"))}`);
    assert.deepEqual(body, [profile("eve")]);
    assert.deepEqual(await find(`q=${walletOf("nobody")}`), []);
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
      });
      if (dialect === "spec") continue;
      const other = await exchange.get(`/profiles/user_address/${walletOf("ann")}`, dialect);
      assert.deepEqual(other.body, body);
    }
  });

  void it("is of a wallet that has an account", async () => {
    const unknown = await exchange.get(`/public-profile?address=${walletOf("nobody")}`);
    assertRefused(unknown, 404, { type: "not found error", error: "profile not found" });
    const wrong = await exchange.get("/public-profile?address=0x12");
    assertRefused(wrong, 400, { type: "bad request", error: "address is invalid" });
  });
});

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { generateName } from "../../../src/core/people/generated-name.ts";
import { lots } from "../../../src/core/units.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { TestExchange } from "../../support/exchange.ts";
import { answered, DIALECTS, startData } from "./world.ts";

const WALLETS = ["ann", "bob", "cid", "dee", "eve"].map(walletOf);
const [RAIN, SNOW, WIND] = ["rain", "snow", "wind"].map(hashOf) as [string, string, string];

let exchange: TestExchange;
before(async () => {
  exchange = await startData();
  await exchange.list(
    testListing([{ name: "rain", minimumLots: lots(1) }, { name: "snow" }, { name: "wind" }]),
  );
  for (const wallet of WALLETS) await exchange.open(wallet, "1000");
  const sizes = [250, 250, 99, 100, 250];
  for (const [index, address] of WALLETS.entries())
    await exchange.submit({
      type: "split",
      address,
      owner: address,
      conditionId: RAIN,
      lots: lots(sizes[index]!),
    });
  const [address, buyer] = WALLETS as [string, string];
  await exchange.submit({ type: "split", address, owner: address, conditionId: SNOW, lots: lots(700) });
  // Its shares of outcome 0 all go: who has none is no holder.
  await exchange.place({
    account: address,
    tokenId: tokenOf("snow yes"),
    side: "SELL",
    price: "0.5",
    size: "7",
  });
  await exchange.place({
    account: buyer,
    tokenId: tokenOf("snow yes"),
    side: "BUY",
    price: "0.5",
    size: "7",
  });
});
after(() => exchange.close());

type Group = { readonly token: string; readonly holders: readonly { proxyWallet: string; amount: number }[] };

async function read(query: string, dialect: (typeof DIALECTS)[number] = "spec"): Promise<readonly Group[]> {
  return answered(await exchange.get(`/holders?${query}`, dialect), "/holders", dialect);
}

/** Holders of the first group. */
async function amounts(query: string): Promise<readonly (readonly [wallet: string, amount: number])[]> {
  const [group] = await read(query);
  return group!.holders.map(({ proxyWallet, amount }) => [proxyWallet, amount]);
}

const [ANN, BOB, CID, DEE, EVE] = WALLETS as [string, string, string, string, string];
const LARGEST = [ANN, BOB, EVE].sort().map((wallet) => [wallet, 2.5] as const);

void describe("GET /holders", () => {
  void it("gives the largest first, and equal ones by wallet, down to a share", async () => {
    assert.deepEqual(await amounts(`market=${RAIN}`), [...LARGEST, [DEE, 1]]);
  });

  for (const [query, count] of [
    ["minBalance=1", 4],
    ["minBalance=1.0000001", 3],
    ["minBalance=0.99", 5],
    ["minBalance=0", 5],
    ["minBalance=2.5", 3],
    ["minBalance=2.51", 0],
    ["minBalance=1e300", 0],
    ["limit=1", 1],
    ["limit=2", 2],
    ["limit=4&minBalance=0", 4],
    ["limit=0", 0],
    ["limit=600&minBalance=0.01", 5],
  ] as const) {
    void it(`gives ${count} with ${query}`, async () => {
      const all = [...LARGEST, [DEE, 1], [CID, 0.99]] as const;
      assert.deepEqual(await amounts(`market=${RAIN}&${query}`), all.slice(0, count));
    });
  }

  for (const [markets, limit, applied] of [
    [1, 500, 500],
    [10, 500, 500],
    [11, 500, 454],
    [500, 100, 10],
    [500, 3, 3],
  ] as const)
    void it(`answers ${applied} of each outcome of ${markets} markets when asked for ${limit}`, async () => {
      const asked = Array.from({ length: markets }, () => RAIN).join();
      const { status, headers } = await exchange.get(`/holders?market=${asked}&limit=${limit}`);
      assert.deepEqual([status, headers.get("x-page-limit")], [200, String(applied)]);
    });

  void it("leaves out who gave all shares away", async () => {
    const [yes, no] = await read(`market=${SNOW}&minBalance=0`);
    assert.deepEqual(
      [yes, no].map((group) => group!.holders.map(({ proxyWallet }) => proxyWallet)),
      [[BOB], [ANN]],
    );
  });

  for (const dialect of DIALECTS) {
    void it(`has two groups of each market in the order of the request, in the ${dialect} dialect`, async () => {
      const asked = [WIND, SNOW.toUpperCase().replace("0X", "0x"), hashOf("no market"), SNOW, RAIN];
      const groups = await read(`market=${asked.join(",")}`, dialect);
      const tokens = ["wind", "snow", "rain"].flatMap((name) =>
        dialect === "spec"
          ? [`${hashOf(name)}:0`, `${hashOf(name)}:1`]
          : [tokenOf(`${name} yes`), tokenOf(`${name} no`)],
      );
      assert.deepEqual(
        groups.map(({ token }) => token),
        tokens,
      );
      assert.deepEqual(
        groups.map(({ holders }) => holders.length),
        [0, 0, 1, 1, 4, 4],
      );
      assert.deepEqual(groups[3]!.holders, [
        {
          proxyWallet: ANN,
          bio: "",
          asset: tokens[3],
          pseudonym: generateName(ANN),
          amount: 7,
          displayUsernamePublic: false,
          outcomeIndex: 1,
          name: "",
          profileImage: "",
          profileImageOptimized: "",
        },
      ]);
      const keys =
        "proxyWallet bio asset pseudonym amount displayUsernamePublic outcomeIndex name profileImage";
      assert.equal(Object.keys(groups[3]!.holders[0]!).join(" "), `${keys} profileImageOptimized`);
    });
  }

  void it("has no group of a market that there is not", async () => {
    assert.deepEqual(await read(`market=${hashOf("no market")}`), []);
  });

  void it("may be kept for five seconds", async () => {
    const reply = await exchange.get(`/holders?market=${RAIN}`);
    assert.equal(reply.headers.get("cache-control"), "public, max-age=5");
    assert.equal(reply.headers.get("x-page-limit"), "100");
  });
});

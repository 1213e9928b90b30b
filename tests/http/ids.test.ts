/** Each kind of id where each kind is asked: the market that it names, or a refusal that says which kind came. */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { hashOf, testListing, tokenOf } from "../support/exchange.ts";
import { startListeningExchange } from "./listening-exchange.ts";
import type { ListeningExchange } from "./listening-exchange.ts";

const KINDS = ["token id", "condition id", "number", "slug"] as const;
type Kind = (typeof KINDS)[number];

let exchange: ListeningExchange;
let ids: Readonly<Record<Kind, string>>;

before(async () => {
  exchange = await startListeningExchange();
  await exchange.list(testListing([{ name: "rain" }, { name: "snow" }]));
  const { catalog } = exchange.addresses.spec;
  const market = JSON.parse(await (await fetch(`${catalog}/markets/${hashOf("rain")}`)).text());
  ids = {
    "token id": tokenOf("rain no"),
    "condition id": hashOf("rain"),
    number: market.id,
    slug: market.slug,
  };
});
after(() => exchange?.close());

type Answer = { readonly status: number; readonly body: Readonly<Record<string, string>> };

async function ask(address: string): Promise<Answer> {
  const reply = await fetch(address);
  return { status: reply.status, body: JSON.parse(await reply.text()) };
}

/** Words by which the trading interface names a kind. */
const WORDS: Readonly<Record<Kind, RegExp>> = {
  "token id": /token/,
  "condition id": /form of a condition id/,
  number: /form of a market's number/,
  slug: /form of a slug/,
};

void describe("an id of another kind", () => {
  for (const given of KINDS) {
    void it(`${given} where a token id is asked`, async () => {
      const { status, body } = await ask(
        `${exchange.addresses.spec.trading}/tick-size?token_id=${ids[given]}`,
      );
      if (given === "token id") assert.equal(status, 200);
      else assert.match(body["hint"] ?? "", WORDS[given]);
      assert.equal(status < 400, given === "token id");
    });

    void it(`${given} where a condition id is asked`, async () => {
      const { status, body } = await ask(`${exchange.addresses.spec.trading}/markets/${ids[given]}`);
      if (given !== "condition id") assert.match(body["hint"] ?? "", WORDS[given]);
      assert.equal(status < 400, given === "condition id");
    });

    for (const path of ["/markets/", "/markets/slug/"])
      void it(`${given} at ${path} of the catalog`, async () => {
        for (const dialect of ["spec", "polymarket", "kuest"] as const) {
          const address = exchange.addresses[dialect]?.catalog;
          const { status, body } = await ask(`${address}${path}${ids[given]}`);
          assert.deepEqual([status, body["conditionId"]], [200, hashOf("rain")]);
        }
      });
  }

  void it("each kind at the operator's address", async () => {
    for (const kind of KINDS) {
      const reply = await fetch(`${exchange.addresses.admin}/markets/${ids[kind]}`, {
        headers: { authorization: `Bearer ${"ad".repeat(32)}` },
      });
      const body = JSON.parse(await reply.text());
      assert.deepEqual([reply.status, body.conditionId], [200, hashOf("rain")], kind);
    }
  });

  void it("any of an event's and of its markets' names at the event's routes", async () => {
    const { catalog } = exchange.addresses.spec;
    const { events }: { events: readonly { id: string; slug: string }[] } = JSON.parse(
      await (await fetch(`${catalog}/markets/${hashOf("rain")}`)).text(),
    );
    const names = [events[0]!.id, events[0]!.slug, ids.slug, ids["condition id"], ids["token id"]];
    for (const name of names)
      for (const path of ["/events/", "/events/slug/"]) {
        const { status, body } = await ask(`${catalog}${path}${name}`);
        assert.deepEqual([status, body["id"]], [200, events[0]!.id], `${path}${name}`);
      }
  });

  void it("names no event where there is none", async () => {
    const { catalog } = exchange.addresses.spec;
    const rows = [
      ["/events/", "no-such-event", 404],
      ["/events/", "999999", 404],
      ["/events/", ids.number, 404],
      ["/events/slug/", "no-such-event", 404],
      ["/events/slug/", hashOf("none"), 404],
    ] as const;
    for (const [path, id, status] of rows)
      assert.equal((await ask(`${catalog}${path}${id}`)).status, status, id);
  });

  void it("names no market where there is none", async () => {
    const { catalog } = exchange.addresses.spec;
    for (const id of ["no-such-market", "1".repeat(77), "999999", hashOf("none")]) {
      assert.equal((await ask(`${catalog}/markets/${id}`)).status, 404, id);
      assert.equal((await ask(`${catalog}/markets/slug/${id}`)).status, 404, id);
    }
  });
});

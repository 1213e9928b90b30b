/** Runs the programs of examples/ as a reader runs them. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { environmentWith } from "../support/presage.ts";
import { until } from "../support/until.ts";

type Example = {
  /** Output so far. */
  text(): string;
  interrupt(): void;
  /** Resolves to its exit code. */
  readonly ended: Promise<number | null>;
};

type Host = { readonly trading: string; readonly catalog: string };

function startExample(test: TestContext, name: string, { trading, catalog }: Host): Example {
  const file = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
  // Without type stripping, as in older releases of Node.
  const child = spawn(process.execPath, ["--no-strip-types", file], {
    env: environmentWith({ CLOB_API_URL: trading, GAMMA_API_URL: catalog }),
  });
  test.after(() => child.kill("SIGKILL"));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += String(chunk)));
  return {
    text: () => text,
    interrupt: () => child.kill("SIGINT"),
    ended: once(child, "close").then(([code]) => code),
  };
}

/** Buys 10 shares of the first outcome in the market that the market maker takes, at any price. */
export async function takeOffer(host: string): Promise<void> {
  const signer = createWalletClient({
    account: privateKeyToAccount(generatePrivateKey()),
    chain: polygon,
    transport: http(),
  });
  const creds = await new ClobClient({ host, chain: Chain.POLYGON, signer }).createOrDeriveApiKey();
  const client = new ClobClient({ host, chain: Chain.POLYGON, signer, creds });
  const { data: markets } = await client.getSamplingMarkets();
  const { tokens } = markets.find((one: { minimum_tick_size: number }) => one.minimum_tick_size === 0.01);
  const bought = await client.createAndPostOrder(
    { tokenID: tokens[0].token_id, price: 0.6, size: 10, side: Side.BUY },
    undefined,
    OrderType.GTC,
  );
  assert.equal(bought.status, "matched");
}

/** Address on which nothing listens. */
const NOWHERE = "http://127.0.0.1:9";

/** Runs the examples; `host` has the addresses of the Polymarket dialect. */
export function testExamples(host: Host): void {
  describe("examples", () => {
    it("first-trade.js trades and cancels", async (test) => {
      const example = startExample(test, "first-trade.js", host);
      assert.equal(await example.ended, 0, example.text());
      assert.match(example.text(), /\nAlice's trade, as MAKER: BUY 10 /);
      assert.match(example.text(), /\nBob's trade, as TAKER: BUY 10 .* at 0\.4\n/);
    });

    it("protocol-v2.js trades, splits and merges in markets of both versions", async (test) => {
      const example = startExample(test, "protocol-v2.js", host);
      assert.equal(await example.ended, 0, example.text());
      const [, first, second] = example.text().split(/^v[12]: /m);
      for (const said of [first!, second!]) {
        assert.match(said, /^Bob bids .*: matched$/m);
        assert.match(said, /: 10\nAfter a split into 10 sets: 20\nAfter a merge of 10 sets: 10\n/);
      }
      assert.match(first!, /^Alice's CONDITIONAL of [^]*ExchangeV3 is not among them\.$/m);
      assert.match(first!, /^Refused .* as in a v2 market: invalid signature\n.*Conditional Tokens/m);
      assert.match(second!, /^Alice's CONDITIONAL-V2 of [^]*ExchangeV3 is among them\.$/m);
      assert.match(
        second!,
        /^Refused .* as in a v1 market: invalid signature\n.*signed with domain version "3"/m,
      );
      const [one, other] = [first, second].map((said) => said!.split("\n", 1)[0]);
      assert.equal(one, other, "the twins ask one question");
    });

    it("order-controls.js replaces a bid, is told of places in the queue, and cancels by its end", async (test) => {
      const example = startExample(test, "order-controls.js", host);
      assert.equal(await example.ended, 0, example.text());
      const [, before, after] =
        /^A bid of 10 rests behind (\S+) shares\.$[^]*^The bid of 10 rests behind (\S+) shares now\.$/m.exec(
          example.text(),
        )!;
      assert.equal(Number(before) - Number(after), 5);
      assert.match(example.text(), /\nA bid of 20 at 0\.01 rests behind [0-9.]+ shares of [0-9]+ orders\.\n/);
      assert.match(
        example.text(),
        /\nA bid of 15 replaced it: 0 filled, 20 cancelled, place kept\.\n.*\nCancelled: 1 order\.\nThe connection has ended, and the bid of 10 with it\.\nThe group is open: 0 shares filled, 1 order open\.\nCancelled with the group: 1 order\.\n$/,
      );
    });

    for (const name of ["first-trade.js", "market-maker.js", "order-controls.js", "protocol-v2.js"])
      it(`${name} says in one line that no exchange is there`, async (test) => {
        const example = startExample(test, name, { trading: NOWHERE, catalog: NOWHERE });
        assert.equal(await example.ended, 1);
        assert.equal(
          example.text(),
          `Nothing answers at ${NOWHERE}: start the exchange with npm start, or name another in CLOB_API_URL.\n`,
        );
      });

    it("market-maker.js quotes, moves its quotes after fills, and cancels when it is interrupted", async (test) => {
      const maker = startExample(test, "market-maker.js", host);
      const says = (text: string): Promise<void> =>
        until(`the market maker says "${text}"`, () => maker.text().includes(text));
      await says("quoting 48 at 52");
      await takeOffer(host.trading);
      await says("bought 10 of the second outcome");
      await says("quoting 49 at 53");
      maker.interrupt();
      assert.equal(await maker.ended, 0, maker.text());
      assert.match(maker.text(), /\ncancelled 2 orders\n$/);
    });
  });
}

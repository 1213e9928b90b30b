/** The real program on a machine with a wrong clock, at its start and while it runs. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { TestContext } from "node:test";
import { listTokens } from "../../bench/support/own-exchange.ts";
import { deepTest } from "../support/depth.ts";
import type { Reply, TestRequest } from "../support/exchange.ts";
import { prepareDataDirectories, runPresage, spawnPresage } from "../support/presage.ts";
import { ANY_PORTS, whenStarted, withoutSteps } from "../support/presage.ts";
import type { DataDirectories, Finished, Started } from "../support/presage.ts";
import { createSettableClock } from "../support/settable-clock.ts";
import type { SettableClock } from "../support/settable-clock.ts";
import { createTrader } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import { until } from "../support/until.ts";
import { verify } from "../torture/process.ts";

const DAY_MS = 86_400_000;
const FLAGS = ["--json", ...ANY_PORTS, "--polymarket-ports", "off", "--kuest-ports", "off"];

let directories: DataDirectories;
before(async () => {
  directories = await prepareDataDirectories();
});
after(() => directories.close());

type Machine = { readonly directory: string; readonly clock: SettableClock };

function createMachine(): Machine {
  const directory = directories.create();
  return { directory, clock: createSettableClock(directory) };
}

const start = (context: TestContext, { directory, clock }: Machine, ...flags: string[]): Promise<Started> =>
  whenStarted(spawnPresage(context, ["start", "--data-dir", directory, ...FLAGS, ...flags], clock.settings));

const run = (context: TestContext, { directory }: Machine, ...args: string[]): Promise<Finished> =>
  runPresage(context, [...args, "--data-dir", directory]);

async function ask(
  base: string,
  path: string,
  { body, method = "GET", headers }: TestRequest = {},
): Promise<Reply> {
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const response = await fetch(base + path, {
    method,
    // A connection each: minutes of a loaded machine may pass between two requests.
    headers: { "content-type": "application/json", connection: "close", ...headers },
    ...(text !== undefined && { body: text }),
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, text: answer, body: JSON.parse(answer) };
}

/** Makes a trader whose clock is `offBy` milliseconds ahead of the right one. */
function traderOf({ addresses }: Started, name: string, offBy = 0): Promise<Trader> {
  const clock = {
    get now() {
      return Date.now() + offBy;
    },
    set now(_) {
      throw new Error("it passes by itself");
    },
  };
  return createTrader({ clock, send: (path, sent) => ask(addresses.spec.trading, path, sent) }, name);
}

const GTD = { orderType: "GTD" } as const;
const inSeconds = (seconds: number): string => String(Math.floor(Date.now() / 1_000) + seconds);

deepTest(
  "a journal that ends a day ahead: refused with one line, and nothing breaks with the flag",
  async (context) => {
    const machine = createMachine();
    machine.clock.set(DAY_MS);
    const wrong = await start(context, machine);
    const tokenId = (await listTokens(wrong.addresses.spec.trading, 1))[0]![0];
    const early = await traderOf(wrong, "ann", DAY_MS);
    assert.equal((await early.place({ tokenId, side: "BUY", price: "0.30" })).status, 200);
    await wrong.stop("SIGTERM");
    machine.clock.set(0);

    const refused = await run(context, machine, "start", ...FLAGS);
    assert.equal(refused.code, 1);
    const said = withoutSteps(refused.stderr);
    assert.match(
      said,
      /^presage: The journal ends at .* (1 d 0 h|23 h 5\d min) ahead of this machine's clock/,
    );
    assert.match(said, /--accept-clock/);
    assert.equal(said.trim().split("\n").length, 1);

    const right = await start(context, machine, "--accept-clock");
    const { trading } = right.addresses.spec;
    for (const path of ["/time", "/ok", "/"]) {
      const { headers } = await ask(trading, path);
      assert.match(
        headers.get("x-exchange-clock") ?? "",
        /^engine time stands, .* ahead of the clock$/,
        path,
      );
    }
    assert.ok(Math.abs((await ask(trading, "/time")).body - Date.now() / 1_000) < 60);
    assert.match((await run(context, machine, "status")).stdout, /^clock +\S+ \(engine time stands, /m);
    assert.match((await run(context, machine, "clock")).stdout, /engine time stands, /);

    const [ann, ben] = [await traderOf(right, "ann"), await traderOf(right, "ben")];
    const resting = await ann.place(
      { tokenId, side: "BUY", price: "0.40", domain: "polymarket-v1-137", expiration: inSeconds(600) },
      GTD,
    );
    assert.equal(resting.status, 200, "an order of ten minutes");
    const past = await ann.place(
      { tokenId, side: "BUY", price: "0.40", domain: "polymarket-v1-137", expiration: inSeconds(-600) },
      GTD,
    );
    assert.equal(past.body.code, "order_expired");

    const withdrawn = await ann.request("POST", "/withdrawals", { body: { amount: "1" } });
    assert.equal(withdrawn.status, 200, withdrawn.text);
    assert.equal((await ann.request("POST", "/auth/readonly-api-key")).status, 200);

    const history = async (): Promise<{ p: number }[]> =>
      (await ask(trading, `/prices-history?market=${tokenId}&interval=1h`)).body.history;
    const priced = (await history()).at(-1)?.p;
    const sell = async (price: string): Promise<number> =>
      (await ben.place({ tokenId: (await listTokens(trading, 1))[0]![1], side: "BUY", price })).status;
    assert.equal(await sell("0.50"), 200);
    const first = (await history()).at(-1)?.p;
    assert.equal(first, 0.45);
    assert.notEqual(first, priced);
    assert.equal(await sell("0.54"), 200);
    assert.equal((await history()).at(-1)?.p, 0.43);
    await right.stop("SIGTERM");
    await verify(machine.directory);
  },
);

deepTest(
  "a clock that is set a day ahead while it runs: cancel-only, nothing expires, and it goes on",
  async (context) => {
    const machine = createMachine();
    const exchange = await start(context, machine);
    const { trading } = exchange.addresses.spec;
    const tokenId = (await listTokens(trading, 1))[0]![0];
    const ann = await traderOf(exchange, "ann");
    const terms = { tokenId, side: "BUY", price: "0.30", domain: "polymarket-v1-137" } as const;
    const [first, second] = await Promise.all([
      ann.place({ ...terms, expiration: inSeconds(3_600) }, GTD),
      ann.place({ ...terms, expiration: inSeconds(3_600) }, GTD),
    ]);
    assert.deepEqual([first.status, second.status], [200, 200]);
    const isLive = async ({ body }: Reply): Promise<boolean> =>
      (await ask(trading, `/data/order/${body.orderID}`)).body.order.status === "live";

    machine.clock.set(DAY_MS);
    await until("it is cancel-only", async () =>
      (await run(context, machine, "mode")).stdout.startsWith(
        "cancel-only (this machine's wall clock jumped ",
      ),
    );
    assert.equal((await ann.place(terms)).body.code, "cancel_only");
    assert.ok(await isLive(first));
    assert.equal((await ann.cancel(second.body.orderID)).status, 200);
    machine.clock.set(0);
    await until("it goes on", async () => (await run(context, machine, "mode")).stdout === "normal\n");
    assert.equal((await ann.place(terms)).status, 200);
    assert.ok(await isLive(first));

    machine.clock.set(DAY_MS);
    assert.equal((await ann.place(terms)).body.code, "cancel_only");
    const accepted = await run(context, machine, "clock", "accept", "--reason", "drill", "--yes");
    assert.deepEqual([accepted.code, accepted.stderr], [0, ""]);
    await until("the order expires by the accepted clock", async () => !(await isLive(first)));
    await exchange.stop("SIGTERM");
    await verify(machine.directory);
  },
);

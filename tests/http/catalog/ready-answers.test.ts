/**
 * Answers about events and markets, lists of them, and positions of a wallet, that are kept from one request to the next: they are those
 * that a server without them gives, after commands of all kinds, as time passes, and while commits are underway.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { FastifyInstance } from "fastify";
import type { Context } from "../../../src/context.ts";
import type { Command } from "../../../src/core/events/command.ts";
import { lots, micros, ticks } from "../../../src/core/units.ts";
import { createReadyAnswers } from "../../../src/engine/ready-answers.ts";
import { catalogEndpoints } from "../../../src/http/catalog/endpoints.ts";
import { catalogErrorFormat } from "../../../src/http/catalog/refusal.ts";
import { dataEndpoints } from "../../../src/http/data/endpoints.ts";
import { dataErrorFormat } from "../../../src/http/data/refusal.ts";
import { createServer } from "../../../src/http/server/server.ts";
import { NOT_SIGNED } from "../../core/support/orders.ts";
import { atDepth } from "../../support/depth.ts";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import type { NamedMarket, TestExchange } from "../../support/exchange.ts";
import { createRandom } from "../../support/random.ts";
import type { Random } from "../../support/random.ts";
import { testSeries } from "../../support/test-series.ts";
import { DIALECTS, startCatalog } from "./world.ts";

const ROUNDS = atDepth({ quick: 60, deep: 300, long: 5_000 });
const READS = 8;
const EVENTS = 6;
const [MAKER, TAKER] = [walletOf("maker"), walletOf("taker")];
const HOUR_MS = 3_600_000;

let exchange: TestExchange;
let servers: readonly FastifyInstance[] = [];
let hits = 0;

const NO_READY_ANSWERS: Context["readyAnswers"] = {
  find: () => undefined,
  watch: () => ({ store: () => {}, end: () => {} }),
  watchAll: () => () => {},
};

const nameOf = (event: number, market: number): string => `event ${event} market ${market}`;
const slugOf = (event: number): string => `event-${event}`;

/** An event with three markets; every third event is of a series. */
function listingOf(
  event: number,
  description = "As it was listed first.",
): Parameters<TestExchange["list"]>[0] {
  const markets = [0, 1, 2].map((market): NamedMarket => ({
    name: nameOf(event, market),
    id: String(10 * event + market),
    negativeRisk: true,
  }));
  const series =
    event % 3 === 0 ? [testSeries({ id: "1", slug: "series", title: "Series", ticker: "series" })] : [];
  return testListing(markets, {
    id: String(event),
    slug: slugOf(event),
    ticker: `e${event}`,
    description,
    series,
    negativeRisk: true,
  });
}

before(async () => {
  exchange = await startCatalog();
  for (const wallet of [MAKER, TAKER]) await exchange.open(wallet, "1000000000");
  for (let event = 1; event <= EVENTS; event += 1) await exchange.list(listingOf(event));
  const { context } = exchange;
  const kept = createReadyAnswers(context.engine);
  const find: typeof kept.find = (name, since) => {
    const found = kept.find(name, since);
    if (found !== undefined) hits += 1;
    return found;
  };
  const mounts = DIALECTS.flatMap((dialect) => [
    { dialect, prefix: `/${dialect}`, endpoints: catalogEndpoints, form: catalogErrorFormat },
    { dialect, prefix: `/${dialect}/data`, endpoints: dataEndpoints, form: dataErrorFormat },
  ]);
  servers = [{ ...kept, find }, NO_READY_ANSWERS].map((readyAnswers) =>
    createServer({ ...context, readyAnswers }, mounts),
  );
});

after(async () => {
  for (const server of servers) await server.close();
  await exchange.close();
});

/** Draws a path of one of few events, so that most are read again. */
function drawPath(random: Random): string {
  const [event, market] = [random.between(1, EVENTS), random.below(3)];
  const name = nameOf(event, market);
  const path = random.pick([
    `/events/${event}`,
    `/events/slug/${slugOf(event)}`,
    `/events/${name.replaceAll(" ", "-")}`,
    `/events/new-event`,
    `/markets/${10 * event + market}`,
    `/markets/${hashOf(name)}?include_tag=true`,
    `/markets/${tokenOf(`${name} yes`)}`,
    `/markets/slug/${name.replaceAll(" ", "-")}`,
    `/events?limit=${event}`,
    `/events/keyset?closed=false&order=volume24hr&ascending=false`,
    `/events/pagination?limit=2&offset=${market}`,
    `/cards?limit=3`,
    `/markets?limit=5&order=liquidity&ascending=false`,
    `/markets/keyset?id=${10 * event + market}`,
    `/data/positions?user=${random.pick([MAKER, TAKER])}&sizeThreshold=0&sortBy=CURRENT&limit=${10 * event}`,
    `/data/positions?user=${MAKER}&market=${hashOf(name)}`,
    `/data/closed-positions?user=${random.pick([MAKER, TAKER])}`,
  ]);
  return `/${random.pick(DIALECTS)}${path}`;
}

/** Asserts that both servers give the same, and that a second read does. */
async function compare(path: string, round: number): Promise<void> {
  const read = async (server: FastifyInstance) => {
    const { statusCode, body, headers } = await server.inject(path);
    return { statusCode, body, etag: headers["etag"] };
  };
  const [first, plain] = await Promise.all(servers.map(read));
  const second = await read(servers[0]!);
  assert.deepEqual(first, plain, `${path} in round ${round}`);
  assert.deepEqual(second, plain, `${path} in round ${round}`);
}

/** Submits a command, which may be refused: the market may be resolved or paused by now. */
const attempt = async (command: Command): Promise<void> =>
  void (await exchange.context.engine.submit(command));

let placed = 0;

function order(random: Random, name: string, price: number): Command {
  placed += 1;
  const maker = random.pick([MAKER, TAKER]);
  return {
    type: "place-order",
    id: hashOf(`ready ${placed}`),
    maker,
    owner: maker,
    tokenId: tokenOf(`${name} ${random.pick(["yes", "no"])}`),
    side: "BUY",
    kind: "GTC",
    postOnly: false,
    expiresAt: random.below(3) === 0 ? exchange.clock.now + 90_000 : 0,
    limit: ticks(price * 100),
    lots: lots(random.between(500, 5_000)),
    budget: undefined,
    apiKey: "00000000-0000-4000-8000-000000000000",
    signed: NOT_SIGNED,
  };
}

async function change(random: Random, round: number): Promise<void> {
  const event = random.between(1, EVENTS);
  const name = nameOf(event, random.below(3));
  const conditionId = hashOf(name);
  const holder = { address: MAKER, owner: MAKER };
  const drawn = random.below(40);
  if (drawn < 16) return attempt(order(random, name, random.between(40, 60)));
  if (drawn < 20)
    return attempt({
      type: "cancel-order",
      id: hashOf(`ready ${random.between(1, placed + 1)}`),
      owner: MAKER,
    });
  if (drawn < 24) return attempt({ type: "split", ...holder, conditionId, lots: lots(1_000) });
  if (drawn < 27) return attempt({ type: "merge", ...holder, conditionId, lots: lots(300) });
  if (drawn < 29)
    return attempt({ type: "convert", ...holder, conditionIds: [conditionId], lots: lots(200) });
  if (drawn < 31) return exchange.wait(random.between(1, 3) * HOUR_MS);
  if (drawn < 33) return attempt({ type: random.pick(["pause-market", "resume-market"]), conditionId });
  if (drawn < 35) return exchange.list(listingOf(event, `As it was listed in round ${round}.`));
  if (drawn < 36) return exchange.wait(60_000);
  if (drawn < 37) return attempt({ type: "credit", address: MAKER, amount: micros(1_000_000) });
  if (drawn < 38) return attempt({ type: "redeem", ...holder, conditionId });
  if (drawn < 39 && event > EVENTS - 2)
    return attempt({ type: "resolve-market", conditionId, payout: [1, 0] });
  // The name that was found nowhere before.
  const fresh = EVENTS + round;
  return exchange.list(
    testListing([{ name: nameOf(fresh, 0), id: String(10 * fresh) }], {
      id: String(fresh),
      slug: round > ROUNDS / 2 ? "new-event" : slugOf(fresh),
      ticker: `e${fresh}`,
    }),
  );
}

describe("answers about events that are kept", () => {
  it("are those of the last commit", async () => {
    const random = createRandom(42);
    let reads = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const paths = Array.from({ length: READS }, () => drawPath(random));
      const changed = change(random, round);
      // Some are read while the change is underway, and are not compared.
      await Promise.all(paths.slice(0, 2).map((path) => servers[0]!.inject(path)));
      await changed;
      for (const path of paths) await compare(path, round);
      reads += 2 * paths.length + 2;
    }
    assert.ok(hits > reads / 5, `${hits} of ${reads} reads were of answers that were kept`);
  });
});

/**
 * A database with a random history: the commands of a simulation, run through the whole engine in batches of many
 * sizes, with restarts in between. The reference runs along, and both must refuse the same. Price steps become finer at
 * the end of a batch, so in the histories where they do, every command is a batch of its own.
 */
import assert from "node:assert/strict";
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import type { Context } from "../../src/context.ts";
import type { Listing } from "../../src/core/markets/catalog.ts";
import { STANDARD_LIMITS } from "../../src/core/limits.ts";
import type { Command, CommandOf, OperatorCommand, PlaceOrder } from "../../src/core/events/command.ts";
import type { Rules } from "../../src/core/state.ts";
import { createTestDatabase } from "../support/database.ts";
import type { TestDatabase } from "../support/database.ts";
import { hashOf, START_AT, tokenOf, walletOf } from "../support/exchange.ts";
import { createRandom } from "../support/random.ts";
import { nextCommand } from "./commands.ts";
import { createGenerator } from "./generator.ts";
import type { Generator } from "./generator.ts";
import { outcomeText } from "./outcome.ts";
import type { PlainOperatorCommand, SimulatedCommand } from "./outcome.ts";
import { executeReference } from "./reference-exchange.ts";
import { FEES, ZERO } from "./reference-settlement.ts";
import { createReference } from "./reference-state.ts";
import { clocksOf } from "../support/clocks.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const COMMANDS_BETWEEN_RESTARTS = 400;
/** One history in so many has price steps that become finer near 0 and 1. */
const SEEDS_TO_FINER_STEPS = 3;

/** Makes a database with a history. It has no open connections when this returns. */
export async function createRandomHistory(seed: number, commands: number): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const clock = { now: START_AT };
  const random = createRandom(seed);
  const selfTrade = random.pick(["allow", "cancel-resting", "cancel-incoming"] as const);
  const refinesTicks = seed % SEEDS_TO_FINER_STEPS === 0;
  const rules = { selfTrade, autoRedeem: false, refinesTicks, limits: STANDARD_LIMITS };
  const generator = createGenerator(random, createReference(rules));
  generator.at = clock.now;
  for (let done = 0; done < commands; done += COMMANDS_BETWEEN_RESTARTS) {
    const context = await start(database.url, clock, rules);
    try {
      await run(generator, context, clock, Math.min(commands - done, COMMANDS_BETWEEN_RESTARTS));
    } finally {
      await context.close();
    }
  }
  return database;
}

const start = (databaseUrl: string, clock: { now: number }, rules: Rules): Promise<Context> =>
  createContext({
    config: readConfig(
      {
        PRESAGE_MASTER_KEY: "5e".repeat(32),
        PRESAGE_ADMIN_TOKEN: "ad".repeat(32),
        PRESAGE_SELF_TRADE: rules.selfTrade,
        PRESAGE_AUTO_REDEEM: "false",
        PRESAGE_STRICTNESS: rules.refinesTicks === true ? "live" : "live,-ticks",
      },
      [],
    ),
    log: pino({ level: "silent" }),
    clocks: clocksOf(clock),
    databaseUrl,
    onFailure: (error) => {
      throw error;
    },
  });

/** Age of the oldest command at which no more join it: a busy machine would refuse them, which the reference does not. */
const PATIENCE_MS = 200;

/** Runs the commands, those of one arrival time together. Prices are recorded by the engine itself. */
async function run(
  generator: Generator,
  context: Context,
  clock: { now: number },
  commands: number,
): Promise<void> {
  const { random, reference } = generator;
  let pending: Promise<void>[] = [];
  let since = 0;
  for (let no = 0; no < commands; no += 1) {
    const before = generator.at;
    const { command } = nextCommand(generator);
    if (random.chance(80)) generator.at = before;
    else if (random.chance(1)) generator.at += DAY_MS;
    if (generator.at !== clock.now) {
      await Promise.all(pending);
      pending = [];
      clock.now = generator.at;
      executeReference(reference, { type: "expire-orders" }, clock.now);
    }
    if (command.type === "record-prices") continue;
    if (pending.length > 0 && performance.now() - since > PATIENCE_MS) await Promise.all(pending.splice(0));
    if (pending.length === 0) since = performance.now();
    pending.push(submitBoth(generator, context, command));
    if (reference.rules.refinesTicks !== true) continue;
    await Promise.all(pending.splice(0));
    executeReference(reference, { type: "record-prices" }, clock.now);
  }
  await Promise.all(pending);
}

async function submitBoth(
  { reference, at, random }: Generator,
  { engine }: Context,
  command: SimulatedCommand,
): Promise<void> {
  const expected = executeReference(reference, command, at);
  const outcome = await engine.submit(withStoredIds(command, random.chance(20)));
  const refusal = outcome.type === "rejected" ? `refused: ${outcome.rejection.code}` : "";
  const wanted = expected.refusals.length > 0 ? outcomeText(expected) : "";
  assert.equal(refusal, wanted, `${command.type} of ${JSON.stringify(command).slice(0, 300)}`);
}

const wallet = (name: string): string => (name === FEES || name === ZERO ? name : walletOf(name));
const conditionOf = hashOf;
const keyOf = (name: string): string =>
  name === "key" ? "00000000-0000-4000-8000-000000000000" : "00000000-0000-4000-8000-000000000001";

/** Replaces the names in a command by ids of the forms that the store keeps. */
function withStoredIds(command: SimulatedCommand, built: boolean): Command {
  if (command.type === "place-order") return orderWithStoredIds(command, built);
  if (command.type !== "operate") return operationWithStoredIds(command);
  return { ...command, command: command.command && operationWithStoredIds(command.command) };
}

function orderWithStoredIds(command: PlaceOrder, built: boolean): PlaceOrder {
  const { id, maker, owner, tokenId, signed, replaces } = command;
  const builder = built ? hashOf("a builder") : signed.builder;
  return {
    ...command,
    id: hashOf(id),
    maker: wallet(maker),
    owner: wallet(owner),
    tokenId: tokenOf(tokenId),
    ...(replaces !== undefined && { replaces: hashOf(replaces) }),
    apiKey: keyOf(command.apiKey),
    signed: { ...signed, builder },
  };
}

function operationWithStoredIds(command: PlainOperatorCommand): OperatorCommand {
  if (command.type === "record-prices") return { type: "record-prices", markets: [] };
  if (command.type === "list") return listWithStoredIds(command);
  if (command.type === "fail-settlement") return matchWithStoredIds(command);
  if (command.type === "fund-accounts")
    return {
      ...command,
      fundings: command.fundings.map(({ address, amount }) => ({ address: wallet(address), amount })),
    };
  if (command.type === "make-invites" || command.type === "revoke-invites") return command;
  return {
    ...command,
    ...("id" in command ? { id: hashOf(command.id) } : {}),
    ...("address" in command && command.address !== undefined ? { address: wallet(command.address) } : {}),
    ...("owner" in command ? { owner: wallet(command.owner) } : {}),
    ...("apiKey" in command && command.apiKey !== undefined ? { apiKey: keyOf(command.apiKey) } : {}),
    ...("tokenId" in command && command.tokenId !== undefined ? { tokenId: tokenOf(command.tokenId) } : {}),
    ...("conditionId" in command && command.conditionId !== undefined
      ? { conditionId: conditionOf(command.conditionId) }
      : {}),
    ...("winner" in command ? { winner: conditionOf(command.winner) } : {}),
    ...("conditionIds" in command ? { conditionIds: command.conditionIds.map(conditionOf) } : {}),
  };
}

const listWithStoredIds = ({ listing, rewrites = [] }: CommandOf<"list">): CommandOf<"list"> => ({
  type: "list",
  listing: listingOf(listing),
  rewrites: rewrites.map(({ conditionId, fields }) => ({
    fields,
    ...(conditionId !== undefined && { conditionId: conditionOf(conditionId) }),
  })),
});

const matchWithStoredIds = (match: CommandOf<"fail-settlement">): CommandOf<"fail-settlement"> => ({
  ...match,
  conditionId: conditionOf(match.conditionId),
  taker: { ...match.taker, address: wallet(match.taker.address) },
  fills: match.fills.map((fill) => ({
    ...fill,
    maker: { ...fill.maker, address: wallet(fill.maker.address) },
  })),
});

/** Replaces catalog ids by numbers: that of a market is in its name, that of an event may be missing. */
function listingOf({ event, markets }: Listing): Listing {
  return {
    event: { ...event, id: /^\d+$/.test(event.id) ? event.id : "999" },
    markets: markets.map((market) => ({
      ...market,
      id: market.id.replaceAll(/\D/g, ""),
      conditionId: conditionOf(market.conditionId),
      tokenIds: [tokenOf(market.tokenIds[0]), tokenOf(market.tokenIds[1])],
    })),
  };
}

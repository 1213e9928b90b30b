/**
 * The exchange that the clients trade on, with an operator's hand, and the stage of each client: markets that nobody else
 * trades.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Answer } from "../conformance/call-record.ts";
import type { MarketVersion } from "../../src/core/markets/market-version.ts";
import type { Dialect } from "../../src/http/dialects/dialect.ts";
import type { Addresses, InterfaceAddresses } from "../../src/http/mounts/interfaces.ts";
import {
  ANY_PORTS,
  launchPresage,
  prepareDataDirectories,
  whenStarted,
  withoutSlowness,
} from "../support/presage.ts";

/** The fee of a taker on an ordinary market of a stage, in percent of price x (1 - price) a share. */
export const FEE_RATE_PERCENT = 2;

/** Open, and paid out when it is redeemed only. */
const STATED = { open: true, autoRedeem: false };

export type Market = {
  readonly id: string;
  readonly conditionId: string;
  readonly slug: string;
  readonly question: string;
  readonly yes: string;
  readonly no: string;
};

export type Stage = {
  readonly name: string;
  /** Version of all its markets. */
  readonly version: MarketVersion;
  /** Base addresses of the dialect. */
  readonly addresses: InterfaceAddresses;
  readonly web: string;
  readonly dialect: Dialect;
  readonly event: { readonly id: string; readonly slug: string; readonly title: string };
  readonly ordinary: Market;
  /** A market without fees, for the books and prices that clients read. */
  readonly quoted: Market;
  readonly exclusive: readonly [Market, Market, Market];
  /** Decides a market as its operator. */
  resolve(market: Market, payout: "yes" | "no"): Promise<void>;
};

export type World = {
  readonly addresses: Addresses;
  /** Asks the operator API. */
  operate(path: string, body: object): Promise<Answer>;
  createStage(name: string, terms: Pick<Stage, "dialect" | "version">): Promise<Stage>;
  close(): Promise<void>;
};

export async function openWorld(): Promise<World> {
  const directories = await prepareDataDirectories();
  const directory = directories.create();
  const settings = { PRESAGE_RATE_LIMITS: "off" };
  const started = await whenStarted(
    launchPresage(["start", "--data-dir", directory, "--json", ...ANY_PORTS], { settings }),
  );
  const token = readFileSync(join(directory, "admin-token"), "utf8").trim();
  return {
    ...createStages(started.addresses, token),
    async close() {
      const { code, stderr } = await started.stop("SIGTERM");
      directories.close();
      assert.deepEqual({ code, stderr: withoutSlowness(stderr) }, { code: 0, stderr: "" });
    },
  };
}

/** Makes stages at an exchange, as the operator with this token. */
export function createStages(
  addresses: Addresses,
  token: string,
): Pick<World, "addresses" | "operate" | "createStage"> {
  const operate: World["operate"] = async (path, body) => {
    const response = await fetch(`${addresses.admin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `${path}: ${text}`);
    return JSON.parse(text);
  };
  return {
    addresses,
    operate,
    createStage: (name, terms) => createStage({ addresses, operate }, name, terms),
  };
}

async function createStage(
  { addresses, operate }: Pick<World, "addresses" | "operate">,
  name: string,
  { dialect, version }: Pick<Stage, "dialect" | "version">,
): Promise<Stage> {
  const reason = `stage of ${name}`;
  const create = async (event: Answer, question: string, terms: object): Promise<Market> => {
    const request = { event: event.id, question, version, ...STATED, ...terms, reason };
    const made = await operate("/markets", request);
    const { id, conditionId, slug, tokenIds } = made;
    return { id, conditionId, slug, question, yes: tokenIds[0], no: tokenIds[1] };
  };
  const tags = ["Clients", name];
  const single = await operate("/events", { title: `Does ${name} trade?`, tags, reason });
  const fees = { rate: FEE_RATE_PERCENT / 100 };
  const ordinary = await create(single, `Does ${name} trade?`, { fees });
  const quoted = await create(single, `Is ${name} quoted?`, {});
  const group = await operate("/events", { title: `Winner of ${name}`, tags, negativeRisk: true, reason });
  const exclusive: Market[] = [];
  for (const label of ["Ada", "Blaise", "Carl"])
    exclusive.push(await create(group, `Does ${label} win ${name}?`, { label }));
  return {
    name,
    version,
    dialect,
    addresses: addresses[dialect]!,
    web: addresses.web,
    event: { id: single.id, slug: single.slug, title: single.title },
    ordinary,
    quoted,
    exclusive: exclusive as [Market, Market, Market],
    async resolve({ conditionId }, payout) {
      await operate(`/markets/${conditionId}/resolve`, { payout, reason });
    },
  };
}

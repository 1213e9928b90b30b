/** A server under test, its traders and their market, and every secret that anybody was told. */
import { networkInterfaces } from "node:os";
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { PrivateKeyAccount } from "viem/accounts";
import type { InterfaceAddresses } from "../../src/http/mounts/interfaces.ts";
import type { Reply } from "../support/exchange.ts";
import type { Started } from "../support/presage.ts";
import { traderWith, walletHeaders } from "../support/trader.ts";
import type { Trader } from "../support/trader.ts";
import type { Need } from "./row.ts";
import { createWire } from "./wire.ts";
import type { Wire } from "./wire.ts";

export type Server = {
  readonly spec: InterfaceAddresses;
  readonly admin: string;
  readonly adminToken: string | undefined;
  /** Process and files of a server that the checklist started. */
  readonly own?: OwnServer | undefined;
};

export type OwnServer = {
  readonly running: Started;
  readonly directory: string;
  readonly databaseUrl: string;
  /** Token of an operator who may make markets and nothing else. */
  readonly deskToken: string;
  /** Secrets that were configured. */
  readonly secrets: readonly string[];
};

export type World = Server & {
  readonly mode: "production" | "sandbox";
  readonly has: ReadonlySet<Need>;
  readonly wire: Wire;
  readonly secrets: string[];
  readonly ann: Trader;
  readonly ben: Trader;
  /** The tokens of a market that takes orders. */
  readonly market: Market;
  /** Asks the operator API, with the operator's token unless another is given. */
  operate(path: string, body?: object, token?: string): Promise<Reply>;
  /** Asks the data interface, from an address that may read it. */
  data(path: string): Promise<Reply>;
  /** A wallet with an API key and nothing else. */
  newTrader(): Promise<Trader>;
  close(): void;
};

export type Market = {
  readonly conditionId: string;
  readonly tokenIds: readonly string[];
  readonly slug: string;
};

/** Addresses that may read the data interface of a sandbox that the checklist starts. */
export const READERS = "192.0.2.0/24";
const READER = "192.0.2.1";

type Options = { readonly patient: boolean };

export async function createWorld(server: Server, { patient }: Options): Promise<World> {
  const wire = createWire();
  const { spec, admin, adminToken, own } = server;
  const secrets = [...(own?.secrets ?? [])];
  const operate: World["operate"] = (path, body, token = adminToken) =>
    wire.ask(admin + path, {
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: { reason: "checklist", ...body } }),
    });
  const faucet = await wire.ask(`${spec.trading}/sandbox/faucet`, { body: {} });
  const mode = faucet.status === 404 ? "production" : "sandbox";
  const newTrader = async (): Promise<Trader> => {
    const key = generatePrivateKey();
    const trader = await traderOf(wire, spec.trading, privateKeyToAccount(key));
    secrets.push(key, trader.credentials.secret, trader.credentials.passphrase);
    return trader;
  };
  const [ann, ben] = [await newTrader(), await newTrader()];
  if (adminToken !== undefined) for (const trader of [ann, ben]) await fund(operate, trader);
  const market = await findMarket({ operate, wire, server });
  return {
    ...server,
    mode,
    has: abilities(server, mode, patient),
    wire,
    secrets,
    ann,
    ben,
    market,
    operate,
    data: (path) =>
      wire.ask(spec.data + path, {
        headers: own !== undefined && mode === "sandbox" ? { "x-forwarded-for": READER } : {},
      }),
    newTrader,
    close: () => wire.close(),
  };
}

function abilities({ adminToken, own }: Server, mode: World["mode"], patient: boolean): Set<Need> {
  const has = new Set<Need>([mode]);
  if (adminToken !== undefined) has.add("operator");
  if (adminToken !== undefined || mode === "sandbox") has.add("traders");
  if (own !== undefined) has.add("own");
  if (patient) has.add("patience");
  if (networkAddress() !== undefined) has.add("network");
  return has;
}

/** An address of this machine that others may reach. */
export const networkAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === "IPv4" && !one.internal)?.address;

async function traderOf(wire: Wire, trading: string, account: PrivateKeyAccount): Promise<Trader> {
  const clock = {
    get now() {
      return Date.now();
    },
  };
  const { status, text, body } = await wire.ask(`${trading}/auth/api-key`, {
    method: "POST",
    headers: await walletHeaders(account, clock.now),
  });
  assert.equal(status, 200, text);
  const reached = {
    clock,
    send: (path: string, sent: object) => wire.ask(trading + path, sent),
  };
  return traderWith(reached, account, body);
}

async function fund(operate: World["operate"], { address }: Trader): Promise<void> {
  for (const [path, body] of [
    ["/accounts", { address }],
    ["/credits", { address, amount: "1000" }],
  ] as const) {
    const { status, text } = await operate(path, body);
    assert.equal(status, 200, text);
  }
}

type Finding = Pick<World, "operate" | "wire"> & { readonly server: Server };

const NO_TOKEN =
  "no market takes orders there, and making one takes an operator's token: set PRESAGE_ADMIN_TOKEN, for instance to what is in data/admin-token";

/** A new market; without the operator's token one that is there. */
async function findMarket({ operate, wire, server }: Finding): Promise<Market> {
  if (server.adminToken === undefined) {
    const { body } = await wire.ask(`${server.spec.trading}/sampling-markets`);
    const first = body.data.find((market: { neg_risk: boolean }) => !market.neg_risk);
    if (first === undefined) throw new Error(NO_TOKEN);
    const tokenIds = first.tokens.map((token: { token_id: string }) => token.token_id);
    return { conditionId: first.condition_id, slug: first.market_slug, tokenIds };
  }
  const event = await operate("/events", {
    title: "Checklist",
    slug: `checklist-${randomBytes(4).toString("hex")}`,
  });
  assert.equal(event.status, 200, event.text);
  return createMarket(operate, event.body.slug, "Will it hold?");
}

export async function createMarket(
  operate: World["operate"],
  event: string,
  question: string,
): Promise<Market> {
  const slug = `checklist-${randomBytes(4).toString("hex")}`;
  const { status, text, body } = await operate("/markets", { event, question, slug, open: true });
  assert.equal(status, 200, text);
  return body;
}

/** Starts an exchange for a test suite, with wallets and control of time and faults. */
import { X509Certificate } from "node:crypto";
import { callOperator, fetchPinned } from "../cli/operator/operator-api.ts";
import type { ApiRequest, PinnedRequest } from "../cli/operator/operator-api.ts";
import { readConfig } from "../settings/config.ts";
import type { Config } from "../settings/config.ts";
import { elementAt } from "../core/values/element-at.ts";
import { collateralText, micros, parseDecimal, subtractMicros } from "../core/units.ts";
import type { Micros } from "../core/units.ts";
import { FIRST_CREDIT } from "../http/values/wallets.ts";
import { startExchange } from "../library.ts";
import type { RunningExchange } from "../library.ts";
import { checksumAddress } from "../signing/address.ts";
import { toHex } from "../signing/hex.ts";
import { keccakText } from "../signing/keccak.ts";
import { deriveAddress, signDigest } from "../signing/orders/order-digest.ts";
import { computeWalletAuthDigest } from "../signing/wallet-auth.ts";
import type {
  FaultInForce,
  PresageOptions,
  TestClock,
  TestExchange,
  TestFaults,
  TestWallet,
} from "./test-exchange.ts";

// Requests to an exchange in a test. Errors name the method of the exchange that sent the request.

/** Sends a request for the named method and returns the JSON of the answer. Throws an Error of one line. */
type OperatorCall = <Answer>(name: string, request: ApiRequest) => Promise<Answer>;

const readFingerprint = (certificate: string | undefined): string | undefined =>
  certificate === undefined ? undefined : new X509Certificate(certificate).fingerprint256;

/** Creates a function that calls the operator API; `refuse` may throw before a call is sent. */
function createOperatorCall(exchange: RunningExchange, refuse: () => void): OperatorCall {
  const { addresses, adminToken: token, certificate } = exchange;
  const operator = { adminAddress: addresses.admin, token, fingerprint: readFingerprint(certificate) };
  return async (name, request) => {
    try {
      refuse();
      return JSON.parse(await callOperator(operator, request));
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  };
}

/** Sends a request to any address of the exchange. */
function send({ certificate }: RunningExchange, url: string, request: PinnedRequest): Promise<Response> {
  const fingerprint = readFingerprint(certificate);
  return fingerprint === undefined ? fetch(url, request) : fetchPinned(url, fingerprint, request);
}

// The clock of an exchange in a test, over POST /sandbox/clock.

type ClockAnswer = { readonly time: string };

/** Creates the clock's methods; methods that change the time throw if the clock is the machine's. */
function createTestClock(call: OperatorCall, virtual: boolean): TestClock {
  async function change(action: string, fields: object = {}): Promise<Date> {
    if (!virtual)
      throw new Error(
        `clock.${action}: this exchange goes by its machine's clock; start it with startPresage({ clock: "virtual" })`,
      );
    const request = { method: "POST", path: "/sandbox/clock", body: { action, ...fields } } as const;
    const { time } = await call<ClockAnswer>(`clock.${action}`, request);
    return new Date(time);
  }
  return {
    async now() {
      const { time } = await call<ClockAnswer>("clock.now", { method: "GET", path: "/clock" });
      return new Date(time);
    },
    pause: () => change("pause"),
    resume: () => change("resume"),
    step: (seconds) => change("step", { seconds }),
    to: (time) => change("to", { time: formatIso(time) }),
    rate: (factor) => change("rate", { rate: factor }),
  };
}

/** Formats a date as ISO 8601; leaves an invalid one for the exchange to reject. */
const formatIso = (time: Date | string): string =>
  time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : String(time);

// Network faults of an exchange in a test, over /sandbox/faults.

const PATH = "/sandbox/faults";

type FaultsAnswer = { readonly faults: readonly FaultInForce[] };

function createTestFaults(call: OperatorCall): TestFaults {
  async function put(name: string, body: object): Promise<readonly FaultInForce[]> {
    const { faults } = await call<FaultsAnswer>(name, { method: "POST", path: PATH, body });
    return faults;
  }
  return {
    add: (...faults) => put("faults.add", { faults }),
    preset: (preset) => put("faults.preset", { preset }),
    async list() {
      const { faults } = await call<FaultsAnswer>("faults.list", { method: "GET", path: PATH });
      return faults;
    },
    async off(id) {
      const path = id === undefined ? PATH : `${PATH}/${encodeURIComponent(id)}`;
      const { ended } = await call<{ readonly ended: number }>("faults.off", { method: "DELETE", path });
      return ended;
    },
  };
}

// Funded wallets of an exchange in a test. Their keys follow from their numbers, so that runs can be compared; the keys
// are therefore public. Each wallet creates an API key like a client. The exchange then credits first funds, and the
// operator corrects the balance.

const MAX_WALLETS = 100;

type WalletTerms = { readonly wallets: number; readonly funds: Micros };

/** Checks the options of wallets. Throws an Error of one line. */
function readWalletTerms({ wallets = 2, funds = collateralText(FIRST_CREDIT) }: PresageOptions): WalletTerms {
  if (!Number.isInteger(wallets) || wallets < 0 || wallets > MAX_WALLETS)
    throw new Error(`wallets: expected a whole number from 0 to ${MAX_WALLETS}, got ${String(wallets)}`);
  const amount = parseDecimal(String(funds), 6);
  if (amount === undefined)
    throw new Error(
      `funds: expected a decimal like 2500 or "0.5" with up to six decimals, got ${JSON.stringify(funds)}`,
    );
  return { wallets, funds: micros(amount) };
}

type WalletMaker = {
  readonly exchange: RunningExchange;
  readonly config: Config;
  readonly call: OperatorCall;
};

/** Creates the wallets one after the other, so that the same options give the same journal. */
async function createWallets(maker: WalletMaker, { wallets, funds }: WalletTerms): Promise<TestWallet[]> {
  const made: TestWallet[] = [];
  for (let number = 1; number <= wallets; number += 1) {
    const key = keccakText(`presage test wallet ${number}`);
    const credentials = await createApiKey(maker, key);
    const address = checksumAddress(deriveAddress(key));
    await correctFunds(maker.call, address, funds);
    made.push({ address: hexText(address), privateKey: hexText(toHex(key)), credentials });
  }
  return made;
}

const hexText = (hex: string): `0x${string}` => `0x${hex.slice(2)}`;

type CreatedKey = { readonly apiKey: string; readonly secret: string; readonly passphrase: string };

async function createApiKey(
  { exchange, config }: WalletMaker,
  key: Uint8Array,
): Promise<TestWallet["credentials"]> {
  const { headerPrefixes, chainIds } = config;
  const address = deriveAddress(key);
  const claim = { address, timestamp: String(Math.floor(Date.now() / 1_000)), nonce: "0" };
  const signature = signDigest(computeWalletAuthDigest(claim, elementAt(chainIds, 0)), key);
  const headers = Object.entries({ ...claim, signature }).map(([name, value]): [string, string] => [
    headerPrefixes[0] + name.toUpperCase(),
    value,
  ]);
  const url = `${exchange.addresses.spec.trading}/auth/api-key`;
  const answer = await send(exchange, url, { method: "POST", headers: Object.fromEntries(headers) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the API key of wallet ${address} was refused: ${text}`);
  const { apiKey, ...secrets }: CreatedKey = JSON.parse(text);
  return { key: apiKey, ...secrets };
}

/** Credits or debits the difference between the wanted funds and the first funds. */
async function correctFunds(call: OperatorCall, address: string, funds: Micros): Promise<void> {
  if (funds === FIRST_CREDIT) return;
  const more = funds > FIRST_CREDIT;
  const amount = collateralText(
    more ? subtractMicros(funds, FIRST_CREDIT) : subtractMicros(FIRST_CREDIT, funds),
  );
  const body = { address, amount, reason: "funds of a test's wallet" };
  await call("funds", { method: "POST", path: more ? "/credits" : "/debits", body });
}

const OPTIONS = ["wallets", "funds", "clock", "clockStart", "settings"];

/** Settings that startPresage chooses itself, each with the reason or the option to use instead. */
const OWN_SETTINGS: readonly (readonly [name: string, instead: string])[] = [
  [
    "PRESAGE_DATA_DIR",
    "none, since startPresage brings a data directory of its own; startExchange takes one",
  ],
  ["DATABASE_URL", "none, since startPresage brings a database of its own; startExchange takes one"],
  ["PRESAGE_CLOCK", "the option clock in its place"],
  ["PRESAGE_CLOCK_START", "the option clockStart in its place"],
];

/** Checks the options, starts the exchange and creates its wallets. Throws an Error of one line. */
export async function startTestExchange(options: PresageOptions): Promise<TestExchange> {
  const settings = readOptions(options);
  const terms = readWalletTerms(options);
  const exchange = await startExchange({ settings });
  try {
    return await equip(exchange, terms, settings);
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

type Settings = Readonly<Record<string, string>>;

/** Checks the options, and returns the equivalent settings. */
function readOptions(options: PresageOptions): Settings {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown}: expected one of ${OPTIONS.join(", ")}`);
  const { clockStart, clock = clockStart === undefined ? undefined : "virtual", settings = {} } = options;
  for (const [name, instead] of OWN_SETTINGS)
    if (settings[name] !== undefined) throw new Error(`${name}: expected ${instead}`);
  if (settings["PRESAGE_MODE"] === "production")
    throw new Error(
      "PRESAGE_MODE: expected sandbox, whose routes a test uses; startExchange starts production",
    );
  return {
    ...settings,
    ...(clock !== undefined && { PRESAGE_CLOCK: clock }),
    ...(clockStart !== undefined && { PRESAGE_CLOCK_START: clockStart }),
  };
}

async function equip(
  exchange: RunningExchange,
  terms: WalletTerms,
  settings: Settings,
): Promise<TestExchange> {
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= exchange.close());
  const call = createOperatorCall(exchange, () => {
    if (stopping !== undefined)
      throw new Error("this exchange was stopped; start another one with startPresage()");
  });
  const config = readConfig(settings, []);
  const makeWallets = (): Promise<TestWallet[]> => createWallets({ exchange, config, call }, terms);
  const { adminToken, certificate } = exchange;
  return {
    addresses: requireAllAddresses(exchange),
    adminToken,
    certificate,
    wallets: await makeWallets(),
    clock: createTestClock(call, config.clock === "virtual"),
    faults: createTestFaults(call),
    async snapshot(name) {
      await call("snapshot", { method: "POST", path: "/sandbox/snapshot", body: { name } });
    },
    async revert(name) {
      await call("revert", { method: "POST", path: "/sandbox/revert", body: { name } });
    },
    async reset() {
      await call("reset", { method: "POST", path: "/sandbox/reset", body: {} });
      await makeWallets();
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

function requireAllAddresses({ addresses }: RunningExchange): TestExchange["addresses"] {
  const { polymarket, kuest } = addresses;
  if (polymarket === undefined || kuest === undefined)
    throw new Error(
      "PRESAGE_POLYMARKET_PORTS and PRESAGE_KUEST_PORTS: expected ports, since startPresage gives the addresses of all dialects; startExchange starts without them",
    );
  return { ...addresses, polymarket, kuest };
}

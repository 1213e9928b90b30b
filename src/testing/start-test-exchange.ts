/** Start of an exchange for a test suite, with its wallets and control of time and faults. */
import { readConfig } from "../config.ts";
import { startExchange } from "../library.ts";
import type { RunningExchange } from "../library.ts";
import { createOperatorCall } from "./operator-call.ts";
import { createTestClock } from "./test-clock.ts";
import type { PresageOptions, TestExchange, TestWallet } from "./test-exchange.ts";
import { createTestFaults } from "./test-faults.ts";
import { createWallets, readWalletTerms } from "./test-wallets.ts";
import type { WalletTerms } from "./test-wallets.ts";

const OPTIONS = ["wallets", "funds", "clock", "clockStart", "settings"];

/** Settings that startPresage chooses itself, with the reason or the option to use instead. */
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

/** Checks the options, and returns the settings that they stand for. */
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
    addresses: allOf(exchange),
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

function allOf({ addresses }: RunningExchange): TestExchange["addresses"] {
  const { polymarket, kuest } = addresses;
  if (polymarket === undefined || kuest === undefined)
    throw new Error(
      "PRESAGE_POLYMARKET_PORTS and PRESAGE_KUEST_PORTS: expected ports, since startPresage gives the addresses of all dialects; startExchange starts without them",
    );
  return { ...addresses, polymarket, kuest };
}

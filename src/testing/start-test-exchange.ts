/** Starts an exchange for a test suite, with wallets, markets and control of time, faults and copies. */
import { readConfig } from "../settings/config.ts";
import { startExchange } from "../library.ts";
import type { RunningExchange } from "../library.ts";
import { createOperatorCall, withName, withoutExtras } from "./call-exchange.ts";
import type { OperatorCall } from "./call-exchange.ts";
import { saveState, startFork, startFromFile } from "./test-copies.ts";
import type { StartedCopy, TestSettings } from "./test-copies.ts";
import { createTestEvent, createTestMarket } from "./test-markets.ts";
import { createTestWallets, fundWallet, impersonateWallet, readWalletTerms } from "./test-wallets.ts";
import type { HeldWallets, WalletTerms } from "./test-wallets.ts";
import type {
  CopyOptions,
  FaultInForce,
  PresageOptions,
  TestClock,
  TestExchange,
  TestFaults,
} from "./test-exchange.ts";

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
    step: withoutExtras("clock.step", (seconds) => change("step", { seconds })),
    to: withoutExtras("clock.to", (time) => change("to", { time: formatIso(time) })),
    rate: withoutExtras("clock.rate", (factor) => change("rate", { rate: factor })),
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
    preset: withoutExtras("faults.preset", (preset) => put("faults.preset", { preset })),
    async list() {
      const { faults } = await call<FaultsAnswer>("faults.list", { method: "GET", path: PATH });
      return faults;
    },
    off: withoutExtras("faults.off", async (id) => {
      const path = id === undefined ? PATH : `${PATH}/${encodeURIComponent(id)}`;
      const { ended } = await call<{ readonly ended: number }>("faults.off", { method: "DELETE", path });
      return ended;
    }),
  };
}

const OPTIONS = ["wallets", "funds", "clock", "clockStart", "from", "settings"];

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
  const { from } = options;
  const started =
    from === undefined
      ? { exchange: await startExchange({ settings }), settings }
      : await withName("from", () => startFromFile(from, settings));
  return equipStarted(started, terms, { known: from !== undefined, count: 0 });
}

/** Gives a started exchange its methods, or closes it. */
async function equipStarted(
  started: StartedCopy,
  terms: WalletTerms,
  held: HeldWallets,
): Promise<TestExchange> {
  try {
    return await equip(started, terms, held);
  } catch (error) {
    await started.exchange.close();
    throw error;
  }
}

/** Checks the options, and returns the equivalent settings. */
function readOptions(options: PresageOptions): TestSettings {
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown}: expected one of ${OPTIONS.join(", ")}`);
  const { from } = options;
  if (from !== undefined && (typeof from !== "string" || from === ""))
    throw new Error(`from: expected the name of a file, got ${JSON.stringify(from)}`);
  const { clockStart, clock = clockStart === undefined ? undefined : "virtual", settings = {} } = options;
  for (const [name, instead] of OWN_SETTINGS)
    if (settings[name] !== undefined) throw new Error(`${name}: expected ${instead}`);
  if (settings["PRESAGE_MODE"] === "production")
    throw new Error(
      "PRESAGE_MODE: expected sandbox, whose routes a test uses; startExchange starts production",
    );
  if (from !== undefined && clockStart !== undefined)
    throw new Error("clockStart: expected none beside from, since the time of its file goes on");
  return {
    ...settings,
    ...(clock !== undefined && { PRESAGE_CLOCK: clock }),
    ...(clockStart !== undefined && { PRESAGE_CLOCK_START: clockStart }),
  };
}

async function equip(
  { exchange, settings }: StartedCopy,
  terms: WalletTerms,
  held: HeldWallets,
): Promise<TestExchange> {
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => (stopping ??= exchange.close());
  const refuse = (): void => {
    if (stopping !== undefined)
      throw new Error("this exchange was stopped; start another one with startPresage()");
  };
  const call = createOperatorCall(exchange, refuse);
  const config = readConfig(settings, []);
  const wallets = createTestWallets({ exchange, config, call }, terms, held);
  const { adminToken, certificate, dataDirectory: directory } = exchange;
  const post = async (name: string, body: object): Promise<void> => {
    await call(name, { method: "POST", path: `/sandbox/${name}`, body });
  };
  return {
    addresses: requireAllAddresses(exchange),
    adminToken,
    certificate,
    wallets: await wallets.makeFirst(),
    addWallet: withoutExtras("addWallet", (options) => wallets.add(options)),
    fund: withoutExtras("fund", (wallet, amount) => fundWallet(call, wallet, amount)),
    impersonate: withoutExtras("impersonate", (address) => impersonateWallet(call, address)),
    createMarket: withoutExtras(
      "createMarket",
      (market) => createTestMarket(call, market),
      "; give all fields in one object, as createMarket({ question, version })",
    ),
    createEvent: withoutExtras("createEvent", (event) => createTestEvent(call, "createEvent", event)),
    clock: createTestClock(call, config.clock === "virtual"),
    faults: createTestFaults(call),
    snapshot: withoutExtras("snapshot", (name) => post("snapshot", { name })),
    revert: withoutExtras("revert", (name) => post("revert", { name })),
    async reset() {
      await post("reset", {});
      await wallets.makeFirst();
    },
    save: withoutExtras("save", (file, options) =>
      withName("save", async () => {
        refuse();
        await saveState(directory, file, readSnapshot(options));
      }),
    ),
    fork: withoutExtras("fork", (options) =>
      withName("fork", async () => {
        refuse();
        const fork = await startFork({ directory, settings }, readSnapshot(options));
        return equipStarted(fork, terms, { known: true, count: wallets.count() });
      }),
    ),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Returns the snapshot to copy. Throws an Error of one line. */
function readSnapshot(options: CopyOptions = {}): string | undefined {
  const unknown = Object.keys(options).find((name) => name !== "snapshot");
  if (unknown !== undefined) throw new Error(`${unknown}: expected snapshot`);
  return options.snapshot;
}

function requireAllAddresses({ addresses }: RunningExchange): TestExchange["addresses"] {
  const { polymarket, kuest } = addresses;
  if (polymarket === undefined || kuest === undefined)
    throw new Error(
      "PRESAGE_POLYMARKET_PORTS and PRESAGE_KUEST_PORTS: expected ports, since startPresage gives the addresses of all dialects; startExchange starts without them",
    );
  return { ...addresses, polymarket, kuest };
}

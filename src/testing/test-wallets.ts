/**
 * Wallets of an exchange in a test. Keys that no caller chooses follow from numbers, so that runs can be compared; the
 * keys are therefore public. Each wallet creates an API key like a client. The exchange then credits first funds, and the
 * operator corrects the balance.
 */
import type { Config } from "../settings/config.ts";
import { elementAt } from "../core/values/element-at.ts";
import { collateralText, micros, parseDecimal, subtractMicros } from "../core/units.ts";
import type { Micros } from "../core/units.ts";
import { FIRST_CREDIT } from "../http/values/wallets.ts";
import type { RunningExchange } from "../library.ts";
import { checksumAddress } from "../signing/address.ts";
import { decodeHex, toHex } from "../signing/hex.ts";
import { keccakText } from "../signing/keccak.ts";
import { deriveAddress, signDigest } from "../signing/orders/order-digest.ts";
import { computeWalletAuthDigest } from "../signing/wallet-auth.ts";
import { sendRequest, withName } from "./call-exchange.ts";
import type { OperatorCall } from "./call-exchange.ts";
import type { ImpersonatedWallet, PresageOptions, TestWallet, WalletOptions } from "./test-exchange.ts";

const MAX_WALLETS = 100;

export type WalletTerms = { readonly wallets: number; readonly funds: Micros };

/** Checks the options of wallets. Throws an Error of one line. */
export function readWalletTerms({ wallets = 2, funds }: PresageOptions): WalletTerms {
  if (!Number.isInteger(wallets) || wallets < 0 || wallets > MAX_WALLETS)
    throw new Error(`wallets: expected a whole number from 0 to ${MAX_WALLETS}, got ${String(wallets)}`);
  return { wallets, funds: readFunds(funds) };
}

/** Reads an amount; the default is that of first funds. Throws an Error of one line. */
export function readFunds(funds: number | string = collateralText(FIRST_CREDIT), name = "funds"): Micros {
  const amount = parseDecimal(String(funds), 6);
  if (amount === undefined)
    throw new Error(
      `${name}: expected a decimal like 2500 or "0.5" with up to six decimals, got ${JSON.stringify(funds)}`,
    );
  return micros(amount);
}

type WalletMaker = {
  readonly exchange: RunningExchange;
  readonly config: Config;
  readonly call: OperatorCall;
};

export type TestWallets = {
  /** Makes the wallets of the start, one after the other, so that the same options give the same journal. */
  makeFirst(): Promise<TestWallet[]>;
  /** Makes the next wallet, or that of a key. */
  add(options?: WalletOptions): Promise<TestWallet>;
  /** Number of the wallets that were made without a key of the caller's. */
  count(): number;
};

/** Wallets that a state holds already. */
export type HeldWallets = {
  /** True if the state may know wallets of the start, whose funds then stay. */
  readonly known: boolean;
  /** Numbers that the state's wallets have up to this one. */
  readonly count: number;
};

/** Prepares the wallets; their numbers begin again with `makeFirst`. */
export function createTestWallets(maker: WalletMaker, terms: WalletTerms, held: HeldWallets): TestWallets {
  let made = 0;
  const keyOf = (number: number): Uint8Array => keccakText(`presage test wallet ${number}`);
  return {
    async makeFirst() {
      const wallets: TestWallet[] = [];
      while (wallets.length < terms.wallets)
        wallets.push(await makeWallet(maker, keyOf(wallets.length + 1), terms.funds, held.known));
      made = Math.max(terms.wallets, held.count);
      return wallets;
    },
    add: (options = {}) =>
      withName("addWallet", async () => {
        const { privateKey, funds } = readWalletOptions(options);
        const key = privateKey ?? keyOf((made += 1));
        return makeWallet(maker, key, funds, true);
      }),
    count: () => made,
  };
}

const WALLET_OPTIONS = ["privateKey", "funds"];

function readWalletOptions(options: WalletOptions) {
  const unknown = Object.keys(options).find((name) => !WALLET_OPTIONS.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown}: expected one of ${WALLET_OPTIONS.join(", ")}`);
  const { privateKey } = options;
  return {
    privateKey: privateKey === undefined ? undefined : readKey(privateKey),
    funds: readFunds(options.funds),
  };
}

/** Order of the curve secp256k1: private keys are from 1 to one below. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Reads a private key. Throws an Error of one line, which does not repeat the key. */
function readKey(given: string): Uint8Array {
  if (typeof given !== "string" || !/^0x[0-9a-fA-F]{64}$/.test(given))
    throw new Error("privateKey: expected 0x and 64 hexadecimal digits, got another text");
  const key = BigInt(given);
  if (key === 0n || key >= CURVE_ORDER)
    throw new Error("privateKey: expected a number from 1 to the order of secp256k1, got one outside");
  return decodeHex(given);
}

/** Makes a wallet with these funds. One that may be known, and is, has its funds already. */
async function makeWallet(
  maker: WalletMaker,
  key: Uint8Array,
  funds: Micros,
  mayBeKnown: boolean,
): Promise<TestWallet> {
  const address = deriveAddress(key);
  const isKnown = mayBeKnown && (await hasAccount(maker, address));
  const credentials = await createApiKey(maker, key);
  const shown = checksumAddress(address);
  if (!isKnown) await correctFunds(maker.call, shown, funds);
  return { address: hexText(shown), privateKey: hexText(toHex(key)), credentials };
}

const hexText = (hex: string): `0x${string}` => `0x${hex.slice(2)}`;

async function hasAccount({ call }: WalletMaker, address: string): Promise<boolean> {
  const path = `/accounts?${new URLSearchParams({ search: address }).toString()}`;
  const { data } = await call<{ data: { address: string }[] }>("wallets", { method: "GET", path });
  return data.some((account) => account.address.toLowerCase() === address.toLowerCase());
}

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
  const answer = await sendRequest(exchange, url, { method: "POST", headers: Object.fromEntries(headers) });
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

/** Credits an account, which is opened if there is none. Throws an Error of one line. */
export async function fundWallet(
  call: OperatorCall,
  wallet: Pick<TestWallet, "address"> | string,
  amount: number | string,
): Promise<void> {
  const address = typeof wallet === "string" ? wallet : wallet.address;
  const csv = `${address},${collateralText(readFunds(amount, "fund: amount"))}`;
  const body = { csv, reason: "funds of a test's wallet" };
  await call("fund", { method: "POST", path: "/accounts/fundings", body });
}

type Impersonation = CreatedKey & { readonly address: string; readonly signature: string };

/** Makes an API key that impersonates the wallet. Throws an Error of one line. */
export async function impersonateWallet(call: OperatorCall, address: string): Promise<ImpersonatedWallet> {
  const request = { method: "POST", path: "/sandbox/impersonations", body: { address } } as const;
  const made = await call<Impersonation>("impersonate", request);
  const { apiKey: key, secret, passphrase } = made;
  return {
    address: hexText(checksumAddress(made.address)),
    credentials: { key, secret, passphrase },
    signature: hexText(made.signature),
  };
}

/**
 * Funded wallets of an exchange in a test. Their keys follow from their numbers, so that runs can be compared; the keys
 * are therefore public. Each wallet creates an API key like a client, which credits first funds; the operator then
 * corrects the balance.
 */
import { elementAt } from "../core/element-at.ts";
import type { Config } from "../config.ts";
import { collateralText, micros, parseDecimal, subtractMicros } from "../core/units.ts";
import type { Micros } from "../core/units.ts";
import { FIRST_CREDIT } from "../http/wallets.ts";
import type { RunningExchange } from "../library.ts";
import { checksumAddress } from "../signing/address.ts";
import { toHex } from "../signing/hex.ts";
import { keccakText } from "../signing/keccak.ts";
import { addressOfKey, signDigest } from "../signing/sign-order.ts";
import { walletAuthDigest } from "../signing/wallet-auth.ts";
import { send } from "./operator-call.ts";
import type { OperatorCall } from "./operator-call.ts";
import type { PresageOptions, TestWallet } from "./test-exchange.ts";

const MAX_WALLETS = 100;

export type WalletTerms = { readonly wallets: number; readonly funds: Micros };

/** Checks the options of wallets. Throws an Error of one line. */
export function readWalletTerms({
  wallets = 2,
  funds = collateralText(FIRST_CREDIT),
}: PresageOptions): WalletTerms {
  if (!Number.isInteger(wallets) || wallets < 0 || wallets > MAX_WALLETS)
    throw new Error(`wallets: expected a whole number from 0 to ${MAX_WALLETS}, got ${String(wallets)}`);
  const amount = parseDecimal(String(funds), 6);
  if (amount === undefined)
    throw new Error(
      `funds: expected a decimal like 2500 or "0.5" with up to six decimals, got ${JSON.stringify(funds)}`,
    );
  return { wallets, funds: micros(amount) };
}

export type WalletMaker = {
  readonly exchange: RunningExchange;
  readonly config: Config;
  readonly call: OperatorCall;
};

/** Creates the wallets one after the other, so that the same options give the same journal. */
export async function createWallets(
  maker: WalletMaker,
  { wallets, funds }: WalletTerms,
): Promise<TestWallet[]> {
  const made: TestWallet[] = [];
  for (let number = 1; number <= wallets; number += 1) {
    const key = keccakText(`presage test wallet ${number}`);
    const credentials = await createApiKey(maker, key);
    const address = checksumAddress(addressOfKey(key));
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
  const address = addressOfKey(key);
  const claim = { address, timestamp: String(Math.floor(Date.now() / 1_000)), nonce: "0" };
  const signature = signDigest(walletAuthDigest(claim, elementAt(chainIds, 0)), key);
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

/** Credits or debits the difference between the wanted funds and the first ones. */
async function correctFunds(call: OperatorCall, address: string, funds: Micros): Promise<void> {
  if (funds === FIRST_CREDIT) return;
  const more = funds > FIRST_CREDIT;
  const amount = collateralText(
    more ? subtractMicros(funds, FIRST_CREDIT) : subtractMicros(FIRST_CREDIT, funds),
  );
  const body = { address, amount, reason: "funds of a test's wallet" };
  await call("funds", { method: "POST", path: more ? "/credits" : "/debits", body });
}

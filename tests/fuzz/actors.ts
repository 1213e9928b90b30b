/** Wallets with keys of every kind, made over HTTP as by clients. */
import type { Credentials } from "../../src/signing/credentials.ts";
import type { TestExchange } from "../support/exchange.ts";
import { accountOf, traderWith, walletHeaders } from "../support/trader.ts";
import type { Actor } from "./world.ts";
import { privateKeyOf } from "./wallet-key.ts";

type ExchangeClient = Pick<TestExchange, "send" | "clock">;

const TRADERS = ["ann", "bob", "cid", "dee"];
const VICTIMS = ["vic", "val", "van"];
/** Lower-case addresses of all wallets. */
export const WALLETS = [...TRADERS, ...VICTIMS].map((name) => accountOf(name).address.toLowerCase());
/** Nonces of a victim's keys. */
const NONCES = ["0", "1", "2", "3", "4", "5"];

export type Actors = { readonly traders: readonly Actor[]; readonly victims: readonly Actor[] };

export async function createActors(exchange: ExchangeClient): Promise<Actors> {
  const make = (name: string, nonces: readonly string[]) =>
    Promise.all(nonces.map((nonce) => createActor(exchange, name, nonce)));
  const [traders, victims] = await Promise.all([
    Promise.all(TRADERS.map((name) => make(name, ["0"]))),
    Promise.all(VICTIMS.map((name) => make(name, NONCES))),
  ]);
  return { traders: traders.flat(), victims: victims.flat() };
}

/** Makes one key of a wallet, and its builder key. */
async function createActor(exchange: ExchangeClient, name: string, nonce: string): Promise<Actor> {
  const account = accountOf(name);
  const headers = await walletHeaders(account, exchange.clock.now, { nonce });
  const { body } = await exchange.send("/auth/api-key", { method: "POST", headers });
  const credentials: Credentials = body;
  const trader = traderWith(exchange, account, credentials);
  const { body: builder } = await trader.request("POST", "/auth/builder-api-key");
  const { body: reader } = await trader.request("POST", "/auth/readonly-api-key");
  return {
    name,
    privateKey: privateKeyOf(name),
    address: trader.address,
    checksummed: account.address,
    credentials,
    builder: { apiKey: builder.key, secret: builder.secret, passphrase: builder.passphrase },
    readonlyKey: reader.apiKey,
    walletHeaders: headers,
  };
}

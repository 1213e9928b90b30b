/** Mistakes with the signature of a wallet (L1), made with viem as clients sign. */
import { hashMessage } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import { deriveWallets } from "../../../src/signing/orders/contract-wallet.ts";
import { accountOf } from "../../support/trader.ts";
import type { PlayedMistake } from "./request-mistakes.ts";
import { now } from "./world.ts";
import type { Played } from "./world.ts";

const MESSAGE = "This message attests that I control the given wallet";

type Claim = {
  readonly account?: PrivateKeyAccount;
  readonly domain?: object;
  readonly message?: object;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Makes a request for an API key, with changes to the signed message and to the headers. */
async function claim({ account = accountOf("ann"), domain, message, headers }: Claim): Promise<Played> {
  const timestamp = now();
  const signature = await account.signTypedData({
    domain: { name: "ClobAuthDomain", version: "1", chainId: 137, ...domain },
    types: {
      ClobAuth: [
        { name: "address", type: "address" },
        { name: "timestamp", type: "string" },
        { name: "nonce", type: "uint256" },
        { name: "message", type: "string" },
      ],
    },
    primaryType: "ClobAuth",
    message: { address: accountOf("ann").address, timestamp, nonce: 0n, message: MESSAGE, ...message },
  });
  const sent = {
    SVC_ADDRESS: accountOf("ann").address,
    SVC_TIMESTAMP: timestamp,
    SVC_NONCE: "0",
    SVC_SIGNATURE: signature,
    ...headers,
  };
  return { method: "POST", path: "/auth/api-key", headers: sent, body: "", secrets: [] };
}

const anns = (type: 1 | 2): string => deriveWallets(type, accountOf("ann").address.toLowerCase())[0]!.wallet;

export const WALLET_MISTAKES: readonly PlayedMistake[] = [
  ["wallet_chain", "for Ethereum", () => claim({ domain: { chainId: 1 } })],
  ["wallet_nonce", "another nonce sent", () => claim({ headers: { SVC_NONCE: "3" } })],
  ["wallet_nonce", "a nonce that is no number", () => claim({ headers: { SVC_NONCE: "one" } })],
  ["wallet_chain", "and another nonce", () => claim({ domain: { chainId: 1 }, headers: { SVC_NONCE: "3" } })],
  ["wallet_timestamp", "taken twice", () => claim({ message: { timestamp: String(Number(now()) - 2) } })],
  ["wallet_domain", "another version", () => claim({ domain: { version: "2" } })],
  ["wallet_domain", "another name", () => claim({ domain: { name: "Polymarket CTF Exchange" } })],
  ["wallet_message", "with a full stop", () => claim({ message: { message: `${MESSAGE}.` } })],
  ["wallet_other_key", "by another key", () => claim({ account: accountOf("ben") })],
  [
    "wallet_plain_text",
    "a text",
    async () =>
      claim({ headers: { SVC_SIGNATURE: await accountOf("ann").signMessage({ message: MESSAGE }) } }),
  ],
  [
    "address_is_contract_wallet",
    "for the safe's address",
    () => claim({ message: { address: anns(2) }, headers: { SVC_ADDRESS: anns(2) } }),
  ],
  [
    "clock_behind",
    "six minutes behind",
    () => claim({ headers: { SVC_TIMESTAMP: String(Number(now()) - 360) } }),
  ],
  ["order_signature_form", "too short", () => claim({ headers: { SVC_SIGNATURE: hashMessage(MESSAGE) } })],
  ["headers_missing", "no signature", async () => withoutSignature(await claim({}))],
];

function withoutSignature(played: Played): Played {
  const { SVC_SIGNATURE: _signature, ...headers } = played.headers;
  return { ...played, headers };
}

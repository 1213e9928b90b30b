/**
 * The reads of a relayer with which the services' clients begin: whether a contract wallet is deployed, and the nonce of
 * its next transaction. There is no chain: a deposit wallet is there with its account, other wallets always, and nothing is
 * ever relayed. The routes do not exist outside the sandbox.
 */
import { Type } from "typebox";
import { reject } from "../../../core/rejection.ts";
import { findBalance } from "../../../store/reads/balances.ts";
import { SERVICES } from "../../dialects/dialect.ts";
import { endpoint } from "../../endpoint.ts";
import type { Endpoint } from "../../endpoint.ts";
import { WALLET_FORMAT } from "../../wallet-format.ts";
import { SANDBOX } from "../groups.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Address = Type.String({
  format: WALLET_FORMAT,
  description: "A contract wallet, in any case of letters",
});
const Kind = Type.Enum(["WALLET", "SAFE", "PROXY"], { description: "WALLET is a deposit wallet" });

const getDeployed = endpoint({
  method: "GET",
  path: "/deployed",
  dialects: SERVICES,
  summary: "Tell whether a contract wallet is there",
  group: SANDBOX,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({ address: Address, type: Type.Optional(Kind) }),
  answer: Type.Object({
    deployed: Type.Boolean({
      description:
        "Of a deposit wallet whether it has an account, which its owner's first key opens; else true",
    }),
  }),
  handle: async ({ context, query: { address, type } }) => {
    const isOpen =
      type !== "WALLET" || (await findBalance(await context.sql(), address.toLowerCase())) !== undefined;
    return { body: { deployed: isOpen } };
  },
});

const Nonce = Type.Literal("0", { description: "No transaction was ever relayed" });
const NONCE = "0";

const getNonce = endpoint({
  method: "GET",
  path: "/nonce",
  fromMemory: true,
  dialects: SERVICES,
  summary: "Get the nonce of a wallet's next transaction",
  group: SANDBOX,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({ address: Address, type: Type.Optional(Kind) }),
  answer: Type.Object({ nonce: Nonce }),
  handle: () => ({ body: { nonce: NONCE } }),
});

const getTransactionParameters = endpoint({
  method: "GET",
  path: "/v1/account/transactions/params",
  fromMemory: true,
  dialects: SERVICES,
  summary: "Get the nonce of a wallet's next transaction, with its address",
  group: SANDBOX,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
  query: Type.Object({ address: Address, type: Type.Optional(Kind) }),
  answer: Type.Object({ address: Type.String({ description: "As sent" }), nonce: Nonce }),
  handle: ({ query }) => ({ body: { address: query.address, nonce: NONCE } }),
});

const NOT_RELAYED = reject(
  "not_supported",
  "there is no chain that transactions could be relayed to; positions change with POST /positions/split and the like",
);

const refuseTransaction = endpoint({
  method: "POST",
  kind: "read",
  path: "/submit",
  fromMemory: true,
  dialects: SERVICES,
  summary: "Not supported: this exchange relays no transactions",
  group: SANDBOX,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["not_supported"],
  answer: Type.Never(),
  handle: () => ({ rejection: NOT_RELAYED }),
});

export const relayer: readonly Endpoint[] = [
  getDeployed,
  getNonce,
  getTransactionParameters,
  refuseTransaction,
];

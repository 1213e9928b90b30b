/** The service itself: time, health, version, announcements and unsupported routes. */
import { Type } from "typebox";
import { reject } from "../../core/rejection.ts";
import { ANNOUNCEMENT_KINDS } from "../../core/events/audit-actions.ts";
import { isShown } from "../../engine/operators/announcements.ts";
import type { Announcement } from "../../engine/operators/announcements.ts";
import { findBalance } from "../../store/reads/accounts/balances.ts";
import { SERVICES } from "../dialects/dialect.ts";
import { endpoint } from "../operation/endpoint.ts";
import type { Endpoint } from "../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";
import { OrNull, Time } from "../values/resolution-answer.ts";
import { WALLET_FORMAT } from "../values/wallets.ts";
import { EXCHANGE, QUOTE_REQUESTS, SANDBOX } from "./groups.ts";

const EXCHANGE_READ = {
  method: "GET",
  kind: "service",
  group: EXCHANGE,
  limits: ONLY_INTERFACE_LIMIT,
} as const;

/** GET /time: the exchange's clock, against which timestamps of requests and orders are checked. */
export const getTime = endpoint({
  ...EXCHANGE_READ,
  path: "/time",
  summary: "Get the exchange's time",
  answer: Type.Integer({ description: "Unix seconds" }),
  handle: ({ context }) => ({ body: Math.floor(context.clock() / 1000) }),
});

// GET / and GET /ok: health checks.

export const getHealth: readonly Endpoint[] = ["/", "/ok"].map((path) =>
  endpoint({
    ...EXCHANGE_READ,
    path,
    summary: "Check that the exchange answers",
    answer: Type.Literal("OK"),
    handle: () => ({ body: "OK" }),
  }),
);

const ORDER_VERSION = 2;

/** GET /version: the order structure version that clients sign by default. */
export const getVersion = endpoint({
  ...EXCHANGE_READ,
  path: "/version",
  summary: "Get the version of orders to sign",
  answer: Type.Object({ version: Type.Integer() }),
  handle: () => ({ body: { version: ORDER_VERSION } }),
});

export const AnnouncementRecord = Type.Object({
  id: Type.String(),
  kind: Type.Enum([...ANNOUNCEMENT_KINDS]),
  text: Type.String(),
  link: OrNull(Type.String({ description: "An address that begins with https" })),
  from: Time,
  until: OrNull(Type.String({ description: "ISO 8601; null if it stays until it is withdrawn" })),
});

export const describeAnnouncement = ({ id, kind, text, link, from, until }: Announcement) => ({
  id,
  kind,
  text,
  link: link ?? null,
  from,
  until: until ?? null,
});

/** GET /announcements: announcements of operators to all traders. */
export const listAnnouncements = endpoint({
  method: "GET",
  path: "/announcements",
  fromMemory: true,
  dialects: ["spec"],
  summary: "List what the operators announce",
  group: EXCHANGE,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  answer: Type.Array(AnnouncementRecord, { description: "Those that are shown now, the earliest first" }),
  handle: ({ context }) => {
    const now = context.clock();
    const shown = context.announcements.list(now).filter((one) => isShown(one, now));
    return { body: shown.map(describeAnnouncement) };
  },
});

// Routes of requests for quotes, which clients may call. This exchange refuses them as not supported.

const QUOTE_ROUTES: readonly (readonly [method: Endpoint["method"], path: string])[] = [
  ["POST", "/rfq/request"],
  ["DELETE", "/rfq/request"],
  ["POST", "/rfq/request/accept"],
  ["POST", "/rfq/quote"],
  ["DELETE", "/rfq/quote"],
  ["POST", "/rfq/quote/approve"],
  ["GET", "/rfq/data/requests"],
  ["GET", "/rfq/data/quotes"],
  ["GET", "/rfq/data/requester/quotes"],
  ["GET", "/rfq/data/quoter/quotes"],
  ["GET", "/rfq/data/best-quote"],
  ["GET", "/rfq/config"],
];

const QUOTES_REJECTION = reject(
  "not_supported",
  "requests for quotes are not part of this exchange; place orders with POST /order",
);

export const quoteRequestRoutes: readonly Endpoint[] = QUOTE_ROUTES.map(([method, path]) =>
  endpoint({
    method,
    kind: "read",
    path,
    fromMemory: true,
    summary: "Not supported: this exchange has no requests for quotes",
    group: QUOTE_REQUESTS,
    limits: ONLY_INTERFACE_LIMIT,
    refuses: ["not_supported"],
    answer: Type.Never(),
    handle: () => ({ rejection: QUOTES_REJECTION }),
  }),
);

// Relayer reads that clients of Polymarket and Kuest make first: whether a contract wallet is deployed, and the nonce of
// its next transaction. There is no chain. A deposit wallet counts as deployed once it has an account, other wallets
// always; no transaction is ever relayed. The routes exist in the sandbox only.

const Address = Type.String({
  format: WALLET_FORMAT,
  description: "A contract wallet, in any case of letters",
});
const Kind = Type.Enum(["WALLET", "SAFE", "PROXY"], { description: "WALLET is a deposit wallet" });

const RELAYER = { dialects: SERVICES, group: SANDBOX, limits: ONLY_INTERFACE_LIMIT } as const;

const getDeployed = endpoint({
  ...RELAYER,
  method: "GET",
  path: "/deployed",
  summary: "Tell whether a contract wallet is there",
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
  ...RELAYER,
  method: "GET",
  path: "/nonce",
  fromMemory: true,
  summary: "Get the nonce of a wallet's next transaction",
  query: Type.Object({ address: Address, type: Type.Optional(Kind) }),
  answer: Type.Object({ nonce: Nonce }),
  handle: () => ({ body: { nonce: NONCE } }),
});

const getTransactionParameters = endpoint({
  ...RELAYER,
  method: "GET",
  path: "/v1/account/transactions/params",
  fromMemory: true,
  summary: "Get the nonce of a wallet's next transaction, with its address",
  query: Type.Object({ address: Address, type: Type.Optional(Kind) }),
  answer: Type.Object({ address: Type.String({ description: "As sent" }), nonce: Nonce }),
  handle: ({ query }) => ({ body: { address: query.address, nonce: NONCE } }),
});

const NOT_RELAYED = reject(
  "not_supported",
  "there is no chain that transactions could be relayed to; positions change with POST /positions/split and the like",
);

const transactionRoute = endpoint({
  ...RELAYER,
  method: "POST",
  kind: "read",
  path: "/submit",
  fromMemory: true,
  summary: "Not supported: this exchange relays no transactions",
  refuses: ["not_supported"],
  answer: Type.Never(),
  handle: () => ({ rejection: NOT_RELAYED }),
});

export const relayer: readonly Endpoint[] = [
  getDeployed,
  getNonce,
  getTransactionParameters,
  transactionRoute,
];

/** Webhooks in the requests of operators, checked. */
import { Type } from "typebox";
import { isRejection, reject } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import { didYouMean } from "../../nearest-name.ts";
import { EVENT_TYPES } from "../../store/changes/public-event.ts";
import { findWebhook, ORDERS } from "../../store/webhooks/webhooks.ts";
import type { Webhook, WebhookTerms } from "../../store/webhooks/webhooks.ts";
import { findUrlFault } from "../../webhooks/reach.ts";
import { matchesPattern } from "../../webhooks/wanted-events.ts";
import type { Context } from "../../context.ts";
import { lineOrBlank } from "../shown-text.ts";
import { readMarketTerm } from "./market-term.ts";
import { GivenWallet, readWallet } from "./wallet-term.ts";

/** Most wallets, and most markets, that an endpoint is limited to. */
const MOST_LISTED = 100;
const MAX_TEXT = 2_000;

export const WebhookParams = Type.Object({
  id: Type.String({ maxLength: 100, description: "Id of a webhook" }),
});

export const WebhookFields = {
  url: Type.String({ maxLength: MAX_TEXT, description: "Where messages are sent to; by https" }),
  events: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: MOST_LISTED,
    description: "Types of docs/events.md, or patterns of them: order.* or *",
  }),
  wallets: Type.Optional(
    Type.Array(GivenWallet, {
      maxItems: MOST_LISTED,
      description: "Only events of these; of all when empty",
    }),
  ),
  markets: Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_TEXT, description: "A condition id, token id or slug" }), {
      maxItems: MOST_LISTED,
      description: "Only events of these; of all when empty",
    }),
  ),
  orderedBy: Type.Optional(
    Type.Enum([...ORDERS], {
      description: "Whose events come in their order: those of an owner, as unless given, or of a market",
    }),
  ),
  description: Type.Optional(lineOrBlank(200, "For operators")),
};

const Given = Type.Partial(Type.Object(WebhookFields));
type Given = Type.Static<typeof Given>;

/** Terms before a change, or those of a new endpoint. */
export const NEW_TERMS: WebhookTerms = {
  url: "",
  description: "",
  events: [],
  wallets: [],
  markets: [],
  orderedBy: "owner",
  enabled: true,
};

/** Reads what is given in place of the terms before. */
export async function readTerms(
  context: Context,
  given: Given & { readonly enabled?: boolean },
  before: WebhookTerms,
): Promise<WebhookTerms | Rejection> {
  const { url = before.url, events = before.events, orderedBy = before.orderedBy } = given;
  const fault = given.url === undefined ? undefined : findUrlFault(context.webhooks.network, url);
  if (fault !== undefined) return reject("invalid_payload", `url: ${fault}`);
  const unknown = events.find((pattern) => !EVENT_TYPES.some((type) => matchesPattern(pattern, type)));
  if (unknown !== undefined) return refusePattern(unknown);
  const wallets = given.wallets === undefined ? before.wallets : readAll(given.wallets, readListed);
  if (isRejection(wallets)) return wallets;
  const markets = given.markets === undefined ? before.markets : await readMarkets(context, given.markets);
  if (isRejection(markets)) return markets;
  const { description = before.description, enabled = before.enabled } = given;
  return { url, description, events: unique(events), wallets, markets, orderedBy, enabled };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Types, and the patterns of those that begin alike. */
const KNOWN_PATTERNS = unique([...EVENT_TYPES, ...EVENT_TYPES.map((type) => type.replace(/\..*/, ".*"))]);

const refusePattern = (pattern: string): Rejection =>
  reject(
    "invalid_payload",
    `events: expected types of docs/events.md or patterns as order.* or *, got "${pattern}"${didYouMean(pattern, KNOWN_PATTERNS)}`,
  );

const readListed = (given: string): string | Rejection => readWallet(given, "wallets");

function readAll(
  given: readonly string[],
  read: (text: string) => string | Rejection,
): readonly string[] | Rejection {
  const all = given.map(read);
  return all.find(isRejection) ?? unique(all.filter((one) => typeof one === "string"));
}

async function readMarkets(
  context: Context,
  given: readonly string[],
): Promise<readonly string[] | Rejection> {
  const found = new Map<string, string | Rejection>();
  for (const term of given) found.set(term, await readMarketTerm(context, term));
  return readAll(given, (term) => found.get(term) ?? term);
}

/** Finds the endpoint of an operation. */
export const getWebhook = async (context: Context, id: string): Promise<Webhook | Rejection> =>
  (await findWebhook(context.ownSql, id)) ??
  reject("webhook_not_found", `no webhook has the id "${id}"; GET /webhooks lists those that there are`);

/** A site over the wire. */
import { Type } from "typebox";
import type { Rejection } from "../../core/rejection.ts";
import type { Site } from "../../store/sites.ts";
import type { Answer } from "../endpoint.ts";

/** What one request may hold. */
const MAX_WALLETS = 10_000;
export const SITE_BYTES = 1024 * 1024;

export const GivenHost = Type.String({
  description: "A host name, alone or within a URL: https://Market.Example/ is market.example",
});

export const GivenWallets = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: MAX_WALLETS,
  description: "Wallet addresses; mixed case must be the right checksum",
});

export const SiteAnswer = Type.Object({
  host: Type.String(),
  wallets: Type.Array(Type.String(), { description: "All wallets of the site, lower case" }),
});

export const answerSite = (outcome: Site | Rejection): Answer =>
  "code" in outcome ? { rejection: outcome } : { body: outcome };

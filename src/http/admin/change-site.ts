/** A site over the wire, and what its changes answer. */
import { Type } from "typebox";
import { isRejection } from "../../core/rejection.ts";
import type { Rejection } from "../../core/rejection.ts";
import type { Site } from "../../store/catalog/sites.ts";
import type { Answer } from "../endpoint.ts";
import { once } from "../once.ts";
import { operate, Reason } from "./operation.ts";
import type { OperatorAction, OperatorRequest } from "./operation.ts";

/** Bounds of one request: wallets, and bytes. */
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

/** Sites are not of the journal, but who changed them is; a reason may be given. */
export const SiteReason = Type.Optional(Reason);

export const SiteAnswer = Type.Object({
  host: Type.String(),
  wallets: Type.Array(Type.String(), { description: "All wallets of the site, lower case" }),
});

type SiteChange = Pick<OperatorAction, "action"> & {
  readonly reason: string | undefined;
  /** `undefined` is all that the site has. */
  readonly wallets: readonly string[] | undefined;
};

/** Wallets of a change that its audit entry names. */
const MAX_NAMED = 100;

/** Changes a site, audits it, and answers with the site as it is then. */
export const changeSite = (
  operating: OperatorRequest,
  change: () => Promise<Site | Rejection>,
  { action, reason = "", wallets }: SiteChange,
): Promise<Answer> =>
  once(operating, {
    act: async () => {
      const site = await change();
      if (isRejection(site)) return site;
      const details =
        wallets === undefined ? {} : { count: wallets.length, wallets: wallets.slice(0, MAX_NAMED) };
      return operate(operating, { action, subject: site.host, reason, details }, () => site);
    },
    tell: ({ result }) => result,
  });

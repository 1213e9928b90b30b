/** The OpenAPI document of the operator API, beyond the table of its operations. */
import { ROLES } from "../../signing/operators.ts";
import { BanAnswer } from "../admin/people/bans.ts";
import { SiteAnswer } from "../admin/sites.ts";
import { EventAnswer } from "../admin/markets/events.ts";
import { ClockAnswer, ModeAnswer, QuarantineAnswer } from "../admin/exchange/exchange.ts";
import { KeyAnswer } from "../admin/people/keys.ts";
import { AuditAnswer } from "../admin/exchange/audit.ts";
import { ListingSchema } from "../admin/markets/listings.ts";
import { MarketAnswer } from "../admin/markets/market-answer.ts";
import { EventWithMarkets, SteppedEvent } from "../admin/markets/event-answer.ts";
import { MarketRehearsal, Rehearsal } from "../admin/rehearsals.ts";
import { operatorErrorFormat } from "../admin/error-format.ts";
import { tradingErrorFormat } from "../trading/error-format.ts";
import {
  ErrorResponseSchema,
  listRejectionCodes,
  showCodes,
  showInternalError,
  showUnknownParameter,
} from "./parts.ts";
import type { InterfacePage } from "./document.ts";

export const operatorPage: InterfacePage = {
  title: "Presage operator API",
  description:
    "For the operators of the exchange, who have tokens; it answers on this machine only, unless it was opened. An operator has roles " +
    `(${ROLES.join(", ")}); the description of an operation names the one that it takes. Every operation that changes ` +
    "something takes a reason, and leaves an entry in the audit log: who, when, what and why. Those below /sandbox/ do not, and are " +
    "there in the sandbox only.",
  schemas: () => ({
    Market: MarketAnswer,
    Event: EventAnswer,
    Ban: BanAnswer,
    Key: KeyAnswer,
    AuditEntry: AuditAnswer,
    Listing: ListingSchema,
    Site: SiteAnswer,
    Mode: ModeAnswer,
    Clock: ClockAnswer,
    QuarantinedCommand: QuarantineAnswer,
    EventWithMarkets,
    SteppedEvent,
    Rehearsal,
    MarketRehearsal,
    Refusal: ErrorResponseSchema,
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: tradingErrorFormat, schema: ErrorResponseSchema, dialect };
    return [
      ...(endpoint.access === "operator"
        ? []
        : showUnknownParameter(endpoint, { ...shown, form: operatorErrorFormat })),
      ...showCodes(listRejectionCodes(endpoint), endpoint, shown),
      showInternalError(shown),
    ];
  },
};

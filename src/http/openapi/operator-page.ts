/** The OpenAPI document of the operator API, beyond the table of its operations. */
import { ROLES } from "../../signing/operators.ts";
import { BanAnswer } from "../admin/bans.ts";
import { SiteAnswer } from "../admin/change-site.ts";
import { EventAnswer } from "../admin/create-event.ts";
import { ClockAnswer } from "../admin/exchange-clock.ts";
import { ModeAnswer } from "../admin/exchange-mode.ts";
import { KeyAnswer } from "../admin/key-answer.ts";
import { AuditAnswer } from "../admin/list-audit.ts";
import { ListingSchema } from "../admin/listing-schema.ts";
import { MarketAnswer } from "../admin/market-answer.ts";
import { QuarantineAnswer } from "../admin/quarantine.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";
import { codesOf, Refusal } from "./coded-refusal.ts";
import type { InterfacePage } from "./document.ts";
import { showCodes, showInternalError } from "./refusals.ts";

const steps = (...words: readonly string[]): string[] => words.map((word) => `/markets/:market/${word}`);

export const operatorPage: InterfacePage = {
  title: "Presage operator API",
  description:
    "For the operators of the exchange, who have tokens; it answers on this machine only, unless it was opened. An operator has roles " +
    `(${ROLES.join(", ")}); where an operation takes one, its description names it. Every operation that changes ` +
    "something takes a reason, and leaves an entry in the audit log: who, when, what and why.",
  groups: [
    {
      name: "Exchange",
      description: "How it is",
      paths: ["/status", "/mode", "/clock", "/quarantine", "/quarantine/:fingerprint/release"],
    },
    {
      name: "Markets",
      description: "Events and their markets, from a draft to the archive",
      paths: ["/events", "/markets", "/markets/:market", ...steps("open", "pause", "resume", "archive")],
    },
    {
      name: "Resolutions",
      description: "How markets are decided",
      paths: steps("propose", "dispute", "resolve", "undo"),
    },
    {
      name: "Collateral",
      description: "What comes in and goes out",
      paths: ["/accounts", "/credits", "/debits"],
    },
    {
      name: "Owners",
      description: "Who may trade, and with which keys",
      paths: ["/bans", "/bans/:address", "/keys", "/keys/:key/revoke"],
    },
    {
      name: "Diagnoses",
      description: "Why what a client sends is refused",
      paths: ["/diagnoses/request", "/diagnoses/key"],
    },
    { name: "Audit", description: "What operators did", paths: ["/audit"] },
    { name: "Listings", description: "Whole catalogs", paths: ["/listings"] },
    { name: "Sites", description: "Whose markets are available where", paths: ["/sites", "/sites/:host"] },
  ],
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
    Refusal,
  }),
  refusals: (endpoint, dialect) => {
    const shown = { form: tradingRefusals, schema: Refusal, dialect };
    return [...showCodes(codesOf(endpoint), endpoint, shown), showInternalError(shown)];
  },
};

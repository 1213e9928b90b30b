/** The OpenAPI document of the operator API, beyond the table of its operations. */
import { ListingSchema } from "../admin/listing-schema.ts";
import { SiteAnswer } from "../admin/site-schema.ts";
import type { InterfacePage } from "./document.ts";
import { showCodes, showInternalError } from "./refusals.ts";
import { codesOf, Refusal } from "./coded-refusal.ts";
import { tradingRefusals } from "../trading/refusal-form.ts";

export const operatorPage: InterfacePage = {
  title: "Presage operator API",
  description: "For the operator of the exchange, who has the token; it answers on this machine only.",
  groups: [
    { name: "Listings", description: "What can be traded", paths: ["/listings"] },
    { name: "Sites", description: "Whose markets are available where", paths: ["/sites", "/sites/:host"] },
  ],
  schemas: () => ({ Listing: ListingSchema, Site: SiteAnswer, Refusal }),
  refusals: (endpoint, dialect) => {
    const shown = { form: tradingRefusals, schema: Refusal, dialect };
    return [...showCodes(codesOf(endpoint), endpoint, shown), showInternalError(shown)];
  },
};

/** Headings of the operator API's document. */
import type { OperationGroup } from "../endpoint.ts";

export const EXCHANGE: OperationGroup = { name: "Exchange", description: "How it is" };
export const MARKETS: OperationGroup = {
  name: "Markets",
  description: "Events and their markets, from a draft to the archive",
};
export const RESOLUTIONS: OperationGroup = {
  name: "Resolutions",
  description: "How markets are decided",
};
export const COLLATERAL: OperationGroup = {
  name: "Collateral",
  description: "What comes in and goes out",
};
export const OWNERS: OperationGroup = {
  name: "Owners",
  description: "Who may trade, and with which keys",
};
export const DIAGNOSES: OperationGroup = {
  name: "Diagnoses",
  description: "Why what a client sends is refused",
};
export const AUDIT: OperationGroup = { name: "Audit", description: "What operators did" };
export const LISTINGS: OperationGroup = { name: "Listings", description: "Whole catalogs" };
export const SITES: OperationGroup = {
  name: "Sites",
  description: "Whose markets are available where",
};

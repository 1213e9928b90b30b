/** Headings of the operator API's document. */
import { operationGroup } from "../endpoint.ts";

export const EXCHANGE = operationGroup("Exchange", "How it is");
export const MARKETS = operationGroup("Markets", "Events and their markets, from a draft to the archive");
export const RESOLUTIONS = operationGroup("Resolutions", "How markets are decided");
export const COLLATERAL = operationGroup("Collateral", "What comes in and goes out");
export const HOUSE = operationGroup(
  "House",
  "Markets that the house makes, each with a budget and a maximum loss",
);
export const ATTENTION = operationGroup("Attention", "What waits for an operator");
export const FIGURES = operationGroup("Figures", "How much was traded, by how many, and what it earned");
export const ANNOUNCEMENTS = operationGroup("Announcements", "What the page tells all traders");
export const BRAND = operationGroup("Brand", "The exchange's own name, colour and logo");
export const OWNERS = operationGroup("Owners", "Who may trade, and with which keys");
export const NAMES = operationGroup("Names", "What owners call their wallets, and what none may be called");
export const INVITES = operationGroup(
  "Invites",
  "Links that give funds, and perhaps a name, to those who open them",
);
export const DIAGNOSES = operationGroup("Diagnoses", "Why what a client sends is refused");
export const AUDIT = operationGroup("Audit", "What operators did");
export const LISTINGS = operationGroup("Listings", "Whole catalogs");
export const SITES = operationGroup("Sites", "Whose markets are available where");
export const WEBHOOKS = operationGroup("Webhooks", "Addresses that get the exchange's events");
export const BACKUPS = operationGroup("Backups", "Copies of the whole exchange in another place");
export const IMAGES = operationGroup(
  "Images",
  "Pictures of events and markets, served from the exchange itself",
);

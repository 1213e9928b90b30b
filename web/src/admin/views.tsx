/** The views of the console: a row for each, with its place in the navigation, its address and its code. */
import type { ComponentType } from "react";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import type { ConsoleText } from "./parts/console-text.ts";
import { MarketsView } from "./views/markets/markets-view.tsx";
import { OverviewView } from "./views/overview-view.tsx";

export type GroupName = keyof ConsoleText["nav"]["groups"];

/** Groups of the navigation, in order. */
export const GROUPS = ["exchange", "systems", "markets", "people", "sandbox", "help"] as const;

/** A view whose props are the parameters of its address. */
type AnyView = ComponentType<never>;

/** Returns a function that takes a view from a file. The file loads on the first visit, so that the console opens soon. */
const loadViewsOf =
  <File,>(load: () => Promise<File>) =>
  (pick: (file: File) => AnyView): AnyView =>
    loadOnDemand(async () => pick(await load()), { rows: 6, isPage: true });

const account = loadViewsOf(() => import("./views/people/account-view.tsx"));
const accounts = loadViewsOf(() => import("./views/people/accounts-views.tsx"));
const createEvent = loadViewsOf(() => import("./views/markets/create-event-view.tsx"));
const createMarket = loadViewsOf(() => import("./views/markets/create-market-view.tsx"));
const diagnoses = loadViewsOf(() => import("./views/diagnoses-view.tsx"));
const event = loadViewsOf(() => import("./views/markets/event-view.tsx"));
const exchange = loadViewsOf(() => import("./views/exchange-views.tsx"));
const statistics = loadViewsOf(() => import("./statistics/statistics-view.tsx"));
const house = loadViewsOf(() => import("./views/markets/house-makers-view.tsx"));
const images = loadViewsOf(() => import("./views/markets/images-view.tsx"));
const invites = loadViewsOf(() => import("./views/people/invites-view.tsx"));
const market = loadViewsOf(() => import("./views/markets/market-view.tsx"));
const operation = loadViewsOf(() => import("./views/operation-views.tsx"));
const people = loadViewsOf(() => import("./views/people/people-views.tsx"));
const requests = loadViewsOf(() => import("./views/requests-view.tsx"));
const sandbox = loadViewsOf(() => import("./views/sandbox-views.tsx"));
const webhooks = loadViewsOf(() => import("./views/webhooks-views.tsx"));

type NavigationView = {
  readonly group: GroupName;
  /** Name, which is also the address except for the overview. */
  readonly name: keyof ConsoleText["nav"]["views"];
  readonly parameters?: string;
  readonly view: AnyView;
};

/** Views of the navigation, in order. */
const NAVIGATION_VIEWS: readonly NavigationView[] = [
  { group: "exchange", name: "overview", view: OverviewView },
  { group: "exchange", name: "figures", view: statistics(({ StatisticsView }) => StatisticsView) },
  { group: "exchange", name: "mode", view: exchange(({ ModeView }) => ModeView) },
  { group: "exchange", name: "announcements", view: exchange(({ AnnouncementsView }) => AnnouncementsView) },
  { group: "exchange", name: "brand", view: exchange(({ BrandView }) => BrandView) },
  { group: "exchange", name: "audit", view: exchange(({ AuditView }) => AuditView) },
  { group: "exchange", name: "operators", view: exchange(({ OperatorsView }) => OperatorsView) },
  { group: "systems", name: "backups", view: operation(({ BackupsView }) => BackupsView) },
  { group: "systems", name: "webhooks", view: webhooks(({ WebhooksView }) => WebhooksView) },
  { group: "systems", name: "quarantine", view: operation(({ QuarantineView }) => QuarantineView) },
  { group: "markets", name: "markets", view: MarketsView },
  {
    group: "markets",
    name: "new-event",
    parameters: "/:event?",
    view: createEvent(({ CreateEventView }) => CreateEventView),
  },
  {
    group: "markets",
    name: "new-market",
    parameters: "/:event?",
    view: createMarket(({ CreateMarketView }) => CreateMarketView),
  },
  { group: "markets", name: "images", view: images(({ ImagesView }) => ImagesView) },
  { group: "markets", name: "house", view: house(({ HouseMakersView }) => HouseMakersView) },
  { group: "people", name: "wallets", view: accounts(({ WalletsView }) => WalletsView) },
  { group: "people", name: "accounts", view: accounts(({ AccountsView }) => AccountsView) },
  { group: "people", name: "fundings", view: accounts(({ FundingsView }) => FundingsView) },
  { group: "people", name: "invites", view: invites(({ InvitesView }) => InvitesView) },
  { group: "people", name: "keys", parameters: "/:address?", view: people(({ KeysView }) => KeysView) },
  { group: "people", name: "bans", view: people(({ BansView }) => BansView) },
  { group: "people", name: "names", view: people(({ NamesView }) => NamesView) },
  { group: "people", name: "sites", view: people(({ SitesView }) => SitesView) },
  { group: "sandbox", name: "residents", view: sandbox(({ SimulatedTradersView }) => SimulatedTradersView) },
  { group: "sandbox", name: "snapshots", view: sandbox(({ SnapshotsView }) => SnapshotsView) },
  { group: "sandbox", name: "requests", view: requests(({ RequestsView }) => RequestsView) },
  { group: "sandbox", name: "faults", view: sandbox(({ FaultsView }) => FaultsView) },
  { group: "help", name: "diagnoses", view: diagnoses(({ DiagnosesView }) => DiagnosesView) },
];

export const LISTED_VIEWS = NAVIGATION_VIEWS.map((row) => ({
  ...row,
  path: row.name === "overview" ? "/" : `/${row.name}`,
}));

type ViewRoute = { readonly path: string; readonly view: AnyView };

/** Addresses with their views. A pattern comes after the more specific addresses that it would match too. */
export const ROUTES: readonly ViewRoute[] = [
  ...LISTED_VIEWS.map(({ path, parameters = "", view }) => ({ path: path + parameters, view })),
  { path: "/webhooks/:id", view: webhooks(({ WebhookView }) => WebhookView) },
  { path: "/markets/events/:event", view: event(({ EventView }) => EventView) },
  { path: "/markets/:market", view: market(({ MarketView }) => MarketView) },
  { path: "/wallets/:address", view: account(({ AccountView }) => AccountView) },
];

/** The views of the console: a row for each, with its place in the navigation, its address and its code. */
import type { ComponentType } from "react";
import { loadOnDemand } from "../parts/load-on-demand.tsx";
import type { ConsoleText } from "./parts/console-text.ts";
import { MarketsView } from "./views/markets/markets-view.tsx";
import { AddressesView, OverviewView } from "./views/overview-view.tsx";

export type ViewName = keyof ConsoleText["nav"]["views"];

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
  /** Name, which is also the address except for the overview. */
  readonly name: ViewName;
  readonly parameters?: string;
  /** True for views of features that only a sandbox has. */
  readonly isSandboxOnly?: boolean;
  readonly view: AnyView;
};

/** An entry of the navigation. Its views are tabs, if there are several. */
type Section = {
  /** Name of a section of several views; a single view gives its own name. */
  readonly name?: keyof ConsoleText["nav"]["sections"];
  readonly views: readonly NavigationView[];
};

/** Entries of the navigation, in order. */
const NAVIGATION: readonly Section[] = [
  { views: [{ name: "overview", view: OverviewView }] },
  {
    name: "markets",
    views: [
      { name: "markets", view: MarketsView },
      {
        name: "new-market",
        parameters: "/:event?",
        view: createMarket(({ CreateMarketView }) => CreateMarketView),
      },
      { name: "images", view: images(({ ImagesView }) => ImagesView) },
    ],
  },
  {
    views: [
      {
        name: "new-event",
        parameters: "/:event?",
        view: createEvent(({ CreateEventView }) => CreateEventView),
      },
    ],
  },
  {
    views: [
      { name: "house", parameters: "/:market?", view: house(({ HouseMakersView }) => HouseMakersView) },
    ],
  },
  {
    name: "people",
    views: [
      { name: "wallets", view: accounts(({ WalletsView }) => WalletsView) },
      { name: "accounts", view: accounts(({ AccountsView }) => AccountsView) },
      { name: "fundings", view: accounts(({ FundingsView }) => FundingsView) },
      { name: "names", view: people(({ NamesView }) => NamesView) },
      { name: "keys", parameters: "/:address?", view: people(({ KeysView }) => KeysView) },
      { name: "bans", view: people(({ BansView }) => BansView) },
      { name: "sites", view: people(({ SitesView }) => SitesView) },
    ],
  },
  { views: [{ name: "invites", view: invites(({ InvitesView }) => InvitesView) }] },
  { views: [{ name: "figures", view: statistics(({ StatisticsView }) => StatisticsView) }] },
  {
    name: "page",
    views: [
      { name: "announcements", view: exchange(({ AnnouncementsView }) => AnnouncementsView) },
      { name: "brand", view: exchange(({ BrandView }) => BrandView) },
    ],
  },
  { views: [{ name: "mode", view: exchange(({ ModeView }) => ModeView) }] },
  {
    name: "systems",
    views: [
      { name: "backups", view: operation(({ BackupsView }) => BackupsView) },
      { name: "webhooks", view: webhooks(({ WebhooksView }) => WebhooksView) },
      { name: "operators", view: exchange(({ OperatorsView }) => OperatorsView) },
    ],
  },
  { views: [{ name: "audit", view: exchange(({ AuditView }) => AuditView) }] },
  {
    name: "sandbox",
    views: [
      {
        name: "residents",
        isSandboxOnly: true,
        view: sandbox(({ SimulatedTradersView }) => SimulatedTradersView),
      },
      { name: "snapshots", isSandboxOnly: true, view: sandbox(({ SnapshotsView }) => SnapshotsView) },
    ],
  },
  {
    name: "developers",
    views: [
      { name: "diagnoses", view: diagnoses(({ DiagnosesView }) => DiagnosesView) },
      { name: "requests", isSandboxOnly: true, view: requests(({ RequestsView }) => RequestsView) },
      { name: "faults", isSandboxOnly: true, view: sandbox(({ FaultsView }) => FaultsView) },
      { name: "quarantine", view: operation(({ QuarantineView }) => QuarantineView) },
      { name: "addresses", view: AddressesView },
    ],
  },
];

export type ListedView = NavigationView & { readonly path: string };
export type ListedSection = Pick<Section, "name"> & {
  readonly views: readonly [ListedView, ...ListedView[]];
};

const listView = (view: NavigationView): ListedView => ({
  ...view,
  path: view.name === "overview" ? "/" : `/${view.name}`,
});

export const SECTIONS: readonly ListedSection[] = NAVIGATION.flatMap(({ name, views }) => {
  const [first, ...others] = views.map(listView);
  return first === undefined ? [] : [{ ...(name !== undefined && { name }), views: [first, ...others] }];
});

const LISTED_VIEWS = SECTIONS.flatMap(({ views }) => views);

type ViewRoute = { readonly path: string; readonly view: AnyView };

/** Addresses with their views. A pattern comes after the more specific addresses that it would match too. */
export const ROUTES: readonly ViewRoute[] = [
  ...LISTED_VIEWS.map(({ path, parameters = "", view }) => ({ path: path + parameters, view })),
  { path: "/webhooks/:id", view: webhooks(({ WebhookView }) => WebhookView) },
  { path: "/markets/events/:event", view: event(({ EventView }) => EventView) },
  { path: "/markets/:market", view: market(({ MarketView }) => MarketView) },
  { path: "/wallets/:address", view: account(({ AccountView }) => AccountView) },
];

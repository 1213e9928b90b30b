/** The filters of the activity, stored in the page's address. */
import { useSearchParams } from "wouter";
import { PAGE_PATHS } from "../../../../src/http/page/page-paths.ts";

export const TRADE_FILTER_KINDS = ["all", "BUY", "SELL"] as const;
/** Minimum amounts in whole units of collateral; 0 means any. */
export const MIN_AMOUNTS = [0, 10, 100, 1_000, 10_000] as const;

export type ActivityFilter = {
  /** Slug of an event; "" means all. */
  readonly event: string;
  /** Slug of one of its markets; "" means all. */
  readonly market: string;
  /** Outcome of the market; `undefined` means both. */
  readonly outcome: 0 | 1 | undefined;
  readonly kind: (typeof TRADE_FILTER_KINDS)[number];
  readonly least: (typeof MIN_AMOUNTS)[number];
  /** Address of a wallet; "" means all. */
  readonly user: string;
};

export const ALL_ACTIVITY: ActivityFilter = {
  event: "",
  market: "",
  outcome: undefined,
  kind: "all",
  least: 0,
  user: "",
};

/** Reads the filters. Values that the page does not know count as absent. A market needs its event. */
export function readActivityFilter(query: URLSearchParams): ActivityFilter {
  const event = query.get("event") ?? "";
  return {
    event,
    market: event === "" ? "" : (query.get("market") ?? ""),
    outcome: event === "" ? undefined : ([0, 1] as const).find((one) => String(one) === query.get("outcome")),
    kind: TRADE_FILTER_KINDS.find((kind) => kind.toLowerCase() === query.get("kind")) ?? "all",
    least: MIN_AMOUNTS.find((amount) => String(amount) === query.get("least")) ?? 0,
    user: query.get("user")?.toLowerCase() ?? "",
  };
}

/** Builds the address of the page with these filters; default ones are left out. */
export function buildActivityAddress(filter: Partial<ActivityFilter>): string {
  const { event, market, outcome, kind, least, user } = { ...ALL_ACTIVITY, ...filter };
  const query = new URLSearchParams({
    ...(event !== "" && { event }),
    ...(market !== "" && { market }),
    ...(outcome !== undefined && { outcome: String(outcome) }),
    ...(kind !== "all" && { kind: kind.toLowerCase() }),
    ...(least !== 0 && { least: String(least) }),
    ...(user !== "" && { user }),
  });
  return query.size === 0 ? PAGE_PATHS.activity : `${PAGE_PATHS.activity}?${query.toString()}`;
}

export function useActivityFilter(): ActivityFilter {
  const [query] = useSearchParams();
  return readActivityFilter(query);
}

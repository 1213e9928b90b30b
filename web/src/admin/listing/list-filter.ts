/** The filter and order of the console's catalog list. */

export const LIST_KINDS = ["markets", "events"] as const;
export type Kind = (typeof LIST_KINDS)[number];

export const STATES = ["all", "open", "due", "draft", "resolved", "archived"] as const;
export type State = (typeof STATES)[number];

export const ORDERS = ["newest", "ends", "volume"] as const;
export type Order = (typeof ORDERS)[number];

export type ListFilter = {
  readonly kind: Kind;
  /** Search words. A search ignores the state and the order. */
  readonly words: string;
  readonly state: State;
  readonly order: Order;
};

export const FIRST_FILTER: ListFilter = { kind: "markets", words: "", state: "all", order: "newest" };

/** Reads the filter from the address of the view. An unknown choice counts as the first one. */
export function readListFilter(query: URLSearchParams): ListFilter {
  const readChoice = <Choice extends string>(
    choices: readonly Choice[],
    name: string,
    first: Choice,
  ): Choice => choices.find((one) => one === query.get(name)) ?? first;
  return {
    kind: readChoice(LIST_KINDS, "kind", FIRST_FILTER.kind),
    words: query.get("words") ?? "",
    state: readChoice(STATES, "state", FIRST_FILTER.state),
    order: readChoice(ORDERS, "sort", FIRST_FILTER.order),
  };
}

/** Writes the choices that differ from the defaults. */
export const writeListFilter = (filter: ListFilter): URLSearchParams =>
  new URLSearchParams(
    (["kind", "words", "state", "order"] as const)
      .filter((name) => filter[name] !== FIRST_FILTER[name])
      .map((name) => [name === "order" ? "sort" : name, filter[name]]),
  );

const OPEN_PARAMETERS = { active: true, closed: false, archived: false } as const;
const STATE_PARAMETERS = {
  all: {},
  open: OPEN_PARAMETERS,
  due: OPEN_PARAMETERS,
  draft: { ...OPEN_PARAMETERS, active: false },
  resolved: { closed: true, archived: false },
  archived: { archived: true },
} as const satisfies Readonly<Record<State, object>>;

const SORT_PARAMETERS = {
  newest: { order: "id", ascending: false },
  ends: { order: "endDate", ascending: true },
  volume: { order: "volume", ascending: false },
} as const satisfies Readonly<Record<Order, object>>;

/** Converts the filter to query parameters of the catalog. */
export const toQueryParameters = ({ state, order }: Pick<ListFilter, "state" | "order">) => ({
  ...STATE_PARAMETERS[state],
  ...SORT_PARAMETERS[order],
  ...(state === "due" && { end_date_max: new Date().toISOString() }),
});

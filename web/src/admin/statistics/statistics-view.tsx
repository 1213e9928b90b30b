/** Volume, active traders and fees: the choice of days and markets, charts by day, and the ranking of markets. */
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { ChoiceButtons } from "../../parts/controls/choices.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/controls/buttons.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { useOperatorClient } from "../session/operator-session.tsx";
import type { Answer, OperatorClient } from "../session/operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { CheckField, Options, SelectField, TextField } from "../parts/fields.tsx";
import { ExportButton } from "../parts/resource.tsx";
import { Panel, View } from "../parts/view.tsx";
import { useStatus } from "../session/status.ts";
import {
  DAY_MS,
  formatDay,
  formatStatistic,
  ORDERS,
  toQueryParameters,
  SCOPES,
  fillInDays,
  UNITS,
  useStatisticsFilter,
  DEFAULT_DAYS,
} from "./figures.ts";
import type { StatisticsFilter, Order, Scope, ShownDays } from "./figures.ts";
import { StatisticsCharts } from "./statistics-charts.tsx";

export function StatisticsView() {
  const { figures: words } = useConsoleText();
  const request = useOperatorClient();
  const [filter, change] = useStatisticsFilter();
  const { per } = filter;
  const query = { ...toQueryParameters(filter), per };
  const spans = useQuery({
    queryKey: ["figures", "spans", query],
    queryFn: ({ signal }) => request("GET /figures", { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <View title={words.title} lead={words.lead}>
      <StatisticsControls filter={filter} onFilter={change} />
      <Loaded query={spans} rows={8}>
        {(figures) => <StatisticsCharts figures={figures} unit={figures.per} />}
      </Loaded>
      <StatisticsRanking filter={filter} onOrder={(order) => change({ order })} />
    </View>
  );
}

type ControlsProps = {
  readonly filter: StatisticsFilter;
  readonly onFilter: (changed: Partial<StatisticsFilter>) => void;
};

const MAX_TERM = 400;

/** Fields that choose the days, the markets and the wallets of statistics. */
function StatisticsControls({ filter, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  const days = fillInDays(filter, useToday());
  return (
    <div className="panel stack">
      <div className="list-controls">
        <RangeButtons filter={filter} onFilter={onFilter} />
        <ChoiceButtons
          name={words.per}
          options={UNITS.map((unit) => [unit, words.units[unit]] as const)}
          chosen={filter.per}
          onChoose={(per) => onFilter({ per })}
        />
      </div>
      <DaysAndMarketForm
        key={`${days.from} ${days.last} ${filter.scope} ${filter.term}`}
        {...{ filter, onFilter, days }}
      />
      <CheckField
        label={words.withoutHouse}
        hint={words.withoutHouseHint}
        checked={filter.withoutHouse}
        onChange={({ currentTarget }) => onFilter({ withoutHouse: currentTarget.checked })}
      />
    </div>
  );
}

const RANGES = ["7", "30", "90", "365"] as const;
const DEFAULT_RANGE = String(DEFAULT_DAYS);

/** Returns a time of the current day in unix milliseconds, by the clock of the exchange. */
function useToday(): number {
  const { data } = useStatus();
  return data === undefined ? Date.now() : Date.parse(data.clock.time);
}

/** Buttons of ranges that end today. */
function RangeButtons({ filter: { from, last }, onFilter }: ControlsProps) {
  const { figures: words } = useConsoleText();
  const now = useToday();
  const firstDayOf = (days: string): string =>
    days === DEFAULT_RANGE ? "" : formatDay(now - (Number(days) - 1) * DAY_MS);
  const chosenRange = last === "" ? RANGES.find((days) => firstDayOf(days) === from) : undefined;
  return (
    <ChoiceButtons<string>
      name={words.range}
      options={RANGES.map((days) => [days, words.lastDays(days)] as const)}
      chosen={chosenRange ?? ""}
      onChoose={(days) => onFilter({ from: firstDayOf(days), last: "" })}
    />
  );
}

type DaysAndMarketProps = ControlsProps & { readonly days: ShownDays };

/**
 * A form for days and a market, applied when it is submitted. Unchanged days leave the filter as it is, so that default
 * days follow the clock.
 */
function DaysAndMarketForm({ filter, onFilter, days }: DaysAndMarketProps) {
  const { figures: words } = useConsoleText();
  const [from, setFrom] = useState(days.from);
  const [last, setLast] = useState(days.last);
  const [scope, setScope] = useState<Scope>(filter.scope);
  const [term, setTerm] = useState(filter.term);
  return (
    <form
      className="list-controls"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = from === days.from && last === days.last ? {} : { from, last };
        onFilter({ ...typed, scope, term: scope === "all" ? "" : term.trim() });
      }}
    >
      <TextField
        type="date"
        label={words.from}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextField
        type="date"
        label={words.last}
        value={last}
        min={from}
        onChange={(event) => setLast(event.currentTarget.value)}
      />
      <ScopeFields scope={scope} term={term} onScope={setScope} onTerm={setTerm} />
      <button type="submit" className="primary">
        {words.show}
      </button>
    </form>
  );
}

type ScopeProps = {
  readonly scope: Scope;
  readonly term: string;
  readonly onScope: (scope: Scope) => void;
  readonly onTerm: (term: string) => void;
};

function ScopeFields({ scope, term, onScope, onTerm }: ScopeProps) {
  const { figures: words } = useConsoleText();
  return (
    <>
      <SelectField
        label={words.scope}
        value={scope}
        onChange={({ currentTarget: { value } }) => onScope(SCOPES.find((one) => one === value) ?? "all")}
      >
        <Options of={SCOPES} names={words.scopes} />
      </SelectField>
      {scope !== "all" && (
        <TextField
          label={words.scopes[scope]}
          value={term}
          required
          maxLength={MAX_TERM}
          spellCheck={false}
          placeholder={words.terms[scope]}
          onChange={({ currentTarget }) => onTerm(currentTarget.value)}
        />
      )}
    </>
  );
}

type Ranking = Answer<"GET /figures/markets">;
type RankedMarket = Ranking["data"][number];

type RankingProps = { readonly filter: StatisticsFilter; readonly onOrder: (order: Order) => void };

const PAGE_SIZE = 25;

/** The ranking of markets by their trading on the chosen days, in pages and as a file. */
function StatisticsRanking({ filter, onOrder }: RankingProps) {
  const { figures: words } = useConsoleText();
  const request = useOperatorClient();
  const { order } = filter;
  const query = { ...toQueryParameters(filter), order };
  const pages = useInfiniteQuery({
    queryKey: ["figures", "markets", query],
    queryFn: ({ pageParam, signal }) =>
      request("GET /figures/markets", { query: { ...query, limit: PAGE_SIZE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, all) =>
      all.length * PAGE_SIZE < total ? all.length * PAGE_SIZE : undefined,
  });
  return (
    <Panel title={words.ranking} stack>
      <ChoiceButtons
        name={words.order}
        options={ORDERS.map((one) => [one, words.names[one]] as const)}
        chosen={order}
        onChoose={onOrder}
      />
      <Loaded query={pages} rows={6}>
        {({ pages: read }) => <Markets markets={read.flatMap(({ data }) => data)} />}
      </Loaded>
      <MoreButton pages={pages} />
      <Export query={query} />
    </Panel>
  );
}

function Markets({ markets }: { readonly markets: readonly RankedMarket[] }) {
  const { figures: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.ranking}
      columns={[
        {
          name: words.scopes.market,
          cell: ({ conditionId, question, event }) => (
            <div>
              <Link href={`/markets/${conditionId}`} className="title">
                {question}
              </Link>
              <span className="soft">{event.title}</span>
            </div>
          ),
        },
        { name: words.names.volume, number: true, cell: ({ volume }) => formatStatistic(volume, formats) },
        { name: words.names.trades, kind: "count", cell: ({ trades }) => trades },
        { name: words.names.traders, kind: "count", cell: ({ traders }) => traders },
        { name: words.names.fees, number: true, cell: ({ fees }) => formatStatistic(fees, formats) },
      ]}
      rows={markets}
      keyOf={({ conditionId }) => conditionId}
      empty={words.noMarkets}
    />
  );
}

type RankingQuery = ReturnType<typeof toQueryParameters> & { readonly order: Order };

function Export({ query }: { readonly query: RankingQuery }) {
  const { figures: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <div>
      <ExportButton
        label={words.csv}
        textClass="soft export"
        read={async () => {
          const { from, to, markets } = await readAll(request, query);
          const rows = markets.map((market) => COLUMNS.map((column) => market[column]));
          const name = `markets-${from}-${to}.csv`;
          return { name, csv: { header: COLUMNS, rows }, words: words.exported(String(markets.length)) };
        }}
      />
    </div>
  );
}

const DOWNLOAD_PAGE_SIZE = 500;

/** Reads all pages, so that the file has every market that traded. */
async function readAll(request: OperatorClient, query: RankingQuery) {
  const markets: RankedMarket[] = [];
  for (;;) {
    const page: Ranking = await request("GET /figures/markets", {
      query: { ...query, limit: DOWNLOAD_PAGE_SIZE, offset: markets.length },
    });
    markets.push(...page.data);
    if (page.data.length === 0 || markets.length >= page.total)
      return { from: page.from, to: page.to, markets };
  }
}

const COLUMNS = ["conditionId", "slug", "question", "volume", "trades", "traders", "fees"] as const;

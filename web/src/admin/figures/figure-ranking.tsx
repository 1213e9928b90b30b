/** The markets by what was traded in them on the chosen days, in pages and as a file. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/operator.ts";
import { downloadFile, formatCsv } from "../../csv.ts";
import { ChoiceButtons } from "../../parts/choice-buttons.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/more-button.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import type { OperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { formatFigure } from "./figure-amounts.ts";
import { ORDERS, parametersOf } from "./figure-filter.ts";
import type { FigureFilter, Order } from "./figure-filter.ts";

type Ranking = Operations["GET /figures/markets"]["answer"];
type Ranked = Ranking["data"][number];

type RankingProps = { readonly filter: FigureFilter; readonly onOrder: (order: Order) => void };

const PAGE = 25;

export function FigureRanking({ filter, onOrder }: RankingProps) {
  const { figures: words } = useConsoleText();
  const request = useOperatorClient();
  const { order } = filter;
  const query = { ...parametersOf(filter), order };
  const pages = useInfiniteQuery({
    queryKey: ["figures", "markets", query],
    queryFn: ({ pageParam, signal }) =>
      request("GET /figures/markets", { query: { ...query, limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ total }, all) => (all.length * PAGE < total ? all.length * PAGE : undefined),
  });
  return (
    <section className="panel stack">
      <h2>{words.ranking}</h2>
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
    </section>
  );
}

function Markets({ markets }: { readonly markets: readonly Ranked[] }) {
  const { figures: words } = useConsoleText();
  const formats = useFormats();
  const columns = [
    {
      name: words.scopes.market,
      cell: ({ conditionId, question, event }: Ranked) => (
        <div>
          <Link href={`/markets/${conditionId}`} className="title">
            {question}
          </Link>
          <span className="soft">{event.title}</span>
        </div>
      ),
    },
    { name: words.names.volume, number: true, cell: ({ volume }: Ranked) => formatFigure(volume, formats) },
    { name: words.names.trades, number: true, cell: ({ trades }: Ranked) => formats.count(trades) },
    { name: words.names.traders, number: true, cell: ({ traders }: Ranked) => formats.count(traders) },
    { name: words.names.fees, number: true, cell: ({ fees }: Ranked) => formatFigure(fees, formats) },
  ];
  return (
    <DataTable
      caption={words.ranking}
      columns={columns}
      rows={markets}
      keyOf={({ conditionId }) => conditionId}
      empty={words.noMarkets}
    />
  );
}

type RankingQuery = ReturnType<typeof parametersOf> & { readonly order: Order };

function Export({ query }: { readonly query: RankingQuery }) {
  const { figures: words } = useConsoleText();
  const request = useOperatorClient();
  const file = useMutation({
    mutationFn: async () => {
      const { from, to, markets } = await readAll(request, query);
      downloadFile(`markets-${from}-${to}.csv`, marketsCsv(markets));
      return words.exported(String(markets.length));
    },
  });
  return (
    <div>
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {words.csv}
      </button>
      {file.isError && <Failure error={file.error} />}
      <p role="status" className="soft export">
        {file.data}
      </p>
    </div>
  );
}

const FILE_PAGE = 500;

/** Reads all pages, so that the file has every market that traded. */
async function readAll(request: OperatorClient, query: RankingQuery) {
  const markets: Ranked[] = [];
  for (;;) {
    const page: Ranking = await request("GET /figures/markets", {
      query: { ...query, limit: FILE_PAGE, offset: markets.length },
    });
    markets.push(...page.data);
    if (page.data.length === 0 || markets.length >= page.total)
      return { from: page.from, to: page.to, markets };
  }
}

const COLUMNS = ["conditionId", "slug", "question", "volume", "trades", "traders", "fees"] as const;

const marketsCsv = (markets: readonly Ranked[]): string =>
  formatCsv({ header: COLUMNS, rows: markets.map((market) => COLUMNS.map((column) => market[column])) });

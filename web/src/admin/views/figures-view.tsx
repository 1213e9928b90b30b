/** Volume, active traders and fees: charts by day, and the ranking of markets. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Loaded } from "../../parts/loaded.tsx";
import { useConsoleText } from "../console-text.ts";
import { FigureCharts } from "../figures/figure-charts.tsx";
import { FigureControls } from "../figures/figure-controls.tsx";
import { parametersOf, useFigureFilter } from "../figures/figure-filter.ts";
import { FigureRanking } from "../figures/figure-ranking.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { View } from "../parts/view.tsx";

export function FiguresView() {
  const { figures: words } = useConsoleText();
  const request = useOperatorClient();
  const [filter, change] = useFigureFilter();
  const { per } = filter;
  const query = { ...parametersOf(filter), per };
  const spans = useQuery({
    queryKey: ["figures", "spans", query],
    queryFn: ({ signal }) => request("GET /figures", { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <View title={words.title} lead={words.lead}>
      <FigureControls filter={filter} onFilter={change} />
      <Loaded query={spans} rows={8}>
        {(figures) => <FigureCharts figures={figures} unit={figures.per} />}
      </Loaded>
      <FigureRanking filter={filter} onOrder={(order) => change({ order })} />
    </View>
  );
}

/** Shows the resident traders of a sandbox, sets their pace, and tunes them by market. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatMoney, formatPrice, formatShares } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { SelectField } from "../parts/fields.tsx";
import { RoleButton } from "../parts/role-button.tsx";
import { View } from "../parts/view.tsx";
import { TuneDialog } from "./tune-dialog.tsx";
import type { ResidentsOfMarket } from "./tune-dialog.tsx";

type Pace = Operations["GET /sandbox/residents"]["answer"]["pace"];

const PACES = ["off", "quiet", "normal", "busy"] as const satisfies readonly Pace[];
const isPace = (text: string): text is Pace => PACES.some((pace) => pace === text);
const EVERY_MS = 3_000;

export function ResidentsView() {
  const { residents: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["residents"],
    queryFn: ({ signal }) => request("GET /sandbox/residents", { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <Loaded query={query}>
        {({ pace, markets }) => (
          <>
            <PacePanel pace={pace} />
            <section className="panel">
              <h2>{words.byMarket}</h2>
              <MarketTable markets={markets} />
            </section>
          </>
        )}
      </Loaded>
    </View>
  );
}

function PacePanel({ pace }: { readonly pace: Pace }) {
  const { residents: words } = useConsoleText();
  const request = useOperatorClient();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (next: Pace) => request("POST /sandbox/residents", { body: { pace: next } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["residents"] }),
  });
  return (
    <section className="panel">
      <SelectField
        label={words.pace}
        hint={words.paceHint}
        value={change.isPending ? change.variables : pace}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => {
          if (isPace(value)) change.mutate(value);
        }}
      >
        {PACES.map((name) => (
          <option key={name} value={name}>
            {words.paces[name]}
          </option>
        ))}
      </SelectField>
      {change.isError && <Failure error={change.error} />}
    </section>
  );
}

function MarketTable({ markets }: { readonly markets: readonly ResidentsOfMarket[] }) {
  const { residents: words } = useConsoleText();
  const formats = useFormats();
  const [tuned, setTuned] = useState<ResidentsOfMarket>();
  return (
    <>
      <DataTable
        caption={words.byMarket}
        columns={[
          { name: words.market, cell: ({ market }) => market },
          {
            name: words.maker,
            cell: ({ maker, b }) =>
              words.makerOf(words.makers[maker], b === null ? null : formatShares(b, formats)),
          },
          {
            name: words.price,
            cell: ({ fairValue }) => (fairValue === null ? "–" : formatPrice(fairValue, formats)),
            number: true,
          },
          {
            name: words.shares,
            cell: ({ inventory: [first, second] }) =>
              `${formatShares(first, formats)} / ${formatShares(second, formats)}`,
            number: true,
          },
          {
            name: words.loss,
            cell: ({ loss, maximumLoss }) =>
              `${formatMoney(loss, formats)} / ${formatMoney(maximumLoss, formats)}`,
            number: true,
          },
          { name: words.state, cell: ({ withdrawn }) => (withdrawn === "" ? words.quotes : withdrawn) },
          {
            name: words.change,
            cell: (market) => (
              <RoleButton role="market-admin" className="small" onClick={() => setTuned(market)}>
                {words.tune}
              </RoleButton>
            ),
          },
        ]}
        rows={markets}
        keyOf={({ conditionId }) => conditionId}
        empty={words.empty}
      />
      {tuned && <TuneDialog residents={tuned} close={() => setTuned(undefined)} />}
    </>
  );
}

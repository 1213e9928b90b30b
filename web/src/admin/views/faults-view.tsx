/** Faults on the wire of a sandbox: those in force, the presets, and faults of one's own. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { Failure } from "../../parts/states.tsx";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { View } from "../parts/view.tsx";
import { OwnFault } from "./own-fault.tsx";

type FaultInForce = Operations["GET /sandbox/faults"]["answer"]["faults"][number];
type Preset = Operations["GET /sandbox/fault-presets"]["answer"]["presets"][number];

const EVERY_MS = 2_000;

export function FaultsView() {
  const { faults: words } = useConsoleText();
  const request = useOperatorClient();
  const inForce = useQuery({
    queryKey: ["faults", "in force"],
    queryFn: ({ signal }) => request("GET /sandbox/faults", { signal }),
    refetchInterval: EVERY_MS,
  });
  const presets = useQuery({
    queryKey: ["faults", "presets"],
    queryFn: ({ signal }) => request("GET /sandbox/fault-presets", { signal }),
    staleTime: Infinity,
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <section className="panel">
        <h2>{words.inForce}</h2>
        <Loaded query={inForce}>{({ faults }) => <FaultTable faults={faults} />}</Loaded>
      </section>
      <section className="panel">
        <h2>{words.presets}</h2>
        <Loaded query={presets}>{(answer) => <PresetTable presets={answer.presets} />}</Loaded>
      </section>
      <OwnFault />
    </View>
  );
}

function FaultTable({ faults }: { readonly faults: readonly FaultInForce[] }) {
  const { faults: words } = useConsoleText();
  const request = useOperatorClient();
  const end = useFaultStep(async (id: string | undefined) => {
    if (id === undefined) await request("DELETE /sandbox/faults");
    else await request("DELETE /sandbox/faults/{id}", { params: { id } });
  });
  return (
    <>
      <DataTable
        caption={words.inForce}
        columns={[
          { name: words.kind, cell: ({ fault }) => <code>{fault.kind}</code> },
          { name: words.terms, cell: ({ fault }) => <code>{termsOf(fault)}</code> },
          { name: words.met, cell: ({ met }) => met, number: true },
          {
            name: words.change,
            cell: ({ id }) => (
              <button type="button" className="small" disabled={end.isPending} onClick={() => end.mutate(id)}>
                {words.end}
              </button>
            ),
          },
        ]}
        rows={faults}
        keyOf={({ id }) => id}
        empty={words.none}
      />
      {faults.length > 1 && (
        <button type="button" disabled={end.isPending} onClick={() => end.mutate(undefined)}>
          {words.endAll}
        </button>
      )}
      {end.isError && <Failure error={end.error} />}
    </>
  );
}

/** Writes what a fault says beside its kind, such as `ms=200 share=0.5`. */
const termsOf = (fault: FaultInForce["fault"]): string =>
  Object.entries(fault)
    .filter(([name]) => name !== "kind")
    .map(([name, value]) => `${name}=${Array.isArray(value) ? value.join(", ") : String(value)}`)
    .join(" ");

function PresetTable({ presets }: { readonly presets: readonly Preset[] }) {
  const { faults: words } = useConsoleText();
  const request = useOperatorClient();
  const start = useFaultStep((preset: string) => request("POST /sandbox/faults", { body: { preset } }));
  return (
    <>
      {start.isError && <Failure error={start.error} />}
      <DataTable
        caption={words.presets}
        columns={[
          { name: words.name, cell: ({ name }) => <code>{name}</code> },
          { name: words.meaning, cell: ({ meaning }) => meaning },
          { name: words.survivedBy, cell: ({ survivedBy }) => survivedBy },
          {
            name: words.change,
            cell: ({ name }) => (
              <button
                type="button"
                className="small"
                aria-label={words.startOf(name)}
                disabled={start.isPending}
                onClick={() => start.mutate(name)}
              >
                {words.start}
              </button>
            ),
          },
        ]}
        rows={presets}
        keyOf={({ name }) => name}
        empty={words.none}
      />
    </>
  );
}

function useFaultStep<Given>(act: (given: Given) => Promise<unknown>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSettled: () => queries.invalidateQueries({ queryKey: ["faults", "in force"] }),
  });
}

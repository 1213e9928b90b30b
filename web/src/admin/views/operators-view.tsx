/** Lists the operators with their roles. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../parts/loaded.tsx";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { View } from "../parts/view.tsx";

export function OperatorsView() {
  const { operators: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["operators"],
    queryFn: ({ signal }) => request("GET /operators", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead}>
      <section className="panel">
        <Loaded query={query}>
          {(operators) => (
            <DataTable
              caption={words.title}
              rows={operators}
              keyOf={({ name }) => name}
              empty=""
              columns={[
                { name: words.name, cell: ({ name }) => name },
                { name: words.roles, cell: ({ roles }) => roles.join(", ") },
              ]}
            />
          )}
        </Loaded>
      </section>
    </View>
  );
}

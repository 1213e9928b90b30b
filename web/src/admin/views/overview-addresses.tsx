/** The addresses of the interfaces. */
import { DataTable } from "../parts/data-table.tsx";
import { useConsoleText } from "../console-text.ts";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

type Place = { readonly name: string; readonly address: string };

function placesOf(addresses: unknown): readonly Place[] {
  if (!isRecord(addresses)) return [];
  return Object.entries(addresses).flatMap(([name, place]): Place[] => {
    if (typeof place === "string") return [{ name, address: place }];
    if (!isRecord(place)) return [];
    return Object.entries(place).map(([part, address]) => ({
      name: `${name} ${part}`,
      address: String(address),
    }));
  });
}

export function Addresses({ addresses }: { readonly addresses: unknown }) {
  const { overview: words } = useConsoleText();
  return (
    <section className="panel wide">
      <h2>{words.addresses}</h2>
      <DataTable
        caption={words.addresses}
        columns={[
          { name: words.interface, cell: ({ name }) => name },
          { name: words.address, cell: ({ address }) => <a href={address}>{address}</a> },
        ]}
        rows={placesOf(addresses)}
        keyOf={({ name }) => name}
        empty={words.starting}
      />
    </section>
  );
}

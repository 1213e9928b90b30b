/** A table of the base addresses, by dialect and interface. */
import { Table } from "../parts/table.tsx";
import { useSettings } from "../base/settings-context.ts";
import { useText } from "../text/language.tsx";

export const INTERFACES = ["trading", "data", "catalog"] as const;

export function BaseAddresses() {
  const { developers } = useText();
  const { addresses } = useSettings();
  const dialects = (["spec", "polymarket", "kuest"] as const).filter((name) => addresses[name] !== undefined);
  const columns = [developers.dialect, ...INTERFACES.map((name) => developers.interfaces[name])];
  return (
    <div className="panel">
      <h2>{developers.addresses}</h2>
      <Table name={developers.addresses} columns={columns.map((name) => ({ name }))}>
        {dialects.map((dialect) => (
          <tr key={dialect}>
            <th scope="row">{developers.dialects[dialect]}</th>
            {INTERFACES.map((name) => (
              <td key={name}>
                <code>{addresses[dialect]?.[name]}</code>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

/** The base addresses of every dialect and interface. */
import { ScrollTable } from "../parts/scroll-table.tsx";
import { useSettings } from "../settings-context.ts";
import { useText } from "../text/language.tsx";

export const INTERFACES = ["trading", "data", "catalog"] as const;

export function BaseAddresses() {
  const { developers } = useText();
  const { addresses } = useSettings();
  const dialects = (["spec", "polymarket", "kuest"] as const).filter((name) => addresses[name] !== undefined);
  const head = (
    <>
      <th scope="col">{developers.dialect}</th>
      {INTERFACES.map((name) => (
        <th key={name} scope="col">
          {developers.interfaces[name]}
        </th>
      ))}
    </>
  );
  return (
    <div className="panel">
      <h2>{developers.addresses}</h2>
      <ScrollTable name={developers.addresses} head={head}>
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
      </ScrollTable>
    </div>
  );
}

/** Found people, each with profit and volume. */
import { Empty } from "../parts/states.tsx";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { AddressLink } from "../people/address-link.tsx";
import type { Person } from "../people/find-people.ts";
import { useFormats, useText } from "../text/language.tsx";

type FoundPeopleProps = { readonly words: string; readonly people: readonly Person[] };

export function FoundPeople({ words, people }: FoundPeopleProps) {
  const { find: text, markets, people: names } = useText();
  if (people.length === 0)
    return (
      <>
        <Empty>{markets.noResults(words)}</Empty>
        <p className="soft">{text.peopleHint}</p>
      </>
    );
  const columns = [
    { name: names.trader },
    { name: names.total, isNumber: true },
    { name: names.rankings.VOL, isNumber: true },
  ];
  return (
    <Table name={text.kinds.people} columns={columns}>
      {people.map((person) => (
        <PersonRow key={person.address} person={person} />
      ))}
    </Table>
  );
}

function PersonRow({ person: { address, name, profit, volume } }: { readonly person: Person }) {
  const formats = useFormats();
  return (
    <tr>
      <td>
        <AddressLink address={address} name={name} />
      </td>
      <NumberCell kind={signClass(profit?.total ?? 0)}>
        {profit === undefined ? "–" : formats.change(profit.total)}
      </NumberCell>
      <NumberCell>{volume === undefined ? "–" : formats.money(volume)}</NumberCell>
    </tr>
  );
}

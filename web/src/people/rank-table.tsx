/** The ranks of a leaderboard as a table: profit with its parts, and volume. */
import type { Micros } from "../../../src/core/units.ts";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { useFormats, useText } from "../text/language.tsx";
import { AddressLink } from "./address-link.tsx";
import type { BoardChoices } from "./leaderboard-choices.ts";
import type { Rank } from "./people-queries.ts";

type RankTableProps = {
  readonly name: string;
  readonly ranks: readonly Rank[];
  readonly period: BoardChoices["period"];
};

export function RankTable({ name, ranks, period }: RankTableProps) {
  const { people } = useText();
  // A period has no total profit: that of open positions is known for all time only.
  const isAll = period === "ALL";
  const columns = [
    { name: people.rank },
    { name: people.trader },
    ...(isAll ? [{ name: people.total, isNumber: true }] : []),
    { name: people.realized, isNumber: true },
    { name: people.open, isNumber: true },
    { name: people.rankings.VOL, isNumber: true },
  ];
  return (
    <Table name={name} columns={columns}>
      {ranks.map((rank) => (
        <RankRow key={rank.address} rank={rank} isAll={isAll} />
      ))}
    </Table>
  );
}

function RankRow({ rank, isAll }: { readonly rank: Rank; readonly isAll: boolean }) {
  const formats = useFormats();
  const { address, name, volume, realized, profit } = rank;
  return (
    <tr>
      <td>{rank.rank}</td>
      <td className="row-title">
        <AddressLink address={address} name={name} />
      </td>
      {isAll && <ProfitCell amount={profit.total} />}
      <ProfitCell amount={isAll ? profit.realized : realized} />
      <ProfitCell amount={profit.open} />
      <NumberCell>{formats.money(volume)}</NumberCell>
    </tr>
  );
}

const ProfitCell = ({ amount }: { readonly amount: Micros }) => {
  const formats = useFormats();
  return <NumberCell kind={signClass(amount)}>{formats.change(amount)}</NumberCell>;
};

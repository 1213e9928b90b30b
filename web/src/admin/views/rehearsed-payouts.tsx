/** The rehearsal of a resolution: sums, and the payouts of each account by market. */
import type { Rehearsal } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ShownName } from "../../people/shown-name.tsx";
import { useFormats } from "../../text/language.tsx";
import { formatMoney } from "../format-amounts.ts";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { Facts } from "../parts/facts.tsx";
import { useConsoleText } from "../console-text.ts";

type Query = {
  readonly data: Rehearsal | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
};

export function RehearsedPayouts({ query }: { readonly query: Query }) {
  const { eventSteps: words } = useConsoleText();
  return (
    <fieldset>
      <legend>{words.rehearsal}</legend>
      <Loaded query={query}>{(rehearsal) => <Payouts rehearsal={rehearsal} />}</Loaded>
    </fieldset>
  );
}

/** Accounts shown at first, so that the reason and the button stay near. */
const AT_ONCE = 5;

function Payouts({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const { eventSteps: words } = useConsoleText();
  const formats = useFormats();
  const { markets, accounts, holders, orders, paid, due, remains } = rehearsal;
  const names = new Map(markets.map(({ conditionId, label, question }) => [conditionId, label ?? question]));
  return (
    <>
      <Facts
        facts={[
          [words.resolves, formats.count(markets.length)],
          [words.disputed, formats.count(markets.filter(({ disputed }) => disputed).length)],
          [words.orders, formats.count(orders)],
          [words.paid, formatMoney(paid, formats)],
          [words.due, formatMoney(due, formats)],
          [words.remains, formatMoney(remains, formats)],
        ]}
      />
      {holders > 0 && <p>{words.accountsOf(formats.count(accounts.length), formats.count(holders))}</p>}
      <PaidAccounts accounts={accounts} names={names} />
    </>
  );
}

type PaidProps = Pick<Rehearsal, "accounts"> & {
  /** Names of the markets by their conditions. */
  readonly names: ReadonlyMap<string, string>;
};

function PaidAccounts({ accounts, names }: PaidProps) {
  const { eventSteps: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.rehearsal}
      columns={[
        {
          name: words.account,
          cell: ({ address, name }) => (
            <div>
              <ShownName address={address} name={name} /> <CopyableText text={address} />
            </div>
          ),
        },
        {
          name: words.payouts,
          cell: ({ payouts }) => (
            <ul className="payouts">
              {payouts
                .filter(({ amount }) => amount !== "0")
                .map(({ conditionId, amount }) => (
                  <li key={conditionId}>
                    {names.get(conditionId)}: {formatMoney(amount, formats)}
                  </li>
                ))}
            </ul>
          ),
        },
        { name: words.total, number: true, cell: ({ total }) => formatMoney(total, formats) },
      ]}
      rows={accounts}
      keyOf={({ address }) => address}
      empty={words.nobody}
      atOnce={AT_ONCE}
    />
  );
}

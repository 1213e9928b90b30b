/** The rehearsal of a resolution: sums, and the payouts of each account by market. */
import type { Rehearsal } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
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

/** Accounts shown at first. */
const AT_ONCE = 20;

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
      <DataTable
        caption={words.rehearsal}
        columns={[
          {
            name: words.account,
            cell: ({ address }) => <CopyableText text={address} />,
          },
          {
            name: words.payouts,
            cell: ({ payouts }) =>
              payouts
                .map(
                  ({ conditionId, amount }) => `${names.get(conditionId)}: ${formatMoney(amount, formats)}`,
                )
                .join(", "),
          },
          { name: words.total, number: true, cell: ({ total }) => formatMoney(total, formats) },
        ]}
        rows={accounts}
        keyOf={({ address }) => address}
        empty={words.nobody}
        atOnce={AT_ONCE}
      />
    </>
  );
}

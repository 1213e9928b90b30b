/** The lists of one account: positions, open orders, history and notes. */
import { Link } from "wouter";
import { useFormats, useText } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatChange, formatMoney, formatPrice, formatShares, formatTime } from "../format-amounts.ts";
import { DataTable } from "../parts/data-table.tsx";
import type { Account } from "../shown-account.ts";

const MarketLink = ({ conditionId, question }: { conditionId: string; question: string }) => (
  <Link href={`/markets/${conditionId}`}>{question}</Link>
);

export function PositionTable({ positions }: Pick<Account, "positions">) {
  const { account: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.positions}
      columns={[
        { name: words.market, cell: (position) => <MarketLink {...position} /> },
        { name: words.outcome, cell: ({ outcome }) => outcome },
        { name: words.shares, number: true, cell: ({ shares }) => formatShares(shares, formats) },
        { name: words.held, number: true, cell: ({ held }) => formatShares(held, formats) },
        { name: words.average, number: true, cell: ({ average }) => formatPrice(average, formats) },
        { name: words.price, number: true, cell: ({ price }) => formatPrice(price, formats) },
        { name: words.worth, number: true, cell: ({ worth }) => formatMoney(worth, formats) },
      ]}
      rows={positions}
      keyOf={({ conditionId, outcome }) => `${conditionId} ${outcome}`}
      empty={words.noPositions}
    />
  );
}

export function OrderTable({ orders }: Pick<Account, "orders">) {
  const { account: words } = useConsoleText();
  const { common } = useText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.orders}
      columns={[
        { name: words.market, cell: (order) => <MarketLink {...order} /> },
        {
          name: words.order,
          cell: ({ side, outcome }) => `${side === "BUY" ? common.buy : common.sell} ${outcome}`,
        },
        { name: words.price, number: true, cell: ({ price }) => formatPrice(price, formats) },
        { name: words.shares, number: true, cell: ({ size }) => formatShares(size, formats) },
        { name: words.filled, number: true, cell: ({ filled }) => formatShares(filled, formats) },
        { name: words.placed, cell: ({ placed }) => formatTime(placed, formats) },
        {
          name: words.expires,
          cell: ({ expires }) => (expires === null ? words.never : formatTime(expires, formats)),
        },
      ]}
      rows={orders}
      keyOf={({ id }) => id}
      empty={words.noOrders}
    />
  );
}

type Entry = Account["history"][number];

export function HistoryTable({ history }: Pick<Account, "history">) {
  const { account: words } = useConsoleText();
  const { common } = useText();
  const formats = useFormats();
  const describe = ({ type, side, shares, outcome, price }: Entry): string =>
    side === null || shares === null || outcome === null || price === null
      ? words.kinds[type]
      : `${side === "BUY" ? common.buy : common.sell} ${formatShares(shares, formats)} ${outcome} @ ${formatPrice(price, formats)}`;
  return (
    <DataTable
      caption={words.history}
      columns={[
        { name: words.time, cell: ({ time }) => formatTime(time, formats) },
        { name: words.kind, cell: describe },
        {
          name: words.market,
          cell: ({ conditionId, question }) =>
            conditionId === null ? null : <MarketLink conditionId={conditionId} question={question ?? ""} />,
        },
        {
          name: words.collateral,
          number: true,
          cell: ({ collateral }) => formatChange(collateral, formats),
        },
      ]}
      rows={history}
      keyOf={({ sequence }, index) => `${sequence} ${index}`}
      empty={words.noHistory}
      atOnce={20}
    />
  );
}

export function NoteTable({ notes }: Pick<Account, "notes">) {
  const { account: words } = useConsoleText();
  const formats = useFormats();
  return (
    <DataTable
      caption={words.notes}
      columns={[
        { name: words.note, cell: ({ text }) => text },
        { name: words.by, cell: ({ operator }) => operator },
        { name: words.time, cell: ({ time }) => formatTime(time, formats) },
      ]}
      rows={notes}
      keyOf={({ sequence }, index) => `${sequence} ${index}`}
      empty={words.noNotes}
      atOnce={20}
    />
  );
}

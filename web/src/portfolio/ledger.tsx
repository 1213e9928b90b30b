/** The ledger: every change of the wallet's balances, the latest first. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { LedgerEntry } from "../api/generated/trading.ts";
import { readMicros } from "../money.ts";
import { PagedList } from "../parts/paged-list.tsx";
import { NumberCell, signClass, Table } from "../parts/table.tsx";
import { MarketCell } from "../people/market-cell.tsx";
import { useFormats, useOutcomeName, useText } from "../text/language.tsx";
import { micros } from "../../../src/core/units.ts";
import { ExportButton } from "./export-button.tsx";
import { listConverted, readWholeLedger } from "./ledger-csv.ts";
import { useMarketNames, useMarketsOfTokens } from "./market-names.ts";
import type { MarketName, MarketNames } from "./market-names.ts";
import { ledgerQuery } from "./trader-queries.ts";
import type { SectionProps } from "./section-props.ts";
import { signedLots, signedMicros } from "./signed-amount.ts";

export function Ledger({ trader }: SectionProps) {
  const { portfolio } = useText();
  const query = useInfiniteQuery(ledgerQuery(trader));
  return (
    <PagedList query={query} empty={portfolio.noLedger}>
      {(entries) => (
        <>
          <ExportButton name="presage-ledger" read={(onRows) => readWholeLedger(trader, onRows)} />
          <LedgerTable entries={entries} />
        </>
      )}
    </PagedList>
  );
}

function LedgerTable({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const { common, portfolio } = useText();
  const names = useMarketNames(entries.map(({ condition_id: id }) => id));
  const converted = useMarketsOfTokens(listConverted(entries));
  const columns = [
    { name: common.time },
    { name: portfolio.type },
    { name: common.market },
    { name: portfolio.sharesChange, isNumber: true },
    { name: portfolio.fee, isNumber: true },
    { name: portfolio.amount, isNumber: true },
  ];
  return (
    <Table name={portfolio.ledger} columns={columns}>
      {entries.map((entry) => (
        <LedgerRow
          key={entry.id}
          entry={entry}
          market={names.get(entry.condition_id)}
          converted={converted}
        />
      ))}
    </Table>
  );
}

/** Markets of conversions, by token: a conversion involves several markets, and names none. */
type ConvertedProps = { readonly converted: MarketNames };

type RowProps = { readonly entry: LedgerEntry; readonly market: MarketName | undefined } & ConvertedProps;

function LedgerRow({ entry, market, converted }: RowProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const amount = signedMicros(entry.collateral);
  const fee = readMicros(entry.fee) ?? micros(0);
  const event = converted.get(entry.shares[0]?.asset_id ?? "");
  return (
    <tr>
      <td>{formats.dateTime(Date.parse(entry.time))}</td>
      <td>{portfolio.types[entry.type] ?? entry.type}</td>
      <MarketCell
        title={market?.title ?? event?.eventTitle ?? "–"}
        event={market?.slug ?? event?.slug ?? ""}
      />
      <NumberCell>
        {entry.shares.map(({ asset_id: token, amount: size }) => (
          <ShareChange key={token} {...{ token, size, market, converted }} />
        ))}
      </NumberCell>
      <NumberCell>{fee === 0 ? "–" : formats.money(fee)}</NumberCell>
      <NumberCell kind={signClass(amount)}>{formats.change(amount)}</NumberCell>
    </tr>
  );
}

type ShareProps = Pick<RowProps, "market" | "converted"> & { readonly token: string; readonly size: string };

function ShareChange({ token, size, market, converted }: ShareProps) {
  const nameOf = useOutcomeName();
  const formats = useFormats();
  const of = converted.get(token);
  const outcome = nameOf((market ?? of)?.outcomes.get(token) ?? "");
  return (
    <span className="portfolio-change">
      {formats.sharesChange(signedLots(size))}{" "}
      {market === undefined && of !== undefined ? `${of.label}: ${outcome}` : outcome}
    </span>
  );
}

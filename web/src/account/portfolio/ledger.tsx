/** The ledger: every change of the wallet's balances, the latest first. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { micros } from "../../../../src/core/units.ts";
import type { LedgerEntry } from "../../api/generated/trading.ts";
import { downloadFile, formatCsv } from "../../base/csv.ts";
import type { Csv } from "../../base/csv.ts";
import { readMicros } from "../../base/money.ts";
import { PagedList } from "../../parts/paged-list.tsx";
import { Failure } from "../../parts/states.tsx";
import { NumberCell, Table, getSignClass } from "../../parts/table.tsx";
import { MarketCell } from "../people/people-tables.tsx";
import { useFormats, useOutcomeName, useText } from "../../text/language.tsx";
import { LAST_CURSOR } from "../wallet/balances.ts";
import type { Trader } from "../wallet/session.tsx";
import { readMarketNames, readMarketsOfTokens, useMarketNames, useMarketsOfTokens } from "./market-names.ts";
import type { MarketName, MarketNames } from "./market-names.ts";
import type { SectionProps } from "./section-props.ts";
import { readSignedLots, readSignedMicros } from "./signed-amount.ts";
import { ledgerQuery, readLedger } from "./trader-queries.ts";

// A button that reads every page of a list and downloads it as a CSV file.

type Props = {
  /** File name without its extension. */
  readonly name: string;
  /** Reads all rows, and reports the number so far. */
  readonly read: (onRows: (count: number) => void) => Promise<Csv>;
};

export function ExportButton({ name, read }: Props) {
  const { portfolio } = useText();
  const formats = useFormats();
  const [rows, setRows] = useState(0);
  const exportAction = useMutation({
    mutationFn: async () => downloadFile(`${name}.csv`, formatCsv(await read(setRows))),
  });
  return (
    <div>
      <button
        type="button"
        className="small"
        disabled={exportAction.isPending}
        onClick={() => exportAction.mutate()}
      >
        <span aria-live="polite">
          {exportAction.isPending ? portfolio.exporting(formats.count(rows)) : portfolio.export}
        </span>
      </button>
      {exportAction.isError && <Failure error={exportAction.error} />}
    </div>
  );
}

// Reads the whole ledger as a table: a row for each entry and token, newest first.

/** Lists the tokens of entries that involve several markets. */
const listConverted = (entries: readonly LedgerEntry[]): readonly string[] =>
  entries
    .filter(({ condition_id: id }) => id === "")
    .flatMap(({ shares }) => shares.map(({ asset_id: token }) => token));

async function readWholeLedger(trader: Trader, onRows: (count: number) => void): Promise<Csv> {
  const entries: LedgerEntry[] = [];
  for (let cursor = ""; cursor !== LAST_CURSOR;) {
    const page = await readLedger(trader, cursor);
    entries.push(...page.data);
    onRows(entries.length);
    cursor = page.next_cursor;
  }
  const ids = [...new Set(entries.map(({ condition_id: id }) => id))].filter((id) => id !== "");
  const names = await readMarketNames(ids);
  const convertedMarkets = await readMarketsOfTokens([...new Set(listConverted(entries))]);
  return {
    header: [
      "time",
      "id",
      "type",
      "market",
      "condition_id",
      "side",
      "price",
      "collateral",
      "fee",
      "outcome",
      "shares",
      "asset_id",
      "transaction_hash",
    ],
    rows: entries.flatMap((entry) => toCsvRows(entry, names, convertedMarkets)),
  };
}

/** Writes the money only in the first row of an entry, so that the money column can be summed. */
function toCsvRows(entry: LedgerEntry, names: MarketNames, converted: MarketNames): Csv["rows"] {
  const marketOf = (token: string) => names.get(entry.condition_id) ?? converted.get(token);
  const shares = entry.shares.length > 0 ? entry.shares : [{ asset_id: "", amount: "" }];
  return shares.map(({ asset_id: token, amount }, place) => [
    entry.time,
    entry.id,
    entry.type,
    marketOf(token)?.title ?? "",
    entry.condition_id,
    entry.side,
    entry.price,
    place === 0 ? entry.collateral : "0",
    place === 0 ? entry.fee : "0",
    marketOf(token)?.outcomes.get(token) ?? "",
    amount,
    token,
    entry.transaction_hash,
  ]);
}

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
  const convertedMarkets = useMarketsOfTokens(listConverted(entries));
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
          converted={convertedMarkets}
        />
      ))}
    </Table>
  );
}

/** Markets of converted tokens, by token: the ledger entry of a conversion names no market. */
type ConvertedProps = { readonly converted: MarketNames };

type RowProps = { readonly entry: LedgerEntry; readonly market: MarketName | undefined } & ConvertedProps;

function LedgerRow({ entry, market, converted }: RowProps) {
  const { portfolio } = useText();
  const formats = useFormats();
  const amount = readSignedMicros(entry.collateral);
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
      <NumberCell kind={getSignClass(amount)}>{formats.change(amount)}</NumberCell>
    </tr>
  );
}

type ShareProps = Pick<RowProps, "market" | "converted"> & { readonly token: string; readonly size: string };

function ShareChange({ token, size, market, converted }: ShareProps) {
  const nameOf = useOutcomeName();
  const formats = useFormats();
  const convertedMarket = converted.get(token);
  const outcome = nameOf((market ?? convertedMarket)?.outcomes.get(token) ?? "");
  return (
    <span className="portfolio-change">
      {formats.sharesChange(readSignedLots(size))}{" "}
      {market === undefined && convertedMarket !== undefined
        ? `${convertedMarket.label}: ${outcome}`
        : outcome}
    </span>
  );
}

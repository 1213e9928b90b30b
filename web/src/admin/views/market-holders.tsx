/** The open interest of a market, and its largest holders by outcome. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Market } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ShownName } from "../../people/shown-name.tsx";
import { useFormats } from "../../text/language.tsx";
import { accountPath } from "../shown-account.ts";
import { useConsoleText } from "../console-text.ts";
import { formatMoney, formatShares } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";

export function MarketHolders({ market: { conditionId } }: { readonly market: Market }) {
  const { holders: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["market", "holders", conditionId],
    queryFn: ({ signal }) =>
      request("GET /markets/{market}/holders", { params: { market: conditionId }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <section className="panel stack">
      <h2>{words.title}</h2>
      <Loaded query={query} rows={3}>
        {({ openInterest, outcomes }) => (
          <>
            <p>{words.openInterest(formatMoney(openInterest, formats))}</p>
            {outcomes.map(({ outcome, holders }, index) => (
              <Holders key={index} outcome={outcome} holders={holders} />
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

type HoldersProps = {
  readonly outcome: string;
  readonly holders: readonly { readonly address: string; readonly name: string; readonly shares: string }[];
};

function Holders({ outcome, holders }: HoldersProps) {
  const { holders: words } = useConsoleText();
  const formats = useFormats();
  return (
    <>
      <h3>{outcome}</h3>
      <DataTable
        caption={words.of(outcome)}
        columns={[
          {
            name: words.wallet,
            cell: ({ address, name }) => (
              <>
                <Link href={accountPath(address)}>
                  <ShownName address={address} name={name} />
                </Link>{" "}
                <CopyableText text={address} />
              </>
            ),
          },
          { name: words.shares, number: true, cell: ({ shares }) => formatShares(shares, formats) },
        ]}
        rows={holders}
        keyOf={({ address }) => address}
        empty={words.nobody}
      />
    </>
  );
}

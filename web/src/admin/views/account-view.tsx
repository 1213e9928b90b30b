/** The view of one account: balance, positions, open orders, history and notes, and the steps about it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Loaded } from "../../parts/loaded.tsx";
import { ShownName } from "../../people/shown-name.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { formatExactMoney, formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { Facts } from "../parts/facts.tsx";
import { SubjectAudit } from "../parts/subject-audit.tsx";
import { View } from "../parts/view.tsx";
import type { Account } from "../shown-account.ts";
import { AccountActions } from "./account-actions.tsx";
import { HistoryTable, NoteTable, OrderTable, PositionTable } from "./account-tables.tsx";

export function AccountView({ address }: { readonly address: string }) {
  const { account: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["account", address],
    queryFn: ({ signal }) => request("GET /accounts/{address}", { params: { address }, signal }),
    refetchInterval: 10_000,
  });
  return (
    <View title={words.title}>
      <p>
        <Link href="/wallets">{words.back}</Link>
      </p>
      <Loaded query={query} rows={6}>
        {(account) => <AccountDetails account={account} />}
      </Loaded>
    </View>
  );
}

function AccountDetails({ account }: { readonly account: Account }) {
  const { account: words } = useConsoleText();
  const { positions, positionsCount, orders, openOrders, history, notes } = account;
  return (
    <>
      <AccountFacts account={account} />
      <section className="panel">
        <h2>{words.notes}</h2>
        <NoteTable notes={notes} />
      </section>
      <section className="panel">
        <h2>{words.positions}</h2>
        <PositionTable positions={positions} />
        <Cut shown={positions.length} all={positionsCount} />
      </section>
      <section className="panel">
        <h2>{words.orders}</h2>
        <OrderTable orders={orders} />
        <Cut shown={orders.length} all={openOrders} />
      </section>
      <section className="panel">
        <h2>{words.history}</h2>
        <HistoryTable history={history} />
      </section>
      <SubjectAudit title={words.actions} subject={account.address} />
    </>
  );
}

/** Says how many of all rows are shown; nothing if it is all of them. */
function Cut({ shown, all }: { readonly shown: number; readonly all: number }) {
  const { account: words } = useConsoleText();
  const formats = useFormats();
  return shown < all ? <p className="soft">{words.cut(formats.count(shown), formats.count(all))}</p> : null;
}

function AccountFacts({ account }: { readonly account: Account }) {
  const { account: words } = useConsoleText();
  const formats = useFormats();
  const { address, name, owner, ban, joined, keys } = account;
  const money = (text: string): string => formatExactMoney(text, formats);
  return (
    <section className="panel stack">
      <h2>{words.what}</h2>
      <Facts
        facts={[
          [
            words.address,
            <>
              <CopyableText text={address} /> <ShownName address={address} name={name} />
            </>,
          ],
          [words.owner, owner === address ? words.itself : <CopyableText text={owner} />],
          [words.balance, money(account.balance)],
          [words.available, money(account.available)],
          [words.held, money(account.held)],
          [words.worth, money(account.positionsValue)],
          [words.joined, joined === null ? words.never : formatTime(joined, formats)],
          [words.keys, <Link href={`/keys/${owner}`}>{formats.count(keys)}</Link>],
          [
            words.ban,
            ban === null
              ? words.mayTrade
              : words.bannedSince(formatTime(ban.time, formats), ban.operator ?? "", ban.reason ?? ""),
          ],
        ]}
      />
      <AccountActions account={account} />
    </section>
  );
}

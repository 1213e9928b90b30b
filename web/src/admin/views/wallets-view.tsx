/** Lists accounts with what they have, by their names, addresses and notes, with an export. The address keeps the search. */
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Operations } from "../../api/generated/operator.ts";
import { downloadFile, formatCsv } from "../../csv.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { MoreButton } from "../../parts/more-button.tsx";
import { ShownName } from "../../people/shown-name.tsx";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { accountPath } from "../shown-account.ts";
import { useConsoleText } from "../console-text.ts";
import { exportAccounts } from "../export-accounts.ts";
import { formatMoney, formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { CopyableText } from "../parts/copyable-text.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { TextField } from "../parts/fields.tsx";
import { readForm } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { useViewQuery } from "../use-view-query.ts";

type Account = Operations["GET /accounts"]["answer"]["data"][number];

const PAGE = 50;
/** Name of the search in the address of the view. */
const SEARCH = "search";
/** Longest text that is searched. */
const MAX_CHARACTERS = 200;

export function WalletsView() {
  const { wallets: words } = useConsoleText();
  const [query, setQuery] = useViewQuery();
  const search = query.get(SEARCH) ?? "";
  return (
    <View title={words.title} lead={words.lead}>
      <form
        className="panel find"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = readForm(event.currentTarget)(SEARCH);
          setQuery(new URLSearchParams(typed === "" ? [] : [[SEARCH, typed]]));
        }}
      >
        <TextField
          key={search}
          name={SEARCH}
          defaultValue={search}
          label={words.search}
          hint={words.searchHint}
          maxLength={MAX_CHARACTERS}
          spellCheck={false}
        />
        <button type="submit" className="primary">
          {words.find}
        </button>
        <Export search={search} />
      </form>
      <Accounts search={search} />
    </View>
  );
}

function Accounts({ search }: { readonly search: string }) {
  const { wallets: words } = useConsoleText();
  const request = useOperatorClient();
  const pages = useInfiniteQuery({
    queryKey: ["accounts", search],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...(search !== "" && { search }),
        ...(pageParam !== "" && { before: pageParam }),
      };
      return request("GET /accounts", { query, signal });
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  return (
    <section className="panel">
      <h2>{words.list}</h2>
      <Loaded query={pages} rows={6}>
        {({ pages: read }) => <AccountTable accounts={read.flatMap((page) => page.data)} />}
      </Loaded>
      <MoreButton pages={pages} name={words.more} />
    </section>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const { wallets: words } = useConsoleText();
  const formats = useFormats();
  const money = (name: string, amount: (account: Account) => string) => ({
    name,
    cell: (account: Account) => formatMoney(amount(account), formats),
    number: true,
  });
  return (
    <DataTable
      caption={words.list}
      rows={accounts}
      keyOf={({ address }) => address}
      empty={words.none}
      columns={[
        {
          name: words.address,
          cell: ({ address, banned }) => (
            <>
              <Link href={accountPath(address)}>{words.open}</Link> <CopyableText text={address} />
              {banned && <span className="badge">{words.banned}</span>}
            </>
          ),
        },
        { name: words.name, cell: ({ address, name }) => <ShownName address={address} name={name} /> },
        money(words.balance, ({ balance }) => balance),
        money(words.available, ({ available }) => available),
        {
          name: words.openOrders,
          cell: ({ openOrders }) => formats.count(openOrders),
          number: true,
        },
        money(words.positionsValue, ({ positionsValue }) => positionsValue),
        {
          name: words.joined,
          cell: ({ joined }) => (joined === null ? "–" : formatTime(joined, formats)),
        },
      ]}
    />
  );
}

function Export({ search }: { readonly search: string }) {
  const { wallets: words } = useConsoleText();
  const request = useOperatorClient();
  const file = useMutation({
    mutationFn: async () => {
      const { csv, whole } = await exportAccounts(request, search);
      downloadFile("accounts.csv", formatCsv(csv));
      const count = String(csv.rows.length);
      return whole ? words.exported(count) : words.exportCut(count);
    },
  });
  return (
    <>
      <button type="button" disabled={file.isPending} onClick={() => file.mutate()}>
        {words.export}
      </button>
      {file.isError && <Failure error={file.error} />}
      <p role="status" className="soft export">
        {file.data}
      </p>
    </>
  );
}

/** Views about accounts: the list, opening, credit and debit, and starting funds for a list of wallets. */
import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import { FEE_ACCOUNT } from "../../../../../src/core/ledger/fees.ts";
import { Failure } from "../../../parts/states.tsx";
import { ShownName } from "../../../account/people/shown-name.tsx";
import { useFormats } from "../../../text/language.tsx";
import { ActionForm } from "../../action/action-form.tsx";
import { explainMistake } from "../../action/explain-refusal.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import { exportAccounts } from "../../listing/export-csv.ts";
import { formatExactMoney } from "../../parts/format-amounts.ts";
import { TAB_TEXTS, useOperatorClient, useTabText } from "../../session/operator-session.tsx";
import type { Answer } from "../../session/operator-session.tsx";
import { CopyableText, DataTable } from "../../parts/data-table.tsx";
import { AddressField, ListField, nameField, TextField } from "../../parts/fields.tsx";
import { readFilledFields } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { ExportButton, FindForm, FormPanel, PagesPanel } from "../../parts/resource.tsx";
import { Panel, View } from "../../parts/view.tsx";
import { useStatus } from "../../session/status.ts";
import { useViewQuery } from "../../parts/use-view-query.ts";
import { AccountField, useAccountReader, useListAddresses } from "./account-field.tsx";
import { AmountField, useAmountReader, useTransfer } from "./transfer.tsx";
import type { TransferType } from "./transfer.tsx";

type Account = Answer<"GET /accounts">["data"][number];

const PAGE_SIZE = 50;
/** Name of the search in the address of the view. */
const SEARCH_PARAMETER = "search";
/** Maximum length of a search. */
const MAX_CHARACTERS = 200;

/**
 * Lists accounts with their balances, searched by names, addresses and notes, with an export. The view's address keeps the
 * search.
 */
export function WalletsView() {
  const { wallets: words } = useConsoleText();
  const [query, setQuery] = useViewQuery();
  const search = query.get(SEARCH_PARAMETER) ?? "";
  return (
    <View title={words.title} lead={words.lead}>
      <FindForm
        find={words.find}
        onFind={(readField) => {
          const typed = readField(SEARCH_PARAMETER);
          setQuery(new URLSearchParams(typed === "" ? [] : [[SEARCH_PARAMETER, typed]]));
        }}
        beside={<Export search={search} />}
      >
        <TextField
          key={search}
          name={SEARCH_PARAMETER}
          defaultValue={search}
          label={words.search}
          hint={words.searchHint}
          maxLength={MAX_CHARACTERS}
          spellCheck={false}
        />
      </FindForm>
      <Accounts search={search} />
    </View>
  );
}

function Accounts({ search }: { readonly search: string }) {
  const { wallets: words } = useConsoleText();
  const request = useOperatorClient();
  const filter = { limit: PAGE_SIZE, ...(search !== "" && { search }) };
  return (
    <PagesPanel
      title={words.list}
      more={words.more}
      queryKey={["accounts", search]}
      readPage={(page, signal) => request("GET /accounts", { query: { ...filter, ...page }, signal })}
    >
      {(accounts) => <AccountTable accounts={accounts} />}
    </PagesPanel>
  );
}

function AccountTable({ accounts }: { readonly accounts: readonly Account[] }) {
  const { wallets: words } = useConsoleText();
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
              <Link href={`/wallets/${address}`}>{words.open}</Link> <CopyableText text={address} />
              {banned && <span className="badge">{words.banned}</span>}
            </>
          ),
        },
        { name: words.name, cell: ({ address, name }) => <ShownName address={address} name={name} /> },
        { name: words.balance, kind: "money", cell: ({ balance }) => balance },
        { name: words.available, kind: "money", cell: ({ available }) => available },
        { name: words.openOrders, kind: "count", cell: ({ openOrders }) => openOrders },
        { name: words.positionsValue, kind: "money", cell: ({ positionsValue }) => positionsValue },
        { name: words.joined, kind: "time", cell: ({ joined }) => joined },
      ]}
    />
  );
}

function Export({ search }: { readonly search: string }) {
  const { wallets: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ExportButton
      label={words.export}
      textClass="soft export"
      read={async () => {
        const { csv, whole } = await exportAccounts(request, search);
        const count = String(csv.rows.length);
        return { name: "accounts.csv", csv, words: whole ? words.exported(count) : words.exportCut(count) };
      }}
    />
  );
}

/** Opens accounts, and credits or debits their collateral. */
export function AccountsView() {
  const { accounts: words } = useConsoleText();
  const { data } = useStatus();
  return (
    <View title={words.title} {...(data && { lead: words.lead[data.mode] })} role="treasury">
      <div className="panels">
        <OpenAccount />
        <TransferForm type="credit" />
        <TransferForm type="debit" />
      </div>
      <p className="soft">
        <Link href="/wallets">{words.balancesAt}</Link>
      </p>
    </View>
  );
}

function OpenAccount() {
  const { accounts: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <FormPanel
      title={words.open}
      lead={words.openLead}
      act={async (readField) => {
        const body = {
          address: readField("address"),
          ...readFilledFields(readField, ["owner"]),
          reason: readField("reason"),
        };
        const { address, owner, opened } = await request("POST /accounts", { body });
        return { words: (opened ? words.opened : words.wasOpen)(address, owner), subject: address };
      }}
    >
      <AddressField name="address" label={words.wallet} required />
      <AddressField {...nameField(words, "owner")} />
    </FormPanel>
  );
}

function TransferForm({ type }: { readonly type: TransferType }) {
  const { accounts } = useConsoleText();
  const words = accounts[type];
  const formats = useFormats();
  const transfer = useTransfer(type);
  const readAccount = useAccountReader();
  const readAmount = useAmountReader();
  const confirm = (readField: FieldReader): string =>
    accounts.confirmDebit(formatExactMoney(readAmount(readField), formats), readField("address"));
  return (
    <FormPanel
      title={words.title}
      lead={words.lead}
      act={async (readField) => transfer(readField, await readAccount(readField))}
      {...(type === "debit" && { danger: true, confirm })}
    >
      <AccountField
        {...(type === "debit" && { special: { address: FEE_ACCOUNT, label: accounts.feeAccount } })}
      />
      <AmountField />
    </FormPanel>
  );
}

type FundingRehearsal = Answer<"POST /accounts/fundings/rehearsal">;

/** Credits wallets from a pasted list or a file, after a rehearsal that names every wrong line. */
export function FundingsView() {
  const { fundings: words } = useConsoleText();
  const request = useOperatorClient();
  const { text: csv, set, forget } = useTabText(TAB_TEXTS.fundings);
  const resolveNames = useListAddresses();
  const rehearsal = useMutation({
    mutationFn: async (text: string) => {
      const resolved = await resolveNames(text);
      const rehearsed = await request("POST /accounts/fundings/rehearsal", { body: { csv: resolved } });
      return { csv: resolved, rehearsed };
    },
  });
  const changeText = (text: string): void => {
    set(text);
    rehearsal.reset();
  };
  return (
    <View title={words.title} lead={words.lead} role="treasury">
      <form
        className="panel stack"
        onSubmit={(event) => {
          event.preventDefault();
          rehearsal.mutate(csv);
        }}
      >
        <ListField name="csv" label={words.list} hint={words.listHint} lines={csv} setLines={changeText} />
        {rehearsal.isError && <Failure error={rehearsal.error} />}
        <div className="row">
          <button type="submit" className="primary" disabled={rehearsal.isPending}>
            {words.rehearse}
          </button>
        </div>
      </form>
      <div role="status">{rehearsal.data && <Rehearsal {...rehearsal.data} forget={forget} />}</div>
    </View>
  );
}

type RehearsalProps = {
  readonly csv: string;
  readonly rehearsed: FundingRehearsal;
  /** Removes the list from the tab's storage once its credits are made. */
  readonly forget: () => void;
};

function Rehearsal({ csv, rehearsed, forget }: RehearsalProps) {
  const { fundings: words, action } = useConsoleText();
  const formats = useFormats();
  const { accounts, opens, total, lines, faults } = rehearsed;
  return (
    <Panel title={words.rehearsal} stack>
      {faults.length > 0 ? (
        <>
          <p className="notice">{words.wrong(formats.count(faults.length))}</p>
          <DataTable
            caption={words.faults}
            columns={[
              { name: words.line, kind: "count", cell: ({ line }) => line },
              { name: words.fault, cell: ({ fault }) => explainMistake(fault, action) },
            ]}
            rows={faults}
            keyOf={({ line }) => String(line)}
            empty={words.noFaults}
          />
        </>
      ) : (
        <p>{words.would(formats.count(accounts), formats.count(opens), formatExactMoney(total, formats))}</p>
      )}
      <FundingLines lines={lines} />
      {faults.length === 0 && <CarryOutFundings csv={csv} rehearsed={rehearsed} forget={forget} />}
    </Panel>
  );
}

function FundingLines({ lines }: Pick<FundingRehearsal, "lines">) {
  const { fundings: words } = useConsoleText();
  return (
    <DataTable
      caption={words.lines}
      columns={[
        { name: words.line, kind: "count", cell: ({ line }) => line },
        { name: words.wallet, kind: "id", cell: ({ address }) => address },
        { name: words.amount, kind: "exactMoney", cell: ({ amount }) => amount },
        { name: words.account, cell: ({ opens }) => (opens ? words.opens : words.isOpen) },
        { name: words.note, cell: ({ note }) => note },
      ]}
      rows={lines}
      keyOf={({ line }) => String(line)}
      empty={words.none}
      atOnce={50}
    />
  );
}

function CarryOutFundings({ csv, rehearsed: { accounts, total }, forget }: RehearsalProps) {
  const { fundings: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return (
    <ActionForm
      submit={words.carryOut}
      confirm={() => words.sure(formats.count(accounts), formatExactMoney(total, formats))}
      act={async (readField) => {
        const body = { csv, reason: readField("reason") };
        const done = await request("POST /accounts/fundings", { body });
        forget();
        const [credited, opened] = [formats.count(done.accounts), formats.count(done.opened)];
        return {
          words: words.done(credited, opened, formatExactMoney(done.total, formats)),
          subject: "accounts",
        };
      }}
    />
  );
}

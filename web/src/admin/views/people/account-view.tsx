/** The view of one account: balance, positions, open orders, history and notes, and the steps about it. */
import { useState } from "react";
import type { ComponentProps } from "react";
import { Link } from "wouter";
import { Loaded } from "../../../parts/loaded.tsx";
import { ShownName } from "../../../account/people/shown-name.tsx";
import { useFormats, useText } from "../../../text/language.tsx";
import { ActionDialog } from "../../action/action-form.tsx";
import { SharedResult } from "../../action/action-notice.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { formatExactMoney, formatPrice, formatShares, formatTime } from "../../parts/format-amounts.ts";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";
import type { Answer } from "../../session/operator-session.tsx";
import { SubjectAudit } from "../../parts/audit-entry.tsx";
import { CopyableText, DataTable } from "../../parts/data-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import { Panel, StepButtons, View } from "../../parts/view.tsx";
import type { Role } from "../../session/status.ts";
import { CANCEL_ROLE, CancelOrdersDialog } from "../markets/cancel-orders-dialog.tsx";
import { nameAccount } from "./account-field.tsx";
import { AmountField, useTransfer } from "./transfer.tsx";

type Account = Answer<"GET /accounts/{address}">;

export function AccountView({ address }: { readonly address: string }) {
  const { account: words } = useConsoleText();
  const query = useOperatorQuery("GET /accounts/{address}", { params: { address }, refetchInterval: 10_000 });
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
      <Panel title={words.notes}>
        <NoteTable notes={notes} />
      </Panel>
      <Panel title={words.positions}>
        <PositionTable positions={positions} />
        <CutNote shown={positions.length} all={positionsCount} />
      </Panel>
      <Panel title={words.orders}>
        <OrderTable orders={orders} />
        <CutNote shown={orders.length} all={openOrders} />
      </Panel>
      <Panel title={words.history}>
        <HistoryTable history={history} />
      </Panel>
      <SubjectAudit title={words.actions} subject={account.address} />
    </>
  );
}

/** Shows how many rows of a cut list are shown; nothing for a complete list. */
function CutNote({ shown, all }: { readonly shown: number; readonly all: number }) {
  const { account: words } = useConsoleText();
  const formats = useFormats();
  return shown < all ? <p className="soft">{words.cut(formats.count(shown), formats.count(all))}</p> : null;
}

function AccountFacts({ account }: { readonly account: Account }) {
  const { account: words } = useConsoleText();
  const formats = useFormats();
  const { address, name, owner, ban, joined, keys } = account;
  const formatMoney = (text: string): string => formatExactMoney(text, formats);
  return (
    <Panel title={words.what} stack>
      <Facts
        facts={[
          [
            words.address,
            <>
              <CopyableText text={address} /> <ShownName address={address} name={name} />
            </>,
          ],
          [words.owner, owner === address ? words.itself : <CopyableText text={owner} />],
          [words.balance, formatMoney(account.balance)],
          [words.available, formatMoney(account.available)],
          [words.held, formatMoney(account.held)],
          [words.worth, formatMoney(account.positionsValue)],
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
    </Panel>
  );
}

/** Steps that operators take about one account, each in a dialog. */
const STEPS = {
  note: { role: "market-admin", danger: false },
  credit: { role: "treasury", danger: false },
  debit: { role: "treasury", danger: true },
  cancel: { role: CANCEL_ROLE, danger: true },
  ban: { role: "market-admin", danger: true },
  unban: { role: "market-admin", danger: false },
} as const satisfies Readonly<Record<string, { readonly role: Role; readonly danger: boolean }>>;

type Step = keyof typeof STEPS;

const listSteps = ({ ban, openOrders }: Account): readonly Step[] => [
  "note",
  "credit",
  "debit",
  ...(openOrders > 0 ? (["cancel"] as const) : []),
  ban === null ? "ban" : "unban",
];

function AccountActions({ account }: { readonly account: Account }) {
  const { account: words } = useConsoleText();
  const [step, setStep] = useState<Step>();
  const close = (): void => setStep(undefined);
  const steps = listSteps(account).map((name) => ({ name, label: words.steps[name], ...STEPS[name] }));
  return (
    <SharedResult>
      {(result) => (
        <>
          <StepButtons steps={steps} choose={setStep} />
          {result}
          {step === "cancel" && <CancelOrdersDialog meant={{ address: account.address }} close={close} />}
          {step && step !== "cancel" && <StepDialog account={account} step={step} close={close} />}
        </>
      )}
    </SharedResult>
  );
}

type DialogProps = { readonly account: Account; readonly close: () => void };
type StepDialogProps = DialogProps & { readonly step: Exclude<Step, "cancel"> };

function StepDialog({ account, step, close }: StepDialogProps) {
  const { account: words } = useConsoleText();
  const dialogs = useDialogs(account);
  return <ActionDialog title={words.steps[step]} {...STEPS[step]} {...dialogs[step]} close={close} />;
}

type Dialog = Pick<ComponentProps<typeof ActionDialog>, "note" | "reason" | "children" | "act">;

/** Describes the dialog of each step. A ban applies to the owner, whichever of the owner's wallets is shown. */
function useDialogs({ address, name, owner }: Account): Readonly<Record<StepDialogProps["step"], Dialog>> {
  const { account: words, accounts, bans } = useConsoleText();
  const request = useOperatorClient();
  const account = nameAccount({ address, name });
  const ownerName = owner === address ? account.name : owner;
  const credit = useTransfer("credit");
  const debit = useTransfer("debit");
  return {
    note: {
      note: words.noteLead,
      reason: { label: words.note, hint: words.noteHint },
      act: async (readField) => {
        const options = { params: { address }, body: { text: readField("reason") } };
        await request("POST /accounts/{address}/notes", options);
        return { words: words.noted, subject: address };
      },
    },
    credit: {
      note: accounts.credit.lead,
      children: <AmountField />,
      act: (readField) => credit(readField, account),
    },
    debit: {
      note: accounts.debit.lead,
      children: <AmountField />,
      act: (readField) => debit(readField, account),
    },
    ban: {
      note: bans.lead,
      act: async (readField) => {
        const body = { address: owner, reason: readField("reason") };
        const { changed, canceledOrders } = await request("POST /bans", { body });
        const said = changed ? bans.added(ownerName, String(canceledOrders)) : bans.wasBanned(ownerName);
        return { words: said, subject: owner };
      },
    },
    unban: {
      note: bans.liftNote(ownerName),
      act: async (readField) => {
        const options = { params: { address: owner }, body: { reason: readField("reason") } };
        const { changed } = await request("DELETE /bans/{address}", options);
        return { words: (changed ? bans.lifted : bans.wasNotBanned)(ownerName), subject: owner };
      },
    },
  };
}

const MarketLink = ({ conditionId, question }: { conditionId: string; question: string }) => (
  <Link href={`/markets/${conditionId}`}>{question}</Link>
);

function PositionTable({ positions }: Pick<Account, "positions">) {
  const { account: words } = useConsoleText();
  return (
    <DataTable
      caption={words.positions}
      columns={[
        { name: words.market, cell: (position) => <MarketLink {...position} /> },
        { name: words.outcome, cell: ({ outcome }) => outcome },
        { name: words.shares, kind: "shares", cell: ({ shares }) => shares },
        { name: words.held, kind: "shares", cell: ({ held }) => held },
        { name: words.average, kind: "price", cell: ({ average }) => average },
        { name: words.price, kind: "price", cell: ({ price }) => price },
        { name: words.worth, kind: "money", cell: ({ worth }) => worth },
      ]}
      rows={positions}
      keyOf={({ conditionId, outcome }) => `${conditionId} ${outcome}`}
      empty={words.noPositions}
    />
  );
}

function OrderTable({ orders }: Pick<Account, "orders">) {
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
        { name: words.price, kind: "price", cell: ({ price }) => price },
        { name: words.shares, kind: "shares", cell: ({ size }) => size },
        { name: words.filled, kind: "shares", cell: ({ filled }) => filled },
        { name: words.placed, kind: "time", cell: ({ placed }) => placed },
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

function HistoryTable({ history }: Pick<Account, "history">) {
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
        { name: words.time, kind: "time", cell: ({ time }) => time },
        { name: words.kind, cell: describe },
        {
          name: words.market,
          cell: ({ conditionId, question }) =>
            conditionId === null ? null : <MarketLink conditionId={conditionId} question={question ?? ""} />,
        },
        { name: words.collateral, kind: "change", cell: ({ collateral }) => collateral },
      ]}
      rows={history}
      keyOf={({ sequence }, index) => `${sequence} ${index}`}
      empty={words.noHistory}
      atOnce={20}
    />
  );
}

function NoteTable({ notes }: Pick<Account, "notes">) {
  const { account: words } = useConsoleText();
  return (
    <DataTable
      caption={words.notes}
      columns={[
        { name: words.note, cell: ({ text }) => text },
        { name: words.by, cell: ({ operator }) => operator },
        { name: words.time, kind: "time", cell: ({ time }) => time },
      ]}
      rows={notes}
      keyOf={({ sequence }, index) => `${sequence} ${index}`}
      empty={words.noNotes}
      atOnce={20}
    />
  );
}

/** The steps that operators take about one account, each in a dialog. */
import { useState } from "react";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { ActionResult, CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { RoleButton, RoleNotes } from "../parts/role-button.tsx";
import { RoleNote } from "../parts/view.tsx";
import type { Role } from "../status.ts";
import type { Account } from "../shown-account.ts";
import { CANCEL_ROLE, CancelOrdersDialog } from "./cancel-orders-dialog.tsx";
import { AmountField, useTransfer } from "./transfer.tsx";
import type { TransferType } from "./transfer.tsx";

const STEPS = ["note", "credit", "debit", "cancel", "ban", "unban"] as const;
type Step = (typeof STEPS)[number];

const ROLE_OF = {
  note: "market-admin",
  credit: "treasury",
  debit: "treasury",
  cancel: CANCEL_ROLE,
  ban: "market-admin",
  unban: "market-admin",
} as const satisfies Readonly<Record<Step, Role>>;

const DANGEROUS: ReadonlySet<Step> = new Set(["debit", "cancel", "ban"]);

function stepsOf({ ban, openOrders }: Account): readonly Step[] {
  const isPossible = { cancel: openOrders > 0, ban: ban === null, unban: ban !== null };
  return STEPS.filter((step) => !(step in isPossible) || isPossible[step as keyof typeof isPossible]);
}

export function AccountActions({ account }: { readonly account: Account }) {
  const { account: words } = useConsoleText();
  const [step, setStep] = useState<Step>();
  const [done, setDone] = useState<CompletedAction>();
  const close = (): void => setStep(undefined);
  return (
    <>
      <RoleNotes roles={stepsOf(account).map((one) => ROLE_OF[one])} />
      <div className="row">
        {stepsOf(account).map((one) => (
          <RoleButton
            key={one}
            role={ROLE_OF[one]}
            className={DANGEROUS.has(one) ? "danger" : undefined}
            onClick={() => setStep(one)}
          >
            {words.steps[one]}
          </RoleButton>
        ))}
      </div>
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {step && <StepDialog account={account} step={step} close={close} onDone={setDone} />}
    </>
  );
}

type DialogProps = {
  readonly account: Account;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

function StepDialog({ step, ...props }: DialogProps & { readonly step: Step }) {
  const { account, close, onDone } = props;
  switch (step) {
    case "note":
      return <NoteDialog {...props} />;
    case "credit":
    case "debit":
      return <TransferDialog {...props} type={step} />;
    case "cancel":
      return <CancelOrdersDialog meant={{ address: account.address }} close={close} onDone={onDone} />;
    case "ban":
    case "unban":
      return <BanDialog {...props} type={step} />;
  }
}

function NoteDialog({ account: { address }, close, onDone }: DialogProps) {
  const { account: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionDialog
      title={words.steps.note}
      note={words.noteLead}
      submit={words.steps.note}
      reason={{ label: words.note, hint: words.noteHint }}
      close={close}
      onDone={onDone}
      act={async (readField) => {
        const options = { params: { address }, body: { text: readField("reason") } };
        await request("POST /accounts/{address}/notes", options);
        return { words: words.noted, subject: address };
      }}
    >
      <RoleNote role="market-admin" />
    </ActionDialog>
  );
}

function TransferDialog({ account, type, close, onDone }: DialogProps & { readonly type: TransferType }) {
  const { accounts } = useConsoleText();
  const transfer = useTransfer(type);
  return (
    <ActionDialog
      title={accounts[type].title}
      note={accounts[type].lead}
      submit={accounts[type].title}
      danger={type === "debit"}
      close={close}
      onDone={onDone}
      act={(readField: FieldReader) =>
        transfer((name) => (name === "address" ? account.address : readField(name)))
      }
    >
      <RoleNote role="treasury" />
      <AmountField />
    </ActionDialog>
  );
}

type BanProps = DialogProps & { readonly type: "ban" | "unban" };

/** Bans are of the owner, whichever of its wallets is shown. */
function BanDialog({ account: { owner }, type, close, onDone }: BanProps) {
  const { account: words, bans } = useConsoleText();
  const request = useOperatorClient();
  const act = async (readField: FieldReader): Promise<ActionResult> => {
    const reason = readField("reason");
    if (type === "ban") {
      const { changed, canceledOrders } = await request("POST /bans", { body: { address: owner, reason } });
      const said = changed ? bans.added(owner, String(canceledOrders)) : bans.wasBanned(owner);
      return { words: said, subject: owner };
    }
    const options = { params: { address: owner }, body: { reason } };
    const { changed } = await request("DELETE /bans/{address}", options);
    return { words: (changed ? bans.lifted : bans.wasNotBanned)(owner), subject: owner };
  };
  return (
    <ActionDialog
      title={words.steps[type]}
      note={type === "ban" ? bans.lead : bans.liftNote(owner)}
      submit={words.steps[type]}
      danger={type === "ban"}
      close={close}
      onDone={onDone}
      act={act}
    >
      <RoleNote role="market-admin" />
    </ActionDialog>
  );
}

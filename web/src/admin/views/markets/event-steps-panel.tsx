/** The steps that all markets of an event take together, with the evidence and the rehearsal of a resolution. */
import { useState } from "react";
import type { ComponentProps } from "react";
import type { EventWithMarkets, MarketRehearsal } from "../../../api/generated/operator.ts";
import { Loaded } from "../../../parts/loaded.tsx";
import { ShownName } from "../../../account/people/shown-name.tsx";
import { explainError, Failure } from "../../../parts/states.tsx";
import { useFormats, useText } from "../../../text/language.tsx";
import { RejectedError } from "../../../api/client.ts";
import { ActionDialog } from "../../action/action-form.tsx";
import { OutdatedFormError } from "../../action/explain-refusal.ts";
import { FormFault } from "../../action/field-fault.tsx";
import { SharedResult } from "../../action/action-notice.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import { formatMoney, formatTime } from "../../parts/format-amounts.ts";
import {
  isDraftEvent,
  isImpossiblePayout,
  listEventSteps,
  listPossibleWinners,
  RejectedAfterProposalError,
  STEPS,
  takeEventStep,
  takesEventEvidence,
  takesWinner,
} from "./market-steps.ts";
import type { EventStepName } from "./market-steps.ts";
import { Link } from "wouter";
import { useOperatorClient, useOperatorQuery } from "../../session/operator-session.tsx";
import { CopyableText, DataTable } from "../../parts/data-table.tsx";
import type { Column } from "../../parts/data-table.tsx";
import { Facts } from "../../parts/facts.tsx";
import { AreaField, nameField, SelectField, TextField } from "../../parts/fields.tsx";
import { Panel, StepButtons } from "../../parts/view.tsx";

/** An event with its markets as the operator API has it, read again while it is shown. */
export const useOperatedEvent = (id: string) =>
  useOperatorQuery("GET /events/{event}", { params: { event: id }, refetchInterval: 5_000 });

type NamedMarket = Pick<EventWithMarkets["markets"][number], "label" | "question">;

export const nameInItsEvent = ({ label, question }: NamedMarket): string => label ?? question;

/** The steps that all markets of an event take together. */
export function EventStepsPanel({ id }: { readonly id: string }) {
  const { eventSteps: words, create } = useConsoleText();
  const query = useOperatedEvent(id);
  return (
    <Panel title={query.data?.markets.length === 1 ? create.market : words.title} stack>
      <Loaded query={query}>{(event) => <Steps event={event} />}</Loaded>
    </Panel>
  );
}

function Steps({ event }: { readonly event: EventWithMarkets }) {
  const { eventSteps: words, market } = useConsoleText();
  const [step, setStep] = useState<EventStepName>();
  const [only, ...others] = event.markets;
  const hasOneMarket = only !== undefined && others.length === 0 && !event.exclusive;
  const labels = hasOneMarket ? market.steps : words.steps;
  const steps = listEventSteps(event).map((name) => ({ name, label: labels[name], ...STEPS[name] }));
  return (
    <SharedResult>
      {(result) => (
        <>
          {!hasOneMarket && <p>{words.lead}</p>}
          {!event.exclusive && !hasOneMarket && <p className="soft">{words.several}</p>}
          {hasOneMarket && only.status !== "draft" && (
            <p>
              {words.oneMarket} <Link href={`/markets/${only.conditionId}`}>{nameInItsEvent(only)}</Link>
            </p>
          )}
          {event.statuses.resolved > 0 && !event.undoable && <p>{market.undoPaid}</p>}
          <StepButtons steps={steps} choose={setStep}>
            {steps.length === 0 && <span className="soft">{market.noSteps}</span>}
          </StepButtons>
          {result}
          {step && <EventStepDialog event={event} step={step} close={() => setStep(undefined)} />}
        </>
      )}
    </SharedResult>
  );
}

/** Audit actions of the steps. */
const AUDIT_ACTION_OF = {
  open: "open-event",
  pause: "pause-event",
  resume: "resume-event",
  propose: "propose-winner",
  resolve: "resolve-event",
  undo: "undo-event",
  archive: "archive-event",
} as const satisfies Readonly<Record<EventStepName, string>>;

type StepProps = {
  readonly event: EventWithMarkets;
  readonly step: EventStepName;
  readonly close: () => void;
};

/**
 * Dialog for one step that is applied to all markets of an event. For a resolution it previews the payouts of the
 * chosen winner.
 */
function EventStepDialog({ event, step, close }: StepProps) {
  const text = useText();
  const { eventSteps: words, market } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const [before] = useState(event);
  const [winner, setWinner] = useState("");
  const rehearsal = useOperatorQuery("GET /events/{event}/rehearsal", {
    params: { event: event.id },
    query: { winner },
    enabled: step === "resolve" && winner !== "",
    retry: false,
  });
  return (
    <ActionDialog
      title={event.markets.length === 1 && !event.exclusive ? market.steps[step] : words.steps[step]}
      note={words.stepNotes[step]}
      role={STEPS[step].role}
      danger={STEPS[step].danger}
      close={close}
      {...(isDraftEvent(before) && { reason: "optional" })}
      act={async (readField) => {
        if (step === "resolve" && rehearsal.data === undefined)
          throw new FormFault("winner", words.chooseFirst);
        const { id, changed } = await takeEventStep(request, { event, step, winner }, readField).catch(
          async (error: unknown) => {
            if (isImpossiblePayout(error)) throw new Error(market.impossiblePayout, { cause: error });
            if (error instanceof RejectedAfterProposalError)
              throw new Error(market.proposalStands(explainError(error.cause, text)), { cause: error });
            if (!(error instanceof RejectedError)) throw error;
            const { statuses } = await request("GET /events/{event}", { params: { event: event.id } });
            if (JSON.stringify(statuses) === JSON.stringify(before.statuses)) throw error;
            throw new OutdatedFormError(words.isOutdated, { cause: error });
          },
        );
        const won = event.markets.find(({ conditionId }) => conditionId === winner);
        const said = words.changed(formats.count(changed));
        const isWon = step === "resolve" && won !== undefined;
        return {
          words: isWon ? `${words.won(nameInItsEvent(won))} ${said}` : said,
          subject: id,
          deed: AUDIT_ACTION_OF[step],
        };
      }}
    >
      {takesWinner(step) && <WinnerField event={event} winner={winner} choose={setWinner} />}
      {step === "propose" && <EvidenceFields />}
      {step === "resolve" && <EndsLater ends={event.endDate} words={words} />}
      {step === "resolve" && winner !== "" && <RehearsedPayouts query={rehearsal} />}
      {step === "resolve" &&
        (takesEventEvidence(event) ? <EvidenceBefore /> : <p className="note">{market.evidenceThere}</p>)}
    </ActionDialog>
  );
}

type WinnerProps = Pick<StepProps, "event"> & {
  readonly winner: string;
  readonly choose: (winner: string) => void;
};

function WinnerField({ event, winner, choose }: WinnerProps) {
  const { eventSteps: words } = useConsoleText();
  return (
    <SelectField
      {...nameField(words, "winner")}
      value={winner}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      required
    >
      <option value="">{words.choose}</option>
      {listPossibleWinners(event).map((one) => (
        <option key={one.conditionId} value={one.conditionId}>
          {nameInItsEvent(one)}
        </option>
      ))}
    </SelectField>
  );
}

const EVIDENCE_LIMITS = { evidence: 10_000, link: 2_000 } as const;

/** Fields for the evidence of a proposed resolution. */
export function EvidenceFields() {
  const { market: words } = useConsoleText();
  return (
    <>
      <AreaField {...nameField(words, "evidence")} maxLength={EVIDENCE_LIMITS.evidence} />
      <TextField
        {...nameField(words, "link")}
        type="url"
        pattern="[hH][tT][tT][pP][sS]?://\S+"
        maxLength={EVIDENCE_LIMITS.link}
      />
    </>
  );
}

type EndsLaterProps = {
  readonly ends: string | null;
  readonly words: { readonly endsLater: (time: string) => string };
};

/** Warns before a resolution if the end is in the future. */
export function EndsLater({ ends, words }: EndsLaterProps) {
  const formats = useFormats();
  if (ends === null || Date.parse(ends) <= Date.now()) return null;
  return <p className="notice">{words.endsLater(formatTime(ends, formats))}</p>;
}

type PayoutRehearsal = Omit<MarketRehearsal, "conditionId">;
type RehearsalProps = { readonly query: ComponentProps<typeof Loaded<PayoutRehearsal>>["query"] };

/** Fields for evidence. The evidence is sent as a proposal before the resolution, since a resolution carries no evidence. */
export function EvidenceBefore() {
  const { market: words } = useConsoleText();
  return (
    <fieldset>
      <legend>{words.evidence}</legend>
      <p className="note">{words.evidenceFirst}</p>
      <EvidenceFields />
    </fieldset>
  );
}

/** The preview of a resolution: sums, and the payouts of each account by market. */
export function RehearsedPayouts({ query }: RehearsalProps) {
  const { eventSteps: words, market } = useConsoleText();
  if (isImpossiblePayout(query.error)) return <Failure error={new Error(market.impossiblePayout)} />;
  return (
    <fieldset>
      <legend>{words.rehearsal}</legend>
      <Loaded query={query}>{(rehearsal) => <Payouts rehearsal={rehearsal} />}</Loaded>
    </fieldset>
  );
}

/** Number of accounts shown at first, so that the reason and the button remain close. */
const INITIAL_ACCOUNTS = 5;

function Payouts({ rehearsal }: { readonly rehearsal: PayoutRehearsal }) {
  const { eventSteps: words, market } = useConsoleText();
  const formats = useFormats();
  const { markets, accounts, holders, orders, paid, due, remains } = rehearsal;
  const names = new Map(markets.map(({ conditionId, label, question }) => [conditionId, label ?? question]));
  return (
    <>
      <Facts
        facts={[
          ...(markets.length === 1
            ? []
            : ([
                [words.resolves, formats.count(markets.length)],
                [words.disputed, formats.count(markets.filter(({ disputed }) => disputed).length)],
              ] as const)),
          [words.orders, formats.count(orders)],
          [words.paid, formatMoney(paid, formats)],
          [words.due, formatMoney(due, formats)],
          [words.remains, formatMoney(remains, formats)],
        ]}
      />
      <p>{markets.some((one) => one.paysAtOnce) && paid !== "0" ? market.undoNever : market.undoUntilPaid}</p>
      {holders > 0 && <p>{words.accountsOf(formats.count(accounts.length), formats.count(holders))}</p>}
      <PaidAccounts accounts={accounts} names={names} />
    </>
  );
}

type PaidProps = Pick<MarketRehearsal, "accounts"> & {
  /** Names of the markets by condition id. */
  readonly names: ReadonlyMap<string, string>;
};

function PaidAccounts({ accounts, names }: PaidProps) {
  const { eventSteps: words } = useConsoleText();
  const formats = useFormats();
  const payoutColumn: Column<PaidProps["accounts"][number]> = {
    name: words.payouts,
    cell: ({ payouts }) => (
      <ul className="payouts">
        {payouts
          .filter(({ amount }) => amount !== "0")
          .map(({ conditionId, amount }) => (
            <li key={conditionId}>
              {names.get(conditionId)}: {formatMoney(amount, formats)}
            </li>
          ))}
      </ul>
    ),
  };
  return (
    <DataTable
      caption={words.rehearsal}
      columns={[
        {
          name: words.account,
          cell: ({ address, name }) => (
            <div>
              <ShownName address={address} name={name} /> <CopyableText text={address} />
            </div>
          ),
        },
        ...(names.size > 1 ? [payoutColumn] : []),
        { name: words.total, kind: "money", cell: ({ total }) => total },
      ]}
      rows={accounts}
      keyOf={({ address }) => address}
      empty={words.nobody}
      atOnce={INITIAL_ACCOUNTS}
    />
  );
}

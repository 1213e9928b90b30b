/** A dialog for one step of a market's life, such as pausing or resolving it. */
import type { Market } from "../../api/generated/operator.ts";
import { explainError } from "../../parts/states.tsx";
import { useText } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import {
  DANGEROUS,
  payoutsOf,
  RefusedAfterProposalError,
  STEPS,
  takesEvidence,
  takeStep,
} from "../market-steps.ts";
import type { StepName } from "../market-steps.ts";
import { CheckField } from "../parts/fields.tsx";
import { RoleNote } from "../parts/view.tsx";
import { formatPayoutChoice, formatPayout } from "../format-payout.ts";
import { useConsoleText } from "../console-text.ts";
import type { ConsoleText } from "../console-text.ts";
import { EvidenceFields } from "./evidence-fields.tsx";

type StepProps = {
  readonly market: Market;
  readonly step: StepName;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

export function StepDialog({ market, step, close, onDone }: StepProps) {
  const text = useText();
  const { market: words } = useConsoleText();
  return (
    <ActionDialog
      title={words.steps[step]}
      note={words.stepNotes[step]}
      submit={words.steps[step]}
      danger={DANGEROUS.has(step)}
      close={close}
      onDone={onDone}
      act={async (readField, request) => {
        const changed = await takeStep(request, market, step, readField).catch((error: unknown) => {
          if (!(error instanceof RefusedAfterProposalError)) throw error;
          throw new Error(words.proposalStands(explainError(error.cause, text)), { cause: error });
        });
        return { words: describeStatus(changed, words), subject: changed.conditionId };
      }}
    >
      <RoleNote role={STEPS[step].role} />
      {(step === "propose" || step === "resolve") && <Payout market={market} />}
      {step === "propose" && <EvidenceFields />}
      {step === "resolve" &&
        (takesEvidence(market) ? <EvidenceFirst /> : <p className="note">{words.evidenceThere}</p>)}
    </ActionDialog>
  );
}

/** Describes the market's status, as in "It is active, Yes is proposed". */
function describeStatus(
  { status, outcomes, proposal, resolution }: Market,
  words: ConsoleText["market"],
): string {
  const status_ = words.isNow(words.statuses[status]);
  if (resolution) return `${status_} ${formatPayout(resolution.payout, outcomes, words)}.`;
  if (proposal === null) return status_;
  const proposed = formatPayout(proposal.payout, outcomes, words);
  return `${status_} ${(proposal.disputed ? words.disputed : words.proposed)(proposed)}`;
}

function Payout({ market }: { readonly market: Market }) {
  const { market: words } = useConsoleText();
  const { proposal, outcomes } = market;
  const proposed = proposal && (["no", "half", "yes"] as const)[proposedIndex(proposal.payout)];
  return (
    <fieldset>
      <legend>{words.payout}</legend>
      {payoutsOf(market).map((word) => (
        <CheckField
          key={word}
          type="radio"
          name="payout"
          value={word}
          label={formatPayoutChoice(word, outcomes, words)}
          defaultChecked={word === proposed}
          required
        />
      ))}
    </fieldset>
  );
}

/** Index of the proposed payout in no, half and yes. */
const proposedIndex = ([first, second]: readonly [number, number]): number =>
  first === second ? 1 : first > second ? 2 : 0;

/** Asks for evidence. A resolution carries none, so it is first sent as a proposal. */
function EvidenceFirst() {
  const { market: words } = useConsoleText();
  return (
    <fieldset>
      <legend>{words.evidence}</legend>
      <p className="note">{words.evidenceFirst}</p>
      <EvidenceFields />
    </fieldset>
  );
}

/** A dialog for a step of all markets of an event. A winner is chosen with a rehearsal of who gets what. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EventWithMarkets } from "../../api/generated/operator.ts";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { isDangerous, roleOf, takeEventStep, takesWinner } from "../event-steps.ts";
import type { EventStepName } from "../event-steps.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { SelectField } from "../parts/fields.tsx";
import { RoleNote } from "../parts/view.tsx";
import { useConsoleText } from "../console-text.ts";
import { nameInItsEvent } from "./event-markets.tsx";
import { EvidenceFields } from "./evidence-fields.tsx";
import { RehearsedPayouts } from "./rehearsed-payouts.tsx";

type StepProps = {
  readonly event: EventWithMarkets;
  readonly step: EventStepName;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

export function EventStepDialog({ event, step, close, onDone }: StepProps) {
  const { eventSteps: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const [winner, setWinner] = useState("");
  const rehearsal = useQuery({
    queryKey: ["event", "rehearsal", event.id, winner],
    queryFn: ({ signal }) =>
      request("GET /events/{event}/rehearsal", { params: { event: event.id }, query: { winner }, signal }),
    enabled: step === "resolve" && winner !== "",
    retry: false,
  });
  return (
    <ActionDialog
      title={words.steps[step]}
      note={words.stepNotes[step]}
      submit={words.steps[step]}
      danger={isDangerous(step)}
      close={close}
      onDone={onDone}
      act={async (readField) => {
        if (step === "resolve" && rehearsal.data === undefined) throw new Error(words.chooseFirst);
        const { id, changed } = await takeEventStep(request, { event: event.id, step, winner }, readField);
        const won = event.markets.find(({ conditionId }) => conditionId === winner);
        const said = words.changed(formats.count(changed));
        const isWon = step === "resolve" && won !== undefined;
        return { words: isWon ? `${words.won(nameInItsEvent(won))} ${said}` : said, subject: id };
      }}
    >
      <RoleNote role={roleOf(step)} />
      {takesWinner(step) && <WinnerField event={event} winner={winner} choose={setWinner} />}
      {step === "propose" && <EvidenceFields />}
      {step === "resolve" && winner !== "" && <RehearsedPayouts query={rehearsal} />}
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
      name="winner"
      label={words.winner}
      value={winner}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
      required
    >
      <option value="">{words.choose}</option>
      {event.markets
        .filter(({ status }) => status !== "archived")
        .map(({ conditionId, label, question }) => (
          <option key={conditionId} value={conditionId}>
            {nameInItsEvent({ label, question })}
          </option>
        ))}
    </SelectField>
  );
}

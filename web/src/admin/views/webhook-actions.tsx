/** Steps of operators with one webhook: a test, a pause, another secret, a replay, and the end of it. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { TextField } from "../parts/fields.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import type { Webhook } from "./webhooks-view.tsx";

type ActionsProps = {
  readonly webhook: Webhook;
  readonly onDone: (done: CompletedAction) => void;
  /** Called with another secret, which is shown once. */
  readonly onSecret: (secret: string) => void;
  readonly onRemoved: () => void;
};

type Step = "pause" | "resume" | "rotate" | "replay" | "remove";

export function WebhookActions(props: ActionsProps) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const [step, setStep] = useState<Step>();
  const { id, enabled } = props.webhook;
  const test = useMutation({ mutationFn: () => request("POST /webhooks/{id}/test", { params: { id } }) });
  const steps: readonly Step[] = [enabled ? "pause" : "resume", "rotate", "replay", "remove"];
  return (
    <>
      <div className="row">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? words.testing : words.test}
        </button>
        {steps.map((one) => (
          <button
            key={one}
            type="button"
            className={one === "remove" ? "danger" : undefined}
            onClick={() => setStep(one)}
          >
            {words.steps[one].name}
          </button>
        ))}
      </div>
      {test.isError && <Failure error={test.error} />}
      <TestOutcome tested={test.data} />
      {step && <StepDialog {...props} step={step} close={() => setStep(undefined)} />}
    </>
  );
}

type Tested = Operations["POST /webhooks/{id}/test"]["answer"];

function TestOutcome({ tested }: { readonly tested: Tested | undefined }) {
  const { webhooks: words } = useConsoleText();
  const formats = useFormats();
  return (
    <p role="status" className={tested?.delivered === false ? "warn" : "soft"}>
      {tested &&
        (tested.delivered ? words.delivered(formats.count(tested.ms)) : words.undelivered(tested.error))}
    </p>
  );
}

const DEFAULT_OVERLAP_HOURS = 24;

type DialogProps = ActionsProps & { readonly step: Step; readonly close: () => void };

function StepDialog({ step, close, ...props }: DialogProps) {
  const { webhooks: words } = useConsoleText();
  const act = useStep(step, props);
  const { name, note } = words.steps[step];
  return (
    <ActionDialog
      title={name}
      note={note}
      submit={name}
      danger={step === "remove"}
      close={close}
      onDone={props.onDone}
      act={act}
    >
      {step === "rotate" && (
        <TextField
          name="overlapHours"
          type="number"
          min={0}
          max={168}
          label={words.overlap}
          hint={words.overlapHint}
          defaultValue={DEFAULT_OVERLAP_HOURS}
          required
        />
      )}
      {step === "replay" && (
        <>
          <TextField name="from" type="number" min={1} label={words.firstBatch} required />
          <TextField name="to" type="number" min={1} label={words.lastBatch} hint={words.lastBatchHint} />
        </>
      )}
    </ActionDialog>
  );
}

/** Gives the work of a step, which ends with words for the operator. */
function useStep(step: Step, { webhook: { id }, onSecret, onRemoved }: Omit<ActionsProps, "onDone">) {
  const { webhooks: words } = useConsoleText();
  const request = useOperatorClient();
  const params = { id };
  return async (readField: FieldReader) => {
    const reason = readField("reason");
    if (step === "remove") {
      await request("DELETE /webhooks/{id}", { params, body: { reason } });
      onRemoved();
    } else if (step === "rotate") {
      const body = { overlapHours: Number(readField("overlapHours")), reason };
      onSecret((await request("POST /webhooks/{id}/rotate", { params, body })).secret);
    } else if (step === "replay") {
      const to = readField("to");
      const body = { from: Number(readField("from")), ...(to !== "" && { to: Number(to) }), reason };
      await request("POST /webhooks/{id}/replay", { params, body });
    } else {
      await request("POST /webhooks/{id}", { params, body: { enabled: step === "resume", reason } });
    }
    return { words: words.steps[step].done, subject: id };
  };
}

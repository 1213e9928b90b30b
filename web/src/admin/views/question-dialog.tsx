/** A dialog that asks before a step of a sandbox, which needs no reason and leaves no entry in the audit log. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Failure } from "../../parts/states.tsx";
import { useText } from "../../text/language.tsx";
import { useConsoleText } from "../console-text.ts";
import { Modal } from "../parts/modal.tsx";

type QuestionProps = {
  /** Title of the dialog, and the label of the button that goes on. */
  readonly title: string;
  readonly note: string;
  readonly close: () => void;
  readonly act: () => Promise<void>;
};

export function QuestionDialog({ title, note, close, act }: QuestionProps) {
  const { action } = useConsoleText();
  const { common } = useText();
  const queries = useQueryClient();
  const step = useMutation({
    mutationFn: act,
    onSuccess: close,
    onSettled: () => queries.invalidateQueries(),
  });
  return (
    <Modal title={title} close={close}>
      <p>{note}</p>
      {step.isError && <Failure error={step.error} />}
      <div className="row">
        <button type="button" className="danger" disabled={step.isPending} onClick={() => step.mutate()}>
          {step.isPending ? action.working : title}
        </button>
        <button type="button" onClick={close}>
          {common.cancel}
        </button>
      </div>
    </Modal>
  );
}

/** A dialog for an action on one row of a list, with a note about its consequences. */
import { Modal } from "../parts/modal.tsx";
import { ActionForm } from "./action-form.tsx";
import type { ActionFormProps } from "./action-form.tsx";
import type { CompletedAction } from "./use-operator-action.ts";

type ActionDialogProps = Omit<ActionFormProps, "cancel" | "confirm" | "onDraft" | "onDone"> & {
  readonly title: string;
  readonly note: string;
  readonly close: () => void;
  readonly onDone: (done: CompletedAction) => void;
};

export const ActionDialog = ({ title, note, close, onDone, children, ...form }: ActionDialogProps) => (
  <Modal title={title} close={close}>
    <p>{note}</p>
    <ActionForm
      {...form}
      cancel={close}
      onDone={(done) => {
        close();
        onDone(done);
      }}
    >
      {children}
    </ActionForm>
  </Modal>
);

/** A dialog for an action on one row of a list, with a note about its consequences. */
import { Modal } from "../parts/modal.tsx";
import { DeedForm } from "./deed-form.tsx";
import type { DeedFormProps } from "./deed-form.tsx";
import type { Done } from "./use-deed.ts";

type DeedDialogProps = Omit<DeedFormProps, "cancel" | "confirm" | "onDraft" | "onDone"> & {
  readonly title: string;
  readonly note: string;
  readonly close: () => void;
  readonly onDone: (done: Done) => void;
};

export const DeedDialog = ({ title, note, close, onDone, children, ...form }: DeedDialogProps) => (
  <Modal title={title} close={close}>
    <p>{note}</p>
    <DeedForm
      {...form}
      cancel={close}
      onDone={(done) => {
        close();
        onDone(done);
      }}
    >
      {children}
    </DeedForm>
  </Modal>
);

/** A form for an operator action: its fields, a reason for the audit log, and the result. */
import { useEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Failure } from "../../parts/states.tsx";
import { useText } from "../../text/language.tsx";
import { AreaField } from "../parts/fields.tsx";
import { readForm } from "../parts/given.ts";
import type { Given } from "../parts/given.ts";
import { Modal } from "../parts/modal.tsx";
import { useWords } from "../words.ts";
import { DoneNotice } from "./done-notice.tsx";
import { useDeed } from "./use-deed.ts";
import type { Deed, Done } from "./use-deed.ts";

export type DeedFormProps = {
  readonly submit: string;
  /** True if the action cannot be undone. */
  readonly danger?: boolean;
  readonly act: (given: Given) => Promise<Deed>;
  /** Builds a question to confirm first. No question is asked if it gives `undefined`. */
  readonly confirm?: (given: Given) => string | undefined;
  /** Called with the fields at first and after every input. */
  readonly onDraft?: (given: Given) => void;
  /** Called with the result, which the caller then shows. Without it the form shows the result. */
  readonly onDone?: (done: Done) => void;
  readonly cancel?: () => void;
  readonly children?: ReactNode;
};

export function DeedForm({ submit, danger, act, confirm, onDraft, onDone, cancel, children }: DeedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState<{ readonly words: string; readonly given: Given }>();
  const deed = useDeed(act);
  useEffect(() => {
    if (form.current) onDraft?.(readForm(form.current));
    // Reports the initial fields once. Later changes come from `onInput`.
  }, []);
  const start = (given: Given): void =>
    deed.mutate(given, {
      onSuccess: (done) => {
        form.current?.reset();
        if (form.current) onDraft?.(readForm(form.current));
        onDone?.(done);
      },
    });
  return (
    <>
      <form
        ref={form}
        className="stack deed"
        onInput={({ currentTarget }) => onDraft?.(readForm(currentTarget))}
        onSubmit={(event) => {
          event.preventDefault();
          const given = readForm(event.currentTarget);
          const words = confirm?.(given);
          if (words === undefined) start(given);
          else setAsking({ words, given });
        }}
      >
        {children}
        <ReasonField />
        {deed.isError && <Failure error={deed.error} />}
        <Buttons submit={submit} danger={danger} pending={deed.isPending} cancel={cancel} />
      </form>
      <div role="status">{deed.data && onDone === undefined && <DoneNotice done={deed.data} />}</div>
      {asking && (
        <Confirmation
          words={asking.words}
          submit={submit}
          close={() => setAsking(undefined)}
          confirmed={() => start(asking.given)}
        />
      )}
    </>
  );
}

const MAX_REASON = 1000;

function ReasonField() {
  const { deed } = useWords();
  return (
    <AreaField
      name="reason"
      label={deed.reason}
      hint={deed.reasonHint}
      rows={2}
      maxLength={MAX_REASON}
      required
    />
  );
}

type ButtonsProps = {
  readonly submit: string;
  readonly danger: boolean | undefined;
  readonly pending: boolean;
  readonly cancel: (() => void) | undefined;
};

function Buttons({ submit, danger = false, pending, cancel }: ButtonsProps) {
  const { common } = useText();
  const { deed } = useWords();
  return (
    <div className="row">
      <button type="submit" className={danger ? "danger" : "primary"} disabled={pending}>
        {pending ? deed.working : submit}
      </button>
      {cancel && (
        <button type="button" onClick={cancel}>
          {common.cancel}
        </button>
      )}
    </div>
  );
}

type ConfirmationProps = {
  readonly words: string;
  readonly submit: string;
  readonly close: () => void;
  readonly confirmed: () => void;
};

function Confirmation({ words, submit, close, confirmed }: ConfirmationProps) {
  const { common } = useText();
  const { deed } = useWords();
  return (
    <Modal title={deed.sure} close={close}>
      <p>{words}</p>
      <div className="row">
        <button
          type="button"
          className="danger"
          onClick={() => {
            close();
            confirmed();
          }}
        >
          {submit}
        </button>
        <button type="button" onClick={close}>
          {common.cancel}
        </button>
      </div>
    </Modal>
  );
}

/** A form for an operator action, alone or in a dialog: its fields, a reason for the audit log, and the result. */
import { useEffect, useRef, useState } from "react";
import type { ReactNode, RefObject, SyntheticEvent } from "react";
import { isUnanswered, UnreachableError, UnsafeRetryError } from "../../api/client.ts";
import { Failure } from "../../parts/states.tsx";
import { useFormats, useText } from "../../text/language.tsx";
import { AreaField } from "../parts/fields.tsx";
import { readForm } from "../parts/read-form.ts";
import { RoleNote, useMissingRole } from "../parts/view.tsx";
import type { Role } from "../session/status.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { Modal } from "../parts/modal.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import type { ConsoleText } from "../parts/console-text.ts";
import { ActionNotice, useShowResult } from "./action-notice.tsx";
import { explainEarlierEdit, OutdatedFormError } from "./explain-refusal.ts";
import { FieldFaultContext, findFault, FormFault } from "./field-fault.tsx";
import type { FieldFault } from "./field-fault.tsx";
import { HeldBackError, describeSent } from "./money-moves.ts";
import { useOperatorAction } from "./use-operator-action.ts";
import type { Act, CompletedAction } from "./use-operator-action.ts";

export type ActionFormProps = {
  readonly submit: string;
  /** True if the action cannot be undone. */
  readonly danger?: boolean;
  readonly act: Act;
  /** Builds a question to confirm first. No question is asked if it gives `undefined`; it may throw a `FormFault`. */
  readonly confirm?: (readField: FieldReader) => string | undefined;
  /** Called with the fields at first and after every input. */
  readonly onDraft?: (readField: FieldReader) => void;
  /** Called with the result. The form itself shows the result only without `onDone` and outside of a `SharedResult`. */
  readonly onDone?: (done: CompletedAction) => void;
  readonly cancel?: () => void;
  /**
   * Label and hint of the reason field, if they differ from the usual ones. The reason may be optional, or be a field among
   * the children.
   */
  readonly reason?: ReasonWords | "optional" | "among-children";
  readonly children?: ReactNode;
};

export type ReasonWords = { readonly label: string; readonly hint: string };

export function ActionForm(props: ActionFormProps) {
  const { submit, danger, act, confirm, onDraft, cancel, reason, children } = props;
  const showResult = useShowResult();
  const showsResult = props.onDone === undefined && showResult === undefined;
  const onDone = (done: CompletedAction): void => {
    props.onDone?.(done);
    showResult?.(done);
  };
  const form = useRef<HTMLFormElement>(null);
  const { action, faults, isExplained, start, fail, showInvalid, dropFault } = useStart(form, {
    act,
    onDraft,
    onDone,
  });
  const { question, ask, close } = useQuestion({ confirm, start, fail });
  useEffect(() => {
    if (form.current) onDraft?.(readForm(form.current));
    // Reports the initial fields once. Later changes come from `onInput`.
  }, []);
  return (
    <>
      <form
        ref={form}
        className="stack action-form"
        onInput={({ currentTarget, target }) => {
          dropFault(target);
          onDraft?.(readForm(currentTarget));
        }}
        onInvalidCapture={showInvalid}
        onSubmit={(event) => {
          event.preventDefault();
          ask(readForm(event.currentTarget));
        }}
      >
        <FieldFaultContext value={faults}>
          {children}
          {reason !== "among-children" && (
            <ReasonField isOptional={reason === "optional"} {...(typeof reason === "object" && reason)} />
          )}
        </FieldFaultContext>
        {faults.length > 0 && <FaultNotice faults={faults} />}
        {action.isError && !isExplained && <RejectionNotice error={action.error} />}
        <Buttons submit={submit} danger={danger} pending={action.isPending} cancel={cancel} />
      </form>
      <div role="status">{action.data && showsResult && <ActionNotice done={action.data} />}</div>
      {question && (
        <Confirmation
          words={question.words}
          submit={submit}
          close={close}
          confirmed={() => start(question.readField)}
        />
      )}
    </>
  );
}

type QuestionOptions = Pick<ReturnType<typeof useStart>, "start" | "fail"> & {
  readonly confirm: ActionFormProps["confirm"] | undefined;
};

/** Asks the action's confirmation question, if it has one, before the action starts. */
function useQuestion({ confirm, start, fail }: QuestionOptions) {
  const [question, setQuestion] = useState<{ readonly words: string; readonly readField: FieldReader }>();
  const ask = (readField: FieldReader): void => {
    try {
      const words = confirm?.(readField);
      if (words === undefined) start(readField);
      else setQuestion({ words, readField });
    } catch (error) {
      if (!(error instanceof FormFault)) throw error;
      fail(error);
    }
  };
  return { question, ask, close: () => setQuestion(undefined) };
}

type StartOptions = Pick<ActionFormProps, "act"> & {
  readonly onDraft: ActionFormProps["onDraft"] | undefined;
  readonly onDone: (done: CompletedAction) => void;
};

/** Runs the action, and finds fields that the exchange or the browser rejects. */
function useStart(form: RefObject<HTMLFormElement | null>, { act, onDraft, onDone }: StartOptions) {
  const { action: words } = useConsoleText();
  const [faults, setFaults] = useState<readonly LabelledFault[]>([]);
  /** True once the error of the action is described beside a field. */
  const [isExplained, setExplained] = useState(false);
  const action = useOperatorAction(act);
  const fail = (error: unknown): void => {
    const fault = form.current && showFault(form.current, error, words);
    const label = form.current && fault && findLabel(form.current, fault.name);
    if (!fault || !label) return;
    setFaults([{ ...fault, label }]);
    setExplained(true);
  };
  const start = (readField: FieldReader): void => {
    setFaults([]);
    setExplained(false);
    action.mutate(readField, {
      onError: fail,
      onSuccess: (done) => {
        form.current?.reset();
        if (form.current) onDraft?.(readForm(form.current));
        onDone(done);
      },
    });
  };
  const showInvalid = (event: SyntheticEvent<HTMLFormElement>): void => {
    const invalid = event.currentTarget;
    const fields = listInvalidFields(invalid);
    // The browser would report only the first invalid field, in its own words.
    event.preventDefault();
    action.reset();
    setFaults(
      fields.map((field) => ({
        ...describeInvalid(field, words),
        label: findLabel(invalid, field.name) ?? "",
      })),
    );
    if (fields[0]) focusOn(fields[0]);
  };
  const dropFault = (field: EventTarget): void => {
    if (faults.length > 0 && "name" in field) setFaults(faults.filter(({ name }) => name !== field.name));
  };
  return { action, faults, isExplained, start, fail, showInvalid, dropFault };
}

export type LabelledFault = FieldFault & { readonly label: string };

/** Names the fields to correct. Their faults are described beside them. */
export function FaultNotice({ faults }: { readonly faults: readonly LabelledFault[] }) {
  const { action } = useConsoleText();
  return (
    <div className="failure" role="alert">
      <p>
        <strong>{action.correct(faults.length)}</strong>{" "}
        {faults.map(({ label }) => action.seeField(label)).join(" ")}
      </p>
    </div>
  );
}

/** Describes a rejection that is about no field of the form. */
function RejectionNotice({ error }: { readonly error: unknown }) {
  const words = useConsoleText();
  const { sentBefore, action } = words;
  const { common } = useText();
  const formats = useFormats();
  const conflict =
    error instanceof OutdatedFormError ? error.message : explainEarlierEdit(error, words, formats);
  if (isUnanswered(error) || (error instanceof UnreachableError && !(error instanceof UnsafeRetryError)))
    return (
      <div className="failure" role="alert">
        <p>
          <strong>{common.noAnswer}.</strong> {action.unknown}
        </p>
      </div>
    );
  if (error instanceof HeldBackError)
    return (
      <div className="failure" role="alert">
        <p>{sentBefore.heldBack(describeSent(sentBefore, formats.zonedTime(error.sentAtMs), error.move))}</p>
      </div>
    );
  if (conflict === undefined) return <Failure error={error} />;
  return (
    <div className="failure" role="alert">
      <p>{conflict}</p>
    </div>
  );
}

function focusOn(field: HTMLElement): void {
  field.closest("details")?.setAttribute("open", "");
  field.closest("[hidden]")?.removeAttribute("hidden");
  field.focus();
}

/** Finds the rejected field, and moves the focus to it. */
function showFault(
  form: HTMLFormElement,
  error: unknown,
  words: ConsoleText["action"],
): FieldFault | undefined {
  const fault = findFault(form, error, words);
  const found = fault && form.elements.namedItem(fault.name);
  const field = found instanceof RadioNodeList ? found[0] : found;
  if (field instanceof HTMLElement) focusOn(field);
  return fault;
}

const MAX_REASON = 1000;

type ReasonProps = Partial<ReasonWords> & {
  /** True for changes that no trader sees. */
  readonly isOptional?: boolean;
};

export function ReasonField({ label, hint, isOptional = false }: ReasonProps) {
  const { action } = useConsoleText();
  return (
    <AreaField
      name="reason"
      label={label ?? (isOptional ? action.optionalReason : action.reason)}
      hint={hint ?? action.reasonHint}
      rows={2}
      maxLength={MAX_REASON}
      required={!isOptional}
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
  const { action } = useConsoleText();
  const missing = useMissingRole();
  const isOff = pending || missing !== undefined;
  return (
    <div className="row">
      <button type="submit" className={danger ? "danger" : "primary"} disabled={isOff} title={missing}>
        {pending ? action.working : submit}
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
  const { action } = useConsoleText();
  return (
    <Modal title={action.sure} close={close}>
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

type ActionDialogProps = Omit<ActionFormProps, "submit" | "cancel" | "confirm" | "onDraft" | "onDone"> & {
  /** Title of the dialog, and label of its button. */
  readonly title: string;
  readonly note: string;
  /** Role that the action requires, if it differs from the view's. */
  readonly role?: Role;
  readonly close: () => void;
};

/** A dialog for an action, with a note about its consequences. The `SharedResult` around shows the result. */
export const ActionDialog = ({ title, note, role, close, children, ...form }: ActionDialogProps) => (
  <Modal title={title} close={close}>
    <p>{note}</p>
    <ActionForm {...form} submit={title} cancel={close} onDone={close}>
      {role !== undefined && <RoleNote role={role} />}
      {children}
    </ActionForm>
  </Modal>
);

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Lists the invalid fields of a form, the first of each name. */
const listInvalidFields = (form: HTMLFormElement): readonly Field[] =>
  [...form.elements]
    .filter(isField)
    .filter((field) => field.willValidate && !field.validity.valid)
    .filter(({ name }, index, fields) => fields.findIndex((one) => one.name === name) === index);

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLSelectElement ||
  element instanceof HTMLTextAreaElement;

/** Describes the fault of an invalid field: the expected form and the given text. */
function describeInvalid(field: Field, words: ConsoleText["action"]): FieldFault {
  const { wrongForm, mistakes } = words;
  const { name, title, value, type, validity, validationMessage } = field;
  if (validity.valueMissing)
    return { name, words: type === "radio" || type === "select-one" ? mistakes.choose : mistakes.missing };
  if (validity.badInput) return { name, words: type === "number" ? mistakes.number : mistakes.time };
  if (type === "url") return { name, words: describeAddress(value, words) };
  const isOfOtherForm = validity.patternMismatch && title !== "";
  return { name, words: isOfOtherForm ? wrongForm(value, title) : validationMessage };
}

/** Describes the fault of a web address. One without its start gets the start proposed. */
function describeAddress(typed: string, { startWith, mistakes }: ConsoleText["action"]): string {
  const text = typed.trim();
  return /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? startWith(`https://${text}`) : mistakes.web;
}

/** Returns the label of a field that shows its fault; `undefined` if the form has no such field. */
function findLabel(form: HTMLFormElement, name: string): string | undefined {
  const found = form.elements.namedItem(name);
  const group = found instanceof RadioNodeList ? found[0] : undefined;
  if (group instanceof Element)
    return group.closest("fieldset")?.querySelector("legend")?.textContent ?? undefined;
  const field = found;
  const showsFault = field instanceof Element && field.closest(".field, .check") !== null;
  if (!showsFault) return undefined;
  return form.querySelector(`label[for="${CSS.escape(field.id)}"]`)?.textContent ?? undefined;
}

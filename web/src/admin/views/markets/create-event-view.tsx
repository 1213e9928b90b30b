/** The form for a new event with all its options, beside a preview; the event is saved as a draft. */
import { useRef, useState } from "react";
import { Link } from "wouter";
import { ActionForm } from "../../action/action-form.tsx";
import { ActionNotice } from "../../action/action-notice.tsx";
import type { CompletedAction } from "../../action/use-operator-action.ts";
import { ONE } from "../../../../../src/core/units.ts";
import { useFormats } from "../../../text/language.tsx";
import { formatExactMoney, formatPrice } from "../../parts/format-amounts.ts";
import { FormFault } from "../../action/field-fault.tsx";
import { useConsoleText } from "../../parts/console-text.ts";
import type { ConsoleText } from "../../parts/console-text.ts";
import { findEventFault, findWrongSum } from "../../new-event/check-event.ts";
import type { EventFault } from "../../new-event/check-event.ts";
import { useStatus } from "../../session/status.ts";
import { EventFields } from "../../new-event/event-fields.tsx";
import { buildYesNoDraft, hasTypedOptions, replaceOptions } from "../../new-event/event-draft.ts";
import type { EventDraft } from "../../new-event/event-draft.ts";
import { createFormFields, useFormFields } from "../../new-event/form-fields.ts";
import type { FormFields } from "../../new-event/form-fields.ts";
import { StoredDraftNote, OverwriteQuestion } from "../../new-event/stored-draft-note.tsx";
import { dropDraft } from "../../new-event/drop-draft.ts";
import { readStoredDraft } from "../../new-event/stored-draft.ts";
import { useStoredForm } from "../../new-event/use-stored-form.ts";
import type { InitialForm } from "../../new-event/use-stored-form.ts";
import { NewEventPreview } from "../../new-event/event-preview.tsx";
import { makeEvent } from "../../new-event/make-event.ts";
import type { MadeResult } from "../../new-event/make-event.ts";
import { Templates } from "../../new-event/templates.tsx";
import type { Template } from "../../new-event/templates.tsx";
import type { FieldReader } from "../../parts/read-form.ts";
import { View } from "../../parts/view.tsx";
import { EventStepsPanel } from "./event-steps-panel.tsx";
import { useAmountReader } from "../people/transfer.tsx";

export function CreateEventView({ event: repeated = "" }: { readonly event?: string }) {
  const { create: words, newEvent } = useConsoleText();
  const [kept] = useState(readStoredDraft);
  const [start, setStart] = useState<Start>(() => ({
    draft: kept?.draft ?? buildYesNoDraft(),
    template: findTemplate(kept?.draft, repeated),
    isTyped: kept !== undefined,
    generation: 0,
  }));
  const [template, choose] = useState(start.template);
  const [asked, setAsked] = useState<Beginning>();
  const [done, setDone] = useState<CompletedAction>();
  const [made, setMade] = useState<MadeResult>();
  const begin = (beginning: Beginning): void => {
    dropDraft();
    choose(beginning.template);
    setStart(({ generation }) => ({ ...beginning, generation: generation + 1 }));
  };
  const beginEmpty = (): void => begin({ draft: buildYesNoDraft(), template: "yesOrNo", isTyped: false });
  const isRestored = kept !== undefined && start.generation === 0;
  return (
    <View title={words.newEvent} lead={words.eventLead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {made && <MadeSection made={made} />}
      <section className="panel">
        <h2>{newEvent.begin}</h2>
        <Templates
          repeated={repeated}
          fillsAtOnce={repeated !== "" && kept?.repeated !== repeated}
          template={template}
          choose={choose}
          start={(draft, used) => {
            const typed = readStoredDraft()?.draft;
            const keepsTyped = typed !== undefined && used !== "repeat";
            const beginning = {
              draft: keepsTyped ? replaceOptions(typed, draft) : draft,
              template: used,
              isTyped: keepsTyped,
            };
            if (typed === undefined || (keepsTyped && !hasTypedOptions(typed))) begin(beginning);
            else setAsked(beginning);
          }}
        />
      </section>
      {isRestored && <StoredDraftNote empty={beginEmpty} />}
      {asked && (
        <OverwriteQuestion
          close={() => {
            choose(start.template);
            setAsked(undefined);
          }}
          confirmed={() => {
            setAsked(undefined);
            begin(asked);
          }}
        />
      )}
      <EventForm
        key={start.generation}
        draft={start.draft}
        start={{ repeated, isKept: start.isTyped }}
        onDone={(completed, result) => {
          setDone(completed);
          setMade(result);
          beginEmpty();
        }}
      />
    </View>
  );
}

type Beginning = {
  readonly draft: EventDraft;
  readonly template: Template;
  /** True if the draft contains what the operator typed. */
  readonly isTyped: boolean;
};

type Start = Beginning & { readonly generation: number };

/** Finds the template that a form belongs to: a restored form, or one that copies an event. */
function findTemplate(kept: EventDraft | undefined, repeated: string): Template {
  if (repeated !== "") return "repeat";
  return kept !== undefined && (kept.exclusive || kept.options.length > 1) ? "several" : "yesOrNo";
}

type EventFormProps = {
  readonly draft: EventDraft;
  readonly start: InitialForm;
  readonly onDone: (done: CompletedAction, made: MadeResult | undefined) => void;
};

function EventForm({ draft, start, onDone }: EventFormProps) {
  const { create: words, newEvent } = useConsoleText();
  const [fields] = useState(createFormFields);
  const [count, setCount] = useState(draft.options.length);
  useStoredForm(fields, count, start);
  const { data } = useStatus();
  const readAmount = useAmountReader();
  const result = useRef<MadeResult>(undefined);
  return (
    <div className="beside">
      <section className="panel">
        <h2>{words.event}</h2>
        <ActionForm
          submit={newEvent.save}
          reason="among-children"
          onDraft={fields.set}
          onDone={(done) => onDone(done, result.current)}
          act={async (reader, request) => {
            const mayStart = data?.operator.roles.includes("treasury") ?? false;
            const fault = findEventFault(reader, { count, mayStart });
            if (fault !== undefined) throw new FormFault(fault.field, describeFault(fault, reader, newEvent));
            const maximumLoss = reader("maximumLoss") && readAmount(reader, "maximumLoss");
            const made = await makeEvent(request, reader, { count, maximumLoss });
            result.current = made;
            const { id, slug, title, markets } = made.event;
            const next = { href: `/markets/events/${id}`, label: newEvent.toEvent };
            const said = newEvent.made(title, slug, String(markets.length));
            return { words: said, subject: id, deed: "create-event", next };
          }}
        >
          <EventFields draft={draft} fields={fields} onRows={setCount} />
          <SumNote fields={fields} count={count} />
        </ActionForm>
      </section>
      <NewEventPreview fields={fields} count={count} />
    </div>
  );
}

type SumProps = { readonly fields: FormFields; readonly count: number };

function SumNote({ fields, count }: SumProps) {
  const { newEvent } = useConsoleText();
  const formats = useFormats();
  const sum = findWrongSum(useFormFields(fields), count);
  return (
    <div role="status">
      {sum !== undefined && <p className="notice">{newEvent.wrongSum(formatSum(sum, formats.locale))}</p>}
    </div>
  );
}

const formatSum = (sum: number, locale: string): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }).format(sum / ONE);

function describeFault(
  fault: EventFault,
  readField: FieldReader,
  { faults }: ConsoleText["newEvent"],
): string {
  switch (fault.kind) {
    case "name":
    case "question":
      return faults[fault.kind](String(fault.like + 1));
    case "price":
      return faults.price(readField(fault.field), readField("tick"));
    case "noReason":
    case "noName":
    case "role":
    case "noLoss":
      return faults[fault.kind];
  }
}

/** The created drafts, with a button that opens all drafts. */
function MadeSection({ made: { event, started, earlier, unmade } }: { readonly made: MadeResult }) {
  const { newEvent: words } = useConsoleText();
  const formats = useFormats();
  return (
    <>
      <p>
        <Link href={`/new-event/${encodeURIComponent(event.slug)}`}>{words.repeatThis}</Link>
      </p>
      {started > 0 && <p>{words.houseMakes(String(started))}</p>}
      {earlier.map(({ question, startPrice, maximumLoss }) => (
        <p key={question} className="notice">
          {words.houseMade(
            question,
            formatPrice(startPrice, formats),
            formatExactMoney(maximumLoss, formats),
          )}
        </p>
      ))}
      {unmade.map(({ question, why }) => (
        <p key={question} className="notice">
          {words.houseDoesNot(question, why)}
        </p>
      ))}
      <EventStepsPanel id={event.id} key={event.id} />
    </>
  );
}

/** The form for a new event with all its options, beside a preview. It is saved as a draft, and opened as one. */
import { useRef, useState } from "react";
import { ActionForm } from "../action/action-form.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { EventFields } from "../new-event/event-fields.tsx";
import { yesOrNo } from "../new-event/event-draft.ts";
import type { EventDraft } from "../new-event/event-draft.ts";
import { NewEventPreview } from "../new-event/event-preview.tsx";
import { makeEvent } from "../new-event/make-event.ts";
import type { MadeResult } from "../new-event/make-event.ts";
import { Templates } from "../new-event/templates.tsx";
import { readEmptyField } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { EventStepsPanel } from "./event-steps-panel.tsx";

export function CreateEventView({ repeated }: { readonly repeated: string }) {
  const { create: words, newEvent } = useConsoleText();
  const [draft, setDraft] = useState<EventDraft>(yesOrNo);
  const [generation, setGeneration] = useState(0);
  const [done, setDone] = useState<CompletedAction>();
  const [made, setMade] = useState<MadeResult>();
  const begin = (start: EventDraft): void => {
    setDraft(start);
    setGeneration(generation + 1);
  };
  return (
    <View title={words.newEvent} lead={words.eventLead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {made && <MadeSection made={made} />}
      <section className="panel">
        <h2>{newEvent.begin}</h2>
        <Templates repeated={repeated} start={begin} />
      </section>
      <EventForm
        key={generation}
        draft={draft}
        onDone={(completed, result) => {
          setDone(completed);
          setMade(result);
          begin(yesOrNo());
        }}
      />
    </View>
  );
}

type EventFormProps = {
  readonly draft: EventDraft;
  readonly onDone: (done: CompletedAction, made: MadeResult | undefined) => void;
};

function EventForm({ draft, onDone }: EventFormProps) {
  const { create: words, newEvent } = useConsoleText();
  const [readField, setReader] = useState<FieldReader>(() => readEmptyField);
  const [count, setCount] = useState(draft.options.length);
  const result = useRef<MadeResult>(undefined);
  return (
    <div className="beside">
      <section className="panel">
        <h2>{words.event}</h2>
        <ActionForm
          submit={newEvent.save}
          onDraft={(reader) => setReader(() => reader)}
          onDone={(done) => onDone(done, result.current)}
          act={async (reader, request) => {
            const made = await makeEvent(request, reader, count);
            result.current = made;
            const { id, slug, title, markets } = made.event;
            const next = { href: `/markets/events/${id}`, label: newEvent.toEvent };
            return { words: newEvent.made(title, slug, String(markets.length)), subject: id, next };
          }}
        >
          <EventFields draft={draft} readField={readField} onRows={setCount} />
        </ActionForm>
      </section>
      <NewEventPreview readField={readField} count={count} />
    </div>
  );
}

/** The drafts that were made, with the step that opens them all. */
function MadeSection({ made: { event, started, unmade } }: { readonly made: MadeResult }) {
  const { newEvent: words } = useConsoleText();
  return (
    <>
      {started > 0 && <p>{words.houseMakes(String(started))}</p>}
      {unmade.map(({ question, why }) => (
        <p key={question} className="notice">
          {words.houseDoesNot(question, why)}
        </p>
      ))}
      <EventStepsPanel id={event.id} key={event.id} />
    </>
  );
}

/** Ways to start a new event: from a template, or from an event to repeat. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { FormEvent } from "react";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { useOperatorClient } from "../session/operator-session.tsx";
import { SelectField, TextField } from "../parts/fields.tsx";
import { readForm } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import {
  buildSeriesDraft,
  MAX_OPTIONS,
  buildRangesDraft,
  buildOptionsDraft,
  buildYesNoDraft,
} from "./event-draft.ts";
import type { EventDraft } from "./event-draft.ts";
import { repeatEvent } from "./repeat-event.ts";

const TEMPLATES = ["yesOrNo", "several", "ranges", "daily", "repeat"] as const;
type Template = (typeof TEMPLATES)[number];

type TemplatesProps = {
  /** Id or slug of the event to repeat; "" without one. */
  readonly repeated: string;
  /** True if the form is filled with that event at once. */
  readonly fillsAtOnce: boolean;
  readonly start: (draft: EventDraft) => void;
};

export function Templates({ repeated, fillsAtOnce, start }: TemplatesProps) {
  const { newEvent: words } = useConsoleText();
  const [template, setTemplate] = useState<Template>(repeated === "" ? "yesOrNo" : "repeat");
  const make = useMakeDraft(template);
  const beginAction = useMutation({ mutationFn: make, onSuccess: start });
  useEffect(() => {
    if (fillsAtOnce) beginAction.mutate((name) => (name === "repeated" ? repeated : ""));
    // Fills the form once: the address of another event mounts a new view.
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    beginAction.mutate(readForm(event.currentTarget));
  };
  return (
    <form className="stack templates" onSubmit={submit}>
      <SelectField
        name="template"
        label={words.template}
        value={template}
        onChange={({ currentTarget }) =>
          setTemplate(TEMPLATES.find((one) => one === currentTarget.value) ?? "yesOrNo")
        }
      >
        {TEMPLATES.map((one) => (
          <option key={one} value={one}>
            {words.templates[one]}
          </option>
        ))}
      </SelectField>
      <TemplateFields template={template} repeated={repeated} />
      {beginAction.isError && <Failure error={beginAction.error} />}
      <p>
        <button type="submit" disabled={beginAction.isPending}>
          {words.useTemplate}
        </button>
      </p>
    </form>
  );
}

type TemplateFieldsProps = { readonly template: Template; readonly repeated: string };

function TemplateFields({ template, repeated }: TemplateFieldsProps) {
  const { newEvent: words } = useConsoleText();
  switch (template) {
    case "yesOrNo":
    case "several":
      return null;
    case "ranges":
      return (
        <div className="pair">
          <TextField name="from" label={words.from} type="number" step="any" required />
          <TextField name="to" label={words.to} type="number" step="any" required />
          <TextField name="step" label={words.step} type="number" step="any" required />
        </div>
      );
    case "daily":
      return (
        <div className="pair">
          <TextField name="day" label={words.firstDay} type="date" required />
          <TextField name="days" label={words.days} type="number" min={1} max={MAX_OPTIONS} required />
        </div>
      );
    case "repeat":
      return (
        <TextField
          name="repeated"
          label={words.repeated}
          hint={words.repeatedHint}
          defaultValue={repeated}
          required
        />
      );
  }
}

function useMakeDraft(template: Template): (readField: FieldReader) => Promise<EventDraft> {
  const { newEvent: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return async (readField) => {
    switch (template) {
      case "yesOrNo":
        return buildYesNoDraft();
      case "several":
        return buildOptionsDraft(words.severalPattern);
      case "ranges": {
        const [from = 0, to = 0, step = 0] = ["from", "to", "step"].map((name) => Number(readField(name)));
        const count = Math.floor((to - from) / step) + 2;
        if (!(step > 0 && to > from && count <= MAX_OPTIONS))
          throw new Error(words.noRanges(String(MAX_OPTIONS)));
        return buildRangesDraft({ from, to, step }, { ...words.ranges, pattern: words.seriesPattern });
      }
      case "daily": {
        const first = new Date(`${readField("day")}T00:00`);
        const days = Number(readField("days"));
        return buildSeriesDraft({ first, days }, { pattern: words.seriesPattern, day: formats.day });
      }
      case "repeat":
        return repeatEvent(request, readField("repeated"));
    }
  };
}

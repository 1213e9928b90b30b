/** Ways to start a new event: from a template, or from an event to repeat. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import type { FormEvent } from "react";
import { Failure } from "../../parts/states.tsx";
import { useFormats } from "../../text/language.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { useOperatorClient } from "../session/operator-session.tsx";
import { SelectField, TextField } from "../parts/fields.tsx";
import { RecentEventOptions } from "../listing/recent/recent-event-options.tsx";
import { readEmptyField, readForm } from "../parts/read-form.ts";
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
export type Template = (typeof TEMPLATES)[number];

/** Templates without fields of their own, which apply as soon as they are chosen. */
const APPLIED_AT_ONCE: ReadonlySet<Template> = new Set(["yesOrNo", "several"]);

type TemplatesProps = {
  /** Id or slug of the event to repeat; "" without one. */
  readonly repeated: string;
  /** True if the form is filled with that event at once. */
  readonly fillsAtOnce: boolean;
  readonly template: Template;
  readonly choose: (template: Template) => void;
  readonly start: (draft: EventDraft, template: Template) => void;
};

type Use = { readonly template: Template; readonly readField: FieldReader };

export function Templates({ repeated, fillsAtOnce, template, choose, start }: TemplatesProps) {
  const { newEvent: words } = useConsoleText();
  const make = useMakeDraft();
  const beginAction = useMutation({
    mutationFn: make,
    onSuccess: (draft, use) => start(draft, use.template),
  });
  useEffect(() => {
    if (fillsAtOnce)
      beginAction.mutate({ template, readField: (name) => (name === "repeated" ? repeated : "") });
    // Fills the form once: the address of another event mounts a new view.
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    beginAction.mutate({ template, readField: readForm(event.currentTarget) });
  };
  return (
    <form className="stack templates" onSubmit={submit}>
      <SelectField
        name="template"
        label={words.template}
        value={template}
        onChange={({ currentTarget }) => {
          const chosen = TEMPLATES.find((one) => one === currentTarget.value) ?? "yesOrNo";
          beginAction.reset();
          choose(chosen);
          if (APPLIED_AT_ONCE.has(chosen))
            beginAction.mutate({ template: chosen, readField: readEmptyField });
        }}
      >
        {TEMPLATES.map((one) => (
          <option key={one} value={one}>
            {words.templates[one]}
          </option>
        ))}
      </SelectField>
      <TemplateFields template={template} repeated={repeated} />
      {beginAction.isError && <Failure error={beginAction.error} />}
      {!APPLIED_AT_ONCE.has(template) && (
        <p>
          <button type="submit" disabled={beginAction.isPending}>
            {words.useTemplate}
          </button>
        </p>
      )}
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
      return <RepeatedField repeated={repeated} />;
  }
}

function RepeatedField({ repeated }: Pick<TemplateFieldsProps, "repeated">) {
  const { newEvent: words } = useConsoleText();
  const id = useId();
  return (
    <>
      <TextField
        name="repeated"
        label={words.repeated}
        hint={words.repeatedHint}
        list={id}
        defaultValue={repeated}
        required
      />
      <RecentEventOptions id={id} />
    </>
  );
}

function useMakeDraft(): (use: Use) => Promise<EventDraft> {
  const { newEvent: words } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  return async ({ template, readField }) => {
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

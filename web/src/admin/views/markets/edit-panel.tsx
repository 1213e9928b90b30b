/** Forms that edit an event or a market, or clarify its rules. Traders see each edit and clarification with its time. */
import { useRef } from "react";
import { RejectedError } from "../../../api/client.ts";
import type { EventWithMarkets, Market } from "../../../api/generated/operator.ts";
import { useFormats } from "../../../text/language.tsx";
import { ActionForm } from "../../action/action-form.tsx";
import { nameFields } from "../../action/explain-refusal.ts";
import type { Act } from "../../action/use-operator-action.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import { ImageField } from "../../images/image-field.tsx";
import { formatLocalTime } from "../../new-event/event-draft.ts";
import { LIMITS } from "../../parts/market/listing-limits.ts";
import { useOperatorClient } from "../../session/operator-session.tsx";
import { AreaField, TextField } from "../../parts/fields.tsx";
import { buildFees } from "../../parts/market/market-terms.ts";
import { readTags } from "../../parts/tags.ts";
import { readFilledFields, TIME_ZONE, toDecimalPoint, toInstantText } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { FeeFields } from "./market-fields.tsx";

type EditedProps = {
  /** Id of the event, or condition id of the market. */
  readonly id: string;
  /** True while no trader sees it, so that changes need no reason. */
  readonly isDraft: boolean;
} & (
  | { readonly kind: "event"; readonly listed: EventWithMarkets }
  | { readonly kind: "market"; readonly listed: Market }
);

export function EditPanel(edited: EditedProps) {
  const { edit: words } = useConsoleText();
  return (
    <section className="panel stack">
      <h2>{words.title}</h2>
      <p className="soft">{edited.isDraft ? words.draftLead : words.lead}</p>
      <details>
        <summary>{words.clarify}</summary>
        <ClarifyForm {...edited} />
      </details>
      <details>
        <summary>{words.change}</summary>
        <EditForm {...edited} />
      </details>
    </section>
  );
}

const MAX_CLARIFICATION = 5_000;

function ClarifyForm({ kind, id, isDraft }: EditedProps) {
  const { edit: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <ActionForm
      submit={words.clarify}
      {...(isDraft && { reason: "optional" })}
      act={async (readField) => {
        const body = { text: readField("text"), ...readFilledFields(readField, ["reason"]) };
        const { subject } =
          kind === "event"
            ? await request("POST /events/{event}/clarify", { params: { event: id }, body })
            : await request("POST /markets/{market}/clarify", { params: { market: id }, body });
        return { words: words.clarified, subject, deed: "clarify" };
      }}
    >
      <AreaField
        name="text"
        label={words.text}
        hint={words.textHint}
        maxLength={MAX_CLARIFICATION}
        required
      />
    </ActionForm>
  );
}

function EditForm(edited: EditedProps) {
  const { edit: words, deeds } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const filledFrom = useFilledFrom(edited.listed.lastEdit);
  const known = readKnownFields(edited);
  const { kind, id, isDraft } = edited;
  return (
    <ActionForm
      submit={words.change}
      {...(isDraft && { reason: "optional" })}
      act={filledFrom.noting(async (readField) => {
        const changes = readChanges(edited, readField, known);
        if (Object.keys(changes).length === 0) throw new Error(words.nothingChanged);
        const body = {
          ...changes,
          ...readFilledFields(readField, ["reason"]),
          unchangedSince: filledFrom.read(),
        };
        if (kind === "market") {
          const { subject, changed } = await request("POST /markets/{market}/edit", {
            params: { market: id },
            body,
          });
          return { words: words.changed(nameFields(changed, deeds)), subject, deed: "edit-market" };
        }
        const { subject, changed, markets } = await request("POST /events/{event}/edit", {
          params: { event: id },
          body,
        });
        const also = markets.length > 0 ? ` ${words.changedToo(formats.count(markets.length))}` : "";
        return { words: words.changed(nameFields(changed, deeds)) + also, subject, deed: "edit-event" };
      })}
    >
      <div className="stack" onInput={() => filledFrom.read()}>
        <EditFields edited={edited} known={known} />
      </div>
    </ActionForm>
  );
}

/**
 * Remembers the latest edit at the time of the first input, until the form is answered. So another operator's later edit is
 * not overwritten unseen. After a rejection the form is based on what the page then shows.
 */
function useFilledFrom(lastEdit: number) {
  const firstSeenEdit = useRef<number>(undefined);
  return {
    read: (): number => (firstSeenEdit.current ??= lastEdit),
    noting:
      (act: Act): Act =>
      async (...fields) => {
        try {
          const done = await act(...fields);
          firstSeenEdit.current = undefined;
          return done;
        } catch (error) {
          if (error instanceof RejectedError && error.code === "listing_changed")
            firstSeenEdit.current = undefined;
          throw error;
        }
      },
  };
}

/** Texts of the form's fields by name, as they are listed. */
type KnownFields = Readonly<Record<string, string>>;

function readKnownFields({ kind, listed }: EditedProps): KnownFields {
  const { description, resolutionSource, image, startDate, endDate } = listed;
  const shared = {
    description: toFieldText(description),
    resolutionSource: toFieldText(resolutionSource),
    image: toFieldText(image),
    startDate: toLocalText(startDate),
    endDate: toLocalText(endDate),
  };
  if (kind === "event") return { ...shared, title: toFieldText(listed.title), tags: listed.tags.join(", ") };
  const { question, label, tick, fees } = listed;
  return {
    ...shared,
    question: toFieldText(question),
    label: toFieldText(label),
    tick,
    rate: fees?.rate ?? "",
    exponent: String(fees?.exponent ?? 1),
    makersPay: fees?.takerOnly === false ? "on" : "",
  };
}

/** Returns the text as a form field gives it back. */
const toFieldText = (text: string | null): string => (text ?? "").replaceAll("\r\n", "\n").trim();

const toLocalText = (instant: string | null): string =>
  instant === null ? "" : formatLocalTime(new Date(instant));

const BET_FIELDS = ["question", "label", "description", "resolutionSource"] as const;

/** Reads the fields that differ from what is listed. An emptied field removes its text. */
function readChanges({ kind, listed }: EditedProps, readField: FieldReader, known: KnownFields) {
  const differs = (name: string): boolean => readField(name) !== (known[name] ?? "");
  const texts = [
    ...(kind === "event" ? (["title"] as const) : (["tick"] as const)),
    ...(listed.betFixed ? [] : BET_FIELDS.filter((name) => name in known)),
    "image" as const,
  ].filter(differs);
  const dates = (["startDate", "endDate"] as const).filter(differs);
  const tags = readTags(readField("tags"));
  return {
    ...pickFields(texts, (name) => (name === "tick" ? toDecimalPoint(readField(name)) : readField(name))),
    ...pickFields(dates, (name) => toInstantText(readField(name))),
    ...(kind === "event" && tags.join() !== listed.tags.join() && { tags }),
    ...(kind === "market" && ["rate", "exponent", "makersPay"].some(differs) && readFees(readField, known)),
  };
}

function pickFields<Name extends string>(names: readonly Name[], read: (name: Name) => string) {
  // `Object.fromEntries` loses the names from the type.
  return Object.fromEntries(names.map((name) => [name, read(name)])) as { readonly [N in Name]?: string };
}

/** Reads changed fees. An emptied rate removes the fees. */
function readFees(readField: FieldReader, known: KnownFields) {
  const { fees } = buildFees(readField);
  if (fees !== undefined) return { fees };
  return known.rate === "" ? {} : { free: true as const };
}

type EditFieldsProps = { readonly edited: EditedProps; readonly known: KnownFields };

function EditFields({ edited: { kind, listed }, known }: EditFieldsProps) {
  const { create: words, edit } = useConsoleText();
  const betFieldProps = listed.betFixed ? { disabled: true, hint: edit.betFixed } : {};
  const fieldOf = (name: string) => ({ name, defaultValue: known[name] });
  // A listed value of these fields can change, but not be removed.
  const keptFieldOf = (name: string) => ({ ...fieldOf(name), required: (known[name] ?? "") !== "" });
  return (
    <>
      {kind === "event" ? (
        <>
          <TextField {...keptFieldOf("title")} label={words.title} maxLength={LIMITS.title} />
          <TextField {...fieldOf("tags")} label={words.tags} hint={edit.tagsHint} />
        </>
      ) : (
        <>
          <TextField
            {...keptFieldOf("question")}
            label={words.question}
            maxLength={LIMITS.title}
            {...betFieldProps}
          />
          <TextField
            {...keptFieldOf("label")}
            label={words.label}
            maxLength={LIMITS.label}
            {...betFieldProps}
          />
        </>
      )}
      <AreaField
        {...fieldOf("description")}
        label={words.rules}
        {...(kind === "event" && { hint: edit.copiesHint })}
        maxLength={LIMITS.description}
        {...betFieldProps}
      />
      <TextField
        {...fieldOf("resolutionSource")}
        label={words.source}
        maxLength={LIMITS.url}
        {...betFieldProps}
      />
      <div className="pair">
        <TextField {...keptFieldOf("startDate")} label={words.starts} type="datetime-local" />
        <TextField
          {...keptFieldOf("endDate")}
          label={words.ends}
          type="datetime-local"
          hint={words.localTime(TIME_ZONE)}
        />
      </div>
      <ImageField key={known.image} {...fieldOf("image")} label={words.image} hint={words.imageHint} />
      {kind === "market" && (
        <>
          <TextField {...keptFieldOf("tick")} label={words.terms.tick.label} inputMode="decimal" />
          <FeeFields
            key={`${known.rate} ${known.exponent} ${known.makersPay}`}
            rate={known.rate}
            exponent={known.exponent}
            makersPay={known.makersPay !== ""}
            hint={edit.feesHint}
          />
        </>
      )}
    </>
  );
}

/** Forms that edit an event or a market, or clarify its rules. Traders see each edit and clarification with its time. */
import { useRef } from "react";
import { RejectedError } from "../../../api/client.ts";
import { ActionForm } from "../../action/action-form.tsx";
import type { Act } from "../../action/use-operator-action.ts";
import { useConsoleText } from "../../parts/console-text.ts";
import { ImageField } from "../../images/image-field.tsx";
import { LIMITS } from "../../parts/market/listing-limits.ts";
import { useOperatorClient } from "../../session/operator-session.tsx";
import { AreaField, CheckField, TextField } from "../../parts/fields.tsx";
import { buildFees } from "../../parts/market/market-terms.ts";
import { readTags } from "../../parts/tags.ts";
import { readFilledFields, readFilledInstants, TIME_ZONE } from "../../parts/read-form.ts";
import type { FieldReader } from "../../parts/read-form.ts";
import { FeeFields } from "./market-fields.tsx";

type EditedProps = {
  readonly kind: "event" | "market";
  /** Id of the event, or condition id of the market. */
  readonly id: string;
  /** True once the fields that define the bet can no longer change. */
  readonly betFixed: boolean;
  /** True while no trader sees it, so that changes need no reason. */
  readonly isDraft: boolean;
  /** Labels of an event; `undefined` until they are known. */
  readonly tags?: readonly string[] | undefined;
  /** Batch of the latest edit that the page knows. */
  readonly lastEdit: number;
};

export function EditPanel(edited: EditedProps) {
  const { edit: words } = useConsoleText();
  return (
    <section className="panel stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
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

function EditForm({ kind, id, betFixed, isDraft, tags, lastEdit }: EditedProps) {
  const { edit: words } = useConsoleText();
  const request = useOperatorClient();
  const filledFrom = useFilledFrom(lastEdit);
  return (
    <ActionForm
      submit={words.change}
      {...(isDraft && { reason: "optional" })}
      act={filledFrom.noting(async (readField) => {
        const shared = { ...readShared(readField), unchangedSince: filledFrom.read() };
        const { subject, changed } =
          kind === "event"
            ? await request("POST /events/{event}/edit", {
                params: { event: id },
                body: {
                  ...readFilledFields(readField, ["title"]),
                  ...readChangedTags(readField, tags),
                  ...shared,
                },
              })
            : await request("POST /markets/{market}/edit", {
                params: { market: id },
                body: {
                  ...readFilledFields(readField, ["question", "label", "tick"]),
                  ...shared,
                  ...buildFees(readField),
                  ...(readField("free") !== "" && { free: true as const }),
                },
              });
        return { words: words.changed(changed.join(", ")), subject, deed: `edit-${kind}` };
      })}
    >
      <div className="stack" onInput={() => filledFrom.read()}>
        <EditFields kind={kind} betFixed={betFixed} tags={tags} />
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

/** Reads the tags if they differ from the event's; an emptied field removes all. */
function readChangedTags(readField: FieldReader, known: readonly string[] | undefined) {
  const tags = readTags(readField("tags"));
  return tags.join() === (known ?? []).join() ? {} : { tags };
}

const readShared = (readField: FieldReader) => ({
  ...readFilledFields(readField, ["description", "resolutionSource", "image", "reason"]),
  ...readFilledInstants(readField, ["startDate", "endDate"]),
});

function EditFields({ kind, betFixed, tags = [] }: Pick<EditedProps, "kind" | "betFixed" | "tags">) {
  const { create: words, edit } = useConsoleText();
  const betFieldProps = betFixed ? { disabled: true, hint: edit.betFixed } : {};
  return (
    <>
      {kind === "event" ? (
        <>
          <TextField name="title" label={words.title} maxLength={LIMITS.title} />
          <TextField name="tags" label={words.tags} hint={edit.tagsHint} defaultValue={tags.join(", ")} />
        </>
      ) : (
        <>
          <TextField name="question" label={words.question} maxLength={LIMITS.title} {...betFieldProps} />
          <TextField name="label" label={words.label} maxLength={LIMITS.label} {...betFieldProps} />
        </>
      )}
      <AreaField
        name="description"
        label={words.rules}
        hint={edit.rulesHint}
        maxLength={LIMITS.description}
        {...betFieldProps}
      />
      <TextField name="resolutionSource" label={words.source} maxLength={LIMITS.url} {...betFieldProps} />
      <div className="pair">
        <TextField name="startDate" label={words.starts} type="datetime-local" />
        <TextField
          name="endDate"
          label={words.ends}
          type="datetime-local"
          hint={words.localTime(TIME_ZONE)}
        />
      </div>
      <ImageField name="image" label={words.image} hint={words.imageHint} />
      {kind === "market" && (
        <>
          <TextField name="tick" label={words.terms.tick.label} inputMode="decimal" />
          <FeeFields />
          <CheckField name="free" label={edit.free} hint={edit.feesHint} />
        </>
      )}
    </>
  );
}

/** Names and words that no wallet may be called by: listed, added and allowed again. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { useFormats } from "../../text/language.tsx";
import { ActionDialog } from "../action/action-dialog.tsx";
import { ActionForm } from "../action/action-form.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { formatTime } from "../format-amounts.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { CheckField, TextField } from "../parts/fields.tsx";

type Forbidden = Operations["GET /forbidden-names"]["answer"][number];
type Props = { readonly onDone: (done: CompletedAction) => void };

export function ForbiddenNames({ onDone }: Props) {
  const { names: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["forbidden names"],
    queryFn: ({ signal }) => request("GET /forbidden-names", { signal }),
  });
  return (
    <>
      <section className="panel">
        <h2>{words.forbidden}</h2>
        <Loaded query={query}>{(texts) => <ForbiddenTable texts={texts} onDone={onDone} />}</Loaded>
      </section>
      <ForbidName onDone={onDone} />
    </>
  );
}

function ForbidName({ onDone }: Props) {
  const { names: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <section className="panel">
      <h2>{words.forbid}</h2>
      <ActionForm
        submit={words.forbid}
        onDone={onDone}
        act={async (readField) => {
          const match = readField("word") === "" ? "name" : "word";
          const body = { text: readField("text"), match, reason: readField("reason") } as const;
          const { text, changed, bearers } = await request("POST /forbidden-names", { body });
          const said = (changed ? words.nowForbidden : words.wasForbidden)(text);
          const named = bearers.map(({ name }) => name).join(", ");
          return { words: named === "" ? said : `${said} ${words.bearers(named)}`, subject: text };
        }}
      >
        <TextField name="text" label={words.text} hint={words.textHint} maxLength={64} required />
        <CheckField name="word" label={words.asWord} />
      </ActionForm>
    </section>
  );
}

function ForbiddenTable({ texts, onDone }: Props & { readonly texts: readonly Forbidden[] }) {
  const { names: words, audit } = useConsoleText();
  const formats = useFormats();
  const request = useOperatorClient();
  const [allowing, setAllowing] = useState<Forbidden>();
  return (
    <>
      <DataTable
        caption={words.forbidden}
        columns={[
          { name: words.text, cell: ({ text }) => <bdi>{text}</bdi> },
          { name: words.as, cell: ({ match }) => words.matches[match] },
          { name: words.since, cell: ({ time }) => formatTime(time, formats) },
          { name: audit.operator, cell: ({ operator }) => operator },
          { name: audit.reason, cell: ({ reason }) => reason },
          {
            name: words.allow,
            cell: (forbidden) => (
              <button type="button" className="small" onClick={() => setAllowing(forbidden)}>
                {words.allow}
              </button>
            ),
          },
        ]}
        rows={texts}
        keyOf={({ text, match }) => `${match} ${text}`}
        empty={words.noForbidden}
      />
      {allowing !== undefined && (
        <ActionDialog
          title={words.allow}
          note={words.allowNote(allowing.text)}
          submit={words.allow}
          close={() => setAllowing(undefined)}
          onDone={onDone}
          act={async (readField) => {
            const { text, match } = allowing;
            const body = { text, match, reason: readField("reason") };
            const { changed } = await request("DELETE /forbidden-names", { body });
            return { words: (changed ? words.allowed : words.wasAllowed)(text), subject: text };
          }}
        />
      )}
    </>
  );
}

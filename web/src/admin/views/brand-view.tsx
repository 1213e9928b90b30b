/** Shows and changes the name, the colour and the logo of the exchange. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Operations } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ActionForm } from "../action/action-form.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { Facts } from "../parts/facts.tsx";
import { CheckField, TextField } from "../parts/fields.tsx";
import type { FieldReader } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";

type Brand = Operations["GET /brand"]["answer"];
type Shades = NonNullable<Brand["accent"]>["light"];

const MAX_LETTERS = 40;

export function BrandView() {
  const { brand: words } = useConsoleText();
  const request = useOperatorClient();
  const [done, setDone] = useState<CompletedAction>();
  const query = useQuery({
    queryKey: ["brand"],
    queryFn: ({ signal }) => request("GET /brand", { signal }),
  });
  return (
    <View title={words.title} lead={words.lead} role="market-admin">
      <div role="status">{done && <ActionNotice done={done} />}</div>
      <Loaded query={query}>
        {(brand) => (
          <>
            <CurrentBrand brand={brand} />
            <ChangeBrand key={JSON.stringify(brand)} brand={brand} onDone={setDone} />
          </>
        )}
      </Loaded>
    </View>
  );
}

function CurrentBrand({ brand: { name, accent, logo } }: { readonly brand: Brand }) {
  const { brand: words } = useConsoleText();
  return (
    <section className="panel">
      <h2>{words.now}</h2>
      <Facts
        facts={[
          [words.name, name],
          [words.accent, accent?.given ?? words.own],
          ...(accent === null
            ? []
            : [
                [words.light, <Sample key="light" shades={accent.light} />] as const,
                [words.dark, <Sample key="dark" shades={accent.dark} />] as const,
              ]),
          [
            words.logo,
            <img
              key="logo"
              src={logo === null ? "/favicon.svg" : `/brand/logo?${logo.hash.slice(0, 12)}`}
              alt={words.logo}
              width="64"
              height="64"
            />,
          ],
        ]}
      />
    </section>
  );
}

/** A text on the shade, drawn: the page has no inline styles. */
function Sample({ shades: { accent, onAccent } }: { readonly shades: Shades }) {
  const { brand: words } = useConsoleText();
  return (
    <span className="row">
      <svg width="80" height="28" aria-hidden="true">
        <rect width="80" height="28" rx="8" fill={accent} />
        <text x="40" y="19" textAnchor="middle" fill={onAccent}>
          {words.sample}
        </text>
      </svg>
      <code>{accent}</code>
    </span>
  );
}

type ChangeProps = { readonly brand: Brand; readonly onDone: (done: CompletedAction) => void };

function ChangeBrand({ brand: { name, accent, logo }, onDone }: ChangeProps) {
  const { brand: words } = useConsoleText();
  const request = useOperatorClient();
  const [file, setFile] = useState<File>();
  return (
    <section className="panel">
      <h2>{words.change}</h2>
      <ActionForm
        submit={words.change}
        onDone={onDone}
        act={async (readField) => {
          const body = await readChange(readField, file);
          const changed = await request("POST /brand", { body });
          const said = words.done(changed.name);
          const named = changed.bearers.map((bearer) => bearer.name).join(", ");
          return { words: named === "" ? said : `${said} ${words.bearers(named)}`, subject: "brand" };
        }}
      >
        <TextField
          name="name"
          label={words.name}
          hint={words.nameHint}
          defaultValue={name}
          maxLength={MAX_LETTERS}
          required
        />
        <TextField
          name="accent"
          label={words.accent}
          hint={words.accentHint}
          defaultValue={accent?.given ?? ""}
          pattern="#[0-9a-fA-F]{6}"
          title={words.accentHint}
          placeholder="#1f4fd8"
          spellCheck={false}
        />
        <TextField
          type="file"
          name="logo"
          label={words.logo}
          hint={`${words.logoHint} ${words.keepLogo}`}
          accept="image/png,image/jpeg,image/webp"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
        />
        {logo !== null && <CheckField name="no-logo" value="yes" label={words.noLogo} />}
      </ActionForm>
    </section>
  );
}

/** Reads the fields, and the file of the logo where one was chosen. */
async function readChange(readField: FieldReader, file: File | undefined) {
  const given = file === undefined ? undefined : await readBase64(file);
  const logo = readField("no-logo") === "" ? given : null;
  return {
    name: readField("name"),
    accent: readField("accent") || null,
    ...(logo !== undefined && { logo }),
    reason: readField("reason"),
  };
}

/** Reads a file as base64, which a request can carry. */
const readBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
};

/** Diagnoses a refused request or a key. A diagnosis changes nothing. */
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../../parts/states.tsx";
import { useAsk } from "../operator-session.tsx";
import { AreaField, SelectField, TextField } from "../parts/fields.tsx";
import { filled, readForm } from "../parts/given.ts";
import type { Given } from "../parts/given.ts";
import { View } from "../parts/view.tsx";
import { readPastedRequest } from "../pasted-request.ts";
import { useWords } from "../words.ts";
import { Checks } from "./checks.tsx";
import type { Diagnosis } from "./checks.tsx";

export function DiagnosesView() {
  const { diagnoses: words } = useWords();
  return (
    <View title={words.title} lead={words.lead}>
      <RequestDiagnosis />
      <KeyDiagnosis />
    </View>
  );
}

type DiagnosisFormProps = {
  readonly title: string;
  readonly lead: string;
  readonly look: (given: Given) => Promise<Diagnosis>;
  readonly children: ReactNode;
};

function DiagnosisForm({ title, lead, look, children }: DiagnosisFormProps) {
  const { diagnoses: words, deed } = useWords();
  const found = useMutation({ mutationFn: look });
  return (
    <section className="panel stack">
      <h2>{title}</h2>
      <p className="soft">{lead}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          found.mutate(readForm(event.currentTarget));
        }}
      >
        {children}
        <div>
          <button type="submit" className="primary" disabled={found.isPending}>
            {found.isPending ? deed.working : words.look}
          </button>
        </div>
      </form>
      {found.isError && <Failure error={found.error} />}
      <div role="status">{found.data && <Checks diagnosis={found.data} />}</div>
    </section>
  );
}

const DIALECTS = ["spec", "polymarket", "kuest"] as const;

function RequestDiagnosis() {
  const { diagnoses: words } = useWords();
  const ask = useAsk();
  return (
    <DiagnosisForm
      title={words.request}
      lead={words.requestLead}
      look={async (given) => {
        const request = readPastedRequest(given("request"));
        if (request === undefined) throw new Error(words.notRequest);
        const dialect = DIALECTS.find((one) => one === given("dialect"));
        return ask("POST /diagnoses/request", { body: { ...request, ...(dialect && { dialect }) } });
      }}
    >
      <AreaField
        name="request"
        label={words.text}
        hint={words.textHint}
        className="mono"
        rows={8}
        spellCheck={false}
        required
      />
      <SelectField name="dialect" label={words.dialect}>
        <option value="">{words.byPort}</option>
        {DIALECTS.map((dialect) => (
          <option key={dialect}>{dialect}</option>
        ))}
      </SelectField>
    </DiagnosisForm>
  );
}

function KeyDiagnosis() {
  const { diagnoses: words } = useWords();
  const ask = useAsk();
  return (
    <DiagnosisForm
      title={words.key}
      lead={words.keyLead}
      look={(given) => {
        const held = filled(given, ["address", "secret", "passphrase"]);
        return ask("POST /diagnoses/key", { body: { apiKey: given("apiKey"), ...held } });
      }}
    >
      <TextField name="apiKey" label={words.apiKey} spellCheck={false} required />
      <TextField name="address" label={words.address} hint={words.optional} spellCheck={false} />
      <TextField name="secret" label={words.secret} hint={words.optional} type="password" />
      <TextField name="passphrase" label={words.passphrase} hint={words.optional} type="password" />
    </DiagnosisForm>
  );
}

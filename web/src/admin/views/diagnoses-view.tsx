/** Diagnoses a refused request or a key. A diagnosis changes nothing. */
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure } from "../../parts/states.tsx";
import { useOperatorClient } from "../operator-session.tsx";
import { AreaField, SelectField, TextField } from "../parts/fields.tsx";
import { readFilled, readForm } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { View } from "../parts/view.tsx";
import { readPastedRequest } from "../pasted-request.ts";
import { useConsoleText } from "../console-text.ts";
import { Checks } from "./checks.tsx";
import type { Diagnosis } from "./checks.tsx";

export function DiagnosesView() {
  const { diagnoses: words } = useConsoleText();
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
  readonly diagnose: (readField: FieldReader) => Promise<Diagnosis>;
  readonly children: ReactNode;
};

function DiagnosisForm({ title, lead, diagnose, children }: DiagnosisFormProps) {
  const { diagnoses: words, action } = useConsoleText();
  const diagnosis = useMutation({ mutationFn: diagnose });
  return (
    <section className="panel stack">
      <h2>{title}</h2>
      <p className="soft">{lead}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          diagnosis.mutate(readForm(event.currentTarget));
        }}
      >
        {children}
        <div>
          <button type="submit" className="primary" disabled={diagnosis.isPending}>
            {diagnosis.isPending ? action.working : words.look}
          </button>
        </div>
      </form>
      {diagnosis.isError && <Failure error={diagnosis.error} />}
      <div role="status">{diagnosis.data && <Checks diagnosis={diagnosis.data} />}</div>
    </section>
  );
}

const DIALECTS = ["spec", "polymarket", "kuest"] as const;

function RequestDiagnosis() {
  const { diagnoses: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <DiagnosisForm
      title={words.request}
      lead={words.requestLead}
      diagnose={async (readField) => {
        const pasted = readPastedRequest(readField("request"));
        if (pasted === undefined) throw new Error(words.notRequest);
        const dialect = DIALECTS.find((one) => one === readField("dialect"));
        return request("POST /diagnoses/request", { body: { ...pasted, ...(dialect && { dialect }) } });
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
  const { diagnoses: words } = useConsoleText();
  const request = useOperatorClient();
  return (
    <DiagnosisForm
      title={words.key}
      lead={words.keyLead}
      diagnose={(readField) => {
        const options = readFilled(readField, ["address", "secret", "passphrase"]);
        return request("POST /diagnoses/key", { body: { apiKey: readField("apiKey"), ...options } });
      }}
    >
      <TextField name="apiKey" label={words.apiKey} spellCheck={false} required />
      <TextField name="address" label={words.address} hint={words.optional} spellCheck={false} />
      <TextField name="secret" label={words.secret} hint={words.optional} type="password" />
      <TextField name="passphrase" label={words.passphrase} hint={words.optional} type="password" />
    </DiagnosisForm>
  );
}

/** Diagnoses a refused request, pasted as HTTP or as a curl command, or a key. A diagnosis changes nothing. */
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { readCurlCommand } from "../../../../src/cli/curl-command.ts";
import { Failure } from "../../parts/states.tsx";
import { useConsoleText } from "../parts/console-text.ts";
import { useOperatorClient } from "../session/operator-session.tsx";
import type { Answer } from "../session/operator-session.tsx";
import { AreaField, nameField, SelectField, TextField } from "../parts/fields.tsx";
import { readFilledFields, readForm } from "../parts/read-form.ts";
import type { FieldReader } from "../parts/read-form.ts";
import { Panel, View } from "../parts/view.tsx";

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
    <Panel title={title} lead={lead} stack>
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
    </Panel>
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
      <SelectField {...nameField(words, "dialect")}>
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
        const options = readFilledFields(readField, ["address", "secret", "passphrase"]);
        return request("POST /diagnoses/key", { body: { apiKey: readField("apiKey"), ...options } });
      }}
    >
      <TextField {...nameField(words, "apiKey")} spellCheck={false} required />
      <TextField {...nameField(words, "address")} hint={words.optional} spellCheck={false} />
      <TextField {...nameField(words, "secret")} hint={words.optional} type="password" />
      <TextField {...nameField(words, "passphrase")} hint={words.optional} type="password" />
    </DiagnosisForm>
  );
}

type Diagnosis = Answer<"POST /diagnoses/key">;
type Check = Diagnosis["checks"][number];

type ChecksProps = { readonly diagnosis: Diagnosis };

/** The checks of a diagnosis, headed by the first one that failed. */
function Checks({ diagnosis: { ok, subject, checks, first_wrong } }: ChecksProps) {
  const { diagnoses: words } = useConsoleText();
  return (
    <>
      <h3>{subject}</h3>
      <p className={ok ? "up" : "down"}>
        <strong>{ok ? words.allWell : words.wrong(first_wrong?.check ?? "")}</strong>{" "}
        {first_wrong?.hint ?? ""}
      </p>
      <ol className="checks">
        {checks.map((check, index) => (
          <OneCheck key={`${check.check} ${index}`} check={check} />
        ))}
      </ol>
    </>
  );
}

function OneCheck({ check: { check, ok, expected, got, hint, mistake } }: { readonly check: Check }) {
  const { diagnoses: words } = useConsoleText();
  return (
    <li>
      <p>
        <strong className={ok ? "up" : "down"}>
          <span aria-hidden="true">{ok ? "✓ " : "✗ "}</span>
          {check}
        </strong>{" "}
        <span className="soft">{ok ? words.passed : words.failed}</span>{" "}
        {mistake !== "" && <code>{mistake}</code>}
      </p>
      {expected !== "" && <p>{words.expected(expected)}</p>}
      {got !== "" && <p>{words.got(got)}</p>}
      {hint !== "" && <p>{hint}</p>}
    </li>
  );
}

type PastedRequest = {
  readonly method: string;
  /** Path or whole URL. */
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Body as base64. */
  readonly body: string;
};

const REQUEST_LINE = /^([A-Za-z]+) +((?:\/|https?:\/\/)\S*)(?: +HTTP\/[0-9.]+)?\s*$/i;

const CURL = /^\s*(\$\s+)?curl\s/;

/**
 * Parses the text; `undefined` if it does not begin like "POST /order HTTP/1.1", or a header has no colon. Throws an
 * error of one line for a curl command that sends files or standard input.
 */
function readPastedRequest(text: string): PastedRequest | undefined {
  if (!CURL.test(text)) return readMessage(text);
  const request = readCurlCommand(text);
  return { ...request, body: encodeBase64(request.body) };
}

function readMessage(text: string): PastedRequest | undefined {
  const [head = "", body = ""] = text.trimStart().split(/\r?\n\r?\n(.*)/s, 2);
  const [line = "", ...lines] = head.split(/\r?\n/);
  const [, method, url] = REQUEST_LINE.exec(line) ?? [];
  const headers = lines.filter((one) => one.trim() !== "").map(readHeader);
  const known = headers.filter((header) => header !== undefined);
  if (method === undefined || url === undefined || known.length < headers.length) return undefined;
  return { method: method.toUpperCase(), url, headers: known, body: readBody(body) };
}

function readHeader(line: string): readonly [string, string] | undefined {
  const at = line.indexOf(":");
  return at > 0 ? [line.slice(0, at).trim(), line.slice(at + 1).trim()] : undefined;
}

/** Encodes the body. A line break at its end comes from an editor and is dropped. */
const readBody = (text: string): string => encodeBase64(new TextEncoder().encode(text.replace(/\r?\n$/, "")));

const encodeBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

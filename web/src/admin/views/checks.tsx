/** The checks of a diagnosis, headed by the first one that failed. */
import type { Operations } from "../../api/generated/operator.ts";
import { useConsoleText } from "../console-text.ts";

export type Diagnosis = Operations["POST /diagnoses/key"]["answer"];
type Check = Diagnosis["checks"][number];

export function Checks({
  diagnosis: { ok, subject, checks, first_wrong },
}: {
  readonly diagnosis: Diagnosis;
}) {
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

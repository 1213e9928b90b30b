/** A form that puts one fault in force, written as the operator API takes it. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Operations } from "../../api/generated/operator.ts";
import { Failure } from "../../parts/states.tsx";
import { useConsoleText } from "../console-text.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { AreaField } from "../parts/fields.tsx";
import { readForm } from "../parts/read-form.ts";

type Fault = NonNullable<Operations["POST /sandbox/faults"]["body"]["faults"]>[number];

const EXAMPLE = '{"kind": "latency", "ms": 200, "routes": ["POST /order"], "share": 0.5}';

/** Throws `mistake` for a text that is no JSON. The exchange checks the rest, and says what it expected. */
function parseFault(text: string, mistake: string): Fault {
  try {
    return JSON.parse(text) as Fault;
  } catch {
    throw new Error(mistake);
  }
}

export function OwnFault() {
  const { faults: words, action } = useConsoleText();
  const request = useOperatorClient();
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (text: string) =>
      request("POST /sandbox/faults", { body: { faults: [parseFault(text, words.notJson)] } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["faults", "in force"] }),
  });
  return (
    <section className="panel">
      <h2>{words.own}</h2>
      <form
        className="stack action-form"
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(readForm(event.currentTarget)("fault"));
        }}
      >
        <AreaField
          name="fault"
          label={words.fault}
          hint={words.faultHint}
          defaultValue={EXAMPLE}
          spellCheck={false}
          required
        />
        {add.isError && <Failure error={add.error} />}
        <button type="submit" className="primary" disabled={add.isPending}>
          {add.isPending ? action.working : words.start}
        </button>
      </form>
    </section>
  );
}

/** The steps that all markets of an event take together. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EventWithMarkets } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { isDangerous, listEventSteps } from "../event-steps.ts";
import type { EventStepName } from "../event-steps.ts";
import { useOperatorClient } from "../operator-session.tsx";
import { useConsoleText } from "../console-text.ts";
import { EventStepDialog } from "./event-step-dialog.tsx";

export function EventStepsPanel({ id }: { readonly id: string }) {
  const { eventSteps: words } = useConsoleText();
  const request = useOperatorClient();
  const query = useQuery({
    queryKey: ["event", "steps", id],
    queryFn: ({ signal }) => request("GET /events/{event}", { params: { event: id }, signal }),
    refetchInterval: 5_000,
  });
  return (
    <section className="panel stack">
      <h2>{words.title}</h2>
      <p>{words.lead}</p>
      <Loaded query={query}>{(event) => <Steps event={event} />}</Loaded>
    </section>
  );
}

function Steps({ event }: { readonly event: EventWithMarkets }) {
  const { eventSteps: words, market } = useConsoleText();
  const [step, setStep] = useState<EventStepName>();
  const [done, setDone] = useState<CompletedAction>();
  const steps = listEventSteps(event);
  return (
    <>
      {!event.exclusive && <p className="soft">{words.several}</p>}
      <div className="row">
        {steps.map((one) => (
          <button
            key={one}
            type="button"
            className={isDangerous(one) ? "danger" : undefined}
            onClick={() => setStep(one)}
          >
            {words.steps[one]}
          </button>
        ))}
        {steps.length === 0 && <span className="soft">{market.noSteps}</span>}
      </div>
      <div role="status">{done && <ActionNotice done={done} />}</div>
      {step && (
        <EventStepDialog event={event} step={step} close={() => setStep(undefined)} onDone={setDone} />
      )}
    </>
  );
}

/** The steps that all markets of an event take together. */
import { useState } from "react";
import type { EventWithMarkets } from "../../api/generated/operator.ts";
import { Loaded } from "../../parts/loaded.tsx";
import { ActionNotice } from "../action/action-notice.tsx";
import type { CompletedAction } from "../action/use-operator-action.ts";
import { isDangerous, listEventSteps, roleOf } from "../event-steps.ts";
import type { EventStepName } from "../event-steps.ts";
import { useConsoleText } from "../console-text.ts";
import { RoleButton, RoleNotes } from "../parts/role-button.tsx";
import { EventStepDialog } from "./event-step-dialog.tsx";
import { useOperatedEvent } from "./use-operated-event.ts";

export function EventStepsPanel({ id }: { readonly id: string }) {
  const { eventSteps: words } = useConsoleText();
  const query = useOperatedEvent(id);
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
      <RoleNotes roles={steps.map(roleOf)} />
      <div className="row">
        {steps.map((one) => (
          <RoleButton
            key={one}
            role={roleOf(one)}
            className={isDangerous(one) ? "danger" : undefined}
            onClick={() => setStep(one)}
          >
            {words.steps[one]}
          </RoleButton>
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

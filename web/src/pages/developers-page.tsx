import "../styles/pages/developers.css";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trading } from "../api/interfaces.ts";
import { useStatus } from "../api/live/live-context.tsx";
import { useTitle } from "../parts/controls/brand.tsx";
import { ChoiceButtons } from "../parts/controls/choices.tsx";
import { CopyButton } from "../parts/controls/copy-button.tsx";
import { Failure } from "../parts/states.tsx";
import { useSettings } from "../base/settings-context.ts";
import { useFormats, useText } from "../text/language.tsx";
import { BaseAddresses, INTERFACES } from "./base-addresses.tsx";

// Shell commands that set the environment variables of a client, by dialect.

const NAMES = {
  spec: { trading: "PRESAGE_TRADING_URL", data: "PRESAGE_DATA_URL", catalog: "PRESAGE_CATALOG_URL" },
  polymarket: { trading: "CLOB_API_URL", data: "DATA_API_URL", catalog: "GAMMA_API_URL" },
  kuest: { trading: "KUEST_CLOB_URL", data: "KUEST_DATA_URL", catalog: "KUEST_GAMMA_URL" },
} as const;

type Dialect = keyof typeof NAMES;

function Environment() {
  const { developers } = useText();
  const { addresses, chain_id: chainId } = useSettings();
  const dialects = (["polymarket", "kuest", "spec"] as const).filter((name) => addresses[name] !== undefined);
  const [dialect, setDialect] = useState<Dialect>(dialects[0] ?? "spec");
  const lines = INTERFACES.map((name) => `export ${NAMES[dialect][name]}=${addresses[dialect]?.[name]}`);
  const text = [...lines, `export CHAIN_ID=${chainId}`].join("\n");
  return (
    <div className="panel stack">
      <h2>{developers.environment}</h2>
      <ChoiceButtons
        name={developers.dialect}
        options={dialects.map((name) => [name, developers.dialects[name]] as const)}
        chosen={dialect}
        onChoose={setDialect}
      />
      <p>{developers.environmentHint}</p>
      {/* A scrolling element must be focusable for keyboard users. */}
      <section className="code" aria-label={developers.environment} tabIndex={0}>
        <pre>{text}</pre>
      </section>
      <div>
        <CopyButton text={text} name={developers.environment} />
      </div>
    </div>
  );
}

// The states of an order, as a drawing and as a table.

const STEPS = [
  ["sent", "refused"],
  ["sent", "live"],
  ["sent", "matched"],
  ["sent", "unmatched"],
  ["live", "matched"],
  ["live", "canceled"],
] as const;

type State = (typeof STEPS)[number][number];

/** Centres of the states in the drawing. */
const STATE_CENTRES: Readonly<Record<State, readonly [x: number, y: number]>> = {
  sent: [70, 110],
  refused: [290, 30],
  live: [290, 110],
  unmatched: [290, 190],
  matched: [510, 70],
  canceled: [510, 150],
};
const HALF_WIDTH = 58;

function OrderStates() {
  const { developers } = useText();
  return (
    <section className="panel stack" aria-labelledby="order-states">
      <h2 id="order-states">{developers.orderStates}</h2>
      <p>{developers.orderStatesHint}</p>
      <Drawing />
      <Steps />
    </section>
  );
}

const Drawing = () => (
  <svg className="states" viewBox="0 0 580 220" aria-hidden="true">
    <defs>
      <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
        <path d="M0 0 8 4 0 8z" />
      </marker>
    </defs>
    {STEPS.map(([from, to]) => (
      <line
        key={`${from} ${to}`}
        x1={STATE_CENTRES[from][0] + HALF_WIDTH}
        y1={STATE_CENTRES[from][1]}
        x2={STATE_CENTRES[to][0] - HALF_WIDTH}
        y2={STATE_CENTRES[to][1]}
        markerEnd="url(#arrow)"
      />
    ))}
    {Object.entries(STATE_CENTRES).map(([state, [x, y]]) => (
      <g key={state}>
        <rect x={x - HALF_WIDTH} y={y - 18} width={2 * HALF_WIDTH} height="36" rx="10" />
        <text x={x} y={y + 5}>
          {state}
        </text>
      </g>
    ))}
  </svg>
);

function Steps() {
  const { developers } = useText();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{developers.from}</th>
          <th scope="col">{developers.to}</th>
        </tr>
      </thead>
      <tbody>
        {STEPS.map(([from, to]) => (
          <tr key={`${from} ${to}`}>
            <td>{from === "sent" ? developers.states.sent : from}</td>
            <td>{developers.states[to]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

// The status of the exchange: connection, mode and clock difference.

/** Reads the exchange's time in unix milliseconds, and how far this device's clock is ahead of it. */
async function readClock(): Promise<{ readonly at: number; readonly ahead: number }> {
  const answer = await trading("GET /time");
  const at = Number(answer) * 1000;
  return { at, ahead: Date.now() - at };
}

function ServiceStatus() {
  const { developers, layout } = useText();
  const formats = useFormats();
  const { connection, mode } = useStatus();
  const { strictness } = useSettings();
  const ruleNames: Readonly<Record<string, string>> = developers.rules;
  const liveRules = strictness.flatMap(({ rule, on }) => (on ? [ruleNames[rule] ?? rule] : [])).join("; ");
  const clock = useQuery({ queryKey: ["clock"], queryFn: readClock, refetchInterval: 10_000 });
  return (
    <section className="panel" aria-labelledby="status">
      <h2 id="status">{developers.status}</h2>
      {clock.isError && <Failure error={clock.error} retry={() => void clock.refetch()} />}
      <dl className="pairs">
        <dt>{developers.connection}</dt>
        <dd>{developers.connections[connection]}</dd>
        <dt>{developers.mode}</dt>
        <dd>{layout.modes[mode] ?? developers.everything}</dd>
        <dt>{developers.liveRules}</dt>
        <dd>{liveRules === "" ? developers.noLiveRules : liveRules}</dd>
        <dt>{developers.clock}</dt>
        <dd>
          {clock.data &&
            `${formats.dateTime(clock.data.at)}; ${developers.clockHint(formats.count(Math.round(clock.data.ahead / 1000)))}`}
        </dd>
      </dl>
    </section>
  );
}

// The page for client developers: addresses, documents, order states and service status.

const DOCUMENTS = ["trading", "data", "catalog"] as const;

export function DevelopersPage() {
  const { developers } = useText();
  useTitle(developers.title);
  return (
    <div className="stack">
      <h1>{developers.title}</h1>
      <p className="lead">{developers.intro}</p>
      <ServiceStatus />
      <BaseAddresses />
      <Environment />
      <section className="panel" aria-labelledby="documents">
        <h2 id="documents">{developers.documents}</h2>
        <ul>
          <li>
            <a href="/docs/try/">{developers.docs}</a>
          </li>
          {DOCUMENTS.map((name) => (
            <li key={name}>
              <a href={`/spec/${name}/openapi.json`}>
                {developers.openapi}: {developers.interfaces[name]}
              </a>
            </li>
          ))}
          <li>
            <a href="/spec/trading/asyncapi.json">{developers.asyncapi}</a>
          </li>
        </ul>
      </section>
      <OrderStates />
      <p className="soft">{developers.licence}</p>
    </div>
  );
}

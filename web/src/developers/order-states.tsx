/** The states of an order, as a drawing and as a table. */
import { useText } from "../text/language.tsx";

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
const PLACES: Readonly<Record<State, readonly [x: number, y: number]>> = {
  sent: [70, 110],
  refused: [290, 30],
  live: [290, 110],
  unmatched: [290, 190],
  matched: [510, 70],
  canceled: [510, 150],
};
const HALF_WIDTH = 58;

export function OrderStates() {
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
        x1={PLACES[from][0] + HALF_WIDTH}
        y1={PLACES[from][1]}
        x2={PLACES[to][0] - HALF_WIDTH}
        y2={PLACES[to][1]}
        markerEnd="url(#arrow)"
      />
    ))}
    {Object.entries(PLACES).map(([state, [x, y]]) => (
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
